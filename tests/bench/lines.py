"""What a home's lines do, replayed under a player in simulated time: how long it takes until what another
says is there, and the other way round; what is lost, and the longest gap between two packets."""

import json
import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

from game.core.state import Shout, Shouted
from tests.bench.figures import figures
from tests.net.duel import Duel
from tests.net.impair import LAN, Impaired, Way
from tests.net.simnet import SECOND, Client, Net, new_table

SECONDS, FIRST = 120, 30
"""Seconds of play, and how many of them are compared with the rest."""
RATE = 10
"""Shouts a second of each."""
MS = 1000


class Beacons(Impaired):
    """A radio that naps whatever goes: all that comes to it waits for the next of its moments."""

    every = 190 * MS

    def arrivals(self, now: int) -> list[int]:
        return [(at // self.every + 1) * self.every for at in super().arrivals(now)]


class Naps(Beacons):
    """A radio that naps when nothing was said for a while."""

    every, awake = 102_400, 60 * MS
    last = 0
    """When its machine last sent something."""

    def arrivals(self, now: int) -> list[int]:
        return super().arrivals(now) if now - self.last > self.awake else Impaired.arrivals(self, now)


class Bursts(Impaired):
    """Everything is lost for 100 ms at a time, in all for 2 % of it."""

    def __init__(self, way: Way, seed: int) -> None:
        super().__init__(way, seed)
        self._ends = _spells(random.Random(seed), lambda rng: 100 * MS, 5 * SECOND)
        self._from, self._until = next(self._ends)

    def arrivals(self, now: int) -> list[int]:
        while now >= self._until:
            self._from, self._until = next(self._ends)
        return [] if now >= self._from else super().arrivals(now)


class Stalls(Bursts):
    """Everything waits for 150 to 300 ms, once in 5 s."""

    def __init__(self, way: Way, seed: int) -> None:
        super().__init__(way, seed)
        self._ends = _spells(random.Random(seed), lambda rng: rng.randint(150 * MS, 300 * MS), 5 * SECOND)
        self._from, self._until = next(self._ends)

    def arrivals(self, now: int) -> list[int]:
        late = Impaired.arrivals(self, now)
        while now >= self._until:
            self._from, self._until = next(self._ends)
        return [max(at, self._until) for at in late] if now >= self._from else late


def _spells(
    rng: random.Random, lasts: Callable[[random.Random], int], every: int
) -> Iterator[tuple[int, int]]:
    at = 0
    while True:
        begins = at + rng.randint(0, every - 300 * MS)
        yield begins, begins + lasts(rng)
        at += every


class Trace(NamedTuple):
    """A line: its two ways, how its clock runs, and how often its address changes."""

    up: Impaired
    down: Impaired
    drift: int = 0
    """Microseconds a second."""
    roams: float = 0.0
    """Seconds from one address to the next; 0: it stays."""


def traces() -> dict[str, Trace]:
    """By name."""
    home, far = Way(2 * MS, 1 * MS), Way(60 * MS, 2 * MS)
    return {
        "quiet": Trace(Impaired(home, 1), Impaired(home, 2)),
        "power saving, 0 to 190 ms": Trace(Impaired(home, 1), Beacons(home, 2)),
        "naps when silent": Trace(Impaired(home, 1), Naps(home, 2)),
        "bursts of 100 ms, 2 %": Trace(Bursts(home, 1), Bursts(home, 1)),
        "2 ms up, 60 ms down": Trace(Impaired(home, 1), Impaired(far, 2)),
        "roaming each 5 s": Trace(Impaired(home, 1), Impaired(home, 2), roams=5),
        "clock 200 ppm fast": Trace(Impaired(home, 1), Impaired(home, 2), drift=200),
        "stalls of 150 to 300 ms": Trace(Stalls(home, 1), Stalls(home, 1)),
    }


class Talk(Net):
    """A match of two: the first one has this line, the other a cable."""

    def __init__(self, trace: Trace) -> None:
        super().__init__(new_table(2, rules=Duel), 1)
        self._trace, self.said = trace, dict[int, list[int]]({0: [], 1: []})
        self.heard: list[int] = []
        """When packets came to the first one."""
        one = self.join(LAN, LAN, None, drift=trace.drift)
        self.seat_all()
        one.up, one.down = trace.up, trace.down
        self.join(LAN, LAN, None)
        self.begin()
        self.run(10, lambda: self.now > (self.match.state.starts or self.now))
        self.begun, home = self.now, one.address
        self.tap = lambda client, data: self.heard.append(self.now) if client is one else None
        for number in range(SECONDS * RATE):
            if trace.roams:
                one.address = (home[0], home[1] + int(number / RATE / trace.roams))
            for client in self.clients:
                self.said[client.number].append(self.now)
                self.ask(client, Shout(number % 6))
            self.run(1 / RATE)
        self.run(2)

    def send(self, client: Client, data: bytes) -> None:
        if client.number == 0 and isinstance(down := self._trace.down, Naps):
            down.last = self.now
        super().send(client, data)

    def took(self, hears: int) -> list[tuple[int, int]]:
        """When the other said something, and how long it took to come here, for all that came."""
        came = [
            at
            for at, event in self.clients[hears].events
            if isinstance(event, Shouted) and event.seat != hears
        ]
        return [(said, at - said) for said, at in zip(self.said[1 - hears], came, strict=False)]


def measure() -> dict[str, object]:
    """All traces; milliseconds."""
    return {name: _figures(Talk(trace)) for name, trace in traces().items()}


def _figures(talk: Talk) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, hears in (("down", 0), ("up", 1)):
        took = talk.took(hears)
        early = [each / MS for said, each in took if said - talk.begun < FIRST * SECOND]
        later = [each / MS for said, each in took if said - talk.begun >= FIRST * SECOND]
        found[name] = figures([each / MS for _said, each in took]) | {
            "lost": SECONDS * RATE - len(took),
            "p99, first 30 s": figures(early)["p99"],
            "p99, later": figures(later)["p99"],
        }
    gaps = [b - a for a, b in zip(talk.heard, talk.heard[1:], strict=False)]
    return found | {
        "longest gap": max(gaps) / MS,
        "connections": len(talk.table.listener.peers),
        "line": str(talk.clients[1].table.lines.get(talk.clients[0].welcome.member)),
    }


if __name__ == "__main__":
    print(json.dumps(measure(), indent=2, ensure_ascii=False))
