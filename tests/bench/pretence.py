"""Equal hands at a landing, one behind a line that only seems slow: over real UDP sockets on loopback."""

import heapq
import itertools
import json
import multiprocessing
import random
import sys
import threading
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection as Pipe

from game.core.state import PLAYING, Knock, Play
from game.core.table import Move, Moved
from game.lan.udp import Ports, open_client
from game.net.address import Address
from game.net.client.connection import Connection
from game.net.client.table_client import TableClient
from game.net.wire.messages import Join
from tests.bench.fairness import STALL, Tables, drive, microseconds
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


class Player:
    """A client that starts races or answers, by the seat it is given; see tests.bench.fairness.drive."""

    def __init__(self, host: Address, name: str, pretence: Pretence, races: Races) -> None:
        self.table = TableClient(Connection(Join(name, 0), "", microseconds()))
        self.ports: Ports = open_client(host)
        self._host, self._races = host, races
        self._pretence, self._held = pretence, Held(pretence.line)
        self._due: list[tuple[int, int, Callable[[], None]]] = []
        self._count = itertools.count()
        self._knocked = self._began = False
        self._answered = -1

    @property
    def done(self) -> bool:
        """Whether all races have been run."""
        return self._races.over

    def next_time(self, now: int) -> int:
        """When something is due."""
        times = [self.table.next_time(now), now + 50_000]
        return min([*times, self._due[0][0]] if self._due else times)

    def read(self) -> None:
        """Take what has come to the socket."""
        for data, _sender in self.ports.receive():
            self.table.receive(data, microseconds())

    def step(self) -> None:
        """Do what is due."""
        now, table = microseconds(), self.table
        for event in table.update(now):
            if isinstance(event, Moved) and event.src == event.seat == STARTER:
                self._see(now)
        if table.seated and not self._knocked:
            self._knocked = True
            table.ask(Knock(), now)
        if not self._began and table.state.phase == PLAYING and table.state.starts is not None:
            self._began = True
            if table.seat == PRETENDER:
                hold_back(table, self._held)
            if table.seat == STARTER:
                self._at(now + max(0, table.state.starts - table.host_now(now)) + WARM, self._start)
        while self._due and self._due[0][0] <= now:
            heapq.heappop(self._due)[2]()
        for data in table.connection.packets(now):
            self.ports.send(data, self._host)

    def _see(self, now: int) -> None:
        if self.table.seat == STARTER or self._answered == self._races.number:
            return
        self._answered, cheats = self._races.number, self.table.seat == PRETENDER
        if cheats and self._pretence.stall:
            self._held.since(now)
        self._at(now + self._races.took[cheats], self._answer)

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
            self._at(now + PERIOD, self._start)

    def _at(self, at: int, what: Callable[[], None]) -> None:
        heapq.heappush(self._due, (at, next(self._count), what))


def _host(pipe: Pipe, count: int) -> None:
    """The process of the host."""
    tables = Tables(count, STALL, seats=3)
    pipe.send([ports.port for ports in tables.ports])
    stop = threading.Event()
    thread = threading.Thread(target=tables.run, args=(stop.is_set,))
    thread.start()
    pipe.recv()
    stop.set()
    thread.join()
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
    context = multiprocessing.get_context("spawn")
    pipe, end = context.Pipe()
    process = context.Process(target=_host, args=(end, len(PRETENCES)))
    process.start()
    players = []
    for number, (port, pretence) in enumerate(zip(pipe.recv(), PRETENCES.values(), strict=True)):
        shared = Races(number, races)
        players += [Player(("127.0.0.1", port), str(seat), pretence, shared) for seat in range(3)]
    drive(players, STALL)
    pipe.send(None)
    found = {}
    for name, log in zip(PRETENCES, pipe.recv(), strict=True):
        won = list(_winners(log))
        found[name] = {"races": len(won), "won, %": round(100 * won.count(PRETENDER) / max(1, len(won)), 1)}
    process.join()
    return found


if __name__ == "__main__":
    print(json.dumps(measure(*map(int, sys.argv[1:])), indent=2))
