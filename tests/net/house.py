"""Machines with programs on one network, all in memory and in one simulated time: their sockets, clock and
chance are a function of a seed, and the whole can be forked. The game's own code runs unchanged below the
window, tables, hosts, takeovers, but turn by turn and without threads.
"""

import heapq
import itertools
import random
import socket
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Thread
from typing import Any, Self

import pytest

from game.lan import interfaces, server
from game.net.address import Address
from game.system import Clock, Jobs, Net, System, T, on
from tests.seeded import Seeded

LEAST, MOST = 300, 3_000
"""Microseconds that a datagram travels."""
_STEP = 20
"""The least microseconds from one turn of a program to its next."""


class Program(ABC):
    """Something that is given turns: when it is due, or when a datagram has come."""

    due = 0
    """When its next turn is, in microseconds."""
    frozen = 0
    """Until when it has none, as if its machine slept."""
    machine: "Machine"

    @abstractmethod
    def turn(self) -> int:
        """Do what is due without waiting; returns the microseconds until the next turn."""


class Machine:
    """A computer with an address."""

    def __init__(self, house: "House", number: int) -> None:
        self.house, self.address = house, f"10.0.0.{number}"
        self.boxes: dict[int, deque[tuple[bytes, Address]]] = {}
        """By port, what has come and was not read."""
        self.apart = 0
        """Which part of the network it is on, while that is cut."""
        self._ports = itertools.count(40_000 + 1_000 * number)

    def bind(self, port: int) -> int:
        """Open a port, if 0 any; raises OSError if it is in use."""
        if port in self.boxes:
            raise OSError(98, "in use")
        port = port or next(self._ports)
        self.boxes[port] = deque()
        return port


class House(Clock):
    """All machines and programs, their clock, and the datagrams under way. The one that is entered has the
    sockets and the chance of this process."""

    here: Machine
    """The machine whose program has its turn."""

    def __init__(self, seed: int) -> None:
        self.now = 1_000_000
        """In microseconds."""
        self.programs: list[Program] = []
        self.machines: dict[str, Machine] = {}
        self.cut = False
        """Whether nothing passes from one part of the network to another."""
        self._rng = random.Random(seed)
        self._under_way: list[tuple[int, int, str, int, bytes, Address]] = []
        self._count = itertools.count()

    # -- the clock

    def seconds(self) -> float:
        return self.now / 1e6

    def microseconds(self) -> int:
        return self.now

    def wall(self) -> float:
        return self.now / 1e6

    def wait(self, files: Sequence[T], seconds: float) -> Sequence[T]:
        """Nobody waits: time passes between the turns only."""
        every: Any = files
        return [each for each in every if each.box]

    def pause(self, seconds: float) -> None:
        """As with `wait`."""

    # -- what goes on

    @contextmanager
    def entered(self) -> Iterator[Self]:
        """Have all sockets and all chance be those of this house."""
        with (
            pytest.MonkeyPatch.context() as patch,
            on(System(self, Seeded(self._rng.getrandbits(64)), _NoJobs(), _Net(self))),
        ):
            patch.setattr(interfaces, "interfaces", list)
            patch.setattr(server, "addresses_here", lambda: (self.here.address,))
            patch.setattr(server, "join_groups", lambda _host: None)
            yield self

    def machine(self) -> Machine:
        """Another one."""
        new = Machine(self, len(self.machines) + 1)
        self.machines[new.address] = self.here = new
        return new

    def add(self, program: Program, machine: Machine) -> None:
        """Give it turns from now on."""
        program.machine, program.due = machine, self.now
        self.programs.append(program)

    def end(self, program: Program) -> None:
        """It has ended or was killed."""
        if program in self.programs:
            self.programs.remove(program)

    def run(self, seconds: float, done: Callable[[], object] = lambda: False) -> bool:
        """Let time pass, for so long or until it is so; whether it is."""
        end = self.now + round(seconds * 1e6)
        while not done():
            if self.now >= end:
                return False
            self._step(end)
        return True

    def carry(self, sender: Machine, port: int, data: bytes, to: Address) -> None:
        """Take a datagram, which comes a moment later; on its own machine at once."""
        own = to[0] == "127.0.0.1"
        target = sender if own else self.machines.get(to[0])
        if target is None or (self.cut and target.apart != sender.apart):
            return
        at = self.now + (60 if target is sender else self._rng.randrange(LEAST, MOST))
        back = ("127.0.0.1" if own else sender.address, port)
        heapq.heappush(self._under_way, (at, next(self._count), target.address, to[1], data, back))

    def _step(self, end: int) -> None:
        turns = [max(program.due, program.frozen) for program in self.programs]
        self.now = max(self.now, min([end, *turns, *[each[0] for each in self._under_way[:1]]]))
        while self._under_way and self._under_way[0][0] <= self.now:
            _at, _number, host, port, data, back = heapq.heappop(self._under_way)
            machine = self.machines[host]
            if (box := machine.boxes.get(port)) is not None:
                box.append((data, back))
                for program in self.programs:
                    if program.machine is machine:
                        program.due = self.now
        for program in list(self.programs):
            if max(program.due, program.frozen) <= self.now and program in self.programs:
                self.here = program.machine
                program.due = self.now + max(_STEP, program.turn())


class Socket:
    """One of those of a house, for IPv4."""

    family = socket.AF_INET

    def __init__(self, house: House, family: int = socket.AF_INET, _kind: int = 0) -> None:
        if family != socket.AF_INET:
            raise OSError(97, "no such network here")
        self._machine, self._port, self._shared, self._open = house.here, 0, [1], True

    @property
    def box(self) -> deque[tuple[bytes, Address]]:
        return self._machine.boxes.get(self._port) or deque()

    def setblocking(self, _on: bool) -> None:
        pass

    def setsockopt(self, *_option: object) -> None:
        pass

    def bind(self, address: Address) -> None:
        self._port = self._machine.bind(address[1])

    def getsockname(self) -> Address:
        return "0.0.0.0", self._port

    def dup(self) -> "Socket":
        twin = Socket.__new__(Socket)
        twin.__dict__ |= self.__dict__
        self._shared[0] += 1
        return twin

    def sendto(self, data: bytes, address: Address) -> None:
        self._machine.house.carry(self._machine, self._port, bytes(data), address)

    def recvfrom(self, _most: int) -> tuple[bytes, Address]:
        if not self.box:
            raise BlockingIOError
        return self.box.popleft()

    def close(self) -> None:
        self._shared[0] -= self._open
        self._open = False
        if not self._shared[0]:
            self._machine.boxes.pop(self._port, None)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()


class _Flag:
    """In place of an event: nobody waits."""

    def __init__(self) -> None:
        self._on = False

    def set(self) -> None:
        self._on = True

    def is_set(self) -> bool:
        return self._on


class _Ended(Thread):
    """There is nothing to wait for."""

    def join(self, timeout: float | None = None) -> None:
        """It was never begun."""


class _NoJobs(Jobs):
    """Nothing runs beside: the program has turns."""

    def start(self, job: Callable[..., object], *what: object, waits: bool = False) -> Thread:
        return _Ended()

    def event(self) -> Any:
        return _Flag()


class _Net(Net):
    def __init__(self, house: House) -> None:
        self._house = house

    def socket(self, family: int) -> Any:
        return Socket(self._house, family)
