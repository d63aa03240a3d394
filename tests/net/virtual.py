"""Programs on one bad network, with real UDP sockets but in a time of their own: it passes as fast as they
can handle what is due, and never before it is handled."""

import heapq
import itertools
import socket
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from types import TracebackType
from typing import Any, Self

from game.lan.udp import Ports
from game.net.address import Address
from game.system import Clock, T, here, on
from tests.net.impair import Impaired, Way

_IDLE = 0.1
"""Seconds that pass at once if there is nobody."""
_STEP = 1e-5
"""The least seconds from one turn of a program to its next."""


class VirtualClock(Clock):
    """All programs' clock; only the network sets it."""

    def __init__(self, beneath: Clock) -> None:
        self._beneath = beneath
        self.now = 1.0
        """In seconds."""

    def seconds(self) -> float:
        return self.now

    def microseconds(self) -> int:
        return round(self.now * 1e6)

    def wall(self) -> float:
        return self.now

    def wait(self, files: Sequence[T], seconds: float) -> Sequence[T]:
        return self._beneath.wait(files, 0)

    def pause(self, seconds: float) -> None:
        """Time passes between the turns only."""


class Program(ABC):
    """Something that is given a turn when it is due, or when a datagram has come for it."""

    due = 0.0
    """When its next turn is, in seconds."""
    side = 0
    """Which part of the network its machine is on, while that is cut."""
    frozen = 0.0
    """Until when it has no turn at all, as if its machine slept."""

    @abstractmethod
    def turn(self) -> float:
        """Do what is due without waiting; returns the seconds until the next turn."""

    @abstractmethod
    def sockets(self) -> Sequence[socket.socket]:
        """The sockets at which it is woken."""


class Network:
    """While it is entered, every datagram of this process travels by it."""

    def __init__(self, way: Way, seed: int) -> None:
        self.clock = VirtualClock(here().clock)
        self._within = on(replace(here(), clock=self.clock))
        self.programs: list[Program] = []
        self.cut = False
        """Whether nothing passes from one side to another."""
        self.sent = 0
        self._way = Impaired(way, seed)
        self._under_way: list[tuple[int, int, socket.socket, bytes, Address]] = []
        self._count = itertools.count()
        self._woken_at: dict[int, Program] = {}
        """By port."""
        self._send: Any = None

    def __enter__(self) -> Self:
        self._within.__enter__()
        network, self._send = self, Ports.send

        def send(ports: Ports, data: bytes, address: Address) -> int:
            network.carry(ports, data, address)
            return 0

        Ports.send = send  # type: ignore[method-assign, assignment]
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._within.__exit__(kind, error, trace)
        Ports.send = self._send  # type: ignore[method-assign]

    def carry(self, ports: Ports, data: bytes, address: Address) -> None:
        """Take a datagram: it arrives later, perhaps twice, or not at all."""
        self.sent += 1
        sock = ports.way_to(address)
        assert sock
        if self.cut and self._apart(sock.getsockname()[1], address[1]):
            return
        for at in self._way.arrivals(self.clock.microseconds()):
            heapq.heappush(self._under_way, (at, next(self._count), sock, data, address))

    def add(self, program: Program) -> None:
        """Give it turns from now on."""
        program.due = self.clock.now
        self.programs.append(program)
        self._woken_at.clear()

    def remove(self, program: Program) -> None:
        """It has ended, or was killed."""
        self.programs.remove(program)
        self._woken_at.clear()

    def step(self) -> None:
        """Let time pass to whatever comes next, and have it done."""
        turns = (program.frozen if program.frozen > program.due else program.due for program in self.programs)
        nearest = min(turns, default=self.clock.now + _IDLE)
        if self._under_way:
            nearest = min(nearest, self._under_way[0][0] / 1e6)
        now = self.clock.now = max(self.clock.now, nearest)
        micros = self.clock.microseconds()
        while self._under_way and self._under_way[0][0] <= micros:
            _at, _number, sock, data, address = heapq.heappop(self._under_way)
            self._deliver(sock, data, address)
        for program in list(self.programs):
            if program.due <= now and program.frozen <= now:
                program.due = now + max(_STEP, program.turn())

    def _apart(self, port: int, other: int) -> bool:
        """Whether the programs at these ports are on different sides."""
        one, two = self._at(port), self._at(other)
        return bool(one and two and one.side != two.side)

    def _deliver(self, sock: socket.socket, data: bytes, address: Address) -> None:
        try:
            sock.sendto(data, address)
        except OSError:  # its sender has been killed, or nobody is there any more
            return
        if program := self._at(address[1]):
            program.due = self.clock.now

    def _at(self, port: int) -> Program | None:
        if port not in self._woken_at:
            self._woken_at = {
                sock.getsockname()[1]: program
                for program in self.programs
                for sock in program.sockets()
                if sock.fileno() >= 0
            }
        return self._woken_at.get(port)
