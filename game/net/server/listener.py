"""The host's door: from a stranger's first word to a sealed line, and the datagrams of all lines.

hello -> cookie -> connect: nothing is kept of a stranger before it has proved its address, and no answer
is longer than its question.
"""

import os
from collections.abc import Callable

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from game.net.address import Address
from game.net.server.rate_limit import Backoff, Buckets, origin
from game.net.transport import cipher
from game.net.transport.cipher import KEY, Cookies, PacketCipher, agree, stretched
from game.net.transport.endpoint import CLIENT_NOTE, Endpoint
from game.net.wire.codec import decode_join
from game.net.wire.messages import Join
from game.net.wire.packet import (
    CONNECT,
    COOKIE,
    DATA,
    HELLO,
    NONCE,
    PADDED,
    REFUSED,
    VERSION,
    plain,
    read_plain,
)
from game.net.wire.validate import WireError

OTHER_VERSION, WRONG_CODE, TOO_SOON, FULL, SHOWN_OUT = range(5)
"""Why someone is refused."""
BEAT = 50_000
"""Microseconds between packets to a client while nothing happens."""
_SECOND = 1_000_000


class Peer:
    """The host's end of a line to one client."""

    def __init__(self, address: Address, line: Endpoint, key: bytes, join: Join) -> None:
        self.address, self.line, self.key, self.join = address, line, key, join
        self.watermark = 0
        """Host's time up to which all that the client claims has been heard."""
        self._stamp, self._stamped = 0, 0
        self._said = 0

    def listen(self, datagram: bytes, now: int) -> list[bytes]:
        """The new messages of a packet, of which `believe` then takes over the watermark."""
        newest = self.line.newest
        heard = self.line.open(datagram, now)
        if heard is None:
            return []
        if self.line.newest > newest:
            self._stamp, self._stamped = int.from_bytes(heard.note[:4], "little"), now
        self._said = int.from_bytes(heard.note[4:], "little")
        return heard.messages

    def believe(self, now: int) -> None:
        """After the messages of a packet: take over its watermark, which never lies in the future."""
        self.watermark = max(self.watermark, min(self._said, now))

    def packet(self, now: int) -> bytes:
        """The packet that is due."""
        held = min(now - self._stamped, 2**32 - 1)
        note = now.to_bytes(6, "little") + self._stamp.to_bytes(4, "little") + held.to_bytes(4, "little")
        return self.line.packet(note, now)


class Listener:
    """Lets clients in. `admit` decides about who has proved address and code: None, or why not."""

    def __init__(self, table: bytes, code: str, admit: Callable[[Peer], int | None]) -> None:
        self._table = table
        self._own = X25519PrivateKey.generate()
        self._public = self._own.public_key().public_bytes_raw()
        self._code = stretched(code, self._public)
        self._cookies = Cookies(os.urandom(32))
        self._asked, self._tried = Buckets(40, 80), Buckets(20, 40)
        self._said = Buckets(60, 550)
        self._patience = Backoff()
        self._admit = admit
        self.guests: dict[Address, Peer] = {}
        self._used: dict[bytes, int] = {}
        """Keys that somebody came in with, and when: none lets in twice, as late as its cookie is good."""

    def knock(self, data: bytes, address: Address, now: int) -> bytes | None:
        """What a datagram from somebody without a line is answered with."""
        asked = read_plain(data)
        if not asked or len(data) < PADDED or asked.kind not in (HELLO, CONNECT):
            return None
        who, nonce = origin(address[0]), asked.body[:NONCE]
        if not self._asked.take(who, now):
            return None
        if asked.version != VERSION:
            return refusal(nonce, OTHER_VERSION)
        if asked.kind == HELLO:
            cookie = self._cookies.make(_text(address), nonce, now)
            return plain(COOKIE, nonce + cookie + self._public + self._table)
        return self._connect(asked.body, address, who, now)

    def hears(self, data: bytes, address: Address, now: int) -> tuple[Peer, list[bytes]] | None:
        """The line that a sealed datagram came over, and the new messages in it.

        What is said faster than anyone can play is not heard. Only messages that are proved to be the
        client's count: forged ones from its address cannot use up what it may say.
        """
        guest = self.guests.get(address)
        if guest is None or data[:1] != bytes((DATA,)):
            return None
        who = _text(address)
        return guest, [message for message in guest.listen(data, now) if self._said.take(who, now)]

    def close(self, guest: Peer) -> None:
        """The line is no more."""
        if self.guests.get(guest.address) is guest:
            del self.guests[guest.address]

    def _connect(self, body: bytes, address: Address, who: str, now: int) -> bytes | None:
        nonce, rest = body[:NONCE], body[NONCE:]
        cookie, rest = rest[: cipher.COOKIE], rest[cipher.COOKIE :]
        key, size, rest = rest[:KEY], int.from_bytes(rest[KEY : KEY + 2], "little"), rest[KEY + 2 :]
        if len(rest) < size or not self._cookies.good(cookie, _text(address), nonce, now):
            return None
        known = self.guests.get(address)
        if known and known.key == key:
            if known.line.newest == 0:  # it has not heard that it is in, or has yet to say so
                known.line.due = now
            return None
        if key in self._used:
            return None
        if wait := self._patience.wait(who, now):
            return refusal(nonce, TOO_SOON, -(-wait // _SECOND))
        if not self._tried.take(who, now):
            return refusal(nonce, TOO_SOON, 1)
        try:
            keys = agree(self._own, key, self._code, nonce + self._public + key)
        except ValueError:
            return None
        seal = PacketCipher(keys.down, keys.up)
        inside = seal.open(rest[:size])
        if inside is None:
            self._patience.wrong(who, now)
            return refusal(nonce, WRONG_CODE, -(-self._patience.wait(who, now) // _SECOND))
        self._patience.right(who)
        try:
            join = decode_join(inside)
        except WireError:
            return None
        guest = Peer(address, Endpoint(seal, CLIENT_NOTE, BEAT, now), key, join)
        if (reason := self._admit(guest)) is not None:
            return refusal(nonce, reason)
        self.guests[address] = guest
        self._used = {used: at for used, at in self._used.items() if now - at < cipher.COOKIE_LASTS}
        self._used[key] = now
        return None


def refusal(nonce: bytes, reason: int, seconds: int = 0) -> bytes:
    """A no, and for how long."""
    return plain(REFUSED, nonce.ljust(NONCE, b"\0") + bytes((reason, min(seconds, 255))))


def _text(address: Address) -> str:
    return " ".join(map(str, address))
