"""A host in a process of its own, and clients with bots that could become hosts."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from game.core.state import PLAYING, State
from game.lan.bot_client import BotClient
from game.lan.failover import TableConnection
from game.lan.join import connect
from game.net.wire.messages import Join
from game.storage.replay_writer import ReplayKeeper
from tests.net.impair import Way
from tests.net.relay import Relay
from tests.waiting import PATIENCE

ROOT = Path(__file__).parent.parent.parent


class Machines:
    """All of them, until they are closed."""

    def __init__(
        self, folder: Path, clients: int, *arguments: str, module: str = "", way: Way | None = None
    ) -> None:
        """`module`: another program to run as the host. `way`: the network to it, which can be cut."""
        serve = ["main.py", "serve", "--port", "0", "--data", str(folder), *arguments]
        self.host = subprocess.Popen(
            [sys.executable, *(["-m", module, *arguments] if module else serve)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"LC_ALL": "C.UTF-8", "PYTHONUNBUFFERED": "1"},
        )
        assert self.host.stdout
        port = int(self.host.stdout.readline().split("port ")[1].split(".")[0])
        self._relay = Relay(("127.0.0.1", port), way, way).__enter__() if way else None
        at_host = self._relay.address if self._relay else ("127.0.0.1", port)
        self.clients: list[TableConnection] = []
        self.asleep: set[int] = set()
        """The clients that do nothing for now."""
        self._stop = threading.Event()
        self._threads = []
        for number in range(clients):
            join = Join(f"P{number}", number, bot="hard")
            at = connect(at_host, join, "", ReplayKeeper(folder / f"P{number}").save)
            seat = BotClient(at, "hard", number)
            self.clients.append(at)
            self._threads.append(threading.Thread(target=seat.run, args=(partial(self._ended, number),)))
            self._threads[-1].start()

    def _ended(self, number: int) -> bool:
        while number in self.asleep:
            time.sleep(0.01)
        return self._stop.is_set()

    def cut(self, seconds: float) -> None:
        """Cut the network to the host for so long."""
        assert self._relay
        self._relay.cut(seconds)

    def wake(self, number: int) -> None:
        """Let a client go on, whose machine has heard nothing meanwhile."""
        ports = self.clients[number].client._ports  # the machine's own, so nobody hands them out
        while list(ports.receive()):
            pass
        self.asleep.remove(number)

    def epochs(self) -> list[int]:
        """How often the table has changed its host, as each client knows."""
        return [at.client.table.welcome.epoch for at in self.clients if at.client.table.welcome]

    def running(self) -> bool:
        """Whether none has given up."""
        return all(thread.is_alive() for thread in self._threads)

    def states(self) -> list[State]:
        return [at.client.table.state for at in self.clients]

    def counts(self) -> list[int]:
        return [at.client.table.confirmed.count for at in self.clients]

    def kinds(self, number: int) -> list[str]:
        """Who sits where, as this client knows."""
        room = self.clients[number].client.table.room
        return [place.kind for place in room.places] if room else []

    def hosts(self) -> int:
        return sum(at.server_thread is not None for at in self.clients)

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait until it holds."""
        end = time.perf_counter() + PATIENCE
        while not holds():
            seen = [(s.phase, s.round, n) for s, n in zip(self.states(), self.counts(), strict=True)]
            assert time.perf_counter() < end, (seen, self.epochs(), self.hosts())
            time.sleep(0.01)

    def in_play(self, least: int) -> bool:
        """Whether all play and have heard of so many events."""
        return all(s.phase == PLAYING for s in self.states()) and min(self.counts()) >= least

    def end_clients(self) -> None:
        """All clients leave off, without a word to the host."""
        self.asleep.clear()
        self._stop.set()
        for thread in self._threads:
            thread.join(PATIENCE)
        for at in self.clients:
            at.close()
        self.clients = []

    def close(self) -> None:
        self.end_clients()
        if self._relay:
            self._relay.__exit__(None, None, None)
        self.host.kill()
        self.host.wait()
        assert self.host.stdout
        self.host.stdout.close()
