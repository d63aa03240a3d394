"""All that has been played: the runs of a game, to be watched and raced; and the matches of Haisty, against
whom they were won, and each of them."""

from collections.abc import Sequence

import pygame

from game.challenges.challenge import indices
from game.challenges.replays import replay_of
from game.i18n import N_, Notice, _, exact_time, tenths
from game.storage.match_replay import read_checked_match
from game.storage.replay_format import Mismatch, ReplayError
from game.storage.replay_writer import run_path
from game.storage.result import (
    HANDICAP,
    MatchResult,
    Opponent,
    Result,
    ResultsError,
    Statistics,
    by_opponent,
    match_statistics,
)
from game.storage.run_replay import RunReplay, read_checked_run
from game.ui.engine import requests
from game.ui.menu.kept import game_title
from game.ui.view.boxes import Row
from game.ui.view.leaves import Button, Gap
from game.ui.view.node import Node
from game.ui.view.page import Cell, Columns, ListScreen
from game.ui.widgets.medals import clean_mark, medal_picture
from game.ui.widgets.words import deal_words, moment, percent


class RunsScene(ListScreen):
    """Shows the chosen run again, or plays its deal against it."""

    chosen = "0"
    ladder = False
    """Whether those with the highest index come first."""

    def __init__(self, game: str, clean: bool = False) -> None:
        """`clean`: only clean ones."""
        self.about, self.clean = game, clean

    def resume(self) -> None:
        """The runs, the latest or the best first."""
        self.columns = Columns(
            (_("When"), _("Deal"), "", _("Result"), _("Index"), _("Added"), _("Undos, hints")),
            (23, 28, 5, 13, 9, 11, 14),
        )
        self._results: list[Result] = []
        self.empty = _("No run yet.")
        indexed: list[tuple[Result, float | None]] = []
        try:
            found = self.ctx.archive.results.latest(self.about)[::-1]
            indexed = [
                each for each in zip(found, indices(found), strict=True) if each[0].clean >= self.clean
            ]
        except ResultsError as error:
            self.empty = str(error)
        if self.ladder:
            indexed.sort(key=lambda each: -(each[1] or 0))
        self._results = [result for result, _index in indexed]
        self.rows = [
            self.row(str(number), moment(result.when), _run_cells(result, rate))
            for number, (result, rate) in enumerate(indexed)
        ]

    def _sort(self) -> None:
        self.ladder, self.chosen = not self.ladder, "0"
        self.resume()

    def view(self) -> Node:
        more = (
            Button(_("Watch the run"), self.open),
            Button(_("Race the run"), self._race, keys=(pygame.K_r,)),
            Button(_("Latest first") if self.ladder else _("Best index first"), self._sort),
        )
        title = f"{game_title(self.about)} · {_('Clean only')}" if self.clean else game_title(self.about)
        hint = _("Enter: watch · R: race against it")
        return self.listed(title, hint, *(more if self.rows else ()))

    def open(self) -> None:
        """Watch the chosen run."""
        if run := self._run():
            self.ctx.open(requests.PlayBack(run))

    def _race(self) -> None:
        if run := self._run():
            self.ctx.open(requests.Race(run))

    def _run(self) -> RunReplay | None:
        """The chosen run, checked. If it cannot be read, the player is notified."""
        ctx, result = self.ctx, self._results[int(self.chosen)]
        if not (ctx.folder and result.run):
            ctx.notify(Notice(N_("This run was not kept.")))
            return None
        try:
            return read_checked_run(run_path(ctx.folder, result.run))[0]
        except (ReplayError, Mismatch) as error:
            ctx.notify(error)
            return None


def _run_cells(result: Result, rate: float | None = None) -> tuple[Cell, ...]:
    time = exact_time(result.time)
    placed = f"{result.placed} / {result.cards}"
    return (
        moment(result.when),
        deal_words(result.challenge, result.seed),
        Row(
            medal_picture(result.medal, 24) if result.medal else Gap(wide=17),
            clean_mark(13) if result.clean else None,
        ),
        time if result.won else placed,
        tenths(rate) if rate else "–",
        exact_time(result.penalty) if result.penalty else "–",
        f"{result.undos} / {result.hints}",
    )


class MatchesScene(ListScreen):
    """Shows the statistics by opponent, or all matches, to watch the chosen one again; the button at the foot
    changes between them."""

    about = "haisty"
    _all = False

    def resume(self) -> None:
        """All matches, or one row for each opponent."""
        matches, handicapped = list[MatchResult](), list[MatchResult]()
        self.empty = _("No match has been played to its end yet.")
        try:
            matches = self.ctx.archive.results.matches.all()
            handicapped = self.ctx.archive.results.matches.all(HANDICAP)
        except ResultsError as error:
            self.empty = str(error)
        if self._all:
            self.columns = Columns(
                (_("When"), _("Against"), _("Place"), _("Points"), _("Fastest round")), (20, 43, 9, 9, 14)
            )
            self._matches = matches[::-1]
            lines = [_match_cells(match) for match in self._matches]
        else:
            self.columns = Columns(
                (_("Against"), _("Played"), _("Won"), _("Share"), _("Points"), _("Fastest round")),
                (34, 10, 10, 13, 13, 14),
            )
            lines = _by_opponent(matches, handicapped)
        self.rows = [self.row(str(number), line[0], line) for number, line in enumerate(lines)]

    def view(self) -> Node:
        words = _("A match counts once for each person and once for each level of bots at its table.")
        other = Button(_("By opponent") if self._all else _("All matches"), self._change, name="other")
        watch = [Button(_("Watch the match"), self.open)] if self._all and self.rows else []
        hint = _("Enter: watch · The latest match comes first.") if self._all else words
        return self.listed(_("Haisty matches"), hint, *watch, other)

    def open(self) -> None:
        """Watch the chosen match; of opponents, change to the matches."""
        if not self._all:
            self._change()
            return
        folder = self.ctx.folder
        if path := replay_of(folder, self._matches[int(self.chosen)]) if folder else None:
            self.ctx.open(requests.Shown(path, lambda: read_checked_match(path)[0], races=False))
        else:
            self.ctx.notify(Notice(N_("There is no replay of this match on this computer.")))

    def _change(self) -> None:
        self._all, self.chosen, self._followed = not self._all, "0", ""
        self.resume()


def _by_opponent(matches: Sequence[MatchResult], handicapped: Sequence[MatchResult]) -> list[tuple[str, ...]]:
    """Those with a handicap count in the last line alone."""
    total = match_statistics(matches)
    lines = [(_("All matches"), *_statistics(total))] if total else []
    lines += [(_against(each), *_statistics(line)) for each, line in by_opponent(matches).items()]
    apart = match_statistics(handicapped)
    return lines + ([(_("With a handicap"), *_statistics(apart))] if apart else [])


def _against(opponent: Opponent) -> str:
    """Who it is: a person's name, or a level of bots."""
    levels = {
        "easy": _("Easy bots"),
        "medium": _("Medium bots"),
        "hard": _("Hard bots"),
        "adaptive": _("Adaptive bots"),
    }
    return levels.get(opponent.level, opponent.level) if opponent.level else opponent.name


def _statistics(line: Statistics) -> tuple[str, ...]:
    fastest = exact_time(line.best) if line.best else "–"
    return str(line.played), str(line.won), percent(line.won / line.played), f"{line.points:.0f}", fastest


def _match_cells(match: MatchResult) -> tuple[str, ...]:
    people = [each.name for each in match.opponents if not each.level]
    levels = dict.fromkeys(_against(each) for each in match.opponents if each.level)
    place = f"{match.place} / {len(match.opponents) + 1}"
    fastest = exact_time(match.fastest) if match.fastest else "–"
    return moment(match.when), ", ".join([*people, *levels]), place, str(match.points), fastest
