"""The matches of Haisty: against whom they were won, and each of them."""

from functools import partial

from game.i18n import _
from game.storage.match_result import MatchResult, MatchStatistics, Opponent, by_opponent, match_statistics
from game.storage.result import ResultsError
from game.ui.engine.scene import Context
from game.ui.widgets.list_scene import ListRow, ListScene, back_button
from game.ui.widgets.rows import Button
from game.ui.widgets.times import exact_time, moment


class _Against(ListRow):
    columns = (0.0, 0.36, 0.47, 0.58, 0.72, 0.86)


class _Match(ListRow):
    columns = (0.0, 0.22, 0.66, 0.76, 0.86)


class MatchesScene(ListScene):
    """Shows the statistics by opponent, or all matches; the button at the foot changes between them."""

    game = "haisty"
    wrong = ""
    """Why the matches cannot be read."""

    def enter(self, ctx: Context) -> None:
        """Read the matches."""
        super().enter(ctx)
        self._matches: list[MatchResult] = []
        try:
            self._matches = ctx.launcher.results.matches.all()
        except ResultsError as error:
            self.wrong = str(error)
        self.title, self.empty = _("Matches of Haisty"), _("No match has been played to its end yet.")
        self._show_opponents()

    def _show_opponents(self) -> None:
        self.keys = _("A match counts for each person, and once for each level of bots, at its table.")
        self.headings = (_("Against"), _("Played"), _("Won"), _("Share"), _("Points"), _("Fastest round"))
        lines: list[tuple[str, MatchStatistics]] = []
        if total := match_statistics(self._matches):
            lines.append((_("All matches"), total))
        lines += [(_against(each), line) for each, line in by_opponent(self._matches).items()]
        rows = [
            _Against(name, (name, *_cells(line)), partial(self.press_row, i, self._show_all))
            for i, (name, line) in enumerate(lines)
        ]
        self.set_rows(rows, [back_button(self.back), Button(_("All matches"), self._show_all)])
        self.ctx.redraw()

    def _show_all(self) -> None:
        self.keys = _("The latest match comes first.")
        self.headings = _("When"), _("Against"), _("Place"), _("Points"), _("Fastest round")
        rows = [
            _Match(cells[0], cells, partial(self.press_row, i, self._show_opponents))
            for i, cells in enumerate(map(_match_cells, reversed(self._matches)))
        ]
        self.set_rows(rows, [back_button(self.back), Button(_("By opponent"), self._show_opponents)])
        self.ctx.redraw()


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
