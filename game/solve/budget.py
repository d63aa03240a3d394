"""The limits of a search: seconds and expansions."""

from time import monotonic

_CHECKED = 64
"""The clock is read once per so many expansions."""


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
        """Begin a stage of the search that ends after so many expansions; 0 means no limit of its own."""
        self._stage = self.expanded + most if most else None

    def spend(self) -> None:
        """Expand one more position. Raises Exhausted, or StageEnded."""
        if self.exhausted:
            raise Exhausted
        if self.expanded == self._stage:
            raise StageEnded
        self.expanded += 1
