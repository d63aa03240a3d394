"""A client's connection to the host: handshake, clock synchronisation, messages both ways. No socket
inside."""

import os
from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

import msgspec
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from game.net.client.host_clock import HostClock
from game.net.transport import cipher
from game.net.transport.channel import Overflow
from game.net.transport.cipher import KEY, PacketCipher, agree, stretched
from game.net.transport.endpoint import CLIENT_NOTE, HOST_NOTE, Endpoint
from game.net.wire.codec import decode_down, encode_join, encode_up
from game.net.wire.messages import Join, ToClient, ToHost
from game.net.wire.packet import (
    CONNECT,
    COOKIE,
    DATA,
    HELLO,
    NONCE,
    OTHER_VERSION,
    REFUSED,
    VERSION,
    plain,
    read_plain,
)
from game.net.wire.validate import WireError

REQUESTING, RESPONDING, CONNECTED, DENIED, BROKEN = "asking", "proving", "open", "refused", "broken"
"""States of a connection: requesting a cookie; returning it; connected; refused; the host sends nonsense."""
PLAYING_INTERVAL, QUIET_INTERVAL = 12_000, 100_000
"""The most microseconds between packets: during a match the host waits for every seat's watermark."""
_REPEAT: Final = 80_000
_SLOWEST: Final = 640_000
"""Microseconds before a request is repeated: at first, and at most."""
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
        self.key = key or X25519PrivateKey.generate()
        self.host_key = b""
        """The host's public key; once connected, the host has proved to be its owner."""
        self.only: bytes | None = None
        """The id of the only table to connect to; None: any table."""
        self.clock = HostClock()
        self.state = REQUESTING
        self.reason, self.seconds = 0, 0
        """Why the host refused, and how long to wait before asking again."""
        self.received: deque[ToClient] = deque()
        self.sent = 0
        """The host's clock when it sent the newest packet received."""
        self._begun = now
        self._nonce = os.urandom(NONCE)
        self._ephemeral = X25519PrivateKey.generate()
        self._public = self._ephemeral.public_key().public_bytes_raw()
        self._request = plain(HELLO, self._nonce, padded=True)
        self._again, self._due = _REPEAT, now
        self._cipher: PacketCipher | None = None
        self._endpoint: Endpoint | None = None
        self.watermark = 0
        """The host's time up to which the packets sent contain every move made here."""
        self._echo = 0
        """The host's clock in the newest packet received when that was so."""

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
        if data[:1] == bytes((DATA,)):
            self._open(data, now)
            return
        said = read_plain(data)
        if said is None or said.body[:NONCE] != self._nonce or self.state not in (REQUESTING, RESPONDING):
            return
        if said.kind == REFUSED and len(said.body) >= NONCE + 2:
            other = said.version != VERSION
            self.state, self.reason = DENIED, OTHER_VERSION if other else said.body[NONCE]
            self.seconds = said.body[NONCE + 1]
        elif said.kind == COOKIE and self.state == REQUESTING and said.version == VERSION:
            self._respond(said.body[NONCE:], now)

    def packets(self, now: int) -> list[bytes]:
        """The datagrams that are due."""
        if self.state in (DENIED, BROKEN) or now < self.next_time():
            return []
        if self._endpoint:
            return [self._packet(self._endpoint, now)]
        self._due, self._again = now + self._again, min(_SLOWEST, self._again * 2)
        return [self._request]

    def next_time(self) -> int:
        """When the next datagram is due."""
        return self._endpoint.due if self._endpoint else self._due

    def _respond(self, body: bytes, now: int) -> None:
        cookie, body = body[: cipher.COOKIE], body[cipher.COOKIE :]
        public, table = body[:KEY], body[KEY : KEY + 8]
        self.host_key = public
        if self.only not in (None, table):
            self.give_up()
            return
        known = self._credentials(table) if self._credentials else Credentials()
        if known.token:
            self.join = msgspec.structs.replace(self.join, token=known.token)
        self.code = self.code or known.code
        context = self._nonce + public + self._public
        try:
            keys = agree(self._ephemeral, public, stretched(self.code, public), context)
        except ValueError:  # not tried again: the check is costly
            self.give_up()
            return
        self._cipher = PacketCipher(keys.up, keys.down)
        inside = self._cipher.seal(encode_join(self.join))
        size = len(inside).to_bytes(2, "little")
        self._request = plain(CONNECT, self._nonce + cookie + self._public + size + inside, padded=True)
        self.state, self._due, self._again = RESPONDING, now, _REPEAT

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

    def _packet(self, endpoint: Endpoint, now: int) -> bytes:
        if self.clock.known and endpoint.fits(CLIENT_NOTE):
            self.watermark, self._echo = max(0, self.clock.now(now)), self.sent % 2**32
        stamp, echo = (now % 2**32 or 1).to_bytes(4, "little"), self._echo.to_bytes(4, "little")
        return endpoint.packet(stamp + self.watermark.to_bytes(6, "little") + echo, now)
