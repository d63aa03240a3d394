"""What a bad network does to the datagrams of one direction: pure, and the same from the same seed.

Loss follows E. N. Gilbert (Capacity of a Burst-Noise Channel, 1960): in a good spell everything comes
through, in a bad one nothing; without bursts each datagram has its own fate.
"""

import random
from typing import NamedTuple


class Way(NamedTuple):
    """One direction of a network. Times in microseconds, shares from 0 to 1."""

    delay: int = 0
    jitter: int = 0
    """A datagram takes `delay` plus or minus up to this, and overtakes others if it can."""
    loss: float = 0.0
    burst: float = 1.0
    """How many datagrams in a row a loss takes, on average; 1: each has its own fate."""
    copies: float = 0.0
    """Share that comes twice, each at a time of its own."""
    late: float = 0.0
    """Share that is held back by `lateness` besides, so that several others overtake it."""
    lateness: int = 0


LAN = Way(300)
WIFI = Way(3_000, 2_000)
BUSY = Way(10_000, 5_000)
FAR = Way(30_000, 4_000)


class Impaired:
    """A direction at work: what becomes of each datagram."""

    def __init__(self, way: Way, seed: int) -> None:
        self.way = way
        self.sent = self.lost = self.doubled = 0
        self._rng = random.Random(seed)
        self._bad = False
        self._cut = self._stalled = 0

    def cut(self, until: int) -> None:
        """All that is sent before then is lost."""
        self._cut = until

    def stall(self, until: int) -> None:
        """Nothing comes through before then; then all of it at once."""
        self._stalled = until

    def arrivals(self, now: int) -> list[int]:
        """When a datagram sent now arrives: never, once, or twice."""
        self.sent += 1
        rng, way = self._rng, self.way
        # Every datagram draws the same numbers, so that one setting does not change another's fates.
        fate, spell, twice, *drawn = (rng.random() for _ in range(7))
        if self._loses(fate, spell) or now < self._cut:
            self.lost += 1
            return []
        copies = 1 + (twice < way.copies)
        self.doubled += copies - 1
        return [self._at(now, *drawn[2 * i : 2 * i + 2]) for i in range(copies)]

    def _loses(self, fate: float, spell: float) -> bool:
        way = self.way
        if way.burst <= 1:
            return fate < way.loss
        # The chain's bad state lasts `burst` on average and holds `loss` of all datagrams.
        if self._bad:
            self._bad = spell >= 1 / way.burst
        else:
            self._bad = spell < way.loss / (way.burst * (1 - way.loss))
        return self._bad

    def _at(self, now: int, where: float, held: float) -> int:
        way = self.way
        at = now + way.delay + round(way.jitter * (2 * where - 1)) + way.lateness * (held < way.late)
        return max(at, self._stalled)
