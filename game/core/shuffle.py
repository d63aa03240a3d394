"""A seeded shuffle that is the same on every machine and Python version.

The generator is SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators,
OOPSLA 2014); bounded numbers are drawn without bias by rejection, shuffling is Fisher and Yates'.
"""

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")

_MASK = (1 << 64) - 1


class Stream:
    """An endless stream of numbers from a seed; only its low 64 bits count."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def next64(self) -> int:
        """The next number, 0 <= n < 2**64."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = self._state
        z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & _MASK
        return z ^ z >> 31

    def below(self, bound: int) -> int:
        """A number 0 <= n < bound, each equally likely; bound is 1 to 2**64."""
        limit = (1 << 64) - (1 << 64) % bound
        while (n := self.next64()) >= limit:
            pass
        return n % bound


def shuffled(items: Iterable[T], stream: Stream) -> tuple[T, ...]:
    """The items in a random order drawn from the stream."""
    order = list(items)
    for i in range(len(order) - 1, 0, -1):
        j = stream.below(i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def derive(seed: int, *path: int) -> int:
    """A seed of its own for each path below a seed: rounds, seats, draws."""
    for step in path:
        seed = Stream(seed ^ Stream(step + 1).next64()).next64()
    return seed
