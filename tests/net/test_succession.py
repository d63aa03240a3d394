"""The host is lost: what clients remember, the unseen cards dealt anew, and real machines going on."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game.core.cards import HIDDEN
from game.core.match import Match
from game.core.state import PLAYING, State
from game.demo import LEVEL
from game.lan.botseat import BotSeat
from game.lan.failover import Attendance
from game.lan.places import attend, haisty_rules, keeper, open_table
from game.lan.view import THERE
from game.net.link import memory_link
from game.net.messages import Join
from game.net.succession import Memory, dealt_anew
from game.rules.haisty import Haisty
from game.session import BotTable
from game.store import Settings

ROOT = Path(__file__).parent.parent.parent


def remembered(seats: int, seed: int, seconds: int, missed: int = 0) -> tuple[Match, Memory]:
    """A match of bots so far, and what somebody who watched from the first deal remembers of it.

    `missed`: how many of the last events have not reached them.
    """
    match = Match(Haisty(), seats, seed)
    table = BotTable(match, dict.fromkeys(range(seats), LEVEL))
    memory = Memory()
    memory.begin(match.state._replace(table=match.state.table.view()), 0)
    said, heard = memory_link()
    table._host.watchers.append(said)
    table.advance(seconds * 1_000_000)
    events = heard.receive(2**60)
    for event in events[: len(events) - missed]:
        memory.hear(event)
    assert match.state.phase == PLAYING
    return match, memory


def test_what_lay_face_up_once_is_remembered_and_right() -> None:
    more = 0
    for seed in range(4):
        match, memory = remembered(3, seed, 30)
        for known, real in zip(memory.state.table.piles, match.state.table.piles, strict=True):
            assert known.up == real.up
            for card, face in zip(known.cards, real.cards, strict=True):
                assert card in (HIDDEN, face)
            more += sum(card != HIDDEN for card in known.cards) - real.up
    assert more > 20, "nothing is remembered but what lies open"


@pytest.mark.parametrize("seed", range(4))
def test_unseen_cards_are_dealt_anew_and_the_rest_stays(seed: int) -> None:
    match, memory = remembered(4, seed, 20)
    owners = [spot.seat for spot in match.rules.spots(4)]
    known, real = memory.state.table, match.state.table
    new = dealt_anew(known, owners, seed)
    assert new.view() == real.view()
    assert Counter(c for p in new.piles for c in p.cards) == Counter(c for p in real.piles for c in p.cards)
    assert all(
        card.pack == owner
        for pile, owner in zip(new.piles, owners, strict=True)
        for card in pile.cards
        if owner is not None
    )
    assert new != dealt_anew(known, owners, seed + 1)
    for before, after in zip(known.piles, new.piles, strict=True):
        assert all(b in (HIDDEN, a) for b, a in zip(before.cards, after.cards, strict=True))


def test_another_client_fills_in_what_is_missing_and_nothing_twice() -> None:
    _, whole = remembered(2, 1, 20)
    _, late = remembered(2, 1, 20, missed=7)
    assert late.state != whole.state
    for _ in range(2):
        for number, event in whole.recent:
            late.catch_up(number, event)
    assert (late.state, late.count) == (whole.state, whole.count)


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
