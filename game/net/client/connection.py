"""A client's end of the connection: getting in, the host's clock, messages both ways. No socket inside."""

import os
from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

import msgspec
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from game.net.client.host_clock import HostClock
from game.net.server.listener import OTHER_VERSION
from game.net.transport import cipher
from game.net.transport.channel import Overflow
from game.net.transport.cipher import KEY, Keys, PacketCipher, agree, stretched
from game.net.transport.endpoint import CLIENT_NOTE, HOST_NOTE, Endpoint
from game.net.wire.codec import decode_down, encode_join, encode_up
from game.net.wire.messages import Join, ToClient, ToHost
from game.net.wire.packet import CONNECT, COOKIE, DATA, HELLO, NONCE, REFUSED, VERSION, plain, read_plain
from game.net.wire.validate import WireError

REQUESTING, RESPONDING, CONNECTED, DENIED, BROKEN = "asking", "proving", "open", "refused", "broken"
"""Where a call stands: not heard of the host; showing the cookie; connected; turned away; talked nonsense
to."""
PLAYING_BEAT, QUIET_BEAT = 25_000, 100_000
"""Microseconds between packets to the host: in play it waits for every seat's watermark."""
_REPEAT: Final = 80_000
_SLOWEST: Final = 640_000
"""Microseconds after which a question is asked again, and at most."""
_LATEST: Final = 2**47
"""Microseconds that no table stands for: a later time has no room in a note."""


class Credentials(NamedTuple):
    """What is known of a table from an earlier visit: the token of the seat there, and its code."""

    token: bytes | None = None
    code: str = ""


class Connection:
    """Times are microseconds of the own clock, but for `watermark` and what `clock` gives."""

    def __init__(
        self, join: Join, code: str, now: int, kept: Callable[[bytes], Credentials] | None = None
    ) -> None:
        """`kept` gives what is known of the table with that id; a `code` that is given counts more."""
        self.join, self.code, self._kept = join, code, kept
        self.only: bytes | None = None
        """The id of the only table that is meant; at another one nobody comes in."""
        self.clock = HostClock()
        self.state = REQUESTING
        self.reason, self.seconds = 0, 0
        """Why it was turned away, and for how long it may not ask again."""
        self.received: deque[ToClient] = deque()
        self.sent = 0
        """The host's clock when it sent what came last."""
        self.heard = now
        self._nonce = os.urandom(NONCE)
        self._key = X25519PrivateKey.generate()
        self._public = self._key.public_key().public_bytes_raw()
        self._question = plain(HELLO, self._nonce, padded=True)
        self._again, self._due = _REPEAT, now
        self._line: Endpoint | None = None
        self._keys: Keys | None = None
        self._sealed: PacketCipher | None = None
        self.watermark = 0
        """The host's time up to which the packets sent have told of all that was pressed here."""

    @property
    def silent_since(self) -> int:
        """When the host was heard last."""
        return self._line.heard if self._line else self.heard

    @property
    def pending(self) -> bool:
        """Whether the host has yet to acknowledge something."""
        return self.state == CONNECTED and self._line is not None and self._line.pending

    @property
    def beat(self) -> int:
        """Microseconds between packets."""
        return self._line.beat if self._line else 0

    @beat.setter
    def beat(self, beat: int) -> None:
        if self._line:
            self._line.beat = beat

    def give_up(self) -> None:
        """The host talks nonsense, or to somebody else."""
        self.state = BROKEN

    def send(self, message: ToHost, now: int) -> None:
        """Tell the host; it is given up if it has answered to nothing for too long."""
        assert self._line
        try:
            self._line.send(encode_up(message), now)
        except Overflow:
            self.give_up()

    def receive(self, data: bytes, now: int) -> None:
        """Take a datagram from the host's address; what it says is put to `received`."""
        if data[:1] == bytes((DATA,)):
            self._hear(data, now)
            return
        said = read_plain(data)
        if said is None or said.body[:NONCE] != self._nonce or self.state not in (REQUESTING, RESPONDING):
            return
        if said.kind == REFUSED and len(said.body) >= NONCE + 2:
            other = said.version != VERSION
            self.state, self.reason = DENIED, OTHER_VERSION if other else said.body[NONCE]
            self.seconds = said.body[NONCE + 1]
        elif said.kind == COOKIE and self.state == REQUESTING and said.version == VERSION:
            self._prove(said.body[NONCE:], now)

    def packets(self, now: int) -> list[bytes]:
        """The datagrams that are due."""
        if self.state in (DENIED, BROKEN) or now < self.next_time():
            return []
        if self._line:
            return [self._packet(self._line, now)]
        self._due, self._again = now + self._again, min(_SLOWEST, self._again * 2)
        return [self._question]

    def next_time(self) -> int:
        """When the next datagram is due."""
        return self._line.due if self._line else self._due

    def _prove(self, body: bytes, now: int) -> None:
        cookie, body = body[: cipher.COOKIE], body[cipher.COOKIE :]
        public, table = body[:KEY], body[KEY : KEY + 8]
        if self.only not in (None, table):
            self.give_up()
            return
        kept = self._kept(table) if self._kept else Credentials()
        if kept.token:
            self.join = msgspec.structs.replace(self.join, token=kept.token)
        self.code = self.code or kept.code
        context = self._nonce + public + self._public
        try:
            keys = agree(self._key, public, stretched(self.code, public), context)
        except ValueError:  # once is enough: it is costly to find out
            self.give_up()
            return
        self._sealed = PacketCipher(keys.up, keys.down)
        inside = self._sealed.seal(encode_join(self.join))
        size = len(inside).to_bytes(2, "little")
        self._question = plain(CONNECT, self._nonce + cookie + self._public + size + inside, padded=True)
        self.state, self._due, self._again = RESPONDING, now, _REPEAT

    def _hear(self, data: bytes, now: int) -> None:
        if self._line is None:
            if self._sealed is None:
                return
            line = Endpoint(self._sealed, HOST_NOTE, QUIET_BEAT, now)
        else:
            line = self._line
        heard = line.open(data, now)
        if heard is None:
            return
        self._line, self.state = line, CONNECTED if self.state == RESPONDING else self.state
        host = int.from_bytes(heard.note[:6], "little")
        held = int.from_bytes(heard.note[10:14], "little")
        if host > _LATEST:
            self.give_up()
            return
        self.sent = max(self.sent, host)
        if echo := int.from_bytes(heard.note[6:10], "little"):
            sent = now - (now - echo) % 2**32
            self.clock.exchange(sent, now, host - held, host)
        try:
            self.received.extend(map(decode_down, heard.messages))
        except WireError:
            self.give_up()

    def _packet(self, line: Endpoint, now: int) -> bytes:
        if self.clock.known and line.fits(CLIENT_NOTE):
            self.watermark = max(0, self.clock.now(now))
        stamp = (now % 2**32 or 1).to_bytes(4, "little")
        return line.packet(stamp + self.watermark.to_bytes(6, "little"), now)
