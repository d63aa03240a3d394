"""A clock for play that stands while the machine sleeps: what nobody could see does not happen."""

from collections.abc import Callable
from typing import Final

LONGEST: Final = 1.0
"""Seconds from one look at a clock to the next that count at most: no picture stands so long in play."""


class AwakeClock:
    """Seconds that only ever grow, by LONGEST at most from one look to the next."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """`clock` gives seconds that only ever grow."""
        self._clock = clock
        self._seen = self._now = clock()

    def __call__(self) -> float:
        now = self._clock()
        self._now += min(now - self._seen, LONGEST)
        self._seen = now
        return self._now

    def ago(self, seconds: float) -> float:
        """How long ago the clock said so many seconds."""
        return max(0.0, self._clock() - seconds)
