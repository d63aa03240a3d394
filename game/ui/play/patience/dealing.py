"""Shown while a solvable deal is being searched for."""

from typing import Final

from game.core.rules import Rules
from game.i18n import _
from game.solve.hints.process import FoundDeal, SolverClient
from game.ui.engine.scene import Context
from game.ui.rulebook.page import RulePage
from game.ui.view.boxes import Column
from game.ui.view.leaves import CELL, HEADING, Button, Text
from game.ui.view.node import Node
from game.ui.view.screen import Screen

_PATIENCE: Final = 2.0
"""Seconds of searching, after which a deal is taken that was not found to come out."""
_LOOK: Final = 0.05
_AFTER: Final = 0.3
"""Seconds after which a message says that it takes a while."""


class DealingScene(Screen[FoundDeal]):
    """Waits for the search; an impatient player can take the deal as it comes."""

    def __init__(self, rules: Rules, seed: int, solver: SolverClient) -> None:
        """`seed`: where to begin. Whoever takes the answer owns the solver from then on."""
        self._rules, self._seed, self._solver = rules, seed, solver
        self._handed = self._shown = False

    def enter(self, ctx: Context) -> None:
        """Start the search."""
        super().enter(ctx)
        self._solver.find(self._rules, self._seed, _PATIENCE)

    def leave(self) -> None:
        """Stop the search."""
        super().leave()
        if not self._handed:
            self._solver.close()

    def show_help(self) -> None:
        """The rules of the game."""
        self.ctx.push(RulePage(self._rules))

    def step(self, now: float) -> None:
        """Deal what was found."""
        if found := self._solver.found():
            self._deal(found if found.seed else FoundDeal(self._seed, ()))
        self._shown |= self.visible_since is not None and now >= self.visible_since + _AFTER
        super().step(now)

    def _deal(self, deal: FoundDeal) -> None:
        self._handed = True
        self.answer(deal)

    def rest(self, now: float) -> float:
        """As often as the search is polled."""
        return _LOOK

    def view(self) -> Node:
        """The bare felt; after a moment, what is going on."""
        if not self._shown:
            return Text("")
        return Column(
            Text(_(self._rules.title), HEADING),
            Text(_("Looking for a deal that comes out …"), CELL, color="mist"),
            Column(
                Button(_("Cancel"), self.back),
                Button(
                    _("Deal without searching"), lambda: self._deal(FoundDeal(self._seed, ())), name="deal"
                ),
                pad=(30, 10),
            ),
            ground="sheet",
            wide=560,
            pad=(30, 20),
        )
