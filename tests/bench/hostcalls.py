"""What a host does with eight clients at play, in simulated time: the same on every machine, however busy."""

import heapq
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from socket import socket
from types import FrameType
from typing import Any

from game.core.state import PLAYING
from game.lan.server import Server
from game.lan.udp import Ports
from game.net.address import Address
from game.system import Clock, T, here, on
from tests.net.impair import BUSY, WIFI, Way
from tests.net.simnet import SECOND, STEP, Net, new_table

SEATS = 8
COUNTED = 20
"""Seconds of play."""
WAYS = {"this machine": Way(50), "3±2 ms": WIFI, "10±5 ms": BUSY}


class Clients(Net):
    """The clients; their host is a program of its own."""

    def __init__(self) -> None:
        super().__init__(new_table(SEATS, rounds=3, seed=3), 1)
        self.sent: list[tuple[bytes, Address]] = []
        """What has come to the host and is not read yet."""

    def _step(self, end: int) -> None:
        times = [end, *(client.wakes for client in self.clients)]
        self.now = max(self.now + STEP, min([*times, self._due[0][0]] if self._due else times))
        while self._due and self._due[0][0] <= self.now:
            heapq.heappop(self._due)[2]()
        for client in self.clients:
            if client.wakes <= self.now:
                self._live(client)

    def arrive(self, data: bytes, address: Address) -> None:
        self.sent.append((data, address))


class HostPorts(Ports):
    """In place of the host's sockets."""

    port = 0

    def __init__(self, clients: Clients) -> None:
        super().__init__([])
        self._clients = clients
        self.heard = self.said = 0

    def receive(self, ready: Sequence[socket] | None = None) -> Iterator[tuple[bytes, Address]]:
        sent, self._clients.sent = self._clients.sent, []
        self.heard += len(sent)
        yield from sent

    def send(self, data: bytes, address: Address) -> int:
        self.said += 1
        self._clients.deliver(address, data)
        return 0


class HostClock(Clock):
    """While the host waits, the clients live; while it does not, its calls are counted."""

    def __init__(self, clients: Clients) -> None:
        self._clients = clients
        self.counts = {"waits": 0, "call": 0, "c_call": 0}

    def seconds(self) -> float:
        return self._clients.now / SECOND

    wall = seconds

    def wait(self, files: Sequence[T], seconds: float) -> Sequence[T]:
        sys.setprofile(None)
        self.counts["waits"] += 1
        self._clients.run(max(0.0, seconds), lambda: bool(self._clients.sent))
        sys.setprofile(self._count)
        return ()

    def pause(self, seconds: float) -> None:
        sys.setprofile(None)
        self.counts["waits"] += 1
        self._clients.run(seconds)
        sys.setprofile(self._count)

    def _count(self, _frame: FrameType, event: str, _what: object) -> None:
        if event in self.counts:
            self.counts[event] += 1


def measure() -> dict[str, Any]:
    """By the clients' lines, the host's packets, waits and calls in a second."""
    found = {}
    for name, way in WAYS.items():
        clients = Clients()
        ports, clock = HostPorts(clients), HostClock(clients)
        with on(replace(here(), clock=clock)):
            server = Server(clients.table, ports, lambda *_match: None)
        for _ in range(SEATS):
            clients.join(way, way)
        room = clients.table.room
        while not (room.match and room.match.state.phase == PLAYING):
            server.step()
        end = clients.now + 5 * SECOND  # the countdown
        while clients.now < end:
            server.step()
        ports.heard = ports.said = 0
        clock.counts = dict.fromkeys(clock.counts, 0)
        end = clients.now + COUNTED * SECOND
        while clients.now < end:
            server.step()
        sys.setprofile(None)
        counts = {"packets_in": ports.heard, "packets_out": ports.said, **clock.counts}
        found[name] = {what: round(count / COUNTED) for what, count in counts.items()}
    return found
