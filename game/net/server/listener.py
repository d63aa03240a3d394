"""The datagrams of all connections of a host, and of those who would like one."""

from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from game.net.address import Address
from game.net.rate_limit import Buckets, origin
from game.net.server.handshakes import Handshakes
from game.net.server.line_meter import LineMeter
from game.net.server.path import AWAY
from game.net.server.peer import Peer
from game.net.wire.messages import Hands
from game.net.wire.packet import CONNECT, HELLO, JOIN, NONCE, PADDED, read_plain
from game.system import here

LINGER = 1_000_000
"""Microseconds that a connection stays open after its client has left, so that both ends get the last
message."""
LINGERING = 32
"""The most such connections; beyond that the oldest are closed."""
_NEAR = 256
"""By how many packets one from an unknown address may be newer than the newest of a connection whose keys are
tried: those of 3 s. So most of what does not belong here costs nothing."""


class Received(NamedTuple):
    """New messages and the connection they arrived on."""

    peer: Peer
    messages: list[bytes]
    challenge: bytes = b""
    """What to send to where they have come from, if that is not where the client is known to be."""
    moved: bool = False
    """Whether it has just proved to be there."""


class Listener:
    """Times in microseconds of the host's clock."""

    def __init__(self, table: bytes, code: str, key: X25519PrivateKey | None = None) -> None:
        """`key`: the host's lasting key; None: a fresh one."""
        self.handshakes = Handshakes(table, code, key or here().entropy.key())
        self._said = Buckets[bytes](60, 550)
        self._strays, self._all_strays = Buckets[str](100, 100), Buckets[None](400, 400)
        """Packets from unknown addresses that are tried with keys: 4 µs for each."""
        self.peers: dict[Address, Peer] = {}
        self.lingering: dict[Address, tuple[Peer, int]] = {}
        """Connections that no longer belong to a member, and until when they stay open."""

    @property
    def due(self) -> int | None:
        """When the next packet is due, if there is a connection."""
        return min((peer.endpoint.due for peer in self.peers.values()), default=None)

    @property
    def unheard(self) -> bool:
        """Whether a client that has left has yet to acknowledge a message."""
        return any(peer.endpoint.pending for peer, _until in self.lingering.values())

    def handshake(self, data: bytes, address: Address, now: int) -> bytes | Peer | None:
        """The answer to a datagram from a stranger, or the connection to the applicant it identifies."""
        question = read_plain(data)
        if not question or len(data) < PADDED or question.kind not in (HELLO, CONNECT, JOIN):
            return None
        peer = self.peers.get(address)
        if peer and peer.nonce == question.body[:NONCE]:
            if question.kind == JOIN and peer.endpoint.newest < 0:  # our first packet was lost
                peer.endpoint.due = now
            return None
        return self.handshakes.take(question, address, now)

    def accept(self, peer: Peer) -> None:
        """Accept the applicant: its connection is open from now on."""
        self.peers[peer.address] = peer
        self.handshakes.close(peer.address)

    def receive(self, data: bytes, address: Address, now: int) -> Received | None:
        """The new messages in a sealed datagram; None if there is no such connection. A client whose address
        has changed is known by its packets.

        Messages that come faster than anyone can play are dropped. Only authenticated ones count towards that
        limit: forged packets from a client's address do not use it up.
        """
        peer = self.peers.get(address)
        if peer and peer.path.state == AWAY:
            peer.path.hear(peer.endpoint.authentic(data))
        peer = peer or self._stray(data, address, now)
        if peer is None:
            return None
        messages = peer.receive(data, now)
        if messages:
            messages = [message for message in messages if self._said.take(peer.key, now)]
        if peer.address != address:
            return self._follow(peer, messages, address, now)
        return Received(peer, messages)

    def _stray(self, data: bytes, address: Address, now: int) -> Peer | None:
        """The client whose newest packet has come from this unknown address."""
        near = [peer for peer in self.peers.values() if 0 < peer.endpoint.ahead(data) < _NEAR]
        if not near or not (self._strays.take(origin(address[0]), now) and self._all_strays.take(None, now)):
            return None
        for peer in near:
            if (number := peer.endpoint.authentic(data)) >= 0:
                peer.path.stray(number)
                return peer
        return None

    def _follow(self, peer: Peer, messages: list[bytes], address: Address, now: int) -> Received:
        """Have a client prove that it is at this address now, or accept the proof."""
        cookies, bound = self.handshakes.cookies, peer.nonce + peer.path.bound
        if not cookies.good(peer.proof, address, bound, now):
            return Received(peer, messages, peer.endpoint.proof(cookies.make(address, bound, now)))
        del self.peers[peer.address]
        peer.path.move(address)
        self.peers[address] = peer
        peer.endpoint.start_over(now)
        peer.meter = LineMeter()
        return Received(peer, messages, moved=True)

    def update(self, now: int) -> None:
        """Close the connections that have lingered long enough."""
        for address, (peer, until) in list(self.lingering.items()):
            if now >= until:
                del self.lingering[address]
                self.close(peer)

    def packets(self, now: int, hands: Hands | None = None) -> list[tuple[bytes, Address]]:
        """The datagrams that are due, each with its address. `hands`: to be told with them."""
        due = [(address, peer) for address, peer in self.peers.items() if peer.endpoint.due <= now]
        return [(peer.packet(now, hands), address) for address, peer in due]

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
