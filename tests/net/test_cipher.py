"""Seals and cookies: what is forged, damaged or old is refused."""

import pytest

from game.net.server.handshakes import Cookies
from game.net.transport.cipher import PacketCipher

ONE, TWO = bytes(32), b"\1" * 32


def ends() -> tuple[PacketCipher, PacketCipher]:
    return PacketCipher(ONE, TWO), PacketCipher(TWO, ONE)


def test_what_one_end_seals_the_other_opens() -> None:
    a, b = ends()
    assert b.open(a.seal(b"hello")) == b"hello"
    assert a.open(b.seal(b"")) == b""


def test_replayed_packet_is_refused() -> None:
    a, b = ends()
    packets = [a.seal(bytes((n,))) for n in range(50)]
    for packet in packets:
        assert b.open(packet) is not None
    for packet in packets:
        assert b.open(packet) is None


def test_packets_out_of_order_are_opened_once_each() -> None:
    a, b = ends()
    packets = [a.seal(bytes((n % 256,))) for n in range(2000)]
    assert b.open(packets[1500])
    assert b.open(packets[600])
    assert b.open(packets[1499])
    for number in (1500, 600, 1499):
        assert b.open(packets[number]) is None


def test_packet_far_behind_the_newest_is_refused() -> None:
    a, b = ends()
    packets = [a.seal(b"x") for _ in range(1026)]
    assert b.open(packets[1024])
    assert b.open(packets[0]) is None
    assert b.open(packets[1])
    assert b.open(packets[1025])


def test_counter_is_known_by_its_lowest_bits_however_many_packets_there_were() -> None:
    a, b = ends()
    for number in range(70_000):
        data = a.seal(b"x")
        if number % 1000 == 999:
            assert b.open(data) == b"x"
            assert b.newest == number
            assert b.open(data) is None


def test_forged_packet_does_not_move_the_window() -> None:
    a, b = ends()
    first = a.seal(b"first")
    forged = bytearray(a.seal(b"later"))
    forged[:2] = (0x8000 | 2**13).to_bytes(2, "big")
    assert b.open(bytes(forged)) is None
    assert b.newest == -1
    assert b.open(first) == b"first"


def test_every_changed_bit_is_noticed() -> None:
    a, b = ends()
    packet = a.seal(b"move")
    for bit in range(8 * len(packet)):
        changed = bytearray(packet)
        changed[bit // 8] ^= 1 << bit % 8
        assert b.open(bytes(changed)) is None
    assert b.open(packet) == b"move"


def test_packet_sent_back_to_its_sender_is_refused() -> None:
    a, _ = ends()
    assert a.open(a.seal(b"hello")) is None


def test_cut_off_packet_is_refused() -> None:
    a, b = ends()
    packet = a.seal(b"hello")
    assert all(b.open(packet[:size]) is None for size in range(len(packet)))


def test_no_counter_is_used_twice() -> None:
    a, b = ends()
    a._counter, b.newest = 2**32 - 1, 2**32 - 2  # as after so many packets, which nobody can wait for
    assert b.open(a.seal(b"last")) == b"last"
    with pytest.raises(OverflowError):
        a.seal(b"more")


def test_cookie_is_good_for_its_address_and_question_and_not_for_long() -> None:
    cookies = Cookies(b"secret")
    cookie = cookies.make(("10.0.0.1", 5), b"question", 0)
    assert cookies.good(cookie, ("10.0.0.1", 5), b"question", 10_000_000)
    assert not cookies.good(cookie, ("10.0.0.1", 5), b"question", 20_000_000)
    assert not cookies.good(cookie, ("10.0.0.1", 6), b"question", 0)
    assert not cookies.good(cookie, ("10.0.0.2", 5), b"question", 0)
    assert not cookies.good(cookie, ("10.0.0.1", 5), b"Question", 0)
    assert not Cookies(b"other").good(cookie, ("10.0.0.1", 5), b"question", 0)
