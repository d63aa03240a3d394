"""The challenges: the deal of the day and every game on the left, a game's twelve on the right."""

from collections.abc import Callable
from datetime import date
from itertools import groupby

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.challenges.level import Level, LevelError
from game.challenges.level_files import daily, levels
from game.i18n import N_, _
from game.rules import games
from game.storage.result import Leaderboard, Result, ResultsError
from game.ui.engine import text, theme
from game.ui.engine.scene import Context
from game.ui.menu.challenge_tile import DayRow, GameRow, Tile, explained, pip_count
from game.ui.widgets.fields import Switch
from game.ui.widgets.form_scene import FormScene
from game.ui.widgets.group import GAP, Group, place_column
from game.ui.widgets.hint import HintBar
from game.ui.widgets.rows import Button, Widget
from game.ui.widgets.toasts import written
from game.ui.widgets.two_panels import draw_two_panels

_PAD = 14
"""The padding around rows, in units."""
_HEAD, _ACROSS, _TILE = 46, 4, 132
"""Height of the right column's heading; tiles per row; the greatest height of a tile."""
_FOOT = 658
"""Top of the last row in units."""
_NOTICES = 750
"""Space for notices beside the heading, in units."""
_KEYS = N_("Choose a game, then a challenge. The best run is kept: race it.")


class ChallengesScene(FormScene):
    """Lists the challenges with their results, and starts them."""

    def __init__(self, game: str = "") -> None:
        """`game`: the one whose challenges are shown first."""
        self._game = game

    def enter(self, ctx: Context) -> None:
        """Read the levels and the records."""
        super().enter(ctx)
        self._tell_errors = True
        self._at = 0
        self._read()

    def resume(self) -> None:
        """Read the results again: a challenge may have been played."""
        self._read(self.group.index)
        self.ctx.redraw()

    def step(self, now: float) -> None:
        """Read again once a result has been written that was pending before."""
        if self._awaits and not self.ctx.launcher.recording:
            self._read(self.group.index)
            self.ctx.redraw()

    def take(self, event: Event) -> None:
        """Up and down move by rows of tiles."""
        if not self._walk(event):
            super().take(event)

    # -- reading

    def _read(self, focus: int = 0) -> None:
        """All levels with their results; errors are shown once, and hide nothing else."""
        found, errors = levels()
        self._levels = {game: list(each) for game, each in groupby(found, lambda level: level.game)}
        if self._tell_errors:
            self._tell_errors = False
            for error in errors:
                self.ctx.notify(error)
        self._awaits = self.ctx.launcher.recording
        try:
            self._bests: dict[Leaderboard, Result] = self.ctx.launcher.results.bests()
            self._days = self.ctx.launcher.results.days(date.today())
        except ResultsError as error:
            self.ctx.notify(error)
            self._bests, self._days = {}, 0
        if self._game not in self._levels:
            self._game = next(iter(self._levels), "")
        self._build(focus)

    def _build(self, focus: int) -> None:
        self._day: list[Widget] = []
        try:
            today = daily(date.today())
        except LevelError as error:
            self.ctx.notify(error)
        else:
            best = self._bests.get(today.leaderboard())
            row = DayRow(_(games()[today.game].title), self._player(today), best, self._days)
            row.help = explained(today, best)
            self._day.append(row)
        self._games = {game: self._game_row(game) for game in self._levels}
        shown = self._levels.get(self._game, [])
        grades = [level.grade for level in shown]
        self._tiles = [
            Tile(
                number,
                level,
                pip_count(level.grade, min(grades), max(grades)),
                self._bests.get(level.leaderboard()),
                self._player(level),
            )
            for number, level in enumerate(shown, 1)
        ]
        ghost = Switch(_("Race my best run"), self.ctx.settings.ghost, self._set_ghost)
        ghost.help = _("A thin bar beside the table shows how far your best run was at the same time.")
        self._foot: list[Widget] = [
            Button(_("Back"), self.back),
            ghost,
            Button(_("Free play"), self._free),
            Button(_("Records"), self._records),
        ]
        rows = [*self._day, *self._games.values(), *self._tiles, *self._foot]
        self.group = Group(rows, min(focus, len(rows) - 1))

    def _game_row(self, game: str) -> GameRow:
        own = self._levels[game]
        played = (self._bests.get(level.leaderboard()) for level in own)
        won = sum(best is not None and best.won for best in played)
        row = GameRow(_(games()[game].title), lambda: self._show(game), won, len(own))
        row.chosen = game == self._game
        row.help = _(games()[game].how_to_play[0]) if games()[game].how_to_play else ""
        return row

    # -- actions

    def _show(self, game: str) -> None:
        self._game = game
        self._build(self.group.index)
        self.ctx.redraw()

    def _player(self, level: Level) -> Callable[[], None]:
        return lambda: self.ctx.launcher.challenge(level.id)

    def _free(self) -> None:
        from game.ui.menu.patiences import PatiencesScene  # noqa: PLC0415 - kept out of the list's first frame

        self.ctx.push(PatiencesScene(self._game))

    def _records(self) -> None:
        from game.ui.menu.records import RecordsScene  # noqa: PLC0415 - kept out of the list's first frame

        self.ctx.push(RecordsScene(self._game))

    def _set_ghost(self, on: bool) -> None:
        self.ctx.settings.ghost = on

    def _walk(self, event: Event) -> bool:
        """Move between the columns and among the tiles by arrow keys; returns whether it was one that did."""
        if event.type != pygame.KEYDOWN or not self._tiles:
            return False
        rows = self.group.widgets
        first, at = rows.index(self._tiles[0]), self.group.index
        tile = at - first
        if at < first:
            here = rows[at]
            if event.key != pygame.K_RIGHT:
                return False
            game = next((game for game, row in self._games.items() if row is here), None)
            if game and game != self._game:
                self._show(game)
            self.group.focus(first)
        elif tile < len(self._tiles):
            step = {pygame.K_UP: -_ACROSS, pygame.K_DOWN: _ACROSS}.get(event.key, 0)
            if event.key == pygame.K_LEFT and tile % _ACROSS == 0:
                self.group.focus(rows.index(self._games[self._game]))
            elif step < 0 and tile < _ACROSS:
                self.group.focus(first - 1)
            elif step and tile + step < len(self._tiles):
                self.group.focus(at + step)
            elif step:
                self.group.focus(first + len(self._tiles))
            else:
                return False
        else:
            return False
        return True

    # -- layout

    def lay_out(self, surface: Surface) -> None:
        """Background, panels and the rows' places for this size of window."""
        left, right, plate, x, top, wide, u = draw_two_panels(surface, _("Challenges"))
        self._lay_out_notices(surface, x + wide, top + 44 * u, u)
        pad = _PAD * u
        y = place_column(self._day, left.x + pad, left.y + pad, left.w - 2 * pad, u)
        y += 4 * u
        place_column(list(self._games.values()), left.x + pad, y, left.w - 2 * pad, u, left.bottom - pad - y)
        self._lay_out_tiles(surface, right, u)
        self.hint_bar = HintBar(surface, plate, u, _(_KEYS))
        each = (wide - 3 * GAP * u) / 4
        for i, row in enumerate(self._foot):
            place_column([row], x + i * (each + GAP * u), top + _FOOT * u, each, u)

    def _lay_out_notices(self, surface: Surface, right: float, middle: float, u: float) -> None:
        """Problems with files, beside the heading; the latest comes first."""
        if notices := self.ctx.notices:
            self.ctx.take_unseen()
            sheet = written(notices[::-1], _NOTICES * u, u, 3)
            surface.blit(sheet, sheet.get_rect(midright=(round(right), round(middle))))

    def _lay_out_tiles(self, surface: Surface, box: Rect, u: float) -> None:
        pad, gap = _PAD * u, GAP * u
        middle = box.y + (_HEAD / 2 + 3) * u
        if self._game:
            title = _(games()[self._game].title)
            text.draw(surface, title, 30 * u, theme.IVORY, midleft=(box.x + pad + 4 * u, middle))
        rows = max(1, -(-len(self._tiles) // _ACROSS))
        w = (box.w - 2 * pad - (_ACROSS - 1) * gap) / _ACROSS
        h = min(_TILE * u, (box.h - _HEAD * u - pad - (rows - 1) * gap) / rows)
        for i, tile in enumerate(self._tiles):
            column, row = i % _ACROSS, i // _ACROSS
            where = box.x + pad + column * (w + gap), box.y + _HEAD * u + row * (h + gap)
            tile.u, tile.rect = u, Rect(round(where[0]), round(where[1]), round(w), round(h))
        if not self._tiles:
            words = _("There are no challenges here.")
            text.draw(surface, words, 24 * u, theme.MIST, center=box.center)
