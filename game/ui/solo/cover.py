"""What covers the table of a game for one while its clock stands still: pause, help, questions."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.i18n import _
from game.ui.engine import text, theme
from game.ui.engine.scene import Context, Scene
from game.ui.input.keys import pile_keys
from game.ui.solo.panel import GESTURES
from game.ui.widgets.fields import Toggle
from game.ui.widgets.group import GAP, ROW, Group, stack
from game.ui.widgets.house_rules import rule_words
from game.ui.widgets.key_table import Rows, key_table
from game.ui.widgets.question import AskScene
from game.ui.widgets.rows import Button, Widget
from game.ui.widgets.times import exact_time

if TYPE_CHECKING:
    from game.ui.solo.scene import SoloScene


class SoloCover(Scene):
    """Lies over the whole table, so that nobody can think while the clock stands."""

    def __init__(self, table: "SoloScene") -> None:
        self.table = table

    def sheet(self, surface: Surface, size: tuple[float, float]) -> tuple[Rect, float]:
        """The bare cloth and a panel of `size` units in its middle."""
        surface.blit(theme.felt(surface.get_size()), (0, 0))
        u = theme.unit(surface.get_size())
        rect = Rect(0, 0, round(size[0] * u), round(size[1] * u))
        rect.center = surface.get_rect().center
        theme.panel(surface, rect, u)
        return rect, u


class SoloAsk(SoloCover, AskScene):
    """A question; it covers the table too."""

    overlay = False

    def __init__(self, table: "SoloScene", words: str, label: str, action: Callable[[], None]) -> None:
        """As AskScene."""
        SoloCover.__init__(self, table)
        AskScene.__init__(self, words, label, action)


class SoloPause(SoloCover):
    """The menu: go on, read the rules, begin again, leave."""

    def enter(self, ctx: Context) -> None:
        """Show the menu."""
        super().enter(ctx)
        table, session = self.table, self.table.session
        self._rows: list[Widget] = [
            Button(_("Continue"), self.back),
            Button(_("Keys and rules"), lambda: ctx.push(SoloHelp(table))),
        ]
        if session.plays and not session.rules.reflex:
            self._rows.append(Toggle(_("Show whether it can still be won"), session.lit, self._light))
        if session.begun:
            again = _("Same deal again") if session.plays else _("From the beginning")
            self._rows.append(Button(again, self._again))
        self._rows.append(Button(_("Leave the table"), table.get_up))
        self._group = Group(self._rows)

    def _light(self, on: bool) -> None:
        self.table.session.lit = on
        if self.table.session.limit is None:
            self.ctx.settings.light = on
            self.ctx.save_settings()

    def _again(self) -> None:
        self.back()
        self.table.restart()

    def handle(self, event: Event, now: float) -> None:
        """Esc and P go on as well."""
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_ESCAPE, pygame.K_p):
            self.back()
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_F1:
            self.ctx.push(SoloHelp(self.table))
        else:
            self._group.handle(event)

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """The menu on the bare cloth."""
        if full:
            rect, u = self.sheet(surface, (520, 128 + len(self._rows) * (ROW + GAP)))
            session = self.table.session
            text.draw(surface, _("Paused"), 40 * u, theme.IVORY, center=(rect.centerx, rect.y + 40 * u))
            words = f"{_(session.rules.title)} · {exact_time(session.elapsed)}"
            text.draw(surface, words, 22 * u, theme.MIST, center=(rect.centerx, rect.y + 76 * u))
            stack(self._rows, rect.x + 30 * u, rect.y + 102 * u, rect.w - 60 * u, u)
        return self._group.draw(surface, full)


class SoloHelp(SoloCover):
    """Keys and mouse on the left, the rules on the right. Closes at any key or click."""

    def handle(self, event: Event, now: float) -> None:
        """Back."""
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self.back()

    def _keys(self) -> Rows:
        rules = self.table.session.rules
        if not self.table.session.plays:
            return [
                (_("Left, Right"), _("slower, faster")),
                (_("Space"), _("to the end")),
                ("R", _("from the beginning")),
                (_("P or Esc"), _("pause, leave")),
                (_("F11 or Alt+Enter"), _("fullscreen")),
                ("F1", _("this help")),
            ]
        common: Rows = [
            (_("P or Esc"), _("pause: the table is covered")),
            ("R · G", _("the same deal again · give up")),
            (_("F11 or Alt+Enter"), _("fullscreen")),
            ("F1", _("this help")),
        ]
        if rules.reflex:
            return [
                (_("Left or F"), _("onto the left pile")),
                (_("Right or J"), _("onto the right pile")),
                *common,
            ]
        roles = [spot.role for spot in rules.spots(1)]
        keys = pile_keys(roles)
        own = sorted(
            {key for pile, key in keys.items() if roles[pile] not in ("stock", "foundation")} - {"F"}
        )
        laid = sorted({key for pile, key in keys.items() if roles[pile] == "foundation"})
        digits = [key for key in own if key.isdigit()]
        names = [*([f"{digits[0]} – {digits[-1]}"] if digits else []), *(k for k in own if not k.isdigit())]
        up = laid[0] if len(laid) == 1 else f"{laid[0]} – {laid[-1]}"
        turning = (_("V, Enter, Space"), _("turn the stock, or turn the waste over"))
        if "reserve" in roles:
            up, turning = _("7 or T"), (_("V or Enter"), _("turn the hand"))
        laying: Rows = [
            (" · ".join(names), _("choose a pile, then where it goes")),
            (up, _("then: onto a foundation")),
            (_("the same key again"), _("then: where it fits best")),
            (_("Up, Down"), _("more or fewer cards of a run")),
        ]
        return [
            turning,
            *([(up, _("onto a foundation"))] if rules.penalty else laying),
            (_("U · Y"), _("undo · redo, also Ctrl+Z and Ctrl+Y")),
            ("H", _("a hint; again: make that move")),
            ("A", _("lay out the rest")),
            *((key, _(label)) for key, label in zip(GESTURES, rules.gestures.values(), strict=False)),
            *common,
        ]

    def _mouse(self) -> Rows:
        if self.table.session.rules.reflex:
            return [(_("Click"), _("on the pile where it belongs"))]
        if self.table.session.rules.penalty:
            return [
                (_("Click"), _("on a pile: the turned card goes there; on the stock: turn it")),
                (_("Drag"), _("where you let go; what does not fit comes back")),
            ]
        return [
            (_("Click"), _("the card goes where it fits best; on the stock: turn it")),
            (_("Right click"), _("onto a foundation")),
            (_("Drag"), _("where you let go; what does not fit comes back")),
        ]

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """Two columns on the bare cloth."""
        if not full:
            return []
        rect, u = self.sheet(surface, (1224, 692))
        left, top = rect.x + 30 * u, rect.y + 24 * u
        middle = rect.x + rect.w * 0.45
        y = key_table(surface, _("Keys"), self._keys(), left, top, middle, u)
        if self.table.session.plays:
            key_table(surface, _("Mouse"), self._mouse(), left, y + 10 * u, middle, u)
        text.draw(surface, _(self.table.session.rules.title), 32 * u, theme.IVORY, topleft=(middle, top))
        y, right = top + 46 * u, rect.right - 30 * u
        rules = self.table.session.rules
        if house := rule_words(rules):
            words = " · ".join(house)
            room = right - middle
            text.draw(surface, words, 22 * u, theme.GOLD, max_width=room, topleft=(middle, y - 4 * u))
            y += 34 * u
        for rule in [*map(_, rules.told), *self._prices()]:
            for line in text.wrap(rule, 24 * u, right - middle):
                text.draw(surface, line, 24 * u, theme.IVORY, topleft=(middle, y))
                y += 27 * u
            y += 13 * u
        advice, origin = " ".join(map(_, rules.advice)), _(rules.origin) if rules.origin else ""
        for words, size, color in ((advice, 21 * u, theme.IVORY), (origin, 19 * u, theme.MIST)):
            for line in text.wrap(words, size, right - middle) if words else ():
                text.draw(surface, line, size, color, topleft=(middle, y))
                y += 23 * u
            y += 9 * u
        where = rect.centerx, rect.bottom - 9 * u
        text.draw(surface, _("Any key: back"), 19 * u, theme.MIST, midbottom=where)
        return []

    def _prices(self) -> list[str]:
        if not self.table.session.plays:
            return []
        rules = self.table.session.rules
        words = [_("The clock starts with your first move and stands still while the table is covered.")]
        if not rules.reflex:
            words.append(_("Taking a move back costs 5 seconds, a hint that shows a move 10."))
        return words
