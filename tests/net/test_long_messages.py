"""Messages longer than a packet: whole, once and in order over bad lines, and they fill no memory."""

import random
import select
import socket
import time
from heapq import heappop, heappush
from itertools import count

import pytest

from game.net.transport.channel import AHEAD, LONG, LONGEST, MORE, PIECE, Channel
from game.net.transport.cipher import PacketCipher
from game.net.transport.endpoint import Endpoint
from game.net.wire.codec import decode_up
from game.net.wire.fields import WireError
from tests.net.impair import BUSY, Impaired, Way
from tests.net.simnet import SECOND, Net, new_table

SIZES = (0, 1, 20, 127, 128, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE, 4_000, 30_000, LONGEST - 1, LONGEST)
LOSSY = BUSY._replace(loss=0.4)


def pair() -> tuple[Endpoint, Endpoint]:
    one, two = bytes(32), bytes(31) + b"\1"
    notes = (0, 0, 0, 0)
    return (
        Endpoint(PacketCipher(one, two), notes, 50_000, 0),
        Endpoint(PacketCipher(two, one), notes, 50_000, 0),
    )


def messages(seed: int, number: int) -> list[bytes]:
    rng = random.Random(seed)
    return [rng.randbytes(rng.choice(SIZES)) for _ in range(number)]


def carried(way: Way, said: tuple[list[bytes], list[bytes]], seed: int) -> tuple[list[bytes], list[bytes]]:
    """What comes of these messages, one said as soon as the one before has been acknowledged, either way."""
    ends, ways = pair(), (Impaired(way, seed), Impaired(way, seed + 1))
    waiting = tuple(iter(each) for each in said)
    came: tuple[list[bytes], list[bytes]] = ([], [])
    air: list[tuple[int, int, int, bytes]] = []
    order = count()
    for now in range(0, 400 * SECOND, 1_000):
        for i, end in enumerate(ends):
            while air and air[0][0] <= now:
                _, _, to, data = heappop(air)
                if heard := ends[to].open(data, now):
                    came[to].extend(heard.messages)
            if not end.pending and (message := next(waiting[i], None)) is not None:
                end.send(message, now)
            if end.due <= now:
                data = end.packet(0, b"", now)
                for at in ways[i].arrivals(now):
                    heappush(air, (at, next(order), 1 - i, data))
        if [len(each) for each in came] == [len(each) for each in said[::-1]]:
            break
    return came


@pytest.mark.parametrize("way", [BUSY, LOSSY, LOSSY._replace(burst=4, copies=0.1, late=0.1, lateness=40_000)])
def test_long_messages_come_once_and_in_order(way: Way) -> None:
    up, down = messages(3, 30), messages(4, 30)
    assert carried(way, (up, down), 5) == (down, up)


@pytest.mark.real
def test_long_messages_come_over_real_sockets_of_which_two_in_five_packets_are_lost() -> None:
    ends, said, rng = pair(), messages(6, 12), random.Random(7)
    ports = [socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in ends]
    for port in ports:
        port.bind(("127.0.0.1", 0))
        port.setblocking(False)
    came: list[bytes] = []
    for first in said[:3]:
        ends[0].send(first, 0)
    left, begun = iter(said[3:]), time.monotonic_ns()
    while len(came) < len(said) and (now := (time.monotonic_ns() - begun) // 1_000) < 20 * SECOND:
        for i, end in enumerate(ends):
            if not i and not end.pending and (message := next(left, None)) is not None:
                end.send(message, now)
            if end.due <= now and (data := end.packet(0, b"", now)) and rng.random() >= 0.4:
                ports[i].sendto(data, ports[1 - i].getsockname())
        for port in select.select(ports, [], [], 0.001)[0]:
            if (heard := ends[ports.index(port)].open(port.recv(2048), now)) and port is ports[1]:
                came += heard.messages
    for port in ports:
        port.close()
    assert came == said


def piece(number: int, data: bytes, more: bool) -> bytes:
    """A packet of one piece that says whether its message goes on."""
    size = bytes((LONG | MORE * more | len(data) >> 8, len(data) & 0xFF))
    return b"\0" + (number % 65_536).to_bytes(2, "little") + size + data


def kept(channel: Channel) -> int:
    """Bytes kept of the other end's messages."""
    told = channel.receiving
    return len(told._begun) + sum(len(data) for data, _ in told._held.values())


def test_who_never_sends_the_last_piece_fills_nothing() -> None:
    channel, most, came = Channel((0, 0, 0, 0)), 0, list[bytes]()
    for number in range(3_000):
        heard = channel.unpack(piece(number, bytes(PIECE), True), 0)
        assert heard
        came += heard.messages
        most = max(most, kept(channel))
    assert most <= LONGEST
    assert came and not any(came)
    with pytest.raises(WireError):
        decode_up(came[0])


def test_who_never_sends_the_first_piece_fills_nothing() -> None:
    channel = Channel((0, 0, 0, 0))
    for number in range(1, 3_000):
        channel.unpack(piece(number, bytes(PIECE), True), 0)
    assert kept(channel) <= AHEAD * PIECE


def test_a_message_that_is_too_long_is_not_sent() -> None:
    one, _ = pair()
    with pytest.raises(ValueError, match="too long"):
        one.send(bytes(LONGEST + 1), 0)


def test_a_member_whose_message_never_ends_is_removed() -> None:
    net = Net(new_table(2), 3)
    bad = net.join()
    net.seat_all()
    endpoint = bad.table.connection._endpoint
    assert endpoint and net.table.members.all
    sending = endpoint._channel.sending
    sending.send(bytes(LONGEST))
    for each in sending._messages:
        if len(each.data) > PIECE:
            each.data = bytes((each.data[0] | MORE,)) + each.data[1:]
    sending._messages[-1].data = piece(0, bytes(PIECE), True)[3:]
    sending.send(bytes(LONGEST // 2))
    for each in sending._messages:
        each.data = bytes((each.data[0] | MORE,)) + each.data[1:]
    net.run(3)
    assert not any(member.peer for member in net.table.members.all.values())
