"""The host is lost: real machines go on."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game.core.state import PLAYING, State
from game.lan.botseat import BotSeat
from game.lan.failover import Attendance
from game.lan.places import attend, haisty_rules, keeper, open_table
from game.lan.view import THERE
from game.net.messages import Join
from game.store import Settings

ROOT = Path(__file__).parent.parent.parent


class Machines:
    """A host in a process of its own, and clients with bots that could become hosts."""

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


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Callable[..., Machines]]:
    made: list[Machines] = []

    def make(clients: int, *arguments: str) -> Machines:
        made.append(Machines(tmp_path, clients, *arguments))
        return made[-1]

    yield make
    for each in made:
        each.close()


def laid(state: State, seats: int) -> int:
    return sum(len(pile.cards) for pile in state.table.piles[7 * seats :])


def test_a_killed_host_is_followed_by_the_next_machine_and_nothing_confirmed_is_lost(
    machines: Callable[..., Machines],
) -> None:
    three = machines(3, "--seats", "3")
    three.until(lambda: three.in_play(25))
    three.host.send_signal(signal.SIGKILL)
    confirmed, state = max(three.counts()), three.states()[0]
    three.until(lambda: all(at.remote.visit.welcome.epoch == 1 for at in three.clients))  # type: ignore[union-attr]
    three.until(lambda: three.in_play(confirmed + 5))
    assert three.hosts() == 1
    now = three.states()[0]
    assert laid(now, 3) >= laid(state, 3)
    assert (now.round, now.totals) == (state.round, state.totals)


def test_the_only_other_machine_goes_on_with_the_hosts_bots(machines: Callable[..., Machines]) -> None:
    one = machines(1, "--seats", "3", "--bots", "2", "--level", "hard")
    one.until(lambda: one.in_play(15))
    one.host.send_signal(signal.SIGKILL)
    confirmed = one.counts()[0]
    one.until(lambda: one.hosts() == 1 and one.in_play(confirmed + 10))


def test_a_host_that_was_only_asleep_does_not_split_the_others(machines: Callable[..., Machines]) -> None:
    two = machines(2, "--seats", "2")
    two.until(lambda: two.in_play(10))
    two.host.send_signal(signal.SIGSTOP)
    two.until(lambda: all(at.remote.visit.welcome.epoch == 1 for at in two.clients))  # type: ignore[union-attr]
    two.host.send_signal(signal.SIGCONT)
    confirmed = two.counts()[0]
    two.until(lambda: two.in_play(confirmed + 5))
    assert two.hosts() == 1
    assert len({at.remote.visit.welcome.epoch for at in two.clients}) == 1  # type: ignore[union-attr]
    assert abs(two.counts()[0] - two.counts()[1]) < 5


def test_a_short_silence_moves_nobody(machines: Callable[..., Machines]) -> None:
    two = machines(2, "--seats", "2")
    two.until(lambda: two.in_play(10))
    two.host.send_signal(signal.SIGSTOP)
    time.sleep(0.4)
    two.host.send_signal(signal.SIGCONT)
    confirmed = two.counts()[0]
    two.until(lambda: two.in_play(confirmed + 5))
    assert two.hosts() == 0


def test_the_host_s_own_player_is_back_after_the_machine_slept() -> None:
    lan = open_table(Settings(), None, "Sleepy", 3, 1, "code", 0)
    try:
        end = time.perf_counter() + 10
        while lan.status != THERE:
            assert time.perf_counter() < end
            time.sleep(0.01)
        assert lan.server
        [member] = lan.server.table.members.all.values()
        lan.server.table._reception.lose(
            member
        )  # what the host does when it wakes and has heard nothing for long
        while member.guest is None or lan.status != THERE:
            assert time.perf_counter() < end
            time.sleep(0.01)
        assert (lan.seat, lan.owner) == (0, True)
    finally:
        lan.close()
