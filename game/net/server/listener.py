"""The host's side of the handshake, and the datagrams of all connections.

hello -> cookie -> connect: nothing is stored about a stranger before it has proved its address, and no answer
is longer than its question.
"""

import os
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from game.net.address import Address
from game.net.rate_limit import Backoff, Buckets, origin
from game.net.server.peer import Peer
from game.net.transport import cipher
from game.net.transport.cipher import KEY, Cookies, PacketCipher, agree, stretched
from game.net.transport.endpoint import CLIENT_NOTE, Endpoint
from game.net.wire.codec import decode_join
from game.net.wire.packet import (
    CONNECT,
    COOKIE,
    HELLO,
    NONCE,
    OTHER_VERSION,
    PADDED,
    REFUSED,
    TOO_SOON,
    VERSION,
    WRONG_CODE,
    plain,
    read_plain,
)
from game.net.wire.validate import WireError

INTERVAL = 50_000
"""Microseconds between packets to a client when nothing happens."""
LINGER = 1_000_000
"""Microseconds that a connection stays open after its client has left, so that both ends get the last
message."""
LINGERING = 32
"""The most such connections; beyond that the oldest are closed."""
_SECOND = 1_000_000


class Applicant(NamedTuple):
    """A client that has proved its address and knows the code: to be accepted or refused."""

    peer: Peer
    nonce: bytes


class Received(NamedTuple):
    """New messages and the connection they arrived on."""

    peer: Peer
    messages: list[bytes]


class Listener:
    """Times in microseconds of the host's clock."""

    def __init__(self, table: bytes, code: str, key: X25519PrivateKey | None = None) -> None:
        """`key`: the host's lasting key; None: a fresh one."""
        self._table = table
        self._own = key or X25519PrivateKey.generate()
        self._public = self._own.public_key().public_bytes_raw()
        self._code = stretched(code, self._public)
        self._cookies = Cookies(os.urandom(32))
        self._asked, self._tried = Buckets[str](40, 80), Buckets[str](20, 40)
        self._said = Buckets[Address](60, 550)
        self._backoff = Backoff()
        self.peers: dict[Address, Peer] = {}
        self.lingering: dict[Address, tuple[Peer, int]] = {}
        """Connections that no longer belong to a member, and until when they stay open."""
        self._used: dict[bytes, int] = {}
        """Keys that clients have joined with, and when: none is accepted twice while its cookie is valid."""

    @property
    def due(self) -> int | None:
        """When the next packet is due, if there is a connection."""
        return min((peer.endpoint.due for peer in self.peers.values()), default=None)

    @property
    def unheard(self) -> bool:
        """Whether a client that has left has yet to acknowledge a message."""
        return any(peer.endpoint.pending for peer, _until in self.lingering.values())

    def handshake(self, data: bytes, address: Address, now: int) -> bytes | Applicant | None:
        """The answer to a datagram from a stranger, or the applicant it identifies."""
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
        """Accept the applicant: its connection is open from now on."""
        self.peers[peer.address] = peer
        self._used = {used: at for used, at in self._used.items() if now - at < cipher.COOKIE_LASTS}
        self._used[peer.key] = now

    def receive(self, data: bytes, address: Address, now: int) -> Received | None:
        """The new messages in a sealed datagram; None if there is no such connection.

        Messages that come faster than anyone can play are dropped. Only authenticated ones count towards that
        limit: forged packets from a client's address do not use it up.
        """
        peer = self.peers.get(address)
        if peer is None:
            return None
        return Received(peer, [m for m in peer.receive(data, now) if self._said.take(address, now)])

    def update(self, now: int) -> None:
        """Close the connections that have lingered long enough."""
        for address, (peer, until) in list(self.lingering.items()):
            if now >= until:
                del self.lingering[address]
                self.close(peer)

    def packets(self, now: int) -> list[tuple[bytes, Address]]:
        """The datagrams that are due, each with its address."""
        due = [(address, peer) for address, peer in self.peers.items() if peer.endpoint.due <= now]
        return [(peer.packet(now), address) for address, peer in due]

    def close(self, peer: Peer) -> None:
        """Close the connection at once."""
        if self.peers.get(peer.address) is peer:
            del self.peers[peer.address]

    def linger(self, peer: Peer, now: int) -> None:
        """Close the connection after a while, so that both ends get the last message."""
        self.lingering[peer.address] = peer, now + LINGER
        if len(self.lingering) > LINGERING:
            oldest, _until = self.lingering.pop(next(iter(self.lingering)))
            self.close(oldest)

    def _connect(self, body: bytes, address: Address, who: str, now: int) -> bytes | Applicant | None:
        nonce, rest = body[:NONCE], body[NONCE:]
        cookie, rest = rest[: cipher.COOKIE], rest[cipher.COOKIE :]
        key, size, rest = rest[:KEY], int.from_bytes(rest[KEY : KEY + 2], "little"), rest[KEY + 2 :]
        if len(rest) < size or not self._cookies.good(cookie, _text(address), nonce, now):
            return None
        known = self.peers.get(address)
        if known and known.key == key:
            if known.endpoint.newest == 0:  # our first packet was lost, or its answer is on the way
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
        return Applicant(Peer(address, Endpoint(packets, CLIENT_NOTE, INTERVAL, now), key, join, now), nonce)


def refusal(nonce: bytes, reason: int, seconds: int = 0) -> bytes:
    """A refusal, and for how many seconds it holds."""
    return plain(REFUSED, nonce.ljust(NONCE, b"\0") + bytes((reason, min(seconds, 255))))


def _text(address: Address) -> str:
    return " ".join(map(str, address))
