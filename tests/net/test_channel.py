"""Messages over packets that are lost, doubled and out of order; lines that send them in time."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.net.transport.channel import BACKLOG, LONGEST, WINDOW, Channel, Overflow
from game.net.transport.cipher import PacketCipher
from game.net.transport.endpoint import Endpoint
from game.net.wire.packet import CAP

ROOM = 1179


def exchange(a: Channel, b: Channel, room: int = ROOM) -> list[bytes]:
    """A packet from a to b; what b hears new."""
    heard = b.unpack(a.pack(b"", room), 0)
    assert heard is not None
    return heard.messages


def test_lost_packet_is_mended_by_the_next() -> None:
    a, b = Channel(), Channel()
    a.send(b"one")
    a.pack(b"", ROOM)
    a.send(b"two")
    assert exchange(a, b) == [b"one", b"two"]


def test_doubled_packet_says_nothing_new() -> None:
    a, b = Channel(), Channel()
    a.send(b"one")
    packet = a.pack(b"", ROOM)
    first, second = b.unpack(packet, 0), b.unpack(packet, 0)
    assert first and second
    assert (first.messages, second.messages) == ([b"one"], [])


def test_acknowledged_messages_are_not_sent_again() -> None:
    a, b = Channel(), Channel()
    a.send(b"one")
    exchange(a, b)
    assert a.waiting
    exchange(b, a)
    assert not a.waiting
    assert len(a.pack(b"", ROOM)) == 4


@pytest.mark.parametrize("first", [0, 65_000, 65_535])
def test_message_numbers_survive_wrap_around(first: int) -> None:
    a, b = Channel(first), Channel(first)
    for number in range(70_000):
        message = number.to_bytes(4, "little")
        a.send(message)
        if number % 700 == 0:
            heard = exchange(a, b, 10**6)
            assert heard[-1] == message
            exchange(b, a)
    assert not a.waiting or exchange(a, b, 10**6)[-1] == message


@pytest.mark.parametrize("seed", range(5))
def test_reordered_packets_deliver_once_in_order(seed: int) -> None:
    rng = random.Random(seed)
    a, b = Channel(65_400), Channel(65_400)
    ways: tuple[list[bytes], list[bytes]] = ([], [])
    sent: list[list[bytes]] = [[], []]
    heard: list[list[bytes]] = [[], []]
    for step in range(3000):
        for i, end in enumerate((a, b)):
            if step < 2500 and rng.random() < 0.3:
                message = rng.randbytes(rng.choice((0, 1, 20, 127, 128, 400)))
                end.send(message)
                sent[i].append(message)
            if rng.random() >= 0.25:
                ways[i].append(end.pack(b"", 900))
        for i, end in enumerate((b, a)):
            while ways[i] and rng.random() < 0.6:
                at = rng.randrange(len(ways[i]))
                packet = ways[i][at] if rng.random() < 0.25 else ways[i].pop(at)
                if got := end.unpack(packet, 0):
                    heard[i] += got.messages
            del ways[i][:-40]
    assert sent == heard


def test_packet_stays_within_its_room_and_the_rest_follows() -> None:
    a, b = Channel(), Channel()
    messages = [bytes((n,)) * 300 for n in range(10)]
    for message in messages:
        a.send(message)
    assert not a.fits(0, ROOM)
    heard = []
    for _ in range(4):
        packet = a.pack(b"", ROOM)
        assert len(packet) <= ROOM
        got = b.unpack(packet, 0)
        assert got
        heard += got.messages
        exchange(b, a)
    assert heard == messages
    assert a.fits(0, ROOM)


def test_longest_message_fits_a_packet_and_a_longer_one_is_refused() -> None:
    a, b = Channel(), Channel()
    with pytest.raises(ValueError, match="does not fit"):
        a.send(bytes(LONGEST + 1))
    a.send(bytes(LONGEST))
    assert exchange(a, b) == [bytes(LONGEST)]


def test_who_never_acknowledges_is_given_up() -> None:
    a = Channel()
    for _ in range(WINDOW):
        a.send(b"")
    with pytest.raises(Overflow):
        a.send(b"")


def test_who_never_acknowledges_long_messages_is_given_up_before_they_fill_the_memory() -> None:
    a, count = Channel(), BACKLOG // (LONGEST + 2)
    for _ in range(count):
        a.send(bytes(LONGEST))
    with pytest.raises(Overflow):
        a.send(bytes(LONGEST))


def test_acknowledgement_of_what_was_never_sent_is_refused() -> None:
    a = Channel()
    a.send(b"one")
    assert a.unpack(b"\0\0\2\0", 0) is None
    assert a.waiting


def test_old_acknowledgement_arriving_late_takes_nothing_away() -> None:
    a, b = Channel(), Channel()
    old = b.pack(b"", ROOM)
    for message in (b"one", b"two"):
        a.send(message)
        exchange(a, b)
        exchange(b, a)
    a.send(b"three")
    assert a.unpack(old, 0)
    assert exchange(a, b) == [b"three"]


def test_packet_that_leaves_something_out_is_refused() -> None:
    a = Channel()
    assert a.unpack(b"\1\0\0\0\1x", 0) is None
    assert a.unpack(b"\0\0\0\0\1x", 0)


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(inside: bytes) -> None:
    channel = Channel()
    channel.send(b"one")
    heard = channel.unpack(inside, 14)
    assert heard is None or len(heard.note) == 14


def lines(now: int = 0) -> tuple[Endpoint, Endpoint]:
    one, two = bytes(32), bytes(31) + b"\1"
    return Endpoint(PacketCipher(one, two), 0, 100_000, now), Endpoint(
        PacketCipher(two, one), 0, 100_000, now
    )


def test_news_goes_at_once() -> None:
    a, _ = lines()
    a.packet(b"", 0)
    assert a.due == 100_000
    a.send(b"one", 30_000)
    assert a.due == 30_000


def test_many_news_at_once_are_gathered() -> None:
    a, _ = lines()
    now = packets = 0
    for now in range(0, 1_000_000, 1000):
        a.send(b"x", now)
        if a.due <= now:
            a.packet(b"", now)
            packets += 1
    assert 240 <= packets <= 256, "each 4 ms, after the first six"


def test_unacknowledged_is_repeated_until_acknowledged() -> None:
    a, b = lines()
    a.send(b"one", 0)
    a.packet(b"", 0)
    assert a.due == 33_333, "30 times a second"
    assert b.open(a.packet(b"", 33_333), 33_333)
    assert a.open(b.packet(b"", 33_333), 33_333)
    a.packet(b"", 66_666)
    assert a.due == 166_666


def test_unacknowledged_is_repeated_sooner_where_some_are_lost() -> None:
    a, b = lines()
    for number in range(100):
        packet = b.packet(b"", number)
        if number % 40:
            a.open(packet, number)
    a.packet(b"", 1000)
    a.send(b"one", 2000)
    a.packet(b"", 2000)
    assert a.due == 2000 + 16_667, "60 times a second"


def test_what_is_acknowledged_is_not_repeated() -> None:
    a, b = lines()
    b.packet(b"", 0)
    a.send(b"one", 0)
    b.open(a.packet(b"", 0), 300)
    assert b.due == 6_300
    a.open(b.packet(b"", b.due), 7_000)
    assert a.due == 100_000


def test_news_is_acknowledged_in_time_whatever_else_was_acknowledged_meanwhile() -> None:
    a, b = lines()
    b.send(b"two", 0)
    b.packet(b"", 0)
    a.send(b"one", 0)
    b.open(a.packet(b"", 0), 1000)
    a.open(b.packet(b"", 1000), 1500)
    a.send(b"three", 1600)
    b.open(a.packet(b"", 1600), 2000)
    assert b.due == 8_000


def test_what_had_no_room_goes_as_soon_as_there_is_some() -> None:
    a, b = lines()
    for _ in range(3):
        a.send(bytes(1000), 0)
    b.open(a.packet(b"", 0), 300)
    a.open(b.packet(b"", b.due), 7_000)
    assert a.due == 7_000


def test_packets_out_of_order_are_not_taken_for_lost() -> None:
    a, b = lines()
    for number in range(0, 1000, 2):
        first, second = b.packet(b"", number), b.packet(b"", number)
        a.open(second, number)
        a.open(first, number)
    assert a.loss <= 0.01


def test_where_many_are_lost_news_is_said_twice() -> None:
    a, b = lines()
    for number in range(200):
        packet = b.packet(b"", number)
        if number % 4:
            a.open(packet, number)
    assert 0.15 < a.loss < 0.35
    a.packet(b"", 1000)
    a.send(b"one", 2000)
    a.packet(b"", 2000)
    assert a.due == 6_000
    a.packet(b"", a.due)
    assert a.due == 6_000 + 16_667


@settings(max_examples=20, deadline=None)
@given(st.lists(st.integers(0, LONGEST), max_size=200))
def test_no_packet_is_longer_than_the_cap(sizes: list[int]) -> None:
    a, _ = lines()
    for size in sizes:
        a.send(bytes(size), 0)
    assert len(a.packet(b"", 0)) <= CAP
