"""The bad network itself, and a whole match through it over real sockets in real time."""

import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game.bots.pace import PACES, Delay, Pace
from game.core.match import Match
from game.core.state import WON, Scored
from game.lan.bot_client import BotClient
from game.lan.client import LanClient
from game.lan.failover import TableConnection
from game.lan.hosting import bind, make_table
from game.lan.server import Server
from game.net.server.game_room import Terms
from game.net.wire.messages import Join
from game.net.wire.snapshot import digest
from game.storage.match_replay import Origin, check_match, match_text, read_match
from tests.net.impair import BUSY, Impaired, Way
from tests.net.relay import Relay
from tests.waiting import until

SECOND = 1_000_000
FAST = Pace(*[Delay((30, 40, 50, 60, 70, 80, 120))] * 6)
"""A bot that is much quicker than anyone, so that a round takes seconds."""


def fates(way: Way, seed: int, count: int = 20_000) -> list[list[int]]:
    impaired = Impaired(way, seed)
    return [impaired.arrivals(0) for _ in range(count)]


def test_same_seed_same_fates_and_another_seed_others() -> None:
    way = Way(10_000, 5_000, loss=0.2, burst=3, copies=0.1, late=0.1, lateness=20_000)
    assert fates(way, 1) == fates(way, 1)
    assert fates(way, 1) != fates(way, 2)


@pytest.mark.parametrize("burst", [1, 5])
def test_as_much_is_lost_as_asked_for(burst: float) -> None:
    lost = [not found for found in fates(Way(loss=0.2, burst=burst), 1)]
    assert 0.18 < sum(lost) / len(lost) < 0.22
    runs = sum(now and not before for before, now in zip([False, *lost], lost, strict=False))
    assert sum(lost) / runs == pytest.approx(burst if burst > 1 else 1.25, rel=0.1)


def test_delay_copies_and_lateness_are_as_asked_for() -> None:
    found = fates(Way(10_000, 5_000, copies=0.25, late=0.1, lateness=50_000), 1)
    assert Counter(map(len, found))[2] == pytest.approx(5_000, rel=0.05)
    times = [at for each in found for at in each]
    assert min(times) >= 5_000
    assert max(times) <= 65_000
    assert sum(at > 15_000 for at in times) == pytest.approx(len(times) * 0.1, rel=0.1)


def test_cut_loses_all_and_stall_holds_all_back() -> None:
    way = Impaired(Way(1_000), 1)
    way.cut(SECOND)
    assert way.arrivals(SECOND - 1) == []
    assert way.arrivals(SECOND) == [SECOND + 1_000]
    way.stall(3 * SECOND)
    assert way.arrivals(2 * SECOND) == [3 * SECOND]
    assert way.arrivals(3 * SECOND) == [3 * SECOND + 1_000]


def test_relay_passes_both_ways_and_keeps_clients_apart() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as host:
        host.bind(("127.0.0.1", 0))
        host.settimeout(5)
        clients = [socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range(3)]
        with Relay(host.getsockname(), Way(20_000), Way(20_000)) as relay:
            for number, client in enumerate(clients):
                client.settimeout(5)
                begun = time.perf_counter()
                client.sendto(bytes((number,)), relay.address)
                data, sender = host.recvfrom(100)
                host.sendto(data, sender)
                assert client.recv(100) == bytes((number,))
                assert time.perf_counter() - begun >= 0.04
            assert len(relay.paths) == 3
        for client in clients:
            client.close()


class Played:
    """A host in a thread, and bots in threads who reach it through the relay."""

    def __init__(self, way: Way, seats: int) -> None:
        self.over: Match | None = None
        table = make_table("Relay", seats, Terms({}, 0, 1), seed=11)
        self.server = Server(table, bind(0), self._save)
        self.relay = Relay(("127.0.0.1", self.server.ports.port), way, way, 5)
        self.stop = threading.Event()
        self.relay.__enter__()
        self.remotes: list[LanClient] = []
        self.ends: dict[int, int] = {}
        self.threads = [threading.Thread(target=self.server.run, args=(self.stop.is_set,))]
        for number in range(seats):
            remote = LanClient(self.relay.address, Join(f"P{number}", number, bot="hard"), "")
            self.remotes.append(remote)
            self._note(number, remote)
            seat = BotClient(TableConnection(remote, bind(0), self._save), "hard", number)
            self.threads.append(threading.Thread(target=seat.run, args=(self.stop.is_set,)))
        for thread in self.threads:
            thread.start()

    def _save(self, match: Match, names: tuple[str, ...], backs: tuple[int, ...], origin: Origin) -> None:
        self.over = match

    def _note(self, number: int, remote: LanClient) -> None:
        update = remote.table.update

        def noted(now: int) -> list[object]:
            events = update(now)
            if any(isinstance(event, Scored) for event in events):
                self.ends[number] = digest(remote.table.state)
            return list(events)

        remote.table.update = noted  # type: ignore[method-assign,assignment]

    def close(self) -> None:
        self.stop.set()
        for thread in self.threads:
            thread.join(5)
        for remote in self.remotes:
            remote.close()
        self.relay.__exit__(None, None, None)


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Way, int], Played]]:
    monkeypatch.setitem(PACES, "hard", FAST)
    made: list[Played] = []

    def make(way: Way, seats: int) -> Played:
        made.append(Played(way, seats))
        return made[-1]

    yield make
    for each in made:
        each.close()


def test_match_over_sockets_through_a_bad_network_ends_the_same_for_all(
    played: Callable[[Way, int], Played], tmp_path: Path
) -> None:
    begun = time.perf_counter()
    game = played(BUSY._replace(loss=0.2, copies=0.1, late=0.1, lateness=20_000), 3)
    until(lambda: all(remote.table.state.phase == WON for remote in game.remotes))
    print(f"a match in {time.perf_counter() - begun:.1f} s")
    assert game.over
    assert set(game.ends.values()) == {digest(game.over.state)}
    assert len(game.ends) == 3
    assert game.server.table.room.disagreed == 0
    path = tmp_path / "match.replay"
    path.write_text(match_text(game.over, ("A", "B", "C"), (0, 1, 2)), "utf-8")
    assert check_match(read_match(path)).state == game.over.state
    lost = sum(path.up.lost + path.down.lost for path in game.relay.paths.values())
    assert lost > 50


def test_match_goes_on_after_the_network_was_cut_and_after_it_stalled(
    played: Callable[[Way, int], Played],
) -> None:
    game = played(BUSY, 2)
    until(lambda: all(len(remote.table.state.table.piles) for remote in game.remotes))
    match = game.server.table.room.match
    assert match
    until(lambda: len(match.log) > 10)
    game.relay.cut(0.6)
    time.sleep(0.6)
    before = len(match.log)
    until(lambda: len(match.log) > before + 10)
    game.relay.stall(0.6)
    time.sleep(0.6)
    before = len(match.log)
    until(lambda: len(match.log) > before + 10 or match.state.phase == WON)
    assert game.server.table.room.disagreed == 0
