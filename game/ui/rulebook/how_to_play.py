"""How to play: every game with its lesson and its rules."""

from collections.abc import Sequence
from functools import partial

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.core.rules import Rules
from game.i18n import _
from game.lessons import lessons
from game.rules import games
from game.ui.engine import text, theme
from game.ui.engine.scene import Context
from game.ui.engine.tabletop import tabletop
from game.ui.rulebook.tables import SmallTables
from game.ui.widgets.form_scene import FormScene
from game.ui.widgets.group import Group, place_column
from game.ui.widgets.hint import HintBar
from game.ui.widgets.page_head import draw_page_head
from game.ui.widgets.rows import Button, Widget

_WIDE, _TOP, _PAD, _BUTTON, _GAP = 1098, 82, 18, 168, 10
_HIGH, _ROOM = 72, 476
"""The greatest height of a game, and the space for all of them; all in units."""
_HINT, _HINT_HIGH, _FOOT = 572, 70, 658


class HowToPlayScene(FormScene):
    """A game a row: its table, its name, what it is about, and two buttons."""

    def enter(self, ctx: Context) -> None:
        """Show the games."""
        super().enter(ctx)
        self._tables = SmallTables(ctx.cards.image)
        self._places: dict[type[Rules], Rect] = {}
        """Where the pictures of the games are to be drawn."""
        self._games = sorted(games().values(), key=lambda kind: (len(kind.seats) == 1, kind.name))
        self._build(0)

    def resume(self) -> None:
        """Draw the tables again: the deck may be another one."""
        self._tables.keep()
        self.ctx.redraw()

    def step(self, now: float) -> None:
        """Draw the next table."""
        self._tables.draw_next((), tabletop(self.ctx.window.size))

    def rest(self, now: float) -> float:
        """Seconds until its next step: at once while there are tables to draw."""
        return 0.0 if self._tables.waiting else super().rest(now)

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """Also the tables that have been drawn since."""
        rects = [*super().draw(surface, now, alpha, full)]
        for kind, place in list(self._places.items()):
            if picture := self._tables.get(kind(), place.size):
                rects.append(surface.blit(picture, place))
                del self._places[kind]
        return rects

    def _build(self, focus: int) -> None:
        self._rows = [self._buttons(kind) for kind in self._games]
        self._back = Button(_("Back"), self.back)
        self.group = Group([*(each for row in self._rows for each in row), self._back], focus)

    def _buttons(self, kind: type[Rules]) -> list[Button]:
        """A game's lesson, if there is one, and its rules."""
        name, launcher = _(kind.title), self.ctx.launcher
        rules = Button(
            _("Rules: {game}").format(game=name), partial(launcher.rules, kind.name), shown=_("Rules")
        )
        rules.help = _("To read: all the rules, with pictures.")
        if kind.name not in lessons():
            return [rules]
        told = _("Lesson: {game}").format(game=name)
        lesson = Button(told, partial(launcher.lesson, kind.name), shown=_("Lesson"))
        lesson.help = _("Two minutes at a table: you are shown what to do, and do it.")
        return [lesson, rules]

    @property
    def _at(self) -> int:
        """The row with the focus; that of the last button comes after the games."""
        here = self.group.widgets[self.group.index]
        return next((i for i, row in enumerate(self._rows) if here in row), len(self._rows))

    def show_help(self) -> None:
        """The rules of the game with the focus."""
        self.ctx.launcher.rules(self._games[min(self._at, len(self._games) - 1)].name)

    def take(self, event: Event) -> None:
        """Up and down lead from game to game."""
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_UP, pygame.K_DOWN):
            rows: list[Sequence[Widget]] = [*self._rows, [self._back]]
            at = self._at
            column = rows[at].index(self.group.widgets[self.group.index])
            to = rows[(at + (1 if event.key == pygame.K_DOWN else -1)) % len(rows)]
            self.group.focus(self.group.widgets.index(to[min(column, len(to) - 1)]))
        else:
            super().take(event)

    def lay_out(self, surface: Surface) -> None:
        """Heading, rows and hint bar for this size of window."""
        self.group.blur()
        self._build(self.group.index)
        x, top, u = draw_page_head(surface, _("How to play"), _WIDE)
        panel = Rect(round(x), round(top + _TOP * u), round(_WIDE * u), round(_ROOM * u))
        theme.panel(surface, panel, u)
        high = min(_HIGH * u, (panel.h - 2 * _PAD * u) / len(self._rows))
        tall = round(high) - round(8 * u)
        self._tables.keep((round(1.72 * tall), tall))
        for i, (kind, row) in enumerate(zip(self._games, self._rows, strict=True)):
            self._lay_out_row(
                surface,
                kind,
                row,
                Rect(panel.x, round(panel.y + _PAD * u + i * high), panel.w, round(high)),
                u,
            )
        plate = Rect(panel.x, round(top + _HINT * u), panel.w, round(_HINT_HIGH * u))
        self.hint_bar = HintBar(surface, plate, u, "")
        place_column([self._back], surface.width / 2 - 110 * u, top + _FOOT * u, 220 * u, u)

    def _lay_out_row(
        self, surface: Surface, kind: type[Rules], row: Sequence[Button], box: Rect, u: float
    ) -> None:
        """A game's table, its name with its meaning, its aim below, its buttons at the right."""
        left, right = box.x + _PAD * u, box.right - _PAD * u
        tall = box.h - round(8 * u)
        self._places[kind] = Rect(round(left), round(box.y + 4 * u), round(1.72 * tall), tall)
        self._tables.get(kind(), self._places[kind].size)
        left = self._places[kind].right + _PAD * u
        for button in reversed(row):
            high = min(44 * u, box.h - 8 * u)
            button.u = u
            button.rect = Rect(0, 0, round(_BUTTON * u), round(high))
            button.rect.midright = round(right), box.centery
            right = button.rect.x - _GAP * u
        room = right - left - _PAD * u
        name = text.draw(
            surface,
            _(kind.title),
            28 * u,
            theme.IVORY,
            max_height=box.h * 0.4,
            midleft=(left, box.y + box.h * 0.26),
        )
        if kind.meaning:
            where = name.right + 12 * u, box.y + box.h * 0.28
            text.draw(
                surface, _(kind.meaning), 21 * u, theme.MIST, max_width=left + room - where[0], midleft=where
            )
        aim = _(kind.how_to_play[0]) if kind.how_to_play else ""
        lines = [aim] if text.width(aim, 20 * u) <= room else text.wrap(aim, 17 * u, room)[:2]
        for i, line in enumerate(lines):
            down = 0.72 if len(lines) == 1 else 0.6 + 0.26 * i
            text.draw(
                surface,
                line,
                (20 if len(lines) == 1 else 17) * u,
                theme.MIST,
                max_width=room,
                max_height=box.h * 0.26,
                midleft=(left, box.y + box.h * down),
            )
