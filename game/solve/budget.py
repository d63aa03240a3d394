"""What a search may take: so much time, so many expansions."""

from time import monotonic

_CHECKED = 64
"""The time is looked at once in so many expansions."""


class Exhausted(Exception):
    """Time or expansions are used up."""


class Budget:
    """`expanded` counts the positions of a search, over all of its attempts."""

    def __init__(self, seconds: float | None, expansions: int | None) -> None:
        """None: as many as it takes."""
        self.expanded = 0
        self._deadline = None if seconds is None else monotonic() + seconds
        self._expansions = expansions

    @property
    def exhausted(self) -> bool:
        """Whether nothing more may be expanded."""
        if self.expanded == self._expansions:
            return True
        return self._deadline is not None and self.expanded % _CHECKED == 0 and monotonic() > self._deadline

    def spend(self) -> None:
        """Expand one more position. Raises Exhausted."""
        if self.exhausted:
            raise Exhausted
        self.expanded += 1
