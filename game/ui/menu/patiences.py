"""A patience without a time limit: choose the game, its house rules, and the deal."""

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.core.rules import Rules
from game.i18n import N_, _, ngettext
from game.rules import games
from game.rules.options import options
from game.storage.kept_games import KeptGame
from game.ui.engine import text, theme
from game.ui.engine.scene import Context
from game.ui.engine.tabletop import tabletop
from game.ui.menu.challenge_tile import kept_plate
from game.ui.menu.game_row import GameRow
from game.ui.menu.kept import KeptScene
from game.ui.rulebook.page import RulePage
from game.ui.rulebook.tables import SmallTables, small_table
from game.ui.widgets.fields import Switch, TextField
from game.ui.widgets.form_scene import FormScene
from game.ui.widgets.group import GAP, ROW, Group, place_column
from game.ui.widgets.hint import HintBar
from game.ui.widgets.house_rules import title_words
from game.ui.widgets.rows import Button, Choice, Widget
from game.ui.widgets.times import short_time
from game.ui.widgets.two_panels import draw_two_panels

_PAD = 18
"""The padding around rows, in units."""
_LARGE = 130
"""The least height of the chosen game's table, in units."""
_DIGITS = 18
_KEYS = N_("Up, Down: choose a row · Left, Right: change it · Esc: back")


class PatiencesScene(FormScene):
    """The games on the left; the chosen game's options on the right."""

    def __init__(self, game: str = "") -> None:
        """`game` is shown first; without it the one played last."""
        self.game = game

    def enter(self, ctx: Context) -> None:
        """Show the games."""
        super().enter(ctx)
        self._games = {name: kind for name, kind in sorted(games().items()) if 1 in kind.seats}
        names = list(self._games)
        self.game = next((g for g in (self.game, ctx.settings.patience) if g in names), names[0])
        self._seed = ""
        self._tables = SmallTables(ctx.cards.image)
        self._kept = self._free_kept()
        self._build(names.index(self.game))

    def resume(self) -> None:
        """Draw the tables again: the deck may be another one; and a game may have been kept."""
        self._kept = self._free_kept()
        self._tables.keep()
        self.ctx.redraw()

    def step(self, now: float) -> None:
        """Draw the next table."""
        self._tables.draw_next(self._rows, tabletop(self.ctx.window.size))

    def rest(self, now: float) -> float:
        """Seconds until its next step: at once while there are tables to draw."""
        return 0.0 if self._tables.waiting else super().rest(now)

    def _free_kept(self) -> dict[str, list[KeptGame]]:
        """The kept free deals of each game, the latest first."""
        found: dict[str, list[KeptGame]] = {}
        for kept in self.ctx.launcher.kept_games():
            if not kept.header.challenge:
                found.setdefault(kept.header.game, []).append(kept)
        return found

    def take(self, event: Event) -> None:
        """Choose the game that gets the focus."""
        super().take(event)
        if event.type == pygame.MOUSEMOTION:
            return  # the pointer crosses games on its way to another row
        here = self.group.widgets[self.group.index]
        chosen = next((name for name, row in zip(self._games, self._rows, strict=True) if row is here), None)
        if chosen and chosen != self.game:
            self._choose(chosen)

    @property
    def rules(self) -> Rules:
        """The chosen game with the player's house rules."""
        return self.ctx.settings.rules(self._games[self.game])

    def _build(self, focus: int) -> None:
        self._rows = [
            _Game(_(kind.title), self._start, kind(), self._tables, self._kept.get(name, []))
            for name, kind in self._games.items()
        ]
        self._rows[list(self._games).index(self.game)].chosen = True
        self._house: list[Widget] = [
            self._option(field) for field in options(type(self.rules)) if 1 in field.metadata["seats"]
        ]
        sure = Switch(_("Only deals that come out"), self.ctx.settings.comes_out, self._set_sure)
        sure.help = _("Deals are tried until one is found to come out. A number of yours is dealt as it is.")
        self._house.append(sure)
        deal = _Number(_("Deal"), self._seed, self._set_seed, _DIGITS, _("any"), self._start)
        deal.help = _("The same number deals the same cards. Leave it empty for a random deal.")
        self._house.append(deal)
        if own := self._kept.get(self.game):
            self._house.append(self._go_on(own))
        self._play = Button(_("Play"), self._start, primary=True)
        self._foot = [Button(_("Back"), self.back), Button(_("Rules"), self._rules_page)]
        self.group = Group([*self._rows, *self._house, self._play, *self._foot], focus)

    def _go_on(self, own: Sequence[KeptGame]) -> Widget:
        """The button for the kept deals of the chosen game."""
        if len(own) > 1:
            words = ngettext("{n} kept game", "{n} kept games", len(own)).format(n=len(own))
            row = Button(words, self._show_kept)
        else:
            words = _("Go on with deal {seed}, {time}")
            words = words.format(seed=own[0].header.seed, time=short_time(own[0].result.time))
            row = Button(words, lambda: self.ctx.launcher.go_on(own[0]))
        row.help = _("Patiences left in the middle: go on where you were.")
        return row

    def _show_kept(self) -> None:
        self.ctx.push(KeptScene(self.game))

    def _option(self, field: "dataclasses.Field[Any]") -> Widget:
        kind = self._games[self.game]
        title, names, explanation = (field.metadata[key] for key in ("title", "values", "explanation"))
        values = [(value, _(name)) for value, name in names.items()]

        def change(value: bool | int | str) -> None:
            self.ctx.settings.set_rule(kind, field.name, value)

        row = Choice(_(title), values, getattr(self.rules, field.name), change)
        row.help = _(explanation) if explanation else ""
        return row

    def lay_out(self, surface: Surface) -> None:
        """Background, headings and the rows' places for this size of window."""
        self.group.blur()
        self._build(self.group.index)
        left, right, plate, x, top, wide, u = draw_two_panels(surface, _("Patiences"))
        words = _("On your own, with no time limit")
        text.draw(surface, words, 22 * u, theme.MIST, midright=(x + wide, top + 50 * u))
        pad = _PAD * u
        place_column(self._rows, left.x + pad, left.y + pad, left.w - 2 * pad, u, left.h - 2 * pad)
        self._tables.keep(*{row.picture_size for row in self._rows})
        self._tell(surface, right, u)
        foot = right.bottom - pad - 58 * u
        rows = foot - (len(self._house) * (ROW + GAP) + 6) * u
        place_column(self._house, right.x + pad, rows, right.w - 2 * pad, u)
        self._play.u = u
        self._play.rect = Rect(round(right.x + pad), round(foot), round(right.w - 2 * pad), round(58 * u))
        self.hint_bar = HintBar(surface, plate, u, _(_KEYS))
        for number, row in enumerate(self._foot):
            place_column([row], x + wide / 2 + (230 * number - 225) * u, top + 658 * u, 220 * u, u)

    def _tell(self, surface: Surface, box: Rect, u: float) -> None:
        """The game's name, as much of its rules as fits above the rows, and its table if it can be large."""
        pad = _PAD * u
        y = box.y + 58 * u
        end = box.bottom - (_PAD + 58 + 14 + len(self._house) * (ROW + GAP)) * u
        wide = box.w - 2 * pad
        if (high := round(end - box.y - pad)) >= _LARGE * u:
            size = round(min(1.6 * high, 0.48 * wide)), high
            picture = small_table(self.rules, size, self.ctx.cards.image, tabletop(surface.get_size()))
            surface.blit(picture, picture.get_rect(topright=(round(box.right - pad), round(box.y + pad))))
            wide -= size[0] + pad
        corner = box.x + pad, box.y + 16 * u
        text.draw(surface, title_words(self.rules), 34 * u, theme.IVORY, max_width=wide, topleft=corner)
        line = 1.14 * text.size(22 * u)
        for sentence in map(_, self.rules.how_to_play):
            lines = text.wrap(sentence, 22 * u, wide)
            if y + len(lines) * line > end:
                break
            text.draw_lines(surface, lines, 22 * u, theme.MIST, line, topleft=(box.x + pad, y))
            y += len(lines) * line + 5 * u

    def _choose(self, name: str) -> None:
        self.game = self.ctx.settings.patience = name
        self.ctx.redraw()

    def _rules_page(self) -> None:
        self.ctx.push(RulePage(self.rules))

    def _set_sure(self, on: bool) -> None:
        self.ctx.settings.comes_out = on

    def _set_seed(self, seed: str) -> None:
        self._seed = seed

    def _start(self) -> None:
        self.ctx.settings.patience = self.game
        seed = int(self._seed) if self._seed else None
        self.ctx.launcher.free_play(self.rules, seed)


class _Number(TextField):
    """Accepts only digits."""

    def insert(self, typed: str) -> None:
        super().insert("".join(letter for letter in typed if letter in "0123456789"))


class _Game(GameRow):
    """A game in the list."""

    rows = 1.3

    def __init__(
        self,
        title: str,
        action: Callable[[], None],
        rules: Rules,
        tables: SmallTables,
        kept: Sequence[KeptGame],
    ) -> None:
        super().__init__(title, action, rules, tables)
        self._kept = kept

    def release(self, inside: bool) -> None:
        """A click only chooses: the player may want to see the house rules first."""

    def draw_inside(self, surface: Surface) -> None:
        left, end = self.draw_table(surface), self.rect.right - 10 * self.u
        if self._kept:
            right = end - 4 * self.u, self.rect.centery
            end = kept_plate(surface, right, self._kept[0], self.u).x - 8 * self.u
        room = end - left
        words = _(self._rules.meaning) if self._rules.meaning else ""
        part = 0.36 if words else 0.5
        where = left, self.rect.y + part * self.rect.h
        high = self.rect.h * (0.48 if words else 0.8)
        text.draw(surface, self.label, self.size, theme.IVORY, max_width=room, max_height=high, midleft=where)
        where, high = (left, self.rect.y + 0.74 * self.rect.h), 0.42 * self.rect.h
        text.draw(surface, words, 20 * self.u, theme.MIST, max_width=room, max_height=high, midleft=where)
