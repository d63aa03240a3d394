"""The records: statistics for each game, with a plot of its times; exported as CSV and JSON."""

from collections.abc import Callable, Sequence
from functools import partial

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.i18n import N_, _
from game.rules import games
from game.storage.data_folder import DataFolderError
from game.storage.match_result import MatchStatistics, match_statistics
from game.storage.result import ResultsError, Statistics
from game.storage.results_export import export
from game.ui.engine import text, theme
from game.ui.engine.scene import Context
from game.ui.menu.matches import MatchesScene
from game.ui.menu.runs import RunsScene
from game.ui.widgets.form_scene import FormScene
from game.ui.widgets.group import Group, place_column, place_row
from game.ui.widgets.hint import HintBar
from game.ui.widgets.list_scene import ListRow
from game.ui.widgets.page_head import draw_page_head
from game.ui.widgets.plot import draw_times
from game.ui.widgets.rows import Button, Widget
from game.ui.widgets.times import short_time

_WIDE, _TOP, _PAD = 1098, 82, 18
_TABLE, _PLOT, _PLATE, _PLATE_HIGH, _FOOT = 42, 442, 588, 56, 658
"""Tops and heights of the parts in units."""
_COLUMNS = (0.36, 0.47, 0.58, 0.72, 0.86, 0.985)
"""Where the number columns end, relative to the table's width."""
_SHOWN = 60
"""The most games won that the plot shows."""
_KEYS = N_("Up, Down: choose a game · Enter: all its runs · Esc: back")


class _Row(ListRow):
    """Statistics in columns; `chosen`: the times of this game are in the plot."""

    rows = 0.8

    def __init__(self, game: str, title: str, cells: Sequence[str], action: Callable[[], None]) -> None:
        """`game`: its name; empty for matches."""
        super().__init__(title, cells, action)
        self.game = game

    def draw_inside(self, surface: Surface) -> None:
        u, rect = self.u, self.rect
        self.draw_mark(surface)
        first = rect.x + _COLUMNS[0] * rect.w - 60 * u
        where = rect.x + 20 * u, rect.centery
        text.draw(surface, self.label, 23 * u, theme.IVORY, max_width=first - where[0], midleft=where)
        for share, cell in zip(_COLUMNS, self.cells, strict=True):
            color = theme.MIST if cell == "–" else theme.IVORY
            text.draw(surface, cell, 22 * u, color, midright=(rect.x + share * rect.w, rect.centery))


class RecordsScene(FormScene):
    """One row per game, the plot of the focused one, the export."""

    wrong = ""
    """The result of exporting or reading."""

    def __init__(self, game: str = "") -> None:
        """`game`: the one whose times are shown first."""
        self.game = game

    def enter(self, ctx: Context) -> None:
        """Read what has been recorded."""
        super().enter(ctx)
        self._read()

    def resume(self) -> None:
        """Read it again: a run may have been raced."""
        self._read()
        self.ctx.redraw()

    def step(self, now: float) -> None:
        """Read again once a result has been written that was pending before."""
        if self._awaits and not self.ctx.launcher.recording:
            self.resume()

    def _read(self) -> None:
        ctx = self.ctx
        self._awaits = ctx.launcher.recording
        self._times: dict[str, list[tuple[int, int]]] = {}
        matches: MatchStatistics | None = None
        lines: dict[str, Statistics] = {}
        try:
            lines = {line.game: line for line in ctx.launcher.results.statistics()}
            for result in ctx.launcher.results.latest():
                if result.won:
                    self._times.setdefault(result.game, []).append((result.time, result.when))
            matches = match_statistics(ctx.launcher.results.matches.all())
        except ResultsError as error:
            self.wrong = str(error)
        names = [name for name, kind in sorted(games().items()) if 1 in kind.seats]
        if self.game not in names:
            self.game = max(names, key=lambda name: len(self._times.get(name, ())))
        self._rows = [_Row("", _("Matches of Haisty"), _match_cells(matches), self._show_matches)]
        self._rows[0].help = _("Won, points and fastest rounds, by opponent; and each match.")
        self._rows += [
            _Row(name, _(games()[name].title), _cells(lines.get(name)), partial(self._show, name))
            for name in names
        ]
        runs = Button(_("All runs"), self._show_runs)
        runs.help = _("All runs of the chosen game, to watch and to race.")
        export = Button(_("Export as CSV and JSON"), self._export)
        export.help = _("All results of patiences and matches, in four files of the data folder.")
        self._foot: list[Widget] = [Button(_("Back"), self.back), runs, export]
        self._mark()
        self.group = Group([*self._rows, *self._foot], 1 + names.index(self.game))

    def leave(self) -> None:
        """Release the keyboard."""
        self.group.blur()

    def take(self, event: Event) -> None:
        """Show the times of the game that gets the focus."""
        super().take(event)
        here = self.group.widgets[self.group.index]
        if event.type == pygame.KEYDOWN and isinstance(here, _Row) and here.game not in ("", self.game):
            self._show(here.game)

    def _show(self, game: str) -> None:
        if self.game == game:
            self._show_runs()
        self.game = game
        self._mark()
        self.ctx.redraw()

    def _show_runs(self) -> None:
        self.ctx.push(RunsScene(self.game))

    def _show_matches(self) -> None:
        self.ctx.push(MatchesScene())

    def _mark(self) -> None:
        for row in self._rows:
            row.chosen = row.game == self.game

    def _export(self) -> None:
        if self.ctx.folder is None:
            self.wrong = _("There is no data folder to write to.")
            return
        try:
            results = self.ctx.launcher.results
            first, *others = export(results.latest(), results.matches.all(), self.ctx.folder)
            self.wrong = " · ".join([str(first), *(path.name for path in others)])
        except (DataFolderError, ResultsError) as error:
            self.wrong = str(error)

    def lay_out(self, surface: Surface) -> None:
        x, top, u = draw_page_head(surface, _("Records"), _WIDE)
        box = Rect(round(x), round(top + _TOP * u), round(_WIDE * u), round((_PLOT - _TOP - 12) * u))
        theme.panel(surface, box, u)
        inner = box.inflate(-2 * _PAD * u, 0)
        for share, heading in zip(_COLUMNS, _headings(), strict=True):
            where = inner.x + share * inner.w, box.y + 22 * u
            text.draw(surface, heading, 19 * u, theme.MIST, max_width=0.12 * inner.w, midright=where)
        place_column(list(self._rows), inner.x, box.y + _TABLE * u, inner.w, u, box.h - (_TABLE + 14) * u)
        plot = Rect(box.x, round(top + _PLOT * u), box.w, round((_PLATE - _PLOT - 12) * u))
        theme.panel(surface, plot, u)
        self._lay_out_plot(surface, plot, u)
        foot = Rect(box.x, round(top + _PLATE * u), box.w, round(_PLATE_HIGH * u))
        self.hint_bar = HintBar(surface, foot, u, _(_KEYS))
        place_row(self._foot, x, top + _FOOT * u, box.w, u)

    def _lay_out_plot(self, surface: Surface, plot: Rect, u: float) -> None:
        times = self._times.get(self.game, [])[-_SHOWN:]
        title = _(games()[self.game].title)
        if times:
            draw_times(surface, plot.inflate(-2 * _PAD * u, -8 * u), times, u)
        else:
            words = _("{game}: nothing won yet").format(game=title)
            text.draw(surface, words, 22 * u, theme.MIST, center=plot.center)


def _headings() -> tuple[str, ...]:
    return _("Played"), _("Won"), _("Share"), _("Best time"), _("Average time"), _("Streak (longest)")


def _cells(line: Statistics | None) -> tuple[str, ...]:
    if line is None:
        return ("–",) * len(_COLUMNS)
    share = f"{line.won / line.played:.0%}"
    best, mean = (short_time(time) if time is not None else "–" for time in (line.best, line.mean))
    return str(line.played), str(line.won), share, best, mean, f"{line.streak} ({line.longest})"


def _match_cells(line: MatchStatistics | None) -> tuple[str, ...]:
    """The cells of the matches; a fastest round stands for the best time."""
    if line is None:
        return ("–",) * len(_COLUMNS)
    fastest = short_time(line.fastest) if line.fastest else "–"
    share = f"{line.won / line.played:.0%}"
    return str(line.played), str(line.won), share, fastest, "–", f"{line.streak} ({line.longest})"
