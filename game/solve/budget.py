"""The limits of a search, seconds and expansions; and its attempts until they are reached."""

from collections.abc import Iterable
from time import monotonic

from game.core.table import Move
from game.solve.verdict import UNDECIDED, Verdict

Attempt = tuple[str, tuple[Move, ...]]
"""A verdict, and the winning moves if there are any."""
_CHECKED = 64
"""The clock is read once in this many expansions."""


class Exhausted(Exception):
    """The budget is used up."""


class StageEnded(Exception):
    """The stage has used up its share of the budget."""


class Budget:
    """`expanded` counts the positions expanded in all attempts of a search."""

    def __init__(self, seconds: float | None, expansions: int | None) -> None:
        """None means no limit."""
        self.expanded = 0
        self._deadline = None if seconds is None else monotonic() + seconds
        self._expansions = expansions
        self._stage: int | None = None

    @property
    def exhausted(self) -> bool:
        """Whether the budget is used up."""
        if self.expanded == self._expansions:
            return True
        return self._deadline is not None and self.expanded % _CHECKED == 0 and monotonic() > self._deadline

    def stage(self, most: int) -> None:
        """Begin a stage of the search that ends after `most` expansions; 0 means no limit of its own."""
        self._stage = self.expanded + most if most else None

    def spend(self) -> None:
        """Expand one more position. Raises Exhausted, or StageEnded."""
        if self.exhausted:
            raise Exhausted
        if self.expanded == self._stage:
            raise StageEnded
        self.expanded += 1

    def decide(self, attempts: Iterable[Attempt]) -> Verdict:
        """The first verdict that is not UNDECIDED, if the budget lasts until then."""
        try:
            for verdict, moves in attempts:
                if verdict != UNDECIDED:
                    return Verdict(verdict, moves, self.expanded)
        except Exhausted:
            pass
        return Verdict(UNDECIDED, (), self.expanded)
