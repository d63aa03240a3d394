"""All runs of a game, to be watched and raced."""

import pygame

from game.challenges.challenge import indices
from game.i18n import _, exact_time, tenths
from game.storage.result import Result, ResultsError
from game.ui.menu.kept import game_title
from game.ui.view.boxes import Row
from game.ui.view.leaves import Button, Gap
from game.ui.view.node import Node
from game.ui.view.page import Cell, Columns, ListScreen
from game.ui.widgets.deals import deal_words
from game.ui.widgets.medals import clean_mark, medal_picture
from game.ui.widgets.times import moment


class RunsScene(ListScreen):
    """Shows the chosen run again, or plays its deal against it."""

    chosen = "0"
    ladder = False
    """Whether those with the highest index come first."""

    def __init__(self, game: str, clean: bool = False) -> None:
        """`clean`: only clean ones."""
        self.game, self.clean = game, clean

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
            found = self.ctx.launcher.results.latest(self.game)[::-1]
            indexed = [
                each for each in zip(found, indices(found), strict=True) if each[0].clean >= self.clean
            ]
        except ResultsError as error:
            self.empty = str(error)
        if self.ladder:
            indexed.sort(key=lambda each: -(each[1] or 0))
        self._results = [result for result, _index in indexed]
        self.rows = [
            self.row(str(number), moment(result.when), _cells(result, rate))
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
        title = f"{game_title(self.game)} · {_('Clean only')}" if self.clean else game_title(self.game)
        hint = _("Enter: watch · R: race it as a thin bar")
        return self.listed(title, hint, *(more if self.rows else ()))

    def open(self) -> None:
        """Watch the chosen run."""
        self.ctx.launcher.solo.watch(self._results[int(self.chosen)])

    def _race(self) -> None:
        self.ctx.launcher.solo.race_result(self._results[int(self.chosen)])


def _cells(result: Result, rate: float | None = None) -> tuple[Cell, ...]:
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
