"""The matches of Haisty: against whom they were won, and each of them."""

from collections.abc import Sequence

from game.i18n import _, exact_time
from game.storage.result import MatchResult, Opponent, ResultsError, Statistics, by_opponent, match_statistics
from game.ui.view.leaves import Button
from game.ui.view.node import Node
from game.ui.view.page import Columns, ListScreen
from game.ui.widgets.times import moment


class MatchesScene(ListScreen):
    """Shows the statistics by opponent, or all matches; the button at the foot changes between them."""

    game = "haisty"
    chosen = "0"
    _all = False

    def resume(self) -> None:
        """All matches, or one row for each opponent."""
        matches: list[MatchResult] = []
        self.empty = _("No match has been played to its end yet.")
        try:
            matches = self.ctx.launcher.results.matches.all()
        except ResultsError as error:
            self.empty = str(error)
        if self._all:
            self.columns = Columns(
                (_("When"), _("Against"), _("Place"), _("Points"), _("Fastest round")), (20, 43, 9, 9, 14)
            )
            lines = [_match_cells(match) for match in reversed(matches)]
        else:
            self.columns = Columns(
                (_("Against"), _("Played"), _("Won"), _("Share"), _("Points"), _("Fastest round")),
                (34, 10, 10, 13, 13, 14),
            )
            lines = _by_opponent(matches)
        self.rows = [self.row(str(number), line[0], line) for number, line in enumerate(lines)]

    def view(self) -> Node:
        words = _("A match counts for each person, and once for each level of bots, at its table.")
        other = Button(_("By opponent") if self._all else _("All matches"), self.open, name="other")
        hint = _("The latest match comes first.") if self._all else words
        return self.listed(_("Matches of Haisty"), hint, other)

    def open(self) -> None:
        """Change between matches and opponents."""
        self._all, self.chosen = not self._all, "0"
        self.resume()
        self.renew()
        self.tree.focus("0")


def _by_opponent(matches: Sequence[MatchResult]) -> list[tuple[str, ...]]:
    total = match_statistics(matches)
    lines = [(_("All matches"), *_cells(total))] if total else []
    return lines + [(_against(each), *_cells(line)) for each, line in by_opponent(matches).items()]


def _against(opponent: Opponent) -> str:
    """Who it is: a person's name, or a level of bots."""
    levels = {
        "easy": _("Easy bots"),
        "medium": _("Medium bots"),
        "hard": _("Hard bots"),
        "adaptive": _("Adaptive bots"),
    }
    return levels.get(opponent.level, opponent.level) if opponent.level else opponent.name


def _cells(line: Statistics) -> tuple[str, ...]:
    fastest = exact_time(line.best) if line.best else "–"
    return str(line.played), str(line.won), f"{line.won / line.played:.0%}", f"{line.points:.0f}", fastest


def _match_cells(match: MatchResult) -> tuple[str, ...]:
    people = [each.name for each in match.opponents if not each.level]
    levels = dict.fromkeys(_against(each) for each in match.opponents if each.level)
    place = f"{match.place} / {len(match.opponents) + 1}"
    fastest = exact_time(match.fastest) if match.fastest else "–"
    return moment(match.when), ", ".join([*people, *levels]), place, str(match.points), fastest
