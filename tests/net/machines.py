"""A host in a process of its own, and clients with bots that could become hosts."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from game.core.state import PLAYING, State
from game.lan.botseat import BotSeat
from game.lan.failover import Attendance
from game.lan.places import attend, haisty_rules, keeper
from game.net.messages import Join

ROOT = Path(__file__).parent.parent.parent


class Machines:
    """All of them, until they are closed."""

    def __init__(self, folder: Path, clients: int, *arguments: str) -> None:
        self.host = subprocess.Popen(
            [sys.executable, "main.py", "serve", "--port", "0", "--data", str(folder), *arguments],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"LC_ALL": "C.UTF-8", "PYTHONUNBUFFERED": "1"},
        )
        assert self.host.stdout
        port = int(self.host.stdout.readline().split("port ")[1].split(".")[0])
        self.clients: list[Attendance] = []
        self._stop = threading.Event()
        self._threads = []
        for number in range(clients):
            join = Join(f"P{number}", number, bot="hard")
            at = attend(("127.0.0.1", port), join, "", keeper(None))
            seat = BotSeat(at, haisty_rules, "hard", number)
            self.clients.append(at)
            self._threads.append(threading.Thread(target=seat.run, args=(self._stop.is_set,)))
            self._threads[-1].start()

    def states(self) -> list[State]:
        return [at.remote.visit.state for at in self.clients]

    def counts(self) -> list[int]:
        return [at.remote.visit.memory.count for at in self.clients]

    def hosts(self) -> int:
        return sum(at.failover is not None and at.failover.server is not None for at in self.clients)

    def until(self, holds: Callable[[], bool], seconds: float = 20) -> None:
        """Wait until it holds."""
        end = time.perf_counter() + seconds
        while not holds():
            assert time.perf_counter() < end, self.states()
            time.sleep(0.01)

    def in_play(self, least: int) -> bool:
        """Whether all play and have heard of so many events."""
        return all(s.phase == PLAYING for s in self.states()) and min(self.counts()) >= least

    def close(self) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join(5)
        for at in self.clients:
            at.close()
        self.host.kill()
        self.host.wait()
        assert self.host.stdout
        self.host.stdout.close()
