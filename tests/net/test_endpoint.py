"""When packets go: at once with something new, in time with acknowledgements, seldom otherwise."""

from hypothesis import given, settings
from hypothesis import strategies as st

from game.net.transport.channel import PIECE
from game.net.transport.cipher import PacketCipher
from game.net.transport.endpoint import Endpoint
from game.net.wire.packet import CAP

MS = 1000


def lines() -> tuple[Endpoint, Endpoint]:
    one, two = bytes(32), bytes(31) + b"\1"
    notes = (0, 0, 0, 0)
    return (
        Endpoint(PacketCipher(one, two), notes, 100 * MS, 0),
        Endpoint(PacketCipher(two, one), notes, 100 * MS, 0),
    )


def packet(end: Endpoint, now: int) -> bytes:
    return end.packet(0, b"", now)


def lossy(end: Endpoint, other: Endpoint, every: int) -> None:
    """Have one of so many packets to this end be lost."""
    for number in range(400):
        data = packet(other, number)
        if number % every:
            assert end.open(data, number)


def test_news_goes_at_once() -> None:
    a, _ = lines()
    packet(a, 0)
    assert a.due == 100 * MS
    a.send(b"one", 30 * MS)
    assert a.due == 30 * MS


def test_many_news_at_once_are_gathered() -> None:
    a, _ = lines()
    packets = 0
    for now in range(0, 1000 * MS, MS):
        a.send(b"x", now)
        if a.due <= now:
            packet(a, now)
            packets += 1
    assert 207 <= packets <= 215, "each 4.8 ms, after the first five"


def test_nothing_is_repeated_within_a_round_trip() -> None:
    a, b = lines()
    for turn in range(20):
        now = turn * 90 * MS
        a.send(b"x", now)
        data = packet(a, now)
        assert a.due >= now + 32 * MS
        assert b.open(data, now + 10 * MS)
        assert b.due == now + 22 * MS
        assert a.open(packet(b, b.due), now + 32 * MS)
        assert not a.pending
        assert a.due == now + 100 * MS


def test_messages_are_acknowledged_within_12_ms_whatever_else_was_acknowledged_meanwhile() -> None:
    a, b = lines()
    b.send(b"two", 0)
    packet(b, 0)
    a.send(b"one", 0)
    b.open(packet(a, 0), 1000)
    a.open(packet(b, 1000), 1500)
    a.send(b"three", 1600)
    b.open(packet(a, 1600), 2000)
    assert b.due == 14_000


def test_a_message_that_comes_twice_is_acknowledged_twice() -> None:
    a, b = lines()
    a.send(b"one", 0)
    b.open(packet(a, 0), 0)
    packet(b, 12 * MS)
    b.open(packet(a, 60 * MS), 60 * MS)
    assert b.due == 72 * MS
    assert a.open(packet(b, 72 * MS), 72 * MS)
    assert not a.pending


def test_what_had_no_room_goes_next() -> None:
    a, b = lines()
    for _ in range(3):
        a.send(bytes(1000), 0)
    found = []
    for _ in range(3):
        assert a.due == 0
        heard = b.open(packet(a, 0), 300)
        found += heard.messages if heard else []
    assert found == [bytes(1000)] * 3


def test_packets_out_of_order_are_not_taken_for_lost() -> None:
    a, b = lines()
    for number in range(0, 1000, 2):
        first, second = packet(b, number), packet(b, number)
        a.open(second, number)
        a.open(first, number)
    assert a.loss <= 0.01


def test_where_none_are_lost_news_is_said_once_and_where_many_are_four_times() -> None:
    for every, copies in ((1000, 1), (50, 2), (20, 3), (4, 4)):
        a, b = lines()
        lossy(a, b, every)
        b.open(packet(a, 2000 * MS), 2000 * MS)
        packet(b, 2990 * MS)
        b.send(b"said", 3000 * MS)
        times = []
        while b.due < 3030 * MS:
            times.append(b.due)
            packet(b, b.due)
        assert len(times) == copies, f"one of {every} is lost"
        assert times[:3] == [3000 * MS, 3002 * MS, 3004 * MS][: min(3, copies)]


def test_missing_message_is_told_sooner_where_packets_are_lost() -> None:
    for every, wait in ((1000, 12 * MS), (20, 2 * MS)):
        a, b = lines()
        lossy(b, a, every)
        packet(b, 599 * MS)
        a.send(b"one", 600 * MS)
        packet(a, 600 * MS)
        a.send(b"two", 600 * MS)
        b.open(packet(a, 600 * MS), 600 * MS)
        assert b.due == 600 * MS + wait


@settings(max_examples=20)
@given(st.lists(st.integers(0, PIECE), max_size=100))
def test_no_packet_is_longer_than_the_cap(sizes: list[int]) -> None:
    a, _ = lines()
    for size in sizes:
        a.send(bytes(size), 0)
    assert len(packet(a, 0)) <= CAP
