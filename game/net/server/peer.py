"""The host's end of a connection: a client's packets, its watermark, how far back it may date a press, and
what is sent to it.
"""

from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

from game.core.state import Play
from game.net.address import Address
from game.net.run_exchange import TOLD, RunExchange
from game.net.server.line_meter import LineMeter
from game.net.server.match_server import LATEST
from game.net.server.path import Path
from game.net.transport.channel import Overflow
from game.net.transport.endpoint import STAMP, TIME, WATERMARK, Endpoint
from game.net.wire.codec import encode_alone, encode_down
from game.net.wire.messages import Hands, Join, ToClient

STALL, APART = 250_000, 5_000_000
"""Microseconds beyond LATEST that the host waits for a line that stalls, and from one such wait to the
next."""
NOTED = 40_000
"""Microseconds between the host's notes while packets follow each other sooner."""
_NEAR = 1 << 23
"""Of a stamp or a watermark 24 bits are sent: the rest is that of the nearest such time."""


class PressLimit:
    """How far back one client may date a press: as far as it has not committed itself, but no further than
    LATEST, and at times STALL more. Times in microseconds of the host's clock."""

    def __init__(self, now: int) -> None:
        self._floor = self._until = self._again = now
        """The floor, until when it stays at the watermark, and from when on it may do so again."""

    def floor(self, watermark: int, now: int) -> int:
        """The earliest time from which a press may count: the watermark, or LATEST ago; where a line stalls,
        the host waits longer."""
        earliest = now - LATEST
        if watermark < earliest and now >= self._again:
            self._until, self._again = now + STALL, now + APART
        waits = watermark >= earliest or now < self._until
        self._floor = max(self._floor, watermark if waits else earliest)
        return self._floor


class Peer:
    """The host's end of the connection to one client."""

    def __init__(
        self, address: Address, endpoint: Endpoint, nonce: bytes, key: bytes, join: Join, now: int
    ) -> None:
        """`nonce`: that of its handshake. `key`: the client's lasting public key, which it has proved to
        own."""
        self.path, self.endpoint, self.nonce, self.key, self.join = Path(address), endpoint, nonce, key, join
        self.watermark = now
        """The host's time up to which all claims of the client have arrived."""
        self.limit = PressLimit(now)
        self._claims: deque[tuple[int, int]] = deque(maxlen=16)
        """Watermarks, each to be accepted as soon as the first missing message has the number before it."""
        self._stamp, self._stamped = 0, 0
        self._noted: int | None = None
        self._frame = -1
        """The number of the newest update on hands it was told."""
        self.aside = self.proof = b""
        """What the newest packet has said aside; the answer to a challenge in it."""
        self.runs = RunExchange(TOLD)
        self.meter = LineMeter()

    @property
    def address(self) -> Address:
        """Where it is."""
        return self.path.address

    def receive(self, datagram: bytes, now: int) -> list[bytes]:
        """The new messages of a packet; once they are handled, call `advance` to accept its watermark."""
        newest = self.endpoint.newest
        packet, self.aside, self.proof = self.endpoint.open(datagram, now), b"", b""
        if packet is None:
            return []
        if self.endpoint.newest > newest:
            self.aside, self.proof = packet.aside, packet.proof
            if packet.parts & STAMP:
                self._stamp, self._stamped = int.from_bytes(packet.note[:3], "little"), now
                if answered := int.from_bytes(packet.note[3:6], "little"):
                    trip = (now - answered) % (2 * _NEAR)
                    self.meter.round_trip_measured(trip, now)
                    self.endpoint.round_trip_measured(trip)
        if packet.parts & WATERMARK:
            low = int.from_bytes(packet.note[-3:], "little")
            self._claims.append((packet.whole, now + (low - now + _NEAR) % (2 * _NEAR) - _NEAR))
        return packet.messages

    def advance(self, now: int) -> None:
        """Accept the watermarks before which no message is missing any more; none lies in the future."""
        received = self.endpoint.received
        for _ in range(len(self._claims)):
            whole, claimed = self._claims.popleft()
            if whole > received:
                self._claims.append((whole, claimed))
            else:
                self.watermark = max(self.watermark, min(claimed, now))

    def floor(self, now: int) -> int:
        """The earliest time from which a press that has yet to come may count."""
        return self.limit.floor(self.watermark, now)

    def dated(self, play: Play, now: int) -> Play:
        """A play that arrives now, with the press that counts."""
        return play._replace(press=max(play.press, self.floor(now)))

    def packet(self, now: int, hands: Hands | None = None) -> bytes:
        """The packet that is due; it tells the time unless one has just done so, and of these hands once."""
        aside = b""
        if hands and hands.frame > self._frame:
            self._frame, aside = hands.frame, encode_alone(hands)
        if self._noted is not None and now - self._noted < NOTED and self.endpoint.acknowledged:
            return self.endpoint.packet(0, b"", now, aside)
        self._noted = now
        held = now - self._stamped
        stamp, held = (self._stamp, held) if held < 2 * _NEAR else (0, 0)
        note = (now | stamp << 48 | held << 72).to_bytes(12, "little")
        return self.endpoint.packet(TIME, note, now, aside)


class Delivery(NamedTuple):
    """A message and the connections to send it on."""

    message: ToClient
    to: tuple[Peer, ...]


def deliver(deliveries: Iterable[Delivery], now: int) -> list[Peer]:
    """Hand each message, encoded once, to its connections; returns those with too much unacknowledged."""
    overflown: list[Peer] = []
    for message, to in deliveries:
        data = encode_down(message) if to else b""
        for peer in to:
            try:
                peer.endpoint.send(data, now)
            except Overflow:
                overflown.append(peer)
    return overflown
