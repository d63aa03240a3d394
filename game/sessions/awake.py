"""A clock for play that stops while the machine sleeps, so that nothing happens unseen."""

from collections.abc import Callable
from typing import Final

LONGEST: Final = 1.0
"""The most seconds that count between two readings: no frame lasts so long in play."""


class AwakeClock:
    """A monotonic clock that advances by LONGEST at most from one reading to the next."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """`clock` is monotonic, in seconds."""
        self._clock = clock
        self._seen = self._now = clock()

    def __call__(self) -> float:
        now = self._clock()
        self._now += min(now - self._seen, LONGEST)
        self._seen = now
        return self._now

    def ago(self, seconds: float) -> float:
        """How many seconds ago the underlying clock read `seconds`."""
        return max(0.0, self._clock() - seconds)
