"""The matches of Haisty: against whom they were won, and each of them."""

from functools import partial

from game.i18n import _
from game.storage.result import (
    MatchResult,
    MatchStatistics,
    Opponent,
    ResultsError,
    by_opponent,
    match_statistics,
)
from game.ui.engine.scene import Context
from game.ui.view.hint import Hint
from game.ui.view.leaves import Button
from game.ui.view.node import Node
from game.ui.view.page import Columns, foot, page
from game.ui.view.screen import Screen
from game.ui.widgets.times import exact_time, moment


class MatchesScene(Screen[None]):
    """Shows the statistics by opponent, or all matches; the button at the foot changes between them."""

    game = "haisty"

    def enter(self, ctx: Context) -> None:
        """Read the matches."""
        super().enter(ctx)
        self._all, self._chosen = False, 0
        self._matches: list[MatchResult] = []
        self._empty = _("No match has been played to its end yet.")
        try:
            self._matches = ctx.launcher.results.matches.all()
        except ResultsError as error:
            self._empty = str(error)

        self.resume()

    def resume(self) -> None:
        """Make the rows: the language may be another one."""
        if self._all:
            self._columns = Columns(
                (_("When"), _("Against"), _("Place"), _("Points"), _("Fastest round")), (20, 43, 9, 9, 14)
            )
            lines = [_match_cells(match) for match in reversed(self._matches)]
        else:
            self._columns = Columns(
                (_("Against"), _("Played"), _("Won"), _("Share"), _("Points"), _("Fastest round")),
                (34, 10, 10, 13, 13, 14),
            )
            lines = self._by_opponent()
        self._rows = [
            self._columns.row(
                line[0], line, self._change, name=str(number), choose=partial(self._choose, number)
            )
            for number, line in enumerate(lines)
        ]

    def view(self) -> Node:
        words = _("A match counts for each person, and once for each level of bots, at its table.")
        other = Button(_("By opponent") if self._all else _("All matches"), self._change, name="other")
        return page(
            _("Matches of Haisty"),
            self._columns.listing(self._rows, str(self._chosen), self._empty),
            Hint(_("The latest match comes first.") if self._all else words, high=56),
            foot(Button(_("Back"), self.back), other),
        )

    def _by_opponent(self) -> list[tuple[str, ...]]:
        total = match_statistics(self._matches)
        lines = [(_("All matches"), *_cells(total))] if total else []
        return lines + [(_against(each), *_cells(line)) for each, line in by_opponent(self._matches).items()]

    def _choose(self, number: int) -> None:
        self._chosen = number

    def _change(self) -> None:
        self._all, self._chosen = not self._all, 0
        self.resume()
        self.renew()
        self.tree.focus("0")


def _against(opponent: Opponent) -> str:
    """Who it is: a person's name, or a level of bots."""
    levels = {
        "easy": _("Easy bots"),
        "medium": _("Medium bots"),
        "hard": _("Hard bots"),
        "adaptive": _("Adaptive bots"),
    }
    return levels.get(opponent.level, opponent.level) if opponent.level else opponent.name


def _cells(line: MatchStatistics) -> tuple[str, ...]:
    fastest = exact_time(line.fastest) if line.fastest else "–"
    return str(line.played), str(line.won), f"{line.won / line.played:.0%}", f"{line.points:.0f}", fastest


def _match_cells(match: MatchResult) -> tuple[str, ...]:
    people = [each.name for each in match.opponents if not each.level]
    levels = dict.fromkeys(_against(each) for each in match.opponents if each.level)
    place = f"{match.place} / {len(match.opponents) + 1}"
    fastest = exact_time(match.fastest) if match.fastest else "–"
    return moment(match.when), ", ".join([*people, *levels]), place, str(match.points), fastest
