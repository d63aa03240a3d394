"""What the network costs: latency beside ENet, bytes, the host's time, joining, finding tables."""

import os
import select
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import psutil

from game.bots.bot import Bot
from game.core.state import PLAYING, Play, Request, State
from game.net.address import Address
from game.net.discovery.finder import Finder
from game.net.wire.packet import CAP, TableInfo
from game.rules.haisty import Haisty
from tests.bench import discovery, latency
from tests.net.impair import BUSY, LAN, WIFI, Way
from tests.net.lan import ROOT
from tests.net.simnet import SECOND, Client, Net, new_table

SEATS = 8
PACE = 4
"""Moves a second of each client whose bytes are counted."""
COUNTED = 20
"""Seconds for which bytes and the host's time are counted."""
JOINS = 9
BUSY_LOSSY = BUSY._replace(loss=0.05)


class Mover(Bot):
    """Makes some move or other at an uneven pace, and throws what it can on the table."""

    def __init__(self, seat: int) -> None:
        super().__init__(Haisty(), seat, "hard", seat)
        self._chance = Random(seat)
        self.made = 0

    def look(self, state: State, now: int) -> list[Request]:
        """A move, if the cards lie."""
        if state.phase != PLAYING or state.starts is None or now < state.starts:
            return super().look(state, now)
        self.wake = now + round(SECOND / PACE * self._chance.uniform(0.5, 1.5))
        moves = [move for move in self._rules.moves(state.table, self.seat) if move.count]
        moves = [move for move in moves if self._rules.flies(state.table, self.seat, move)] or moves
        if not moves:
            return []
        self.made += 1
        return [Play(self._chance.choice(moves), now)]


class Counted(Net):
    """A simulated table whose bytes are counted: the payload of datagrams."""

    def __init__(self, way: Way) -> None:
        super().__init__(new_table(SEATS, rounds=1, seed=2), 1)
        self.up = self.down = self.datagrams = 0
        for _ in range(SEATS):
            self.join(way, way)
        assert self.run(20, lambda: bool(self.table.room.match and self.match.state.phase == PLAYING))
        assert self.run(5, lambda: self.now > (self.match.state.starts or 0))
        self.movers = [Mover(client.table.seat or 0) for client in self.clients]
        for client, mover in zip(self.clients, self.movers, strict=True):
            client.bot = mover
        self.up = self.down = self.datagrams = 0

    def send(self, client: Client, data: bytes) -> None:
        self.up += len(data)
        self.datagrams += 1
        super().send(client, data)

    def deliver(self, address: Address, data: bytes) -> None:
        self.down += len(data)
        self.datagrams += 1
        super().deliver(address, data)


def traffic() -> dict[str, dict[str, float]]:
    """Bytes a second and client, in simulated time."""
    found = {}
    for name, way in (("lan", LAN), ("wifi", WIFI), ("busy", BUSY), ("busy_loss_5", BUSY_LOSSY)):
        net = Counted(way)
        begun = net.now
        net.run(COUNTED)
        each = SEATS * (net.now - begun) / SECOND
        made = sum(mover.made for mover in net.movers)
        found[name] = {
            "moves_per_s": round(made / each, 2),
            "down_bytes_per_s": round(net.down / each),
            "up_bytes_per_s": round(net.up / each),
            "datagrams_per_s": round(net.datagrams / each, 1),
        }
    return found


@contextmanager
def command(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """The program with these arguments, in a data folder of its own; ended with the context."""
    with tempfile.TemporaryDirectory() as folder:
        line = [sys.executable, "main.py", *arguments, "--data", folder]
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
        started = subprocess.Popen(line, cwd=ROOT, **quiet)  # type: ignore[call-overload]
        try:
            yield started
        finally:
            started.terminate()
            started.wait()


def free_port() -> int:
    """A port that nobody has at the moment."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.bind(("", 0))
        return int(sock.getsockname()[1])


def wait_for(port: int, taken: int, playing: bool = False, longest: float = 60) -> float:
    """Ask the host again and again until so many places are taken; when that was."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        finder, end = Finder(0), time.perf_counter() + longest
        question = finder.question(0)
        assert question
        while (now := time.perf_counter()) < end:
            sock.sendto(question, ("127.0.0.1", port))
            if select.select([sock], [], [], 0.005)[0]:
                finder.take(sock.recv(CAP), ("127.0.0.1", port), 0)
            if any(_there(found.info, taken, playing) for found in finder.tables(0)):
                return now
    raise TimeoutError


def _there(info: TableInfo, taken: int, playing: bool) -> bool:
    return info.taken >= taken and info.playing >= playing


def joining() -> dict[str, float]:
    """Seconds from the start of a process to its seat at a table of this machine."""
    port, took = free_port(), []
    for _ in range(JOINS):
        with command("serve", "--port", str(port)):
            wait_for(port, 0)
            begun = time.perf_counter()
            with command("join", f"127.0.0.1:{port}", "--bot", "easy"):
                took.append(wait_for(port, 1) - begun)
    return {"median_s": round(statistics.median(took), 3), "max_s": round(max(took), 3)}


def host_load() -> dict[str, float]:
    """The part of a core that a host takes with clients at play, each a process of its own."""
    port = free_port()
    with command("serve", "--port", str(port), "--seats", str(SEATS)) as host:
        wait_for(port, 0)
        clients = [command("join", f"127.0.0.1:{port}", "--bot", "hard") for _ in range(SEATS)]
        for client in clients:
            client.__enter__()
        try:
            wait_for(port, SEATS, playing=True)
            time.sleep(3)
            shares = list(_shares(psutil.Process(host.pid)))
        finally:
            for client in clients:
                client.__exit__(None, None, None)
    return {
        "cpu_percent_median": round(statistics.median(shares), 1),
        "cpu_percent_max": round(max(shares), 1),
    }


def _shares(process: psutil.Process) -> Iterator[float]:
    """Per cent of a core in each second."""
    for _ in range(COUNTED):
        begun, before = time.perf_counter(), sum(process.cpu_times()[:2])
        time.sleep(1)
        yield 100 * (sum(process.cpu_times()[:2]) - before) / (time.perf_counter() - begun)


def measure() -> dict[str, object]:
    """All of it."""
    return {
        "cores": os.cpu_count(),
        "latency_8_clients_30_per_s": latency.measure(),
        "traffic_8_clients_4_moves_per_s": traffic(),
        "host_8_clients_at_play": host_load(),
        "launch_to_seated": joining(),
        "discovery": discovery.measure_discovery(),
    }
