"""Chance that follows from a seed, and time that a test tells."""

import random
from collections.abc import Callable

from game.system import Clock, Entropy


class Seeded(Entropy):
    """The same each time."""

    def __init__(self, seed: str | int) -> None:
        self.drawn = random.Random(seed)

    def draw(self, count: int) -> bytes:
        return self.drawn.randbytes(count)


class Told(Clock):
    """It is what is said, in seconds, each time it is asked."""

    def __init__(self, seconds: Callable[[], float]) -> None:
        self._told = seconds

    def seconds(self) -> float:
        return self._told()

    def wall(self) -> float:
        """It does not sleep."""
        return self._told()
