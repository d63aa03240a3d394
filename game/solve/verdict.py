"""A search: its attempts, its limits in seconds and expansions, and its result."""

import math
from collections.abc import Callable, Iterator
from typing import NamedTuple

from game.core.rules import Rules
from game.core.table import Move, Table
from game.system import here

WON, HOPELESS, UNDECIDED = "won", "hopeless", "undecided"
"""A winning line is known; all lines have been tried and none wins; neither is known (yet)."""
Attempt = tuple[str, tuple[Move, ...]]
"""A verdict, and the winning moves if there are any."""
_CHECKED = 64
"""The clock is read once in this many expansions."""


class Verdict(NamedTuple):
    """WON with the winning moves, or HOPELESS or UNDECIDED without; and the positions expanded."""

    verdict: str
    moves: tuple[Move, ...] = ()
    expanded: int = 0


class Exhausted(Exception):
    """The budget is used up."""


class StageEnded(Exception):
    """The stage has used up its share of the budget."""


class Budget:
    """`expanded` counts the positions expanded in all attempts of a search."""

    def __init__(self, seconds: float | None, expansions: int | None) -> None:
        """None means no limit."""
        self.expanded = 0
        self._deadline = None if seconds is None else here().clock.seconds() + seconds
        self._expansions = expansions
        self._stage: int | None = None

    @property
    def seconds(self) -> float:
        """Seconds left."""
        return math.inf if self._deadline is None else self._deadline - here().clock.seconds()

    @property
    def left(self) -> float:
        """Expansions left; 0 once there is no second left."""
        most = math.inf if self._expansions is None else self._expansions - self.expanded
        return most if self.seconds > 0 else 0

    def stage(self, most: int) -> None:
        """Begin a stage of the search that ends after `most` expansions; 0 means no limit of its own."""
        self._stage = self.expanded + most if most else None

    def spend(self) -> None:
        """Expand one more position. Raises Exhausted, or StageEnded."""
        late = self._deadline is not None and self.expanded % _CHECKED == 0 and self.seconds < 0
        if late or self.expanded == self._expansions:
            raise Exhausted
        if self.expanded == self._stage:
            raise StageEnded
        self.expanded += 1


Attempts = Callable[[Rules, Table, Budget], Iterator[Attempt]]
"""Searches from a table that is not won: one attempt after the other, each spending the budget."""


def search(
    attempts: Attempts, rules: Rules, table: Table, seconds: float | None, expansions: int | None
) -> Verdict:
    """The first verdict that is not UNDECIDED, if the budget lasts until then."""
    if rules.won(table):
        return Verdict(WON)
    budget = Budget(seconds, expansions)
    try:
        for verdict, moves in attempts(rules, table, budget):
            if verdict != UNDECIDED:
                return Verdict(verdict, moves, budget.expanded)
    except Exhausted:
        pass
    return Verdict(UNDECIDED, (), budget.expanded)
