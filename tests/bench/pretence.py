"""Equal hands at a landing, one behind a line that only seems slow: over real UDP sockets on loopback."""

import json
import random
import sys
from collections.abc import Iterator
from multiprocessing.connection import Connection as Pipe

from game.core.state import Play
from game.core.table import Move, Moved
from game.net.address import Address
from game.net.wire.messages import Join
from tests.bench.fairness import STALL, Seat, Tables, drive, in_process, microseconds, served
from tests.net.cheats import HAND_MEAN, HAND_SPREAD, MS, PRETENDER, STARTER, Held, Pretence, hold_back

PRETENCES = {
    "line of 0 ms": Pretence(0),
    "line of 20 ms": Pretence(20 * MS),
    "line of 50 ms": Pretence(50 * MS),
    "line of 100 ms": Pretence(100 * MS),
    "line of 140 ms": Pretence(140 * MS),
    "stalls, 140 ms": Pretence(stall=140 * MS),
}
PLACE, FREED = 3, 4
PERIOD = 750 * MS
"""Microseconds from one race to the next."""
WARM = 3_000 * MS


class Races:
    """What the seats of one table share: which race it is, and how long each hand takes."""

    def __init__(self, seed: int, races: int) -> None:
        self._rng, self._races = random.Random(seed), races
        self.number = -1
        self.took: list[int] = []

    @property
    def over(self) -> bool:
        """Whether all have been run."""
        return self.number == self._races

    def begin(self) -> None:
        """The next race; each pair of times is drawn twice, the other way round."""
        self.number += 1
        draw = [round(self._rng.gauss(HAND_MEAN, HAND_SPREAD)) for _ in range(2)]
        self.took = self.took[::-1] if self.number % 2 else draw


class Player(Seat):
    """A client that starts races or answers, by the seat it is given."""

    def __init__(self, host: Address, name: str, pretence: Pretence, races: Races) -> None:
        super().__init__(host, Join(name, 0))
        self._races, self._pretence, self._held = races, pretence, Held(pretence.line)
        self._answered = -1

    @property
    def done(self) -> bool:
        """Whether all races have been run."""
        return self._races.over

    def begin(self, now: int, starts: int) -> None:
        """Hold back what is held back, or start the first race."""
        if self.table.seat == PRETENDER:
            hold_back(self.table, self._held)
        if self.table.seat == STARTER:
            self.at(now + max(0, starts - self.table.host_now(now)) + WARM, self._start)

    def see(self, event: Moved, now: int) -> None:
        """Answer a landing of the starter's."""
        starts = event.src == event.seat == STARTER
        if not starts or self.table.seat == STARTER or self._answered == self._races.number:
            return
        self._answered, cheats = self._races.number, self.table.seat == PRETENDER
        if cheats and self._pretence.stall:
            self._held.since(now)
        self.at(now + self._races.took[cheats], self._answer)

    def _answer(self) -> None:
        now, seat = microseconds(), self.table.seat
        assert seat is not None
        back = max(self._pretence.line, self._pretence.stall) if seat == PRETENDER else 0
        self.table.ask(Play(Move(seat, FREED), self.table.host_now(now) - back), now)
        self._held.release()

    def _start(self) -> None:
        self._races.begin()
        if not self._races.over:
            now = microseconds()
            self.table.ask(Play(Move(STARTER, PLACE), self.table.host_now(now)), now)
            self.at(now + PERIOD, self._start)


def _host(pipe: Pipe, count: int) -> None:
    """The process of the host."""
    tables = Tables(count, STALL, seats=3)
    pipe.send([ports.port for ports in tables.ports])
    with served(tables):
        pipe.recv()
    matches = [table.room.match for table in tables.tables]
    pipe.send([[(e.seat, e.move.dst) for e in match.log if e.move] for match in matches if match])


def _winners(log: list[tuple[int, int]]) -> Iterator[int]:
    """Who was first on the place that each landing of the starter's freed."""
    free = False
    for seat, place in log:
        if place == FREED and free:
            yield seat
        free = place == PLACE


def measure(races: int = 240) -> dict[str, dict[str, float]]:
    """Of so many races, what share each pretence wins, in per cent."""
    players, found = [], {}
    with in_process(_host, len(PRETENCES)) as pipe:
        for number, (port, pretence) in enumerate(zip(pipe.recv(), PRETENCES.values(), strict=True)):
            shared = Races(number, races)
            players += [Player(("127.0.0.1", port), str(seat), pretence, shared) for seat in range(3)]
        drive(players, STALL)
        pipe.send(None)
        for name, log in zip(PRETENCES, pipe.recv(), strict=True):
            won = list(_winners(log))
            share = round(100 * won.count(PRETENDER) / max(1, len(won)), 1)
            found[name] = {"races": len(won), "won, %": share}
    return found


if __name__ == "__main__":
    print(json.dumps(measure(*map(int, sys.argv[1:])), indent=2))
