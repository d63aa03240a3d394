"""A client whose address changes goes on in the same connection, and nobody else can move it."""

import socket
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from random import Random

import pytest

from game.core.state import Resumed, Shout, Shouted, opening
from game.lan.client import LanClient
from game.lan.hosting import bind, make_table
from game.lan.server import Server, ServerThread
from game.net.address import Address
from game.net.client.connection import BROKEN, CONNECTED, DENIED, PLAYING_INTERVAL
from game.net.server.handshakes import INTERVAL
from game.net.server.path import AWAY, HEARD, HOME, PROVED, STRAYED, TRANSITIONS, Path
from game.net.server.peer import Peer
from game.net.wire.messages import HouseRules, Join, Sit, ToClient
from game.storage.replay_writer import ReplayKeeper
from game.system import Clock, T, here
from tests.net.impair import BUSY, FAR, LAN, Impaired, Way
from tests.net.intruder import Intruder
from tests.net.relay import Relay, _bound, _received
from tests.net.simnet import SECOND, Client, Net, at_duel, new_table
from tests.waiting import until

MS = 1000
ELSEWHERE: Address = ("10.9.9.9", 999)
SLOW = Way(60 * MS, 2 * MS)
FOE: Address = ("10.6.6.6", 666)
SOON = 2.0
"""Seconds within which even a busy machine is heard again. How few they are is proved in simulated time."""
PROOF = b"\x20"
"""How a packet with a challenge, or the answer to one, begins."""


def in_play(*ways: Way) -> Net:
    """A duel whose clients have all been heard of late."""
    net = at_duel(*ways)
    net.run(0.3)
    return net


def peer_of(net: Net, client: Client) -> Peer:
    """The host's end of the client's connection."""
    peer = net.table.members.all[client.welcome.member].peer
    assert peer
    return peer


def heard(net: Net, client: Client) -> list[int]:
    """When packets reach the client from now on."""
    times: list[int] = []
    net.tap = lambda one, data: times.append(net.now) if one is client else None
    return times


@pytest.mark.parametrize(("way", "trip"), [(LAN, 600), (BUSY, 30 * MS), (FAR, 68 * MS)])
def test_a_client_with_another_address_misses_one_packet_and_a_round_trip(way: Way, trip: int) -> None:
    net = in_play(way, LAN)
    anna, peer = net.clients[0], peer_of(net, net.clients[0])
    anna.address, moved = ELSEWHERE, net.now
    times = heard(net, anna)
    net.run(0.5)
    assert times[0] - moved <= PLAYING_INTERVAL + trip + MS, "the challenge"
    assert times[1] - times[0] <= trip + 2 * MS, "what it has missed"
    assert max(b - a for a, b in pairwise(times[1:])) <= 50 * MS + trip
    assert peer_of(net, anna) is peer
    assert peer.address == ELSEWHERE
    assert net.table.members.successors[0].host == ELSEWHERE[0]


def test_what_was_said_to_the_old_address_is_said_again() -> None:
    net = in_play(LAN, LAN)
    anna, bo = net.clients
    anna.address = ELSEWHERE
    net.ask(bo, Shout(1))
    net.run(0.05)
    assert Shouted(1, 1) in [event for _at, event in anna.events]


def test_a_lost_challenge_and_a_lost_answer_are_sent_again() -> None:
    for way in ("up", "down"):
        net = in_play(LAN, LAN)
        anna = net.clients[0]
        anna.address = ELSEWHERE
        getattr(anna, way).cut(net.now + 30 * MS)
        net.run(0.03)
        assert peer_of(net, anna).address != ELSEWHERE
        net.run(0.03)
        assert peer_of(net, anna).address == ELSEWHERE


@pytest.mark.parametrize("before", [LAN, SLOW])
def test_on_a_slow_line_nothing_is_repeated_for_long_that_has_come(before: Way) -> None:
    net = in_play(before, LAN)
    anna, bo = net.clients
    for _ in range(30):
        net.ask(bo, Shout(0))
        net.run(0.03)
    anna.address, anna.up.way, anna.down.way = ELSEWHERE, SLOW, SLOW
    net.run(1)
    times = heard(net, anna)
    for number in range(20):
        net.ask(bo, Shout(number % 6))
        net.run(0.25)
    quiet = 5 * SECOND // INTERVAL
    assert len(times) <= quiet + 20 + 30
    for one in (peer_of(net, anna).endpoint, anna.table.connection._endpoint):
        assert one
        assert one._channel.sending._wait >= 120 * MS


def test_what_sleep_adds_is_no_round_trip() -> None:
    net = in_play(LAN, LAN)
    anna = net.clients[0]
    anna.down.stall(net.now + 800 * MS)
    net.run(1.3)
    assert peer_of(net, anna).endpoint._channel.sending.trip < 50 * MS


def test_a_client_may_move_again_and_back() -> None:
    net = in_play(LAN, LAN)
    anna = net.clients[0]
    home = anna.address
    for address in (ELSEWHERE, FOE, home, ELSEWHERE, home):
        anna.address = address
        net.run(0.05)
        assert peer_of(net, anna).address == address
    assert len(net.table.listener.peers) == 2


def test_a_client_in_the_lobby_moves_too_and_its_seat_is_kept() -> None:
    net = Net(new_table(2))
    anna = net.join(level=None)
    net.seat_all()
    anna.address = ("fe80::1", 5, 0, 3)
    assert net.run(0.15, lambda: peer_of(net, anna).address == anna.address)
    net.run(4)
    assert anna.kinds[0] == "person"


def test_nobody_moves_to_where_another_client_is() -> None:
    net = in_play(LAN, LAN)
    anna, bo = net.clients
    anna.address = bo.address
    net.run(0.2)
    assert peer_of(net, bo).address == bo.address
    assert peer_of(net, anna).address != bo.address


# -- those who would move somebody else's line


def captured(net: Net, client: Client) -> list[bytes]:
    """What the client sends from now on."""
    sent, send = list[bytes](), net.send

    def tap(one: Client, data: bytes) -> None:
        if one is client:
            sent.append(data)
        send(one, data)

    net.send = tap  # type: ignore[method-assign, assignment]
    return sent


def replayed(net: Net, client: Client) -> bytes:
    sent = captured(net, client)
    net.run(0.1)
    return sent[-2]


def older(net: Net, client: Client) -> bytes:
    """One that has never come, from before others that have."""
    sent = captured(net, client)
    client.up.cut(net.now + 15 * MS)
    net.run(0.1)
    return sent[0]


def forged(net: Net, client: Client) -> bytes:
    sent = captured(net, client)
    client.up.cut(net.now + 15 * MS)
    net.run(0.015)
    return sent[0][:-1] + bytes((sent[0][-1] ^ 1,))


def reflected(net: Net, client: Client) -> bytes:
    return peer_of(net, client).packet(net.now)


def of_another(net: Net, client: Client) -> bytes:
    """What somebody else at the table has sent."""
    return replayed(net, net.clients[1])


@pytest.mark.parametrize("state", TRANSITIONS)
@pytest.mark.parametrize("packet", [replayed, older, forged, reflected, of_another])
def test_what_is_no_newer_packet_of_the_client_moves_nothing(
    state: str, packet: Callable[[Net, Client], bytes]
) -> None:
    net = in_play(LAN, LAN)
    anna = net.clients[0]
    path, home = peer_of(net, anna).path, anna.address
    if state == AWAY:
        anna.address = ELSEWHERE
        anna.down.cut(net.now + 10_000 * MS)
    net.run(0.05)
    assert path.state == state
    said: list[Address] = []
    net.deliver = lambda address, data: said.append(address)  # type: ignore[method-assign]
    data = packet(net, anna)
    net.arrive(data, FOE)
    net.run(0.05)
    assert path.state == state
    assert path.address == home
    assert FOE not in said


def test_a_copied_packet_gets_a_challenge_no_longer_than_thrice_it_and_no_more() -> None:
    net = in_play(LAN, LAN)
    anna = net.clients[0]
    sent = captured(net, anna)
    got: list[tuple[Address, bytes]] = []
    deliver = net.deliver

    def tap(address: Address, data: bytes) -> None:
        got.append((address, data))
        deliver(address, data)

    net.deliver = tap  # type: ignore[method-assign]
    for _ in range(100):
        net.run(0.02, lambda: bool(sent))
        net.arrive(sent[-1], FOE)
        sent.clear()
    answers = [len(data) for address, data in got if address == FOE]
    assert 50 <= len(answers) <= 100
    assert max(answers) == 35
    assert peer_of(net, anna).address == anna.address


class Racer(Net):
    """A table with a foe on the first client's line, who hears all that goes there and is quicker than it.
    Its copies come to the host from an address of its own, and what the host sends there it passes on."""

    racing = False
    forwards = True
    stolen = 0
    """Datagrams of the host's that went to the foe's address and held more than a challenge."""

    def send(self, client: Client, data: bytes) -> None:
        super().send(client, data)
        if self.racing and client is self.clients[0]:
            self.at(self.now + 100, lambda: self.arrive(data, FOE))

    def deliver(self, address: Address, data: bytes) -> None:
        if address != FOE:
            super().deliver(address, data)
            return
        self.stolen += len(data) != 35
        if self.forwards:
            self.at(self.now + 100, lambda: self._reach(self.clients[0], data))


def raced(way: Way) -> Racer:
    net = Racer(new_table(2))
    for _ in range(2):
        net.join(way, way)
    net.begin()
    net.run(1)
    net.racing = True
    return net


def test_who_races_copies_and_passes_on_all_that_comes_moves_nothing() -> None:
    net = raced(LAN)
    home = net.clients[0].address
    net.run(5)
    assert peer_of(net, net.clients[0]).address == home
    assert not net.stolen


def test_who_is_quicker_than_a_slow_line_there_and_back_has_it_for_no_longer_than_it_races() -> None:
    net = raced(FAR)
    home = net.clients[0].address
    net.run(1)
    assert peer_of(net, net.clients[0]).address == FOE, "as a router on the way, it passes all on"
    net.racing = net.forwards = False
    net.run(0.15)
    assert peer_of(net, net.clients[0]).address == home
    net.run(0.3)
    assert net.clients[0].table.connection.state == CONNECTED


def entered(address: Address = ("10.0.0.1", 5)) -> tuple[Net, Intruder]:
    net = Net(new_table(4))
    net.run(1)
    foe = Intruder(net.table, address)
    assert foe.enter(Join("Foe", 0), net.now)
    net.table.receive(foe.packet([], net.now), address, net.now)
    return net, foe


def challenged(net: Net, foe: Intruder, address: Address) -> bytes:
    """What the host asks of the client that sends something from there."""
    answer = net.table.receive(foe.packet([], net.now), address, net.now)
    assert answer
    assert foe._seal
    inside = foe._seal.open(answer)
    assert inside
    assert inside[:1] == PROOF
    return inside


def test_only_the_answer_from_where_the_challenge_went_proves_the_way() -> None:
    net, foe = entered()
    victim: Address = ("10.0.0.7", 7)
    answer = challenged(net, foe, FOE)
    [peer] = net.table.listener.peers.values()
    for address, proof in ((victim, answer), (FOE, PROOF + bytes(16)), (FOE, answer[:-1]), (FOE, PROOF)):
        net.table.receive(foe.sealed(proof), address, net.now)
        assert peer.address == foe.address
    net.table.receive(foe.sealed(answer), FOE, net.now)
    assert peer.address == FOE
    net.table.receive(foe.sealed(answer), foe.address, net.now)
    assert peer.address == FOE, "it held for the one address"


@pytest.mark.parametrize("state", [CONNECTED, BROKEN, DENIED])
def test_a_client_answers_a_challenge_once_and_only_while_it_is_connected(state: str) -> None:
    net = in_play(LAN, LAN)
    anna = net.clients[0]
    connection = anna.table.connection
    connection.state = state
    sent = captured(net, anna)
    anna.table.receive(peer_of(net, anna).endpoint.proof(bytes(16)), anna.clock(net.now))
    anna.wakes = net.now
    net.run(0.1)
    assert sum(len(data) == 35 for data in sent) == (state == CONNECTED)


def test_an_answer_is_good_no_more_once_the_client_was_heard_at_its_address() -> None:
    net, foe = entered()
    answer = challenged(net, foe, FOE)
    net.table.receive(foe.packet([], net.now), foe.address, net.now)
    net.table.receive(foe.sealed(answer), FOE, net.now)
    [peer] = net.table.listener.peers.values()
    assert peer.address == foe.address


def test_whoever_floods_from_elsewhere_is_heard_100_times_a_second() -> None:
    net, foe = entered()
    count = sum(
        net.table.receive(foe.packet([], net.now), FOE, net.now + number) is not None for number in range(500)
    )
    assert count == 100


def test_a_flood_from_spoofed_addresses_keeps_nobody_from_moving() -> None:
    net = in_play(LAN, LAN)
    anna, rng = net.clients[0], Random(1)

    def flood() -> None:
        source = f"10.66.{rng.randrange(256)}.{rng.randrange(256)}"
        net.table.receive(bytes((0x80 | rng.randrange(128),)) + rng.randbytes(40), (source, 4000), net.now)
        net.at(net.now + MS // 2, flood)

    flood()
    net.run(1.5)
    anna.address = ELSEWHERE
    assert net.run(0.05, lambda: peer_of(net, anna).address == ELSEWHERE)


@pytest.mark.parametrize("event", [STRAYED, HEARD, PROVED])
@pytest.mark.parametrize("state", TRANSITIONS)
def test_every_event_in_every_state(state: str, event: str) -> None:
    path = Path(FOE)
    path.stray(5)
    if state == HOME:
        path.hear(5)
    assert path.state == state
    if event == STRAYED:
        path.stray(9)
        assert (path.state, path.bound[0]) == (AWAY, 5 if state == AWAY else 9)
    elif event == HEARD:
        path.hear(4)
        assert path.state == state, "it was on its way before"
        path.hear(5)
        assert path.state == HOME
    elif state == HOME:
        with pytest.raises(KeyError):
            path.move(ELSEWHERE)
    else:
        path.move(ELSEWHERE)
        assert (path.state, path.address) == (HOME, ELSEWHERE)


# -- over sockets


class Seated:
    """A served table, and a client who has come in through a relay."""

    def __init__(self) -> None:
        self.thread = ServerThread(
            Server(make_table("Roam", 2, HouseRules(0, 1, {})), bind(0), ReplayKeeper(None).save)
        )
        self.port = self.thread.server.ports.port
        self.relay = Relay(("127.0.0.1", self.port), Way(), Way()).__enter__()
        self.client = LanClient(self.relay.address, Join("Ann", 0), "")
        self.until(lambda: self.client.table.seated)
        until(lambda: self.peer.endpoint.newest >= 0)

    @property
    def peer(self) -> Peer:
        [peer] = self.thread.server.table.listener.peers.values()
        return peer

    def until(self, done: Callable[[], object]) -> None:
        until(done, meanwhile=lambda: self.client.listen(0.001))

    def silent(self) -> float:
        """Seconds until the host is heard again."""
        before, begun = self.client.table.connection.silent_since, here().clock.seconds()
        self.until(lambda: self.client.table.connection.silent_since > before + MS)
        return here().clock.seconds() - begun

    def close(self) -> None:
        self.client.close()
        self.relay.__exit__(None, None, None)
        self.thread.close()


@pytest.fixture
def seated() -> Iterator[Seated]:
    table = Seated()
    yield table
    table.close()


def test_a_router_that_gives_another_port_is_not_noticed(seated: Seated) -> None:
    peer, before = seated.peer, seated.peer.address
    seated.relay.forget()
    seated.until(lambda: seated.peer.address != before)
    assert seated.peer is peer
    assert seated.silent() < SOON


def test_a_router_that_passes_nothing_on_from_the_old_port_is_got_round(seated: Seated) -> None:
    peer = seated.peer
    seated.relay.block()
    seated.until(lambda: seated.client.silence > 0.3)
    seated.until(lambda: seated.client.silence < 0.1)
    assert seated.peer is peer


def test_a_client_goes_from_ipv4_to_ipv6(seated: Seated) -> None:
    if not socket.has_ipv6 or len(seated.thread.server.ports.sockets) < 2:
        pytest.skip("no IPv6 here")
    peer = seated.peer
    seated.client.address = ("::1", seated.port, 0, 0)
    seated.client._ports.close()
    seated.client._ports = bind(0)
    seated.until(lambda: seated.peer.address[0] == "::1")
    assert seated.peer is peer
    assert seated.silent() < SOON


def test_a_host_whose_address_changes_is_followed_to_the_new_one(seated: Seated) -> None:
    peer, before = seated.peer, seated.relay._front
    seated.relay._front = _bound()
    seated.until(lambda: seated.client.address == seated.relay._front.getsockname())
    before.close()
    assert seated.peer is peer
    assert seated.silent() < SOON


def test_who_stops_and_copies_what_the_host_sends_has_no_client_move(
    seated: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    relay, client, way = seated.relay, seated.client, seated.relay._pass
    with _bound() as foe:

        def copied(one: Impaired, data: bytes, sock: socket.socket, to: Address) -> None:
            way(one, data, foe if sock is relay._front else sock, to)

        monkeypatch.setattr(relay, "_pass", copied)
        end = here().clock.seconds() + 1
        seated.until(lambda: here().clock.seconds() > end)
        assert client.address == relay.address
        assert 1 <= len(_received(foe)) <= 11


def test_packets_that_say_nothing_wake_no_window(seated: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    client, table = seated.client, seated.client.table
    seated.until(lambda: table.connection.clock.known)
    woken, taken, heard, take = list[int](), list[object](), set[int](), table._take

    def taking(message: ToClient, now: int) -> None:
        taken.append(message)
        take(message, now)

    monkeypatch.setattr(table, "_take", taking)
    client.woken = lambda: woken.append(len(taken))

    def silent_since() -> int:
        heard.add(table.connection.silent_since)
        return len(heard)

    seated.until(lambda: silent_since() > 6)
    assert len(woken) <= len(taken)
    client.ask(Sit(False))
    seated.until(lambda: table.room and table.room.watchers)
    assert 0 < len(woken) <= len(taken)


def test_who_listens_rests_while_the_window_has_yet_to_show_what_came(seated: Seated) -> None:
    waits = list[float]()

    class Watched(Clock):
        def wait(self, files: Sequence[T], seconds: float) -> Sequence[T]:
            waits.append(seconds)
            return super().wait(files, seconds)

    table = seated.client.table
    seated.until(lambda: table.connection.clock.known)
    table._show(Resumed(opening(0)))
    seated.client.clock = Watched()
    for _ in range(5):
        seated.client.listen(0.01)
    assert max(waits) > 0
