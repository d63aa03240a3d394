"""The records: statistics for each game, with a plot of its times; exported as CSV and JSON."""

from functools import partial

from game.i18n import _
from game.rules import games
from game.storage.data_folder import DataFolderError
from game.storage.result import MatchStatistics, ResultsError, Statistics, match_statistics
from game.storage.results import export
from game.ui.engine.scene import Context
from game.ui.menu.matches import MatchesScene
from game.ui.menu.runs import RunsScene
from game.ui.view.boxes import Column
from game.ui.view.hint import Hint
from game.ui.view.leaves import CELL, NOTE, Button, Text
from game.ui.view.node import Node
from game.ui.view.page import Columns, foot, page
from game.ui.view.screen import Screen
from game.ui.widgets.plot import times_picture
from game.ui.widgets.times import short_time

_SHOWN = 60
"""The most games won that the plot shows."""
_SHARES = (28, 9, 9, 9, 12, 13, 13)


class RecordsScene(Screen[None]):
    """One row per game, the plot of the chosen one, the export."""

    wrong = ""
    """The result of exporting or reading."""

    def __init__(self, game: str = "") -> None:
        """`game`: the one whose times are shown first."""
        self.game = game

    def enter(self, ctx: Context) -> None:
        """Read what has been recorded."""
        super().enter(ctx)
        self._names = [name for name, kind in sorted(games().items()) if 1 in kind.seats]
        self._read()
        if self.game not in self._names:
            self.game = max(self._names, key=lambda name: len(self._times.get(name, ())))
        self.tree.focus(self.game)

    def resume(self) -> None:
        """Read it again: a run may have been raced."""
        self._read()

    def step(self, now: float) -> None:
        """Read again once a result has been written that was pending before."""
        if self._awaits and not self.ctx.launcher.recording:
            self._read()
        super().step(now)

    def _read(self) -> None:
        ctx = self.ctx
        self._awaits = ctx.launcher.recording
        self._times: dict[str, list[tuple[int, int]]] = {}
        self._matches: MatchStatistics | None = None
        self._lines: dict[str, Statistics] = {}
        try:
            self._lines = {line.game: line for line in ctx.launcher.results.statistics()}
            for result in ctx.launcher.results.latest():
                if result.won:
                    self._times.setdefault(result.game, []).append((result.time, result.when))
            self._matches = match_statistics(ctx.launcher.results.matches.all())
        except ResultsError as error:
            self.wrong = str(error)

    def view(self) -> Node:
        columns = Columns(_headings(), _SHARES, at="end", color="IVORY", rows=0.7)
        title = _("Matches of Haisty")
        rows = [
            columns.row(
                title,
                (Text(title, CELL, at="start"), *_cells(self._matches)),
                lambda: self.ctx.push(MatchesScene()),
                help=_("Won, points and fastest rounds, by opponent; and each match."),
                name="matches",
            )
        ]
        for name in self._names:
            title = _(games()[name].title)
            rows.append(
                columns.row(
                    title,
                    (Text(title, CELL, at="start"), *_cells(self._lines.get(name))),
                    self._show_runs,
                    name=name,
                    choose=partial(self._choose, name),
                )
            )
        help = _("All runs of the chosen game, to watch and to race.")
        files = _("All results of patiences and matches, in four files of the data folder.")
        return page(
            _("Records"),
            columns.listing(rows, self.game),
            Column(self._plot(), ground="panel", pad=(18, 4), high=130),
            Hint(_("Up, Down: choose a game · Enter: all its runs · Esc: back"), wrong=self.wrong, high=56),
            foot(
                Button(_("Back"), self.back),
                Button(_("All runs"), self._show_runs, help=help),
                Button(_("Export as CSV and JSON"), self._export, help=files),
            ),
        )

    def _plot(self) -> Node:
        if times := self._times.get(self.game, [])[-_SHOWN:]:
            return times_picture(times, grow=1)
        return Text(_("{game}: nothing won yet").format(game=_(games()[self.game].title)), NOTE, grow=1)

    def _choose(self, game: str) -> None:
        self.game = game

    def _show_runs(self) -> None:
        self.ctx.push(RunsScene(self.game))

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


def _headings() -> tuple[str, ...]:
    return "", _("Played"), _("Won"), _("Share"), _("Best time"), _("Average time"), _("Streak (longest)")


def _cells(line: Statistics | MatchStatistics | None) -> tuple[str, ...]:
    """Of matches, a fastest round stands for the best time."""
    if line is None:
        return ("–",) * 6
    times = (line.best, line.mean) if isinstance(line, Statistics) else (line.fastest or None, None)
    best, mean = (short_time(time) if time is not None else "–" for time in times)
    share = f"{line.won / line.played:.0%}"
    return str(line.played), str(line.won), share, best, mean, f"{line.streak} ({line.longest})"
