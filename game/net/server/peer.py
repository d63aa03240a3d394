"""The host's end of a connection: a client's packets and its watermark."""

from collections import deque

from game.net.address import Address
from game.net.server.line import Line
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
        self._line = Line(now)
        self._claims: deque[tuple[int, int, int | None]] = deque(maxlen=16)
        """Watermarks and answers, each to be accepted as soon as the first missing message has the number
        before them."""
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
            echo = int.from_bytes(packet.note[3:6], "little") if packet.parts & STAMP else None
            self._claims.append((packet.whole, now + (low - now + _NEAR) % (2 * _NEAR) - _NEAR, echo))
        return packet.messages

    def advance(self, now: int) -> None:
        """Accept the watermarks and answers before which no message is missing any more.

        No watermark lies in the future, nor before the newest of the host's notes that the client had heard.
        """
        received, line = self.endpoint.received, self._line
        for _ in range(len(self._claims)):
            whole, claimed, echo = self._claims.popleft()
            if whole > received:
                self._claims.append((whole, claimed, echo))
                continue
            if echo is not None:
                line.answer(echo, now)
            self.watermark = max(self.watermark, min(claimed, now), line.answered)

    def earliest(self, now: int) -> int:
        """The earliest time from which a press that arrives now may count."""
        return max(self.watermark, self._line.earliest(now))

    def packet(self, now: int) -> bytes:
        """The packet that is due; it tells the time unless one has just done so."""
        if self._noted is not None and now - self._noted < NOTED and self.endpoint.acknowledged:
            return self.endpoint.packet(0, b"", now)
        self._noted = now
        self._line.sent(now)
        held = now - self._stamped
        stamp, held = (self._stamp, held) if held < 2 * _NEAR else (0, 0)
        return self.endpoint.packet(TIME, (now | stamp << 48 | held << 72).to_bytes(12, "little"), now)
