"""Coming in: what a stranger may ask of a host, and how little that costs the host."""

import gc
import tracemalloc
from itertools import pairwise

import pytest

from game.core.state import Shout
from game.net.address import Address
from game.net.client.connection import BROKEN, CONNECTED, DENIED, REQUESTING, Connection
from game.net.server.handshakes import COOKIE_LASTS, refusal
from game.net.server.listener import Listener
from game.net.server.peer import Peer
from game.net.transport.noise import fingerprint
from game.net.wire.codec import encode_up
from game.net.wire.messages import Join
from game.net.wire.packet import (
    ACCEPT,
    CONNECT,
    COOKIE_SIZE,
    DATA,
    FULL,
    HELLO,
    JOIN,
    NONCE,
    OTHER_VERSION,
    PADDED,
    TOO_SOON,
    VERSION,
    WRONG_CODE,
    plain,
)
from game.system import here

TABLE = b"table id"
HERE: Address = ("10.0.0.1", 5)
SECOND = 1_000_000


class Host:
    """A listener, and who was let in."""

    def __init__(self, code: str = "", most: int = 100) -> None:
        self.most = most
        self.let_in: list[Peer] = []
        self.listener = Listener(TABLE, code)

    def handshake(self, data: bytes, address: Address, now: int) -> bytes | None:
        """Let in whoever has proved address and code, while there is room."""
        reply = self.listener.handshake(data, address, now)
        if not isinstance(reply, Peer):
            return reply
        if len(self.listener.peers) >= self.most:
            return refusal(reply.nonce, FULL)
        self.listener.accept(reply)
        self.let_in.append(reply)
        return None

    def come(
        self, connection: Connection, address: Address = HERE, now: int = 0, tries: int = 5
    ) -> list[bytes]:
        """Let the connection ask as often; all that it sent."""
        sent = []
        for _ in range(tries):
            now = max(now, connection.next_time())
            for data in connection.packets(now):
                sent.append(data)
                if (answer := self.handshake(data, address, now)) is not None:
                    assert len(answer) <= len(data)
                    connection.receive(answer, now)
            if peer := self.listener.peers.get(address):
                connection.receive(peer.packet(now), now)
        return sent


def connection(code: str = "", now: int = 0) -> Connection:
    return Connection(Join("Ann", 0), code, now)


def test_stranger_comes_in_with_hello_and_connect() -> None:
    host, ann = Host(), connection()
    sent = host.come(ann)
    assert ann.state == CONNECTED
    assert [data[7] for data in sent[:3]] == [HELLO, CONNECT, JOIN]
    assert [peer.join.name for peer in host.let_in] == ["Ann"]


def test_who_means_one_table_comes_in_at_no_other() -> None:
    host = Host()
    for only, state in ((b"elsewher", BROKEN), (TABLE, CONNECTED)):
        ann = connection()
        ann.only = only
        host.come(ann)
        assert ann.state == state
    assert len(host.let_in) == 1


def test_who_means_one_host_says_nothing_to_another() -> None:
    host, false = Host("4711"), Host("4711")
    ann = connection("4711")
    host.come(ann)
    for where, state in ((false, BROKEN), (host, CONNECTED)):
        again = connection("4711")
        again.only_host = fingerprint(ann.host_key)
        sent = where.come(again)
        assert again.state == state
        assert state == CONNECTED or {data[7] for data in sent} == {HELLO}
    assert not false.let_in


def test_nothing_is_kept_before_the_cookie() -> None:
    host = Host()
    sizes = []
    tracemalloc.start()
    for number in range(10_000):
        address = (f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}", 5)
        assert host.handshake(plain(HELLO, here().entropy.draw(NONCE), padded=True), address, number)
        if number % 5_000 == 4_999:
            gc.collect()
            sizes.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    assert not host.listener.peers
    assert not host.let_in
    assert sizes[1] - sizes[0] < 300_000, "no more is kept of 10,000 than of 5,000"


def test_half_open_takes_no_place() -> None:
    host = Host(most=1)
    for number in range(50):
        ann = connection()
        data = ann.packets(0)[0]
        answer = host.handshake(data, (f"10.0.1.{number}", 5), 0)
        assert answer
        ann.receive(answer, 0)  # it never shows the cookie
    bob = connection()
    host.come(bob)
    assert bob.state == CONNECTED


def test_cookie_of_another_address_is_not_taken() -> None:
    host, ann = Host(), connection()
    answer = host.handshake(ann.packets(0)[0], HERE, 0)
    assert answer
    ann.receive(answer, 0)
    connect = ann.packets(0)[0]
    assert host.handshake(connect, ("10.0.0.2", 5), 0) is None
    assert host.handshake(connect, ("10.0.0.1", 6), 0) is None
    assert not host.let_in
    host.come(ann)
    assert len(host.let_in) == 1


def test_old_cookie_is_not_taken() -> None:
    host, ann = Host(), connection()
    answer = host.handshake(ann.packets(0)[0], HERE, 0)
    assert answer
    ann.receive(answer, 0)
    assert host.handshake(ann.packets(0)[0], HERE, COOKIE_LASTS) is None
    assert not host.let_in


def test_an_answer_is_never_longer_than_the_question() -> None:
    host = Host("4711", most=0)
    for body in (b"", here().entropy.draw(NONCE), here().entropy.draw(300)):
        for kind in range(256):
            for question in (plain(kind, body), plain(kind, body, padded=True)):
                answer = host.handshake(question, HERE, 0)
                assert answer is None or len(answer) <= len(question)
    for size in range(PADDED):
        assert host.handshake(plain(HELLO, bytes(PADDED))[:size], HERE, 0) is None


def test_repeated_questions_let_in_once() -> None:
    host, ann = Host(), connection()
    sent = host.come(ann)
    for data in sent * 5:
        assert host.handshake(data, HERE, SECOND) is None
    assert len(host.let_in) == 1


def test_repeated_connect_is_answered_with_what_was_lost() -> None:
    host, ann = Host("4711"), connection("4711")
    host.come(ann, tries=1)
    connect = ann.packets(0)[0]
    answer = host.handshake(connect, HERE, 0)
    assert answer
    assert answer[7] == ACCEPT
    assert host.handshake(connect, HERE, SECOND) == answer
    ann.receive(answer, SECOND)
    host.come(ann, now=SECOND)
    assert ann.state == CONNECTED


def test_lost_first_packet_is_sent_again_when_the_join_comes_again() -> None:
    host, ann = Host(), connection()
    host.come(ann, tries=2)
    join = ann.packets(0)[0]
    assert join[7] == JOIN
    host.handshake(join, HERE, 0)
    [peer] = host.let_in
    peer.packet(0)
    assert peer.endpoint.due > 0
    host.handshake(join, HERE, SECOND // 100)
    assert peer.endpoint.due == SECOND // 100
    assert len(host.let_in) == 1


def test_lost_refusal_is_told_again() -> None:
    host = Host("4711", most=0)
    for reason, code in ((WRONG_CODE, "0815"), (FULL, "4711")):
        bob, address = connection(code), (f"10.0.1.{reason}", 5)
        host.come(bob, address, tries=2)
        join = bob.packets(0)[0]
        [answer] = {host.handshake(join, address, 0) for _ in range(3)}
        assert answer
        bob.receive(answer, 0)
        assert (bob.state, bob.reason) == (DENIED, reason)


def test_repeated_join_of_one_that_is_heard_makes_the_host_say_nothing() -> None:
    host, ann = Host(), connection()
    sent = host.come(ann)
    [peer] = host.listener.peers.values()
    for data in ann.packets(SECOND):
        assert host.listener.receive(data, HERE, SECOND)
    peer.packet(SECOND)
    for data in sent:
        assert host.handshake(data, HERE, SECOND + 1) is None
    assert peer.endpoint.due > SECOND + 1


def test_wrong_code_is_told_and_slowed() -> None:
    host, now, waits = Host("4711"), 0, []
    for _ in range(5):
        ann = connection("0815", now)
        host.come(ann, now=now)
        assert (ann.state, ann.reason) == (DENIED, WRONG_CODE)
        early = connection("4711", now)
        host.come(early, now=now)
        assert (early.state, early.reason) == (DENIED, TOO_SOON)
        assert early.seconds >= 1
        waits.append(early.seconds)
        now += 31 * SECOND
    assert waits == sorted(waits)
    assert waits[-1] >= 8 * waits[0]
    assert not host.let_in
    ann = connection("4711", now)
    host.come(ann, now=now)
    assert ann.state == CONNECTED
    again = connection("4711", now)
    host.come(again, now=now)
    assert again.state == CONNECTED, "nothing is held against it any more"


def test_wrong_code_from_one_address_slows_no_other() -> None:
    host = Host("4711")
    host.come(connection("0815"))
    ann = connection("4711")
    host.come(ann, ("10.0.0.2", 5))
    assert ann.state == CONNECTED


def test_wrong_code_is_not_seen_from_outside() -> None:
    host, ann = Host("4711"), connection("4711")
    sent = host.come(ann)
    assert not any(b"4711" in data or b"Ann" in data for data in sent)


def test_another_version_is_told_so() -> None:
    host, ann = Host(), connection()
    data = bytearray(ann.packets(0)[0])
    data[6] = VERSION + 1
    answer = host.handshake(bytes(data), HERE, 0)
    assert answer
    ann.receive(answer, 0)
    assert (ann.state, ann.reason) == (DENIED, OTHER_VERSION)


def test_newer_host_is_told_apart() -> None:
    host, ann = Host(most=0), connection()
    refusal = bytearray(plain(6, ann.packets(0)[0][8 : 8 + NONCE] + bytes((FULL, 0))))
    refusal[6] = VERSION + 1
    ann.receive(bytes(refusal), 0)
    assert (ann.state, ann.reason) == (DENIED, OTHER_VERSION)
    assert not host.let_in


def test_refusal_of_a_question_not_asked_is_ignored() -> None:
    ann = connection()
    ann.packets(0)
    ann.receive(plain(6, bytes(NONCE) + bytes((FULL, 0))), 0)
    assert ann.state == REQUESTING


def test_strangers_from_one_address_are_slowed_and_others_are_not() -> None:
    host = Host()
    hello = plain(HELLO, bytes(NONCE), padded=True)
    answered = sum(host.handshake(hello, ("10.0.0.9", n), n) is not None for n in range(10_000))
    assert answered <= 100
    assert host.handshake(hello, ("10.0.0.8", 1), 10_000)


def test_crowd_of_strangers_costs_the_host_little_and_keeps_nobody_out_who_was_there_before() -> None:
    host, ann = Host(), connection()
    host.come(ann)
    home: Address = (HERE[0], 6)
    begun = 0
    for number in range(1000):
        stranger, address = connection(), (f"10.1.{number >> 8}.{number & 255}", 5)
        answer = host.handshake(stranger.packets(0)[0], address, number * 1000)
        assert answer
        stranger.receive(answer, 0)
        accepted = host.handshake(stranger.packets(0)[0], address, number * 1000)
        begun += accepted is not None
    assert begun <= 400, "200 at once, and 200 in the second that has passed"
    again = connection(now=SECOND)
    host.come(again, home, SECOND)
    assert again.state == CONNECTED
    late = connection(now=SECOND)
    host.come(late, ("10.2.0.1", 5), SECOND)
    assert late.state == CONNECTED, "a stranger is in soon after, by asking again"


def test_what_a_flooding_client_says_is_mostly_not_heard() -> None:
    host, ann = Host(), connection()
    host.come(ann)
    heard = 0
    for now in range(SECOND, 2 * SECOND, 500):
        ann.send(Shout(1), now)
        for data in ann.packets(now):
            found = host.listener.receive(data, HERE, now)
            assert found
            heard += len(found[1])
            ann.receive(found[0].packet(now), now)
    assert heard <= 650


def test_forged_datagrams_do_not_use_up_what_a_client_may_say() -> None:
    host, ann = Host(), connection()
    host.come(ann)
    for now in range(SECOND, 2 * SECOND, 10):
        host.listener.receive(bytes((DATA,)) + bytes(60), HERE, now)
    ann.send(Shout(1), 2 * SECOND)
    [data] = ann.packets(2 * SECOND)
    found = host.listener.receive(data, HERE, 2 * SECOND)
    assert found
    assert found[1] == [encode_up(Shout(1))]


@pytest.mark.parametrize("size", [0, 1, NONCE, NONCE + COOKIE_SIZE, NONCE + COOKIE_SIZE + 34, 90])
def test_cut_off_connect_lets_nobody_in(size: int) -> None:
    host, ann = Host(), connection()
    host.come(ann, tries=1)
    host.handshake(ann.packets(0)[0][: 8 + size].ljust(PADDED, b"\0"), HERE, 0)
    assert not host.let_in


def test_key_of_zeros_is_refused() -> None:
    host, ann = Host(), connection()
    host.come(ann, tries=1)
    connect = bytearray(ann.packets(0)[0])
    at = 8 + NONCE + COOKIE_SIZE + 2
    connect[at : at + 32] = bytes(32)
    assert host.handshake(bytes(connect), HERE, 0) is None
    assert not host.let_in


def test_silent_host_is_asked_again_but_ever_less_often() -> None:
    ann = connection()
    times = []
    for _ in range(10):
        now = ann.next_time()
        assert ann.packets(now)
        times.append(now)
    gaps = [b - a for a, b in pairwise(times)]
    assert gaps == sorted(gaps)
    assert gaps[0] < 100_000
    assert gaps[-1] <= SECOND
