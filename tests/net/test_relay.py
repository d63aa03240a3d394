"""The bad network itself, and a match through it over real sockets in real time."""

import socket
from collections import Counter
from collections.abc import Iterator

import pytest

from game.bots.pace import PACES
from game.core.state import WON
from game.lan.bot_client import BotClient
from game.lan.client import LanClient
from game.lan.failover import TableConnection
from game.lan.hosting import bind, make_table
from game.lan.server import Server
from game.net.address import Address
from game.net.wire.messages import HouseRules, Join
from game.storage.replay_writer import ReplayKeeper
from game.system import here
from tests.net import relay as relays
from tests.net.impair import BUSY, Impaired, Way
from tests.net.relay import Relay
from tests.quick_bots import FAST
from tests.waiting import PATIENCE, until

SECOND = 1_000_000


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
    with here().net.socket(socket.AF_INET) as host:
        host.bind(("127.0.0.1", 0))
        host.settimeout(PATIENCE)
        clients = [here().net.socket(socket.AF_INET) for _ in range(3)]
        with Relay(host.getsockname(), Way(20_000), Way(20_000)) as relay:
            for number, client in enumerate(clients):
                client.settimeout(PATIENCE)
                begun = here().clock.seconds()
                client.sendto(bytes((number,)), relay.address)
                data, sender = host.recvfrom(100)
                host.sendto(data, sender)
                assert client.recv(100) == bytes((number,))
                assert here().clock.seconds() - begun >= 0.04
            assert len(relay.paths) == 3
        for client in clients:
            client.close()


def test_relay_goes_on_where_its_front_changes_while_it_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    read = relays._received
    with here().net.socket(socket.AF_INET) as host:
        host.bind(("127.0.0.1", 0))
        host.settimeout(PATIENCE)
        with Relay(host.getsockname(), Way(), Way()) as relay, relays._bound() as first:
            fronts = [relay._front, first]

            def changing(sock: socket.socket) -> list[tuple[bytes, Address]]:
                fronts.append(fronts.pop(0))
                relay._front = fronts[0]
                return read(sock)

            monkeypatch.setattr(relays, "_received", changing)
            with here().net.socket(socket.AF_INET) as client:
                for number in range(4):
                    client.sendto(bytes((number,)), fronts[0].getsockname())
                    assert host.recv(100) == bytes((number,))


class Played:
    """A host in a thread, and bots in threads who reach it through the relay."""

    def __init__(self, way: Way, seats: int) -> None:
        table = make_table("Relay", seats, HouseRules(0, 1, {}), seed=11)
        save = ReplayKeeper(None).save
        self.server = Server(table, bind(0), save)
        self.relay = Relay(("127.0.0.1", self.server.ports.port), way, way, 5)
        self.stop = here().jobs.event()
        self.relay.__enter__()
        self.remotes: list[LanClient] = []
        self.threads = [here().jobs.start(self.server.run, self.stop.is_set)]
        for number in range(seats):
            remote = LanClient(self.relay.address, Join(f"P{number}", number, bot="hard"), "")
            self.remotes.append(remote)
            seat = BotClient(TableConnection(remote, bind(0), save), "hard", number)
            self.threads.append(here().jobs.start(seat.run, self.stop.is_set))

    def close(self) -> None:
        self.stop.set()
        for thread in self.threads:
            thread.join(PATIENCE)
        for remote in self.remotes:
            remote.close()
        self.relay.__exit__(None, None, None)


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Iterator[Played]:
    monkeypatch.setitem(PACES, "hard", FAST)
    game = Played(BUSY, 2)
    yield game
    game.close()


def test_match_goes_on_after_the_network_was_cut_and_after_it_stalled(played: Played) -> None:
    room = played.server.table.room
    until(lambda: room.match)
    match = room.match
    assert match

    def goes_on() -> None:
        before = len(match.log)
        until(lambda: len(match.log) > before + 10 or match.state.phase == WON)

    goes_on()
    for trouble in (played.relay.cut, played.relay.stall):
        trouble(0.6)
        here().clock.pause(0.6)
        goes_on()
    assert room.disagreed == 0
