"""The host's end of a connection: a client's packets and its watermark."""

from game.net.address import Address
from game.net.server.line import Line
from game.net.transport.endpoint import Endpoint
from game.net.wire.messages import Join


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
        self._stamp, self._stamped = 0, 0
        self._claimed = self._echo = 0

    def receive(self, datagram: bytes, now: int) -> list[bytes]:
        """The new messages of a packet; once they are handled, call `advance` to accept its watermark."""
        newest = self.endpoint.newest
        packet = self.endpoint.open(datagram, now)
        if packet is None:
            return []
        if self.endpoint.newest > newest:
            self._stamp, self._stamped = int.from_bytes(packet.note[:4], "little"), now
        self._claimed = int.from_bytes(packet.note[4:10], "little")
        self._echo = int.from_bytes(packet.note[10:], "little")
        return packet.messages

    def advance(self, now: int) -> None:
        """Accept the watermark of the last packet, but never one in the future, nor one from before the
        newest of the host's packets that the client had heard."""
        self._line.answer(self._echo, now)
        self.watermark = max(self.watermark, min(self._claimed, now), self._line.answered)

    def earliest(self, now: int) -> int:
        """The earliest time from which a press that arrives now may count."""
        return max(self.watermark, self._line.earliest(now))

    def packet(self, now: int) -> bytes:
        """The packet that is due."""
        held = min(now - self._stamped, 2**32 - 1)
        note = now.to_bytes(6, "little") + self._stamp.to_bytes(4, "little") + held.to_bytes(4, "little")
        self._line.sent(now)
        return self.endpoint.packet(note, now)
