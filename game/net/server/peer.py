"""The host's end of a connection: a client's packets and its watermark."""

from game.net.address import Address
from game.net.transport.endpoint import Endpoint
from game.net.wire.messages import Join


class Peer:
    """The host's end of the connection to one client."""

    def __init__(self, address: Address, endpoint: Endpoint, key: bytes, join: Join) -> None:
        self.address, self.endpoint, self.key, self.join = address, endpoint, key, join
        self.watermark = 0
        """The host's time up to which all claims of the client have arrived."""
        self._stamp, self._stamped = 0, 0
        self._claimed = 0

    def receive(self, datagram: bytes, now: int) -> list[bytes]:
        """The new messages of a packet; once they are handled, call `advance` to accept its watermark."""
        newest = self.endpoint.newest
        packet = self.endpoint.open(datagram, now)
        if packet is None:
            return []
        if self.endpoint.newest > newest:
            self._stamp, self._stamped = int.from_bytes(packet.note[:4], "little"), now
        self._claimed = int.from_bytes(packet.note[4:], "little")
        return packet.messages

    def advance(self, now: int) -> None:
        """Accept the watermark of the last packet, but never one in the future."""
        self.watermark = max(self.watermark, min(self._claimed, now))

    def packet(self, now: int) -> bytes:
        """The packet that is due."""
        held = min(now - self._stamped, 2**32 - 1)
        note = now.to_bytes(6, "little") + self._stamp.to_bytes(4, "little") + held.to_bytes(4, "little")
        return self.endpoint.packet(note, now)
