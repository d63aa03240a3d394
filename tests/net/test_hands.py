"""Hands over the shared piles: seen by all at the same time, bounded, and never another's."""

from collections.abc import Iterator

import msgspec
import pytest

from game.core.hand import Hand
from game.net.hands import LATE, PERIOD, RESTS, HostHands, ShownHands
from game.net.server.table_server import TableServer
from game.net.wire.messages import Hands, Join, Pointing
from tests.net.impair import BUSY, FAR, LAN, WIFI, Way
from tests.net.intruder import Intruder, has_no_fault
from tests.net.messages import fields, varied
from tests.net.simnet import Client, Net, at_duel, new_table

MS = 1000
LOSSY = Way(3_000, 2_000, loss=0.2)


def shown(net: Net, client: Client) -> dict[int, Hand]:
    return dict(client.table.hands.at(client.table.host_now(client.clock(net.now))))


def moving(net: Net, client: Client, seconds: float) -> Iterator[Hand]:
    """The client's hand moves on each 10 ms, each time to another place; after each of these."""
    for step in range(round(seconds * 100)):
        client.table.connection.hand = hand = (step % 256, step // 256 + 1)
        net.run(0.01)
        yield hand


def test_everyone_sees_a_hand_180_ms_late_and_at_the_same_time_whatever_the_line() -> None:
    net = at_duel(LAN, WIFI, BUSY, FAR)
    watcher = net.join(LAN, LAN, level=None, watch=True)
    net.run(1)
    others = [*net.clients[1:4], watcher]
    was, seen = dict[Hand, int](), dict[Hand, list[int]]()
    for hand in moving(net, net.clients[0], 3):
        was[hand] = net.now - 10 * MS
        for client in others:
            if there := shown(net, client).get(0):
                seen.setdefault(there, []).append(net.now)
    late = [times[0] - was[hand] for hand, times in seen.items()]
    assert len(late) >= 25
    assert all(LATE <= each <= LATE + PERIOD + 30 * MS for each in late)
    for times in [*seen.values()][:-2]:
        assert all(times.count(at) == len(others) for at in times), "all see the same"


def test_a_hand_that_leaves_or_rests_is_shown_no_longer() -> None:
    net = at_duel(LAN, LAN)
    one, other = net.clients
    one.table.connection.hand = 7, 9
    net.run(0.4)
    assert shown(net, other) == {0: (7, 9)}
    one.table.connection.hand = None
    net.run(0.4)
    assert shown(net, other) == {}
    one.table.connection.hand = 7, 10
    net.run(RESTS / 1e6 - 0.5)
    assert shown(net, other) == {0: (7, 10)}
    net.run(1)
    assert shown(net, other) == {}


def test_a_lost_word_is_not_repeated_and_the_next_mends_it() -> None:
    net = at_duel(LOSSY, LOSSY)
    one, other = net.clients
    for _hand in moving(net, one, 3):
        pass
    net.run(0.3)
    last = one.table.connection.hand
    assert len(shown(net, other)) <= 1
    while shown(net, other).get(0) != last:
        last = one.table.connection.hand = 1, (last or (0, 0))[1] + 1
        net.run(0.3)


def test_hands_cost_little_and_send_no_packet_of_their_own() -> None:
    def said(hands: bool) -> tuple[int, int, int]:
        """Packets in all, and bytes a second that the busiest seat says and hears."""
        net = at_duel(*[LAN] * 8)
        heard, spoken = [0] * 8, [0] * 8
        packets = 0

        def hear(client: Client, data: bytes) -> None:
            nonlocal packets
            packets += 1
            heard[client.number] += len(data)

        send = net.send
        net.tap = hear

        def sent(client: Client, data: bytes) -> None:
            nonlocal packets
            packets += 1
            spoken[client.number] += len(data)
            send(client, data)

        net.send = sent  # type: ignore[method-assign]
        for step in range(200):
            for client in net.clients if hands else ():
                client.table.connection.hand = step % 256, 200 + client.number
            net.run(0.01)
        return packets, max(spoken) // 2, max(heard) // 2

    without, with_hands = said(False), said(True)
    assert with_hands[0] <= without[0] * 1.02
    assert with_hands[1] - without[1] + with_hands[2] - without[2] <= 1000


@pytest.fixture
def table() -> tuple[TableServer, Net, Intruder]:
    net = at_duel(LAN, LAN, seats=4)
    foe = Intruder(net.table, ("10.9.9.9", 9))
    assert foe.enter(Join("F", 0, watch=True), net.now)
    return net.table, net, foe


@pytest.mark.parametrize(
    ("fields", "good"),
    [
        *varied(fields(Pointing)),
        *varied(fields(Pointing), [[0, 0]]),
        *((fields, False) for fields in ([[0]], [[0, 0, 0]], [], [[1, 1], 0], [0, [1, 1]], 5)),
    ],
)
def test_who_says_nonsense_aside_is_dropped(
    table: tuple[TableServer, Net, Intruder], fields: object, good: bool
) -> None:
    """Another seat's hand is such: there is no field for it."""
    host, net, foe = table
    foe.aside(msgspec.msgpack.encode(fields), net.now)
    assert foe.inside == good
    assert len(host.members.all) == 2 + good and has_no_fault(host)


def test_who_watches_has_no_hand(table: tuple[TableServer, Net, Intruder]) -> None:
    _host, net, foe = table
    foe.aside(msgspec.msgpack.encode([[9, 9]]), net.now)
    net.run(0.4)
    assert foe.inside and shown(net, net.clients[0]) == {}


def test_a_flood_changes_only_the_own_hand_and_is_passed_on_ten_times_a_second() -> None:
    net = at_duel(LAN, LAN)
    told: list[Hands] = []
    hear = net.clients[1].table.hands.hear

    def count(hands: Hands) -> None:
        told.append(hands)
        hear(hands)

    net.clients[1].table.hands.hear = count  # type: ignore[method-assign]
    one = net.clients[0].table.connection
    for step in range(1000):
        one.hand, one._pointed = (step % 256, 1 + step // 256), -(10**12)
        assert one._endpoint
        one._endpoint.due = 0
        net.run(0.001)
    assert 8 <= len(told) <= 11
    assert all([seat for seat, _hand in hands.hands] == [0] for hands in told)


def test_before_a_match_nobody_has_a_hand() -> None:
    net = Net(new_table(2))
    for _ in range(2):
        net.join(LAN, LAN, level=None)
    net.seat_all()
    net.clients[0].table.connection.hand = 1, 1
    net.run(0.5)
    assert shown(net, net.clients[1]) == {}


def test_what_is_older_or_far_off_does_not_count() -> None:
    hands = ShownHands()
    hands.hear(Hands(5, ((1, (1, 1)),)))
    hands.hear(Hands(4, ((1, (2, 2)),)))
    hands.hear(Hands(5, ((1, (3, 3)),)))
    assert hands.at(5 * PERIOD + LATE - 1) == {}
    assert hands.at(5 * PERIOD + LATE) == {1: (1, 1)}
    net = at_duel(LAN, LAN)
    client = net.clients[0].table
    client.connection.received.append(Hands(10**6, ()))
    client.receive(b"", 0)
    assert client.connection.state == "broken"


def test_words_that_nobody_looks_at_do_not_pile_up() -> None:
    hands = ShownHands()
    for frame in range(10_000):
        hands.hear(Hands(frame, ((1, (1, 1)),)))
    assert len(hands._coming) < 100


def test_the_host_makes_one_word_in_100_ms_of_what_has_changed_and_keeps_it_as_long() -> None:
    hands = HostHands()
    hands.point(1, (1, 1))
    hands.point(2, None)
    assert hands.told(PERIOD) is None
    hands.point(1, (2, 2))
    assert hands.told(2 * PERIOD) == Hands(1, ((1, (1, 1)),))
    assert hands.told(3 * PERIOD - 1) == Hands(1, ((1, (1, 1)),))
    assert hands.told(3 * PERIOD) == Hands(2, ((1, (2, 2)),))
    assert hands.told(4 * PERIOD) is None
