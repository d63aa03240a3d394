"""A table's code: one guess a try for a false host, few for strangers, and those who know it are let in."""

import copy
import heapq
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from game.net.address import Address
from game.net.client.connection import CONNECTED, DENIED, REQUESTING, RESPONDING, Connection, Greeting
from game.net.rate_limit import BURST, KEPT, PAUSE, TURNS, GuessBudget, origin
from game.net.server.listener import Listener
from game.net.server.peer import Peer
from game.net.transport.code_exchange import CodeExchange
from game.net.transport.noise import HAISTY, TAG, Handshake, prologue
from game.net.wire.codec import encode_alone
from game.net.wire.messages import Join
from game.net.wire.packet import (
    ACCEPT,
    CONNECT,
    COOKIE,
    COOKIE_SIZE,
    HELLO,
    JOIN,
    NONCE,
    REFUSED,
    TOO_SOON,
    WRONG_CODE,
    plain,
    read_plain,
    sized,
    unsized,
)
from game.system import here

ROOT = Path(__file__).parent.parent.parent
TABLE = b"table id"
SECOND = 1_000_000
MINUTE = 60 * SECOND


class FalseHost:
    """Answers for a table that it is not the host of. It tries one code, and keeps all that it learns."""

    def __init__(self, guess: str) -> None:
        self.guess = guess
        self.own = here().entropy.key()
        self.public = self.own.public_key().public_bytes_raw()

    def lure(self, client: Connection) -> None:
        """Let a client come as far as it comes."""
        for _ in range(3):
            [data] = client.packets(client.next_time())
            question = read_plain(data)
            assert question
            nonce, body = question.body[:NONCE], question.body[NONCE:]
            if client.state == RESPONDING:
                self.join = unsized(body) or b""
                return
            if question.kind != CONNECT:
                client.receive(self.cookie(data), 0)
                continue
            self.handshake = Handshake(HAISTY, prologue(nonce, bytes(COOKIE_SIZE), TABLE), self.own)
            self.said = self.handshake.read(unsized(body[COOKIE_SIZE:]) or b"") or b""
            self.exchange = CodeExchange(self.guess, False, self.handshake.other, self.public, TABLE)
            answer = self.handshake.write(self.exchange.message)
            client.receive(plain(ACCEPT, nonce + answer), 0)

    def cookie(self, hello: bytes) -> bytes:
        """The answer to a HELLO."""
        return plain(COOKIE, hello[8 : 8 + NONCE] + bytes(COOKIE_SIZE) + self.public + TABLE)

    def verifies(self, code: str) -> bool:
        """Whether what it has fits this code: all its own secrets, and all that the client has said."""
        exchange, handshake = copy.copy(self.exchange), copy.copy(self.handshake)
        inner = exchange._exchange = copy.copy(exchange._exchange)
        inner.pw = code.encode()
        inner.pw_scalar = inner.params.group.password_to_scalar(inner.pw)
        key = exchange.key(self.said)
        assert handshake.read(self.join[:TAG]) == b"", "the client has meant this host"
        return key is not None and handshake.read(self.join[TAG:], key) is not None


def test_false_host_learns_of_one_code_whether_it_was_right_and_of_no_other_anything() -> None:
    """It cannot prepare either: what it says is made of its one guess, and the client's answer of both."""
    host = FalseHost("0815")
    host.lure(Connection(Join("Ann", 0), "4711", 0))
    assert not host.verifies("0815"), "its guess was wrong, and that is what it learns"
    for code in ("4711", *(f"{number:04}" for number in range(4700, 4720))):
        assert not host.verifies(code), "not even the right code can be told from the others now"


def test_false_host_that_guesses_right_is_told_so() -> None:
    """So the test above tries codes in a way that finds the right one where there is anything to find."""
    host = FalseHost("4711")
    host.lure(Connection(Join("Ann", 0), "4711", 0))
    assert host.verifies("4711")
    assert not host.verifies("4712")


def test_false_host_has_another_guess_only_if_the_player_tries_again() -> None:
    host, client = FalseHost("0815"), Connection(Join("Ann", 0), "4711", 0)
    host.lure(client)
    first = host.join
    question = plain(ACCEPT, client._handshake.nonce + host.handshake.write(b""))
    client.receive(question, 1)
    for _ in range(5):
        [data] = client.packets(client.next_time())
        assert unsized(data[8 + NONCE :]) == first, "the client says the same again, whatever it hears"


class Guesser:
    """Strangers who try codes at a table, from as many addresses as they like."""

    def __init__(self, code: str = "4711") -> None:
        self.listener = Listener(TABLE, code)

    def come(
        self, code: str, address: Address, now: int, key: X25519PrivateKey | None = None
    ) -> tuple[str, int, int]:
        """One try; how it ended, why, and the seconds to wait."""
        client = Connection(Join("X", 0), code, now, key=key)
        for _ in range(4):
            for data in client.packets(max(now, client.next_time())):
                answer = self.listener.handshake(data, address, now)
                if isinstance(answer, Peer):
                    self.listener.accept(answer)
                    client.receive(answer.packet(now), now)
                    self.listener.close(answer)
                elif answer:
                    client.receive(answer, now)
            if client.state not in (REQUESTING, RESPONDING):
                break
        return client.state, client.reason, client.seconds


def fresh(number: int) -> Address:
    """An address that nobody had before."""
    return f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}", 5


def test_no_more_than_twenty_codes_are_tried_in_any_minute_from_however_many_addresses() -> None:
    table, tried = Guesser(), []
    back: dict[int, list[int]] = {}
    for now in range(80):
        for number in [now, *back.pop(now, [])]:
            state, reason, seconds = table.come(f"{number:04}", fresh(number), now * SECOND)
            assert state == DENIED
            if reason == TOO_SOON:
                back.setdefault(now + seconds, []).append(number)
            else:
                tried.append(now)
    assert len(tried) >= 18, "and those who wait do get their turn"
    assert all(sum(at <= other < at + 60 for other in tried) <= 20 for at in tried)


def test_twenty_a_minute_hold_for_an_hour_and_two_thousand_addresses() -> None:
    budget, tried = GuessBudget(), list[int]()
    back: list[tuple[int, int]] = []
    for number, now in enumerate(range(0, 60 * MINUTE, 1_440_000)):
        heapq.heappush(back, (now, number))
        while back and back[0][0] <= now:
            _at, who = heapq.heappop(back)
            if not (wait := budget.wait(f"{who}", now)):
                budget.begin(f"{who}", now)
                tried.append(now)
            elif who % 2 and wait <= TURNS * PAUSE:  # half of them do not come for their turn
                heapq.heappush(back, (now + wait, who))
    assert number > 2_490
    assert len(tried) > 150
    assert all(later - at >= MINUTE for at, later in zip(tried, tried[20:], strict=False))


def test_who_has_known_the_code_comes_in_while_strangers_try_theirs() -> None:
    table, ann = Guesser(), here().entropy.key()
    assert table.come("4711", fresh(1), 0, ann)[0] == CONNECTED
    for number, now in enumerate(range(0, MINUTE // 2, SECOND // 4)):
        table.come("0815", fresh(2 + number), now)
        if number % 20 == 19:
            assert table.come("0815", fresh(130 + number), now)[1] == TOO_SOON, "strangers wait"
            assert table.come("4711", fresh(5000 + number), now, ann)[0] == CONNECTED


def test_knowing_whom_the_host_knows_opens_nothing() -> None:
    """The public key of a known player is no secret; whoever has only that cannot use it."""
    table, ann = Guesser(), here().entropy.key()
    table.come("4711", fresh(1), 0, ann)
    wrong = [table.come("0815", fresh(number), number)[1] != TOO_SOON for number in range(2, 40)]
    assert sum(wrong) == BURST


def test_newcomer_is_in_as_soon_as_it_was_told_though_others_try_all_the_time() -> None:
    table, now = Guesser(), 0
    for number in range(2, 2 + BURST + 3):
        table.come("0815", fresh(number), now)
    state, reason, seconds = table.come("4711", fresh(1), now)
    assert (state, reason) == (DENIED, TOO_SOON)
    assert seconds == 4 * PAUSE // SECOND
    for number in range(100, 100 + 4 * seconds):
        now += SECOND // 4
        table.come("0815", fresh(number), now)
    assert now == seconds * SECOND
    assert table.come("4711", fresh(1), now)[0] == CONNECTED


NETWORKS: dict[str, tuple[Callable[[int], str], int]] = {
    "one /16": (lambda n: f"10.7.{n >> 8 & 255}.{n & 255}", 1),
    "one /24": (lambda n: f"10.7.7.{n & 255}", 1),
    "one /64": (lambda n: f"2001:db8:1:1::{n:x}", 1),
    "all /64 of a /48": (lambda n: f"2001:db8:1:{n & 0xFFFF:x}::1", 1),
    "all /64 of a /32": (lambda n: f"2001:db8:{n * 31 & 0xFFFF:x}:{n & 0xFFFF:x}::1", 1),
    "20 of /16": (lambda n: f"20.{n % 20}.{n >> 8 & 255}.{n & 255}", 20),
    "20 of /32": (lambda n: f"2a00:{n % 20 + 1:x}:{n & 0xFFFF:x}::1", 20),
}
"""Where strangers guess from, and how many wide networks that is."""


@pytest.mark.parametrize("comes", [True, False], ids=["all come", "no turn is taken"])
@pytest.mark.parametrize("where", NETWORKS)
def test_newcomer_is_in_soon_while_others_guess_from_all_their_addresses(where: str, comes: bool) -> None:
    """For 5 minutes 2 new ones a second ask; each comes when it was told, or takes a turn and never comes.
    Meanwhile friends come, each from a network where nobody was, and again 4 s later than told. They have the
    right code. Each is in within two turns, and one more for each wide network of the guessers."""
    address, wide = NETWORKS[where]
    budget, tried, asked = GuessBudget(), list[int](), dict[str, int]()
    back: dict[int, list[str]] = {}
    for half in range(2 * 5 * 60):
        now = half * SECOND // 2
        new = [address(half)] if half % 50 else [address(half), f"192.{half // 50}.1.1"]
        for host in [*new, *back.pop(half, [])]:
            friend, who = host.startswith("192"), origin(host)
            asked.setdefault(host, now)
            if wait := budget.wait(who, now):
                if friend or comes:
                    back.setdefault(half + wait * 2 // SECOND + (8 if friend else 1), []).append(host)
                continue
            budget.begin(who, now)
            if friend:
                budget.right(who)
                assert now - asked.pop(host) <= (wide + 2) * PAUSE + 4 * SECOND, (host, now)
            else:
                tried.append(now)
    assert not any(host.startswith("192") for host in asked), "all friends are in"
    assert all(later - at >= MINUTE for at, later in zip(tried, tried[20:], strict=False))
    assert not comes or where == "one /64" or len(tried) > 50, "the guessers have used what they may"


def test_newcomer_from_among_the_guessers_has_a_turn_behind_those_who_asked_before() -> None:
    """On one LAN: they have 100 addresses in the newcomer's own /24, and each has asked."""
    budget = GuessBudget()
    for number in range(BURST):
        budget.begin(f"10.7.7.{number}", 0)
    for number in range(BURST, 100):
        budget.wait(f"10.7.7.{number}", 0)
    told = budget.wait("10.7.7.250", 0)
    assert told == (100 - BURST + 1) * PAUSE
    again = (f"10.7.7.{number}" for _ in range(1000) for number in range(100))
    for now in range(0, told, SECOND):
        for who in (next(again), next(again)):
            if not budget.wait(who, now):
                budget.begin(who, now)
    assert budget.wait("10.7.7.250", told) == 0


def test_one_who_has_failed_comes_behind_a_newcomer() -> None:
    budget, told, now = GuessBudget(), 0, 0
    for now in range(0, 10 * MINUTE, SECOND):
        for who in ("10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4"):
            if not budget.wait(who, now):
                budget.begin(who, now)
        if now == 5 * MINUTE:
            told = budget.wait("10.0.0.9", now)
            assert told <= PAUSE
        if told and now == 5 * MINUTE + PAUSE:
            assert budget.wait("10.0.0.9", now) == 0


def test_right_codes_use_up_nothing() -> None:
    budget = GuessBudget()
    for number in range(100):
        assert budget.wait(f"{number}", 0) == 0
        budget.begin(f"{number}", 0)
        budget.right(f"{number}")


def test_turns_come_in_the_order_of_asking_and_are_kept_for_a_while() -> None:
    budget = GuessBudget()
    for number in range(BURST):
        assert budget.wait(f"{number}", 0) == 0
        budget.begin(f"{number}", 0)
    waits = [budget.wait(f"new {number}", 0) for number in range(3)]
    assert waits == [PAUSE, 2 * PAUSE, 3 * PAUSE]
    assert [budget.wait(f"new {number}", 0) for number in range(3)] == waits, "asking again changes nothing"
    assert budget.wait("late", waits[0]) > 0, "the first place that is free has its owner"
    assert budget.wait("0", waits[0]) > waits[2], "and who has failed comes last"
    assert budget.wait("new 0", waits[0]) == 0
    assert budget.wait("late", waits[2] + KEPT + 2 * PAUSE) == 0, "those who never came are not waited for"


def test_who_lets_its_turn_pass_is_no_newcomer_any_more() -> None:
    budget = GuessBudget()
    for number in range(BURST):
        budget.begin(f"{number}", 0)
    now = budget.wait("late", 0) + KEPT
    for number in range(BURST):
        budget.begin(f"more {number}", now)
    late, newcomer = budget.wait("late", now), budget.wait("newcomer", now)
    assert budget.wait("late", now) == late + PAUSE
    assert newcomer == late


def test_no_more_wait_for_a_turn_than_there_are_turns() -> None:
    budget = GuessBudget()
    for number in range(BURST):
        budget.begin(f"{number}", 0)
    waits = [budget.wait(f"new {number}", 0) for number in range(10 * TURNS)]
    assert max(waits) == (TURNS + 1) * PAUSE


@pytest.mark.parametrize(
    "said",
    [b"", b"A" * 33, b"B" + b"\xff" * 32, b"A" + bytes(32), bytes(33)],
    ids=["nothing", "letters", "own side", "A and zeros", "zeros"],
)
def test_nonsense_makes_no_key(said: bytes) -> None:
    assert CodeExchange("4711", False, b"a", b"b", TABLE).key(said) is None


@pytest.mark.parametrize(
    "said",
    [b"x", bytes(33), b"A" + bytes(range(9, 41)), bytes(range(200))],
    ids=["short", "zeros", "no point", "long"],
)
def test_nonsense_in_place_of_a_code_is_a_wrong_code(said: bytes) -> None:
    listener, nonce, own = Listener(TABLE, "4711"), bytes(NONCE), here().entropy.key()
    cookie = listener.handshake(plain(HELLO, nonce, padded=True), fresh(1), 0)
    assert isinstance(cookie, bytes)
    greeting = Greeting(cookie[8 + NONCE :])
    handshake = Handshake(HAISTY, prologue(nonce, greeting.cookie, greeting.table), own, greeting.host_key)
    connect = plain(CONNECT, nonce + greeting.cookie + sized(handshake.write(said)), padded=True)
    accept = listener.handshake(connect, fresh(1), 0)
    assert isinstance(accept, bytes)
    assert handshake.read(accept[8 + NONCE :]) is not None
    proof = handshake.write(b"")
    join = plain(JOIN, nonce + sized(proof + handshake.write(encode_alone(Join("A", 0)))), padded=True)
    refused = listener.handshake(join, fresh(1), 0)
    assert isinstance(refused, bytes)
    assert (refused[7], refused[8 + NONCE]) == (REFUSED, WRONG_CODE)


@pytest.mark.parametrize(("tables", "clients"), [("4711", ""), ("", "4711")])
def test_who_comes_with_a_code_where_there_is_none_or_without_where_there_is_has_guessed_nothing(
    tables: str, clients: str
) -> None:
    table = Guesser(tables)
    for number in range(3 * BURST):
        assert table.come(clients, fresh(number), 0)[:2] == (DENIED, WRONG_CODE)
    assert table.come(tables, fresh(9999), 0)[0] == CONNECTED


@pytest.mark.real
def test_nothing_of_codes_is_loaded_where_there_is_none() -> None:
    code = "import sys, game.lan.join, game.lan.table; sys.exit('spake2' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


def test_key_of_a_code_is_good_for_these_two_at_this_table_only() -> None:
    def same(client: tuple[bytes, bytes, bytes], host: tuple[bytes, bytes, bytes]) -> bool:
        ends = CodeExchange("4711", True, *client), CodeExchange("4711", False, *host)
        return ends[0].key(ends[1].message) == ends[1].key(ends[0].message)

    this = (b"ann", b"host", TABLE)
    assert same(this, this)
    for other in ((b"bob", b"host", TABLE), (b"ann", b"else", TABLE), (b"ann", b"host", b"elsewher")):
        assert not same(this, other)
