"""Who is first, measured end to end: real UDP sockets, two processes, clients behind different delays.

At every table two seats press for the same place again and again, with a lead that is known because
both processes read the same clock of the system; what the host then judged is compared with it. The
host's own seat is played by a thread beside the host's, over loopback, as in the game.
"""

import heapq
import itertools
import json
import multiprocessing
import random
import select
import socket
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from multiprocessing.connection import Connection as Pipe
from typing import Any, NamedTuple

from game.core.state import PLAYING, Knock, Play
from game.core.table import Move, Moved
from game.lan.udp import Ports, open_client, open_ports
from game.net.address import Address
from game.net.client.connection import Connection
from game.net.client.table_client import TableClient
from game.net.server.game_room import Supply
from game.net.server.table_server import TableServer
from game.net.wire.messages import HouseRules, Join
from game.system import here
from tests.net.duel import Duel
from tests.net.impair import BUSY, FAR, LAN, WIFI, Impaired, Way

OWN: Way = Way()
"""The host's own seat."""
Pair = tuple[str, Way | None, Way]
PAIRS: tuple[Pair, ...] = (
    ("host : 0.3", None, LAN),
    ("host : 3±2", None, WIFI),
    ("host : 10±5", None, BUSY),
    ("host : 30±4", None, FAR),
    ("0.3 : 30±4", LAN, FAR),
    ("3±2 : 10±5", WIFI, BUSY),
)
"""Who plays against whom, with the delays one way in milliseconds; None: the host's own seat."""
LEADS = (0, 0, 0, 0, 2_000, -2_000, 5_000, -5_000)
"""By how many microseconds the first of the two presses earlier, in turn."""
PERIOD = 160_000
"""Microseconds from one press to the next: a flight, and time to learn how it ended."""
WARM = 3_000_000
"""Microseconds of play before the first press."""
_SPREAD = 20_000
"""Microseconds within which a press comes at a time of its own."""
STALL = 10_000
"""Microseconds by which a process may do late what is due; presses at a time when one stood still for
longer do not count: what another program takes of this machine is not what is measured."""

Stalls = list[tuple[int, int]]
"""From when to when a process stood still, by the system's clock."""
Judged = tuple[list[list[int | None]], list[list[tuple[int, int, Move]]], list[int | None]]
"""By table: the seats by the players' names; press, seat and move as judged; when play began."""


class Noted(NamedTuple):
    """What was noted at a hand."""

    table: int
    way: Way
    errors: list[int]
    """By how many microseconds its presses were dated wrong."""
    late: list[int]
    """And how much later than planned they were made."""
    shown: list[int]
    """Whose cards were laid, in turn, as was seen there."""


def microseconds() -> int:
    """The system's clock, the same in all processes."""
    return time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000


class Plan(NamedTuple):
    """When one of the two seats at a table presses."""

    table: int
    second: bool
    presses: int

    def at(self, number: int) -> int:
        """Microseconds after the first possible time of press `number`."""
        at = number * PERIOD + random.Random(f"{self.table} {number}").randrange(_SPREAD)
        lead = LEADS[number % len(LEADS)]
        return at + 5_000 + (max(lead, 0) if self.second else max(-lead, 0))


class Seat(ABC):
    """A client with sockets of its own, which `drive` serves."""

    def __init__(self, host: Address, join: Join) -> None:
        self.table = TableClient(Connection(join, "", microseconds()))
        self.ports: Ports = open_client(host)
        self._host = host
        self._due: list[tuple[int, int, Callable[[], None]]] = []
        self._count = itertools.count()
        self._knocked = self._began = False

    @property
    @abstractmethod
    def done(self) -> bool:
        """Whether it needs nothing any more."""

    @abstractmethod
    def begin(self, now: int, starts: int) -> None:
        """The match has been dealt, and starts at that time of the host's."""

    @abstractmethod
    def see(self, event: Moved, now: int) -> None:
        """A card has been moved."""

    def at(self, at: int, what: Callable[[], None]) -> None:
        """Have something happen then."""
        heapq.heappush(self._due, (at, next(self._count), what))

    def next_time(self, now: int) -> int:
        """When something is due."""
        times = [self.table.next_time(now), now + 50_000]
        return min([*times, self._due[0][0]] if self._due else times)

    def hear(self, data: bytes) -> None:
        """A datagram has come to the socket."""
        self.table.receive(data, microseconds())

    def send(self, data: bytes) -> None:
        """Send a datagram of the client's."""
        self.ports.send(data, self._host)

    def step(self) -> None:
        """Do what is due."""
        while self._due and self._due[0][0] <= microseconds():
            heapq.heappop(self._due)[2]()
        now, table = microseconds(), self.table
        for event in table.update(now):
            if isinstance(event, Moved):
                self.see(event, now)
        if table.seated and not self._knocked:
            self._knocked = True
            table.ask(Knock(), now)
        if not self._began and table.state.phase == PLAYING and table.state.starts is not None:
            self._began = True
            self.begin(now, table.state.starts)
        for data in table.connection.packets(now):
            self.send(data)


class Hand(Seat):
    """A client that presses as planned, behind a way of its own."""

    def __init__(self, host: Address, begun: int, plan: Plan, way: Way) -> None:
        super().__init__(host, Join(f"{plan.table} {plan.second:d}", int(plan.second)))
        self.way, self.errors, self.late, self.shown = way, list[int](), list[int](), list[int]()
        self.number = 0
        self._begun, self.plan = begun, plan
        seed = 10 * plan.table + plan.second
        self._up, self._down = Impaired(way, 2 * seed), Impaired(way, 2 * seed + 1)
        self._first: int | None = None

    @property
    def done(self) -> bool:
        """Whether it has pressed as often as planned, and time for the last has passed."""
        return self._first is not None and microseconds() > self._first + (self.plan.presses + 3) * PERIOD

    def hear(self, data: bytes) -> None:
        """Take it on its further way."""
        for at in self._down.arrivals(microseconds()):
            self.at(at, partial(super().hear, data))

    def send(self, data: bytes) -> None:
        """Put it on its way to the socket."""
        for at in self._up.arrivals(microseconds()):
            self.at(at, partial(super().send, data))

    def begin(self, now: int, starts: int) -> None:
        """Plan the first press."""
        self._first = self._begun + starts + WARM
        self._plan_next(self._first)

    def see(self, event: Moved, now: int) -> None:
        """Note whose card was laid."""
        if event.src == event.seat:
            self.shown.append(event.seat)

    def _plan_next(self, first: int) -> None:
        if self.number < self.plan.presses:
            press = first + self.plan.at(self.number)
            self.at(press, lambda: self._press(first, press))

    def _press(self, first: int, press: int) -> None:
        now, table = microseconds(), self.table
        assert table.seat is not None
        # As the game dates it, when the input was read: `host_now` would never go back to that.
        dated = max(table.connection.watermark, table.connection.clock.at(press))
        table.ask(Play(Move(table.seat, 2 + self.number % 2), dated), now)
        self.errors.append(dated - (press - self._begun))
        self.late.append(now - press)
        self.number += 1
        self._plan_next(first)


def drive(hands: Sequence[Seat], stall: int) -> Stalls:
    """Serve all hands until they are done; when that did not go on for longer than `stall`."""
    sockets = {sock: hand for hand in hands for sock in hand.ports.sockets}
    stalls: Stalls = []
    while not all(hand.done for hand in hands):
        now = microseconds()
        due = min(hand.next_time(now) for hand in hands)
        readable = select.select(list(sockets), [], [], max(0, due - microseconds()) / 1e6)[0]
        _note_stall(stalls, due, stall)
        turn([sockets[sock] for sock in readable], hands)
    return stalls


def turn(heard: Iterable[Seat], hands: Sequence[Seat]) -> None:
    """Serve those for whom something has arrived, then all for whom something is due."""
    for hand in heard:
        for data, _sender in hand.ports.receive():
            hand.hear(data)
    for hand in hands:
        if hand.next_time(now := microseconds()) <= now:
            hand.step()


def _note_stall(stalls: Stalls, due: int, stall: int) -> None:
    now = microseconds()
    if now - due > stall:
        stalls.append((due, now))


class Tables:
    """Tables with their sockets, all in one loop."""

    def __init__(self, count: int, stall: int, seats: int = 2) -> None:
        self.begun = microseconds() - random.randrange(10**9)
        supply = Supply(lambda *_: Duel(), lambda: int.from_bytes(here().entropy.draw(6)))
        self.tables = [TableServer("duel", seats, HouseRules(0, 1, {}), supply) for _ in range(count)]
        self.ports = [open_ports(0) for _ in range(count)]
        self.stalls: Stalls = []
        self._stall = stall
        self._owners: dict[socket.socket, int] = {
            sock: i for i, ports in enumerate(self.ports) for sock in ports.sockets
        }

    @property
    def now(self) -> int:
        """The host's clock."""
        return microseconds() - self.begun

    def run(self, stop: Callable[[], bool]) -> None:
        """Serve until told to stop."""
        while not stop():
            due = min(*(table.next_time() for table in self.tables), self.now + 100_000)
            read = select.select(list(self._owners), [], [], max(0, due - self.now) / 1e6)[0]
            _note_stall(self.stalls, due + self.begun, self._stall)
            self.turn({self._owners[sock] for sock in read})

    def turn(self, heard: Collection[int]) -> None:
        """Serve the tables for which something has arrived, and where something is due."""
        for number in heard:
            for data, sender in self.ports[number].receive():
                if answer := self.tables[number].receive(data, sender, self.now):
                    self.ports[number].send(answer, sender)
        for table, ports in zip(self.tables, self.ports, strict=True):
            if table.next_time() <= self.now or heard:
                for data, address in table.update(self.now):
                    ports.send(data, address)

    def judged(self) -> Judged:
        """The seats at each table by the players' names, what was judged there, and when play began."""
        named = [sorted(t.members.all.values(), key=lambda member: member.name) for t in self.tables]
        matches = [t.room.match for t in self.tables]
        logs = [[(e.press, e.seat, e.move) for e in m.log if e.move] if m else [] for m in matches]
        starts = [m.state.starts if m else None for m in matches]
        return [[member.seat for member in members] for members in named], logs, starts


def pairs(only: str) -> list[Pair]:
    """The pair of this name; all of them if there is none."""
    return [pair for pair in PAIRS if only in ("", pair[0])]


@contextmanager
def served(tables: Tables) -> Iterator[None]:
    """The tables are served by a thread meanwhile."""
    stop = threading.Event()
    thread = threading.Thread(target=tables.run, args=(stop.is_set,))
    thread.start()
    yield
    stop.set()
    thread.join()


@contextmanager
def in_process(target: Callable[..., None], *arguments: object) -> Iterator[Pipe]:
    """The other end of a pipe to a process of its own, which is ended by itself."""
    context = multiprocessing.get_context("spawn")
    pipe, end = context.Pipe()
    process = context.Process(target=target, args=(end, *arguments))
    process.start()
    yield pipe
    process.join()


def _host(pipe: Pipe, count: int, presses: int, stall: int, only: str) -> None:
    """The process of the host: tables in one thread, its own seats in another."""
    tables = Tables(count, stall)
    played = pairs(only)
    own = [number for number in range(count) if played[number % len(played)][1] is None]
    addresses: list[Address] = [("127.0.0.1", ports.port) for ports in tables.ports]
    pipe.send((tables.begun, [address[1] for address in addresses]))
    hands = [Hand(addresses[n], tables.begun, Plan(n, False, presses), OWN) for n in own]
    with served(tables):
        stalls = drive(hands, stall)
        pipe.recv()
    pipe.send((tables.judged(), stalls + tables.stalls, list(map(noted, hands))))


def noted(hand: Hand) -> Noted:
    """What was noted there."""
    return Noted(hand.plan.table, hand.way, hand.errors, hand.late, hand.shown)


def verdicts(
    presses: int, log: list[tuple[int, int, Move]], seats: list[int | None], base: int, stalls: Stalls
) -> Iterator[tuple[int, bool | None]]:
    """Each press's lead, and whether the first of the two seats won; None: one of them was not judged.

    Those at a time when a process stood still (`stalls`, by the host's clock) are left out.
    """
    judged: dict[int, list[int]] = {}
    for press, seat, _move in log:
        judged.setdefault((press - base) // PERIOD, []).append(seat)
    for number in range(presses):
        at = base + number * PERIOD
        if any(begun < at + 2 * PERIOD and at < ended for begun, ended in stalls):
            continue
        order = judged.get(number, [])
        yield LEADS[number % len(LEADS)], order[0] == seats[0] if len(set(order)) == 2 else None


def measure(tables: int = 12, presses: int = 1300, stall: int = STALL, *, only: str = "") -> dict[str, Any]:
    """So many tables, and presses at each, between all pairs or `only` that of this name. Times in
    microseconds, shares in per cent.

    Presses at a time when a process stood still for longer than `stall` do not count.
    """
    played = pairs(only)
    hands = []
    with in_process(_host, tables, presses, stall, only) as pipe:
        begun, ports = pipe.recv()
        for number in range(tables):
            _name, *ways = played[number % len(played)]
            for second, way in enumerate(ways):
                if way is not None:
                    plan = Plan(number, bool(second), presses)
                    hands.append(Hand(("127.0.0.1", ports[number]), begun, plan, way))
        stalls = drive(hands, stall)
        pipe.send(None)
        judged, others, own = pipe.recv()
    still = [(since - begun, until - begun) for since, until in stalls + others]
    return figures(played, presses, judged, still, [*own, *map(noted, hands)])


def figures(
    played: Sequence[Pair], presses: int, judged: Judged, still: Stalls, hands: Iterable[Noted]
) -> dict[str, Any]:
    """What was measured, apart from the times at which a process stood `still`, by the host's clock."""
    seats, logs, starts = judged
    tables = len(seats)
    errors: dict[str, list[int]] = {}
    late: list[int] = []
    shown: dict[int, set[tuple[int, ...]]] = {}
    for table, way, off, lateness, seen in hands:
        errors.setdefault(f"{way.delay / 1000:g}±{way.jitter / 1000:g}", []).extend(off)
        late += lateness
        shown.setdefault(table, set()).add(tuple(seen))
    results: dict[str, list[tuple[int, bool | None]]] = {}
    for number in range(tables):
        found = verdicts(presses, logs[number], seats[number], (starts[number] or 0) + WARM, still)
        results.setdefault(played[number % len(played)][0], []).extend(found)
    host = [one for name, found in results.items() if name.startswith("host") for one in found]
    everyone = [one for found in results.values() for one in found]
    return {
        "presses": len(everyone),
        "host's share of true ties": _told(host)["ties"],
        "wrong": _told(everyone)["wrong"],
        "set aside because the machine was busy": tables * presses - len(everyone),
        "not judged": sum(won is None for _lead, won in everyone),
        "screens that disagree": sum(len(stories) - 1 for stories in shown.values()),
        "clock error": {name: {"mean": sum(off) // len(off)} | _spread(off) for name, off in errors.items()},
        "lateness of a press": _spread(late),
        "pairs": {name: _told(found) for name, found in results.items()},
    }


def _told(found: list[tuple[int, bool | None]]) -> dict[str, Any]:
    ties = [won for lead, won in found if lead == 0 and won is not None]
    wrong = {}
    for lead in sorted({abs(lead) for lead in LEADS} - {0}):
        judged = [won == (signed > 0) for signed, won in found if abs(signed) == lead and won is not None]
        wrong[f"{lead / 1000:g} ms"] = {"n": len(judged), "%": _share(judged.count(False), len(judged))}
    return {"ties": {"n": len(ties), "%": _share(sum(ties), len(ties))}, "wrong": wrong}


def _share(part: int, of: int) -> float:
    return round(100 * part / of, 2) if of else 0.0


def _spread(found: list[int]) -> dict[str, int]:
    sizes = sorted(map(abs, found))
    return {name: sizes[int(len(sizes) * q)] for name, q in (("p50", 0.5), ("p99", 0.99), ("p99.9", 0.999))}


if __name__ == "__main__":
    print(
        json.dumps(
            measure(*map(int, sys.argv[1:4]), only="".join(sys.argv[4:5])), indent=2, ensure_ascii=False
        )
    )
