"""Messages over packets that are lost, doubled and out of order: each once, in order."""

import random
from itertools import pairwise

import pytest

from game.net.transport.channel import AHEAD, BACKLOG, COPIES, PIECE, WINDOW, Channel, Heard, Overflow

ROOM = 1179
MS = 1000


def ends(first: int = 0) -> tuple[Channel, Channel]:
    """Two ends of a channel without notes."""
    return Channel((0, 0, 0, 0), first), Channel((0, 0, 0, 0), first)


def packet(a: Channel, now: int = 0, room: int = ROOM, wish: int = 0) -> bytes:
    """What a sends."""
    return a.pack(0, b"", room, now, wish)


def exchange(a: Channel, b: Channel, now: int = 0, room: int = ROOM) -> list[bytes]:
    """A packet from a to b; what b hears new."""
    heard = b.unpack(packet(a, now, room), now)
    assert heard is not None
    return heard.messages


def heard(a: Channel, data: bytes, now: int = 0) -> Heard:
    """What a makes of a packet."""
    found = a.unpack(data, now)
    assert found
    return found


def test_message_goes_once_and_again_only_when_its_acknowledgement_is_overdue() -> None:
    a, b = ends()
    a.sending.send(b"one")
    packet(a)
    a.sending.send(b"two")
    assert exchange(a, b, 5 * MS) == [], "two alone, and one before it is missing"
    assert a.sending.due == 60 * MS
    assert exchange(a, b, 60 * MS) == [b"one", b"two"]


def test_how_long_to_wait_follows_the_round_trip() -> None:
    a, b = ends()
    for turn in range(50):
        now = turn * 100 * MS
        a.sending.send(b"x")
        assert exchange(a, b, now) == [b"x"]
        exchange(b, a, now + 30 * MS)
    assert 29 * MS < a.sending.trip < 31 * MS
    a.sending.send(b"lost")
    packet(a, now)
    assert now + 30 * MS < a.sending.due <= now + 40 * MS


def test_message_that_later_ones_have_overtaken_goes_again_at_once() -> None:
    a, b = ends()
    a.sending.send(b"one")
    packet(a, 0)
    a.sending.send(b"two")
    assert exchange(a, b, 5 * MS) == []
    exchange(b, a, 25 * MS)
    assert a.sending.due <= 25 * MS
    again = packet(a, 25 * MS)
    assert b"one" in again
    assert b"two" not in again
    assert heard(b, again, 35 * MS).messages == [b"one", b"two"]
    exchange(b, a, 45 * MS)
    assert not a.sending.count


def test_message_overtaken_by_little_is_not_taken_for_lost() -> None:
    a, b = ends()
    a.sending.send(b"one")
    packet(a, 0)
    a.sending.send(b"two")
    exchange(a, b, 2 * MS)
    exchange(b, a, 25 * MS)
    assert a.sending.due == 60 * MS


@pytest.mark.parametrize("wish", range(4))
def test_where_packets_are_lost_a_message_goes_in_as_many_as_the_other_end_wishes(wish: int) -> None:
    a, b = ends()
    heard(a, packet(b, wish=wish))
    a.sending.send(b"one")
    assert sum(b"one" in packet(a, number * MS) for number in range(9)) == COPIES[wish]


def test_longer_and_longer_waits_for_somebody_silent() -> None:
    a, _ = ends()
    a.sending.send(b"one")
    times, now = [], 0
    while now < 3000 * MS:
        packet(a, now)
        times.append(now)
        now = a.sending.due
    gaps = [b - a for a, b in pairwise(times)]
    assert gaps[0] == 60 * MS
    assert set(gaps[1:]) == {100 * MS}


def test_what_has_been_repeated_goes_with_every_packet_once_it_is_old() -> None:
    a, b = ends()
    a.sending.send(b"one")
    packet(a, 1)
    packet(a, 1 + 60 * MS)
    assert exchange(a, b, 90 * MS) == [], "it still waits"
    assert exchange(a, b, 101 * MS) == [b"one"]
    assert heard(b, packet(a, 102 * MS)).some


def test_doubled_packet_says_nothing_new() -> None:
    a, b = ends()
    a.sending.send(b"one")
    data = packet(a)
    assert [heard(b, data).messages, heard(b, data).messages] == [[b"one"], []]


def test_acknowledged_messages_are_not_sent_again() -> None:
    a, b = ends()
    a.sending.send(b"one")
    exchange(a, b)
    assert a.sending.count
    exchange(b, a)
    assert not a.sending.count
    assert len(packet(a, 1000 * MS)) == 1


def test_acknowledgement_is_said_again_when_the_message_comes_again() -> None:
    a, b = ends()
    a.sending.send(b"one")
    exchange(a, b)
    packet(b)  # lost
    assert len(packet(b)) == 1, "said once"
    exchange(a, b, 60 * MS)
    exchange(b, a, 60 * MS)
    assert not a.sending.count


def test_packet_tells_up_to_where_all_was_sent_before_it() -> None:
    a, b = ends()
    assert heard(b, packet(a)).whole == 0
    a.sending.send(b"one")
    lost = packet(a)
    said = heard(b, packet(a, 10 * MS))
    assert (said.messages, said.whole, b.receiving.received) == ([], 1, 0)
    assert heard(b, lost).whole == 1
    exchange(b, a)
    assert heard(b, packet(a)).whole == b.receiving.received == 1


def test_message_numbers_survive_wrap_around() -> None:
    a, b = ends(65_000)
    for number in range(70_000):
        message = number.to_bytes(4, "little")
        a.sending.send(message)
        if number % 70 == 0:
            assert exchange(a, b, 0, 10**6)[-1] == message
            exchange(b, a)
    assert not a.sending.count or exchange(a, b, 0, 10**6)[-1] == message


@pytest.mark.parametrize("seed", range(2))
def test_messages_come_once_and_in_order_through_loss_copies_and_reordering(seed: int) -> None:
    rng = random.Random(seed)
    pair = ends(65_400)
    ways: tuple[list[bytes], list[bytes]] = ([], [])
    sent: list[list[bytes]] = [[], []]
    came: list[list[bytes]] = [[], []]
    for step in range(4000):
        for i, end in enumerate(pair):
            if step < 2500 and rng.random() < 0.3:
                message = rng.randbytes(rng.choice((0, 1, 20, 127, 128, 400)))
                end.sending.send(message)
                sent[i].append(message)
            data = packet(end, step * 5 * MS, 900, rng.randrange(4))
            if rng.random() >= 0.25:
                ways[i].append(data)
        for i, end in enumerate(pair[::-1]):
            while ways[i] and rng.random() < 0.6:
                at = rng.randrange(len(ways[i]))
                data = ways[i][at] if rng.random() < 0.25 else ways[i].pop(at)
                came[i] += heard(end, data, step * 5 * MS).messages
            del ways[i][:-40]
    assert sent == came


def test_packet_stays_within_its_room_and_the_rest_follows() -> None:
    a, b = ends()
    messages = [bytes((n,)) * 300 for n in range(10)]
    for message in messages:
        a.sending.send(message)
    found = []
    for _ in range(4):
        assert a.sending.due == 0
        data = packet(a)
        assert len(data) <= ROOM
        found += heard(b, data).messages
    assert found == messages


def test_no_more_than_so_many_messages_go_before_the_first_is_acknowledged() -> None:
    a, b = ends()
    for number in range(AHEAD + 20):
        a.sending.send(bytes((number,)))
    assert len(exchange(a, b)) == AHEAD
    assert exchange(a, b, 1) == []
    exchange(b, a)
    assert len(exchange(a, b)) == 20


def test_longest_message_that_is_not_cut_fits_a_packet() -> None:
    a, b = ends()
    a.sending.send(bytes(PIECE))
    assert a.sending.count == 1
    assert exchange(a, b) == [bytes(PIECE)]


def test_who_never_acknowledges_is_given_up() -> None:
    a, _ = ends()
    for _ in range(WINDOW):
        a.sending.send(b"")
    with pytest.raises(Overflow):
        a.sending.send(b"")


def test_who_never_acknowledges_long_messages_is_given_up_before_they_fill_the_memory() -> None:
    a, _ = ends()
    for _ in range(BACKLOG // (PIECE + 2)):
        a.sending.send(bytes(PIECE))
    with pytest.raises(Overflow):
        a.sending.send(bytes(PIECE))


@pytest.mark.parametrize(
    "inside",
    [
        b"\x10\2\0",  # two are acknowledged, where one was sent
        b"\x30\0\0\1\0",  # and here that after the first
        b"\x10\1",  # cut off
        b"\x80",  # half of what is said aside
        b"\x80\2x",  # and here all but a byte
        b"\0\0",  # half a number
        b"\0\0\0\5one",  # a message cut off
        b"\0\0\0\x84\xff" + bytes(1200),  # too long
        b"\0" + (AHEAD).to_bytes(2, "little") + b"\1x",  # further ahead than anyone sends
        b"\0\0\0\1x" + b"\xff" * 50,  # and here in several steps
    ],
)
def test_packet_that_makes_no_sense_is_ignored_whole(inside: bytes) -> None:
    a, _ = ends()
    a.sending.send(b"one")
    packet(a)
    assert a.unpack(inside, 0) is None
    assert (a.sending.count, a.receiving.received, a.receiving.gap) == (1, 0, False)


def test_what_is_said_aside_comes_with_the_rest_and_is_not_repeated() -> None:
    a, b = ends()
    a.sending.send(b"one")
    said = heard(b, a.pack(0, b"", ROOM, 0, aside=b"here"))
    assert (said.aside, said.messages) == (b"here", [b"one"])
    a.sending.send(b"two")
    assert heard(b, packet(a, 200 * MS)).aside == b""
    assert a.unpack(b.pack(0, b"", ROOM, 0, aside=b""), 0)


def test_room_is_left_for_what_is_said_aside() -> None:
    a, _ = ends()
    a.sending.send(bytes(PIECE))
    assert len(a.pack(0, b"", ROOM, 0, aside=bytes(70))) <= ROOM
    assert len(a.pack(0, b"", ROOM, 200 * MS, aside=bytes(100))) <= ROOM


def test_note_that_this_end_may_not_send_is_refused() -> None:
    a = Channel((0, 12, None, None))
    assert a.unpack(b"\1" + bytes(12), 0)
    assert a.unpack(b"\1" + bytes(11), 0) is None
    assert a.unpack(b"\2" + bytes(12), 0) is None


def test_old_acknowledgement_arriving_late_takes_nothing_away() -> None:
    a, b = ends()
    b.sending.send(b"hello")
    exchange(b, a)
    a.sending.send(b"one")
    exchange(a, b)
    old = packet(b)
    for message in (b"two", b"three"):
        a.sending.send(message)
        exchange(a, b)
        exchange(b, a)
    a.sending.send(b"four")
    assert a.unpack(old, 0)
    assert exchange(a, b) == [b"four"]
