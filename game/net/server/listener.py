"""The host's side of the handshake, and the datagrams of all connections.

hello -> cookie -> connect: nothing is kept of a stranger before it has proved its address, and no answer
is longer than its question.
"""

import os
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from game.net.address import Address
from game.net.server.peer import Peer
from game.net.server.rate_limit import Backoff, Buckets, origin
from game.net.transport import cipher
from game.net.transport.cipher import KEY, Cookies, PacketCipher, agree, stretched
from game.net.transport.endpoint import CLIENT_NOTE, Endpoint
from game.net.wire.codec import decode_join
from game.net.wire.packet import (
    CONNECT,
    COOKIE,
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
LINGER = 1_000_000
"""Microseconds for which a connection is still served whose client goes, so that both ends hear the last
word."""
LINGERING = 32
"""So many of these are served at most; of more, the oldest are not."""
_SECOND = 1_000_000


class Applicant(NamedTuple):
    """Somebody who has proved address and code, and is to be accepted or refused."""

    peer: Peer
    nonce: bytes


class Received(NamedTuple):
    """What came over a connection: its new messages."""

    peer: Peer
    messages: list[bytes]


class Listener:
    """Times in microseconds of the host's clock."""

    def __init__(self, table: bytes, code: str) -> None:
        self._table = table
        self._own = X25519PrivateKey.generate()
        self._public = self._own.public_key().public_bytes_raw()
        self._code = stretched(code, self._public)
        self._cookies = Cookies(os.urandom(32))
        self._asked, self._tried = Buckets[str](40, 80), Buckets[str](20, 40)
        self._said = Buckets[Address](60, 550)
        self._backoff = Backoff()
        self.peers: dict[Address, Peer] = {}
        self._lingering: dict[Address, tuple[Peer, int]] = {}
        """The connections that no member has any more, and until when they are served."""
        self._used: dict[bytes, int] = {}
        """Keys that somebody came in with, and when: none lets in twice, as late as its cookie is good."""

    @property
    def due(self) -> int | None:
        """When the next datagram is due, if there is a connection."""
        return min((peer.endpoint.due for peer in self.peers.values()), default=None)

    @property
    def unheard(self) -> bool:
        """Whether a client that goes has yet to acknowledge the last word."""
        return any(peer.endpoint.pending for peer, _until in self._lingering.values())

    def handshake(self, data: bytes, address: Address, now: int) -> bytes | Applicant | None:
        """What a datagram that comes without a connection is answered with, or who wants to come in."""
        question = read_plain(data)
        if not question or len(data) < PADDED or question.kind not in (HELLO, CONNECT):
            return None
        who, nonce = origin(address[0]), question.body[:NONCE]
        if not self._asked.take(who, now):
            return None
        if question.version != VERSION:
            return refusal(nonce, OTHER_VERSION)
        if question.kind == HELLO:
            cookie = self._cookies.make(_text(address), nonce, now)
            return plain(COOKIE, nonce + cookie + self._public + self._table)
        return self._connect(question.body, address, who, now)

    def accept(self, peer: Peer, now: int) -> None:
        """Let the applicant in: its connection is served from now on."""
        self.peers[peer.address] = peer
        self._used = {used: at for used, at in self._used.items() if now - at < cipher.COOKIE_LASTS}
        self._used[peer.key] = now

    def receive(self, data: bytes, address: Address, now: int) -> Received | None:
        """The connection that a sealed datagram came over, and the new messages in it.

        What is said faster than anyone can play is not heard. Only messages that are proved to be the
        client's count: forged ones from its address cannot use up what it may say.
        """
        peer = self.peers.get(address)
        if peer is None:
            return None
        return Received(peer, [m for m in peer.receive(data, now) if self._said.take(address, now)])

    def update(self, now: int) -> None:
        """Close what has lingered for long enough."""
        for address, (peer, until) in list(self._lingering.items()):
            if now >= until:
                del self._lingering[address]
                self.close(peer)

    def packets(self, now: int) -> list[tuple[bytes, Address]]:
        """The datagrams that are due."""
        due = [(address, peer) for address, peer in self.peers.items() if peer.endpoint.due <= now]
        return [(peer.packet(now), address) for address, peer in due]

    def close(self, peer: Peer) -> None:
        """Serve the connection no more."""
        if self.peers.get(peer.address) is peer:
            del self.peers[peer.address]

    def linger(self, peer: Peer, now: int) -> None:
        """Close the connection once both ends have had the time to hear the last word."""
        self._lingering[peer.address] = peer, now + LINGER
        if len(self._lingering) > LINGERING:
            oldest, _until = self._lingering.pop(next(iter(self._lingering)))
            self.close(oldest)

    def _connect(self, body: bytes, address: Address, who: str, now: int) -> bytes | Applicant | None:
        nonce, rest = body[:NONCE], body[NONCE:]
        cookie, rest = rest[: cipher.COOKIE], rest[cipher.COOKIE :]
        key, size, rest = rest[:KEY], int.from_bytes(rest[KEY : KEY + 2], "little"), rest[KEY + 2 :]
        if len(rest) < size or not self._cookies.good(cookie, _text(address), nonce, now):
            return None
        known = self.peers.get(address)
        if known and known.key == key:
            if known.endpoint.newest == 0:  # it has not heard that it is in, or has yet to say so
                known.endpoint.due = now
            return None
        if key in self._used:
            return None
        if wait := self._backoff.wait(who, now):
            return refusal(nonce, TOO_SOON, -(-wait // _SECOND))
        if not self._tried.take(who, now):
            return refusal(nonce, TOO_SOON, 1)
        try:
            keys = agree(self._own, key, self._code, nonce + self._public + key)
        except ValueError:
            return None
        packets = PacketCipher(keys.down, keys.up)
        inside = packets.open(rest[:size])
        if inside is None:
            self._backoff.wrong(who, now)
            return refusal(nonce, WRONG_CODE, -(-self._backoff.wait(who, now) // _SECOND))
        self._backoff.right(who)
        try:
            join = decode_join(inside)
        except WireError:
            return None
        return Applicant(Peer(address, Endpoint(packets, CLIENT_NOTE, BEAT, now), key, join), nonce)


def refusal(nonce: bytes, reason: int, seconds: int = 0) -> bytes:
    """A no, and for how long."""
    return plain(REFUSED, nonce.ljust(NONCE, b"\0") + bytes((reason, min(seconds, 255))))


def _text(address: Address) -> str:
    return " ".join(map(str, address))
