"""Chance that follows from a seed."""

import random

from game.system import Entropy


class Seeded(Entropy):
    """The same each time."""

    def __init__(self, seed: str | int) -> None:
        self.drawn = random.Random(seed)

    def draw(self, count: int) -> bytes:
        return self.drawn.randbytes(count)
