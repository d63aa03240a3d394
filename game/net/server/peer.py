"""The host's end of a connection: a client's packets and its watermark."""

from collections import deque

from game.core.requests import Play
from game.net.address import Address
from game.net.server.press_limit import PressLimit
from game.net.transport.endpoint import STAMP, TIME, WATERMARK, Endpoint
from game.net.wire.messages import Join

NOTED = 40_000
"""Microseconds between the host's notes while packets follow each other sooner."""
_NEAR = 1 << 23
"""Of a stamp or a watermark 24 bits are sent: the rest is that of the nearest such time."""


class Peer:
    """The host's end of the connection to one client."""

    def __init__(
        self, address: Address, endpoint: Endpoint, nonce: bytes, key: bytes, join: Join, now: int
    ) -> None:
        """`nonce`: that of its handshake. `key`: the client's lasting public key, which it has proved to
        own."""
        self.address, self.endpoint, self.nonce, self.key, self.join = address, endpoint, nonce, key, join
        self.watermark = now
        """The host's time up to which all claims of the client have arrived."""
        self._limit = PressLimit(now)
        self._claims: deque[tuple[int, int]] = deque(maxlen=16)
        """Watermarks, each to be accepted as soon as the first missing message has the number before it."""
        self._stamp, self._stamped = 0, 0
        self._noted: int | None = None

    def receive(self, datagram: bytes, now: int) -> list[bytes]:
        """The new messages of a packet; once they are handled, call `advance` to accept its watermark."""
        newest = self.endpoint.newest
        packet = self.endpoint.open(datagram, now)
        if packet is None:
            return []
        if packet.parts & STAMP and self.endpoint.newest > newest:
            self._stamp, self._stamped = int.from_bytes(packet.note[:3], "little"), now
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

    def told(self, now: int) -> None:
        """The client is told of what another seat has done."""
        self._limit.told(now - self.watermark, now)

    def dated(self, play: Play, now: int) -> Play:
        """A play that arrives now, with the press that counts."""
        return play._replace(press=self._limit.earliest(max(play.press, self.watermark), now))

    def packet(self, now: int) -> bytes:
        """The packet that is due; it tells the time unless one has just done so."""
        if self._noted is not None and now - self._noted < NOTED and self.endpoint.acknowledged:
            return self.endpoint.packet(0, b"", now)
        self._noted = now
        held = now - self._stamped
        stamp, held = (self._stamp, held) if held < 2 * _NEAR else (0, 0)
        return self.endpoint.packet(TIME, (now | stamp << 48 | held << 72).to_bytes(12, "little"), now)
