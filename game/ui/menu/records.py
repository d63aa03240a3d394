"""The records: statistics for each game, with a plot of its times; exported as CSV and JSON."""

from collections import Counter
from functools import partial

from game.challenges.challenge import indices
from game.i18n import _
from game.rules import games
from game.storage.data_folder import DataFolderError
from game.storage.result import ResultsError, Statistics, match_statistics
from game.storage.results import export
from game.system import here
from game.ui.engine.scene import Context
from game.ui.menu.played import MatchesScene, RunsScene
from game.ui.view.boxes import Column, Row
from game.ui.view.hint import Hint
from game.ui.view.leaves import CELL, HEADING, NOTE, SMALL, Button, Switch, Text
from game.ui.view.node import Node
from game.ui.view.page import Columns, ListScreen, foot, page
from game.ui.widgets.medals import METALS, medal_picture
from game.ui.widgets.plot import times_picture
from game.ui.widgets.words import percent, short_time

_SHOWN = 60
"""The most games won that the plot shows."""
_SHARES = (28, 9, 9, 9, 12, 13, 13)


class RecordsScene(ListScreen):
    """One row per game, the plot of the chosen one, the export."""

    wrong = ""
    """The result of exporting or reading."""
    clean = rates = False
    """Whether only clean wins count, and whether the index is plotted in place of the times."""

    def __init__(self, game: str = "") -> None:
        """Show the times of `game` first."""
        self.about = self.chosen = game

    def enter(self, ctx: Context) -> None:
        """Choose the game that was won most often, if no other."""
        self._names = [name for name, kind in sorted(games().items()) if 1 in kind.seats]
        super().enter(ctx)
        if self.about not in self._names:
            self.choose(max(self._names, key=lambda name: len(self._times.get(name, ()))))

    def step(self, now: float) -> None:
        """Read again once a result has been written that was pending before."""
        if self._awaits and not self.ctx.archive.recording:
            self.resume()
        super().step(now)

    def resume(self) -> None:
        """Read what has been recorded."""
        ctx = self.ctx
        self._awaits = ctx.archive.recording
        self._times: dict[str, list[tuple[float, int]]] = {}
        self._rates: dict[str, list[tuple[float, int]]] = {}
        self._matches: Statistics | None = None
        self._lines: dict[str, Statistics] = {}
        self._days, self._medals = (0, 0), Counter[str]()
        try:
            self._lines = ctx.archive.results.statistics(self.clean)
            won = [each for each in ctx.archive.results.latest() if (each.clean if self.clean else each.won)]
            for result, index in zip(won, indices(won), strict=True):
                self._times.setdefault(result.game, []).append((result.time / 1e6, result.when))
                if index:
                    self._rates.setdefault(result.game, []).append((index, result.when))
            self._matches = match_statistics(ctx.archive.results.matches.all())
            self._days = ctx.archive.results.days(here().clock.today())
            self._medals = ctx.archive.results.medals()
        except ResultsError as error:
            self.wrong = str(error)
        self.columns = Columns(_headings(), _SHARES, at="end", color="ivory", rows=0.9)
        matches = self.columns.row(
            title := _("Haisty matches"),
            (Text(title, CELL, at="start"), *_cells(self._matches)),
            lambda: self.ctx.push(MatchesScene()),
            help=_("Won, points and fastest rounds, by opponent; and each match."),
            name="matches",
        )
        self.rows = [matches, *map(self._game_row, self._names)]

    def _game_row(self, name: str) -> Button:
        title = _(games()[name].title)
        return self.row(name, title, (Text(title, CELL, at="start"), *_cells(self._lines.get(name))))

    def _profile(self) -> Node:
        """All games together, the days, and the medals."""
        lines = [*self._lines.values(), *([self._matches] if self._matches else [])]
        duels = self._matches.duels if self._matches else (0, 0)
        figures = [
            (str(sum(line.played + line.peaceful for line in lines)), _("Played")),
            (str(sum(line.won for line in lines)), _("Won")),
            ("{} ({})".format(*self._days), _("Days in a row (most)")),
            ("{} : {}".format(*duels), _("Contests")),
        ]
        medals = (
            Row(medal_picture(metal, 46), Text(str(self._medals[metal]), HEADING), align="middle")
            for metal in METALS
        )
        told = (
            Column(Text(figure, HEADING), Text(label, SMALL), gap=0, align="middle")
            for figure, label in figures
        )
        return Row(*told, *medals, gap=22)

    def view(self) -> Node:
        help = _("All runs of the chosen game, to watch and to race.")
        files = _("All results of patiences and matches, in four files of the data folder.")
        return page(
            _("Records"),
            self.listing(),
            Row(self._plot(), self._choices(), gap=20, high=130),
            Hint(_("Up, Down: choose a game · Enter: all its runs · Esc: back"), wrong=self.wrong, high=56),
            foot(
                Button(_("Back"), self.back, icon="back"),
                Button(_("All runs"), self.open, icon="list", help=help),
                Button(_("Export as CSV and JSON"), self._export, help=files),
            ),
            beside=self._profile(),
        )

    def _choices(self) -> Node:
        """What the plot shows, and what counts."""
        told = _("Presses of the best known solution per second of the run: comparable across deals.")
        only = _("No undo, no hint, no mistake.")
        return Column(
            Switch(_("Index"), self.rates, partial(self._set, "rates"), name="rates", help=told),
            Switch(_("Clean only"), self.clean, partial(self._set, "clean"), name="clean", help=only),
            pack="middle",
            wide=230,
        )

    def _set(self, what: str, on: bool) -> None:
        setattr(self, what, on)
        self.resume()

    def _plot(self) -> Node:
        """The games won, one dot each."""
        if shown := (self._rates if self.rates else self._times).get(self.about, [])[-_SHOWN:]:
            return times_picture(shown, 1, self.rates)
        line, words = self._lines.get(self.about), _("{game}: nothing won yet")
        if line and line.peaceful:
            words += "\n" + _("What is played in peace counts as played, never as a result.")
        return Text(words.format(game=_(games()[self.about].title)), NOTE, wraps=True, grow=1)

    def choose(self, name: str) -> None:
        """Choose a game."""
        self.about = self.chosen = name

    def open(self) -> None:
        """Show all runs of the chosen game."""
        self.ctx.push(RunsScene(self.about, self.clean))

    def _export(self) -> None:
        if self.ctx.folder is None:
            self.wrong = _("There is no data folder to write to.")
            return
        try:
            results = self.ctx.archive.results
            first, *others = export(results, self.ctx.folder)
            self.wrong = " · ".join([str(first), *(path.name for path in others)])
        except (DataFolderError, ResultsError) as error:
            self.wrong = str(error)


def _headings() -> tuple[str, ...]:
    return "", _("Played"), _("Won"), _("Share"), _("Best time"), _("Average time"), _("Streak (longest)")


def _cells(line: Statistics | None) -> tuple[str, ...]:
    """Of matches, a fastest round stands for the best time."""
    if line is None:
        return ("–",) * 6
    best, mean = (short_time(time) if time is not None else "–" for time in (line.best, line.mean))
    share = percent(line.won / line.played) if line.played else "–"
    played, won = str(line.played + line.peaceful), str(line.won) if line.played else "–"
    return played, won, share, best, mean, f"{line.streak} ({line.longest})"
