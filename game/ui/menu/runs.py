"""All runs of a game, to be watched and raced."""

from functools import partial

import pygame

from game.i18n import _
from game.storage.result import Result, ResultsError
from game.ui.engine.scene import Context
from game.ui.menu.kept import deal_words, game_title
from game.ui.view.hint import Hint
from game.ui.view.leaves import Button, Gap
from game.ui.view.node import Node
from game.ui.view.page import Cell, Columns, foot, page
from game.ui.view.screen import Screen
from game.ui.widgets.medals import medal_picture
from game.ui.widgets.times import exact_time, moment


class RunsScene(Screen[None]):
    """Shows the chosen run again, or plays its deal against it."""

    def __init__(self, game: str) -> None:
        self.game = game
        self._chosen = 0

    def enter(self, ctx: Context) -> None:
        """Read them, the latest first."""
        super().enter(ctx)
        self._results: list[Result] = []
        self._empty = _("No run yet.")
        try:
            self._results = ctx.launcher.results.latest(self.game)[::-1]
        except ResultsError as error:
            self._empty = str(error)
        self.resume()

    def resume(self) -> None:
        """Make the rows: the language may be another one."""
        self._columns = Columns(
            (_("When"), _("Deal"), "", _("Result"), _("Added"), _("Undos, hints")), (23, 30, 2, 15, 13, 13)
        )
        self._rows = [
            self._columns.row(
                moment(result.when),
                _cells(result),
                self._watch,
                name=str(number),
                choose=partial(self._choose, number),
            )
            for number, result in enumerate(self._results)
        ]

    def view(self) -> Node:
        more = (
            Button(_("Watch the run"), self._watch),
            Button(_("Race the run"), self._race, keys=(pygame.K_r,)),
        )
        return page(
            game_title(self.game),
            self._columns.listing(self._rows, str(self._chosen), self._empty),
            Hint(_("Enter: watch · R: race it as a thin bar"), high=56),
            foot(Button(_("Back"), self.back), *(more if self._rows else ())),
        )

    def _choose(self, number: int) -> None:
        self._chosen = number

    def _watch(self) -> None:
        self.ctx.launcher.watch_run(self._results[self._chosen])

    def _race(self) -> None:
        self.ctx.launcher.race_run(self._results[self._chosen])


def _cells(result: Result) -> tuple[Cell, ...]:
    time = exact_time(result.time)
    placed = f"{result.placed} / {result.cards}"
    return (
        moment(result.when),
        deal_words(result.challenge, result.seed),
        medal_picture(result.medal, 24) if result.medal else Gap(),
        time if result.won else placed,
        exact_time(result.penalty) if result.penalty else "–",
        f"{result.undos}, {result.hints}",
    )
