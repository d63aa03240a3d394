"""A client's connection to the host: handshake, clock synchronisation, messages both ways. No socket
inside."""

from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

import msgspec
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from game.core.hand import Hand
from game.net.client.host_clock import HostClock
from game.net.hands import PERIOD
from game.net.keys import TABLE_ID, host_key
from game.net.transport.channel import Overflow
from game.net.transport.cipher import PacketCipher
from game.net.transport.code_exchange import CodeExchange
from game.net.transport.endpoint import HOST_NOTE, STAMP, TIME, WATERMARK, Endpoint
from game.net.transport.noise import HAISTY, KEY, NO_CODE, Handshake, fingerprint, prologue
from game.net.wire.codec import decode_alone, decode_down, encode_alone, encode_up
from game.net.wire.fields import WireError
from game.net.wire.messages import Hands, Join, Pointing, ToClient, ToHost
from game.net.wire.packet import (
    ACCEPT,
    CONNECT,
    COOKIE,
    COOKIE_SIZE,
    HELLO,
    JOIN,
    NONCE,
    OTHER_VERSION,
    REFUSED,
    VERSION,
    is_sealed,
    plain,
    read_plain,
    sized,
)
from game.system import here

REQUESTING, RESPONDING, CONNECTED, DENIED, BROKEN = "asking", "proving", "open", "refused", "broken"
"""States of a connection: requesting a cookie and the host's keys; the Join is sent, so the host may let us
in at any moment; connected; refused; the host sends nonsense."""
PLAYING_INTERVAL, AWAKE_INTERVAL, QUIET_INTERVAL = 12_000, 50_000, 100_000
"""The most microseconds between packets: where none comes for 75 ms a radio naps. During a match the host
waits for every seat's watermark: so all seats send at whole multiples of the first by the host's clock, and
the host reads their packets together."""
_REPEAT: Final = 80_000
_SLOWEST: Final = 640_000
"""Microseconds before a request is repeated: at first, and at most."""
_LASTS: Final = 1_200_000
_GUESS_LASTS: Final = 5_000_000
"""Microseconds without an answer after which a handshake is begun anew, and one with a code, as hosts count
those: the host may have forgotten it, or have it for another address of this client."""
_GUESSES: Final = 2
"""The most Joins with a code made to a host where the player has not been yet."""
_STAMPS: Final = 2**24
"""Of its clock and its watermark a client sends the lowest 24 bits."""
_ANSWER, _STAMPED = 24_000, 100_000
"""Microseconds for which each packet answers the host's newest note, and the most between two stamps."""
_LATEST: Final = 2**47
"""Microseconds: no table lasts this long, and a later time does not fit in a note."""


class Credentials(NamedTuple):
    """What lets a player back in at a table: the token of the seat, and the table's code."""

    token: bytes | None = None
    code: str = ""


class Connection:
    """Times are microseconds of the local clock, except `watermark` and what `clock` returns."""

    def __init__(
        self,
        join: Join,
        code: str,
        now: int,
        credentials: Callable[[bytes], Credentials] | None = None,
        key: X25519PrivateKey | None = None,
    ) -> None:
        """`credentials` looks up those for a table's id; a `code` passed here takes precedence.

        `key`: the player's lasting key, by which hosts know them again; None: a fresh one.
        """
        self.join, self.code, self._credentials = join, code, credentials
        self.key = key or here().entropy.key()
        self.player = fingerprint(self.key.public_key().public_bytes_raw())
        """By which hosts know them."""
        self.host_key = b""
        """The host's public key; once connected, the host has proved to be its owner."""
        self.only: bytes | None = None
        """The id of the only table to connect to, where the player has been; None: any table."""
        self.only_host: bytes | None = None
        """The fingerprint of the only host's key; None: any host."""
        self.stranger = False
        """Whether another than that has answered."""
        self.clock = HostClock()
        self.state = REQUESTING
        self._cipher: PacketCipher | None = None
        self._guesses = 0
        """How many Joins with a code have been made."""
        self.reason, self.seconds = 0, 0
        """Why the host refused, and how long to wait before asking again."""
        self.received: deque[ToClient | Hands] = deque()
        self.sent = 0
        """The host's clock in the newest of its notes received."""
        self._slowest: int | None = None
        self._quickest = 0
        """By how much the host's clock was behind the own one in the notes since the last stamp."""
        self._answers = True
        """Whether a stamp has answered those notes."""
        self._begun = now
        self._begin(now)
        self._endpoint: Endpoint | None = None
        self._proof = b""
        """The host's newest challenge, to be repeated to it: this client is where that has come."""
        self.stamped = self.answered = now - _STAMPED
        """When the last packet with a stamp went, and that which the host has answered."""
        self._answering = now
        """Until when each packet has a stamp."""
        self.hand: Hand | None = None
        """Where the player's hand is over the shared piles: told with packets that go anyway."""
        self._told: Hand | None = None
        self._pointed = now - PERIOD
        """Where the hand was when the host was last told of it, and when that was."""
        self.watermark = 0
        """The host's time up to which the packets sent contain every move made here."""
        self.landing: int | None = None
        """The host's time of which it waits for the watermark to tell of a landing."""

    def _begin(self, now: int) -> None:
        """Begin a handshake with a fresh nonce and fresh keys. It can be asked for a cookie for ever."""
        self.state, self._cipher = REQUESTING, None
        self._handshake = ClientHandshake(self.key)
        self._due, self._again, self._ends = now, _REPEAT, _LATEST

    @property
    def silent_since(self) -> int:
        """When the last packet from the host arrived."""
        return self._endpoint.heard if self._endpoint else self._begun

    @property
    def pending(self) -> bool:
        """Whether the host has yet to acknowledge a message."""
        return self.state == CONNECTED and self._endpoint is not None and self._endpoint.pending

    @property
    def interval(self) -> int:
        """Microseconds between packets without news."""
        return self._endpoint.interval if self._endpoint else 0

    @interval.setter
    def interval(self, interval: int) -> None:
        if self._endpoint:
            self._endpoint.interval = interval

    def give_up(self) -> None:
        """Stop: what the host sends makes no sense."""
        self.state = BROKEN

    def send(self, message: ToHost, now: int) -> None:
        """Send the host a message; gives the connection up if too much is unacknowledged."""
        assert self._endpoint
        try:
            self._endpoint.send(encode_up(message), now)
        except Overflow:
            self.give_up()

    def receive(self, data: bytes, now: int) -> None:
        """Handle a datagram from the host's address; its messages are appended to `received`."""
        if is_sealed(data):
            self._open(data, now)
            return
        said = read_plain(data)
        if (
            said is None
            or said.body[:NONCE] != self._handshake.nonce
            or self.state not in (REQUESTING, RESPONDING)
        ):
            return
        if said.kind == REFUSED and len(said.body) >= NONCE + 2:
            other = said.version != VERSION
            self.state, self.reason = DENIED, OTHER_VERSION if other else said.body[NONCE]
            self.seconds = said.body[NONCE + 1]
        elif self.state == REQUESTING and said.version == VERSION:
            try:
                self._go_on(said.kind, said.body[NONCE:], now)
            except ValueError:  # not tried again: the check is costly
                self.give_up()

    def packets(self, now: int) -> list[bytes]:
        """The datagrams that are due."""
        if self.state in (DENIED, BROKEN):
            return []
        found: list[bytes] = []
        if self._endpoint and self._proof:
            found, self._proof = [self._endpoint.proof(self._proof)], b""
        if now < self.next_time():
            return found
        if self._endpoint:
            return [*found, self._packet(self._endpoint, now)]
        if now >= self._ends:
            self._begin(now)
        self._due, self._again = now + self._again, min(_SLOWEST, self._again * 2)
        return [self._handshake.request]

    def packet(self, now: int) -> bytes:
        """A packet with a stamp that is not due yet, to be sent somewhere else; only while connected."""
        assert self._endpoint
        self._answering = now + 1
        return self._packet(self._endpoint, now)

    def next_time(self) -> int:
        """When the next datagram is due."""
        if not self._endpoint:
            return min(self._due, self._ends)
        due = 0 if self._proof else self._endpoint.due
        if self.interval == PLAYING_INTERVAL and self.clock.known:
            due = min(due, self.clock.local((self.watermark // PLAYING_INTERVAL + 1) * PLAYING_INTERVAL))
        if self.landing is not None and self.landing > self.watermark:
            due = min(due, self.clock.local(self.landing))
        return due

    def _ask_on(self, state: str, now: int) -> None:
        """Send the next request of the handshake.

        Where a Join with a code has no answer, one more is begun: to a false host each is a guess, unless the
        player has been at that host's table.
        """
        self._guesses += state == RESPONDING and bool(self.code) and self.only is None
        self.state, self._due, self._again = state, now, _REPEAT
        lasts = _GUESS_LASTS if self.code else _LASTS
        self._ends = now + lasts if state == REQUESTING or self._guesses < _GUESSES else _LATEST

    def _go_on(self, kind: int, body: bytes, now: int) -> None:
        """Take the next step of the handshake. Raises ValueError if the host is not who we want, or none."""
        if kind == COOKIE and not self._handshake.greeted:
            greeting = Greeting(body)
            if self.only not in (None, greeting.table):
                raise ValueError("another table")
            if self.only_host not in (None, fingerprint(greeting.host_key)):
                self.stranger = True
                raise ValueError("another host")
            known = self._credentials(greeting.table) if self._credentials else Credentials()
            if known.token:
                self.join = msgspec.structs.replace(self.join, token=known.token)
            self.code = self.code or known.code
            self.host_key = greeting.host_key
            self._handshake.connect(greeting, self.code)
            self._ask_on(REQUESTING, now)
        elif kind == ACCEPT and (cipher := self._handshake.join(body, encode_alone(self._signed_join))):
            self._cipher = cipher
            self._ask_on(RESPONDING, now)

    @property
    def _signed_join(self) -> Join:
        return msgspec.structs.replace(self.join, signs=fingerprint(host_key(self.key).signing))

    def _open(self, data: bytes, now: int) -> None:
        if self._endpoint is None:
            if self._cipher is None:
                return
            endpoint = Endpoint(self._cipher, HOST_NOTE, QUIET_INTERVAL, now)
        else:
            endpoint = self._endpoint
        heard = endpoint.open(data, now)
        if heard is None:
            return
        self._endpoint, self.state = endpoint, CONNECTED if self.state == RESPONDING else self.state
        self._proof = heard.proof or self._proof
        if heard.parts & TIME:
            self._take_time(endpoint, heard.note, now)
        if self.state == BROKEN:
            return
        try:
            self.received.extend(map(decode_down, heard.messages))
            if heard.aside:
                self.received.append(decode_alone(Hands, heard.aside))
        except WireError:
            self.give_up()

    def _take_time(self, endpoint: Endpoint, note: bytes, now: int) -> None:
        host, echo, held = (int.from_bytes(note[a:b], "little") for a, b in ((0, 6), (6, 9), (9, 12)))
        if host > _LATEST:
            self.give_up()
            return
        if host > self.sent:
            self.sent, self._answering = host, now + _ANSWER
        if self._slowest is None or self._answers:
            self._slowest = self._quickest = now - host
        self._slowest, self._quickest = max(self._slowest, now - host), min(self._quickest, now - host)
        self._answers = False
        if echo:
            self.answered = now - (now - echo) % _STAMPS
            self.clock.exchange(self.answered, now, host - held, host)
            endpoint.round_trip_measured(now - self.answered - held)

    def _packet(self, endpoint: Endpoint, now: int) -> bytes:
        parts, note = 0, b""
        if now < self._answering or now - self.stamped >= _STAMPED:
            stamp = now % _STAMPS or 1
            echo = 0 if self._slowest is None else (now - self._slowest) % _STAMPS or 1
            parts, note, self.stamped = STAMP, (stamp | echo << 24).to_bytes(6, "little"), now
            self._slowest, self._answers = self._quickest if echo else None, True
        if self.clock.known:
            self.watermark = max(0, self.clock.now(now))
            parts, note = parts | WATERMARK, note + (self.watermark % _STAMPS).to_bytes(3, "little")
        aside = b""
        if self.hand != self._told and now - self._pointed >= PERIOD:
            self._told, self._pointed, aside = self.hand, now, encode_alone(Pointing(self.hand))
        return endpoint.packet(parts, note, now, aside)


class Greeting:
    """The host's answer to a HELLO."""

    def __init__(self, body: bytes) -> None:
        """`body`: what follows the nonce."""
        self.cookie, rest = body[:COOKIE_SIZE], body[COOKIE_SIZE:]
        self.host_key, self.table = rest[:KEY], rest[KEY : KEY + TABLE_ID]


class ClientHandshake:
    """One handshake; `request` is what to send until the next answer."""

    def __init__(self, key: X25519PrivateKey) -> None:
        """`key`: the player's lasting key."""
        self.nonce = here().entropy.draw(NONCE)
        self.request = plain(HELLO, self.nonce, padded=True)
        self._own = key
        self._handshake: Handshake | None = None
        self._code: CodeExchange | None = None

    @property
    def greeted(self) -> bool:
        """Whether the host has sent its cookie."""
        return self._handshake is not None

    def connect(self, greeting: Greeting, code: str) -> None:
        """Answer the host's cookie. Raises ValueError if its public key is not one."""
        before = prologue(self.nonce, greeting.cookie, greeting.table)
        handshake = Handshake(HAISTY, before, self._own, greeting.host_key)
        if code:
            own = self._own.public_key().public_bytes_raw()
            self._code = CodeExchange(code, True, own, greeting.host_key, greeting.table)
        message = handshake.write(self._code.message if self._code else b"")
        self.request = plain(CONNECT, self.nonce + greeting.cookie + sized(message), padded=True)
        self._handshake = handshake

    def join(self, message: bytes, join: bytes) -> PacketCipher | None:
        """Send the Join now that the host has proved its key; None if this is not the host's answer.

        Raises ValueError if it is, but makes no sense.
        """
        handshake = self._handshake
        said = handshake.read(message) if handshake else None
        if handshake is None or said is None:
            return None
        code = self._code.key(said) if self._code else NO_CODE
        if code is None:
            raise ValueError("not an answer to a code")
        proof = handshake.write(b"")
        self.request = plain(JOIN, self.nonce + sized(proof + handshake.write(join, code)), padded=True)
        keys = handshake.split()
        return PacketCipher(keys.up, keys.down)
