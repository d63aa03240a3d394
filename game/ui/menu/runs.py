"""All runs of a game, to be watched and raced."""

import pygame

from game.i18n import _
from game.storage.result import Result, ResultsError
from game.ui.menu.kept import deal_words, game_title
from game.ui.view.leaves import Button, Gap
from game.ui.view.node import Node
from game.ui.view.page import Cell, Columns, ListScreen
from game.ui.widgets.medals import medal_picture
from game.ui.widgets.times import exact_time, moment


class RunsScene(ListScreen):
    """Shows the chosen run again, or plays its deal against it."""

    chosen = "0"

    def __init__(self, game: str) -> None:
        self.game = game

    def resume(self) -> None:
        """The runs, the latest first."""
        self.columns = Columns(
            (_("When"), _("Deal"), "", _("Result"), _("Added"), _("Undos, hints")), (23, 30, 2, 15, 13, 13)
        )
        self._results: list[Result] = []
        self.empty = _("No run yet.")
        try:
            self._results = self.ctx.launcher.results.latest(self.game)[::-1]
        except ResultsError as error:
            self.empty = str(error)
        numbered = enumerate(self._results)
        self.rows = [
            self.row(str(number), moment(result.when), _cells(result)) for number, result in numbered
        ]

    def view(self) -> Node:
        watch = Button(_("Watch the run"), self.open)
        more = watch, Button(_("Race the run"), self._race, keys=(pygame.K_r,))
        hint = _("Enter: watch · R: race it as a thin bar")
        return self.listed(game_title(self.game), hint, *(more if self.rows else ()))

    def open(self) -> None:
        """Watch the chosen run."""
        self.ctx.launcher.solo.watch(self._results[int(self.chosen)])

    def _race(self) -> None:
        self.ctx.launcher.solo.race(self._results[int(self.chosen)])


def _cells(result: Result) -> tuple[Cell, ...]:
    time = exact_time(result.time)
    placed = f"{result.placed} / {result.cards}"
    return (
        moment(result.when),
        deal_words(result.challenge, result.seed),
        medal_picture(result.medal, 24) if result.medal else Gap(),
        time if result.won else placed,
        exact_time(result.penalty) if result.penalty else "–",
        f"{result.undos} / {result.hints}",
    )
