"""Sealed packets: ChaCha20-Poly1305, a key and counters for each direction."""

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from game.net.wire.packet import DATA

TAG = 16
"""Bytes that sealing adds."""
HEAD = 2
"""Bytes before the sealed part: the bit DATA and the lowest 15 bits of the counter."""
_LOW = 2**15 - 1
"""The bits of the counter that are sent: it is the one nearest to the newest received."""
_REMEMBERED = 1024
"""How far behind the newest a packet may arrive; older ones are refused unread."""
_LAST = 2**32 - 1


class PacketCipher:
    """Seals packets in one direction and opens those of the other, each counter only once."""

    def __init__(self, send: bytes, receive: bytes) -> None:
        self._send, self._receive = ChaCha20Poly1305(send), ChaCha20Poly1305(receive)
        self._counter = 0
        self.newest = -1
        """The highest counter received; -1 before the first."""
        self._seen = 0
        """Which of the last counters up to the newest have been received, one bit each."""

    def seal(self, inside: bytes) -> bytes:
        """A datagram with this payload."""
        counter = self._counter
        if counter > _LAST:
            raise OverflowError("no counter is left")
        self._counter += 1
        head = (DATA << 8 | counter & _LOW).to_bytes(2, "big")
        return head + self._send.encrypt(_nonce(counter), inside, head)

    def open(self, datagram: bytes) -> bytes | None:
        """Its payload; None if it is forged, damaged, too old or a duplicate."""
        counter = self._counter_of(datagram)
        behind = self.newest - counter
        if counter < 0 or (behind >= 0 and (behind >= _REMEMBERED or self._seen >> behind & 1)):
            return None
        inside = self._inside(datagram, counter)
        if inside is None:
            return None
        # Only an authenticated packet moves the window.
        if behind < 0:
            kept = self._seen << -behind if -behind < _REMEMBERED else 0
            self._seen = (kept | 1) & ((1 << _REMEMBERED) - 1)
            self.newest = counter
        else:
            self._seen |= 1 << behind
        return inside

    def authentic(self, datagram: bytes) -> int:
        """The counter of a packet, whether it has come before or not; -1 if it is not the other end's."""
        counter = self._counter_of(datagram)
        return -1 if counter < 0 or self._inside(datagram, counter) is None else counter

    def ahead(self, datagram: bytes) -> int:
        """By how much the counter of a packet of the other end would be newer than the newest received."""
        return self._counter_of(datagram) - self.newest

    def _counter_of(self, datagram: bytes) -> int:
        """What its counter has to be; less than 0 if there is none."""
        if len(datagram) < HEAD + TAG or datagram[0] < DATA:
            return -1
        low = int.from_bytes(datagram[:HEAD], "big")
        return self.newest - ((self.newest - low + _LOW // 2 & _LOW) - _LOW // 2)

    def _inside(self, datagram: bytes, counter: int) -> bytes | None:
        try:
            return self._receive.decrypt(_nonce(counter), datagram[HEAD:], datagram[:HEAD])
        except InvalidTag:
            return None


def _nonce(counter: int) -> bytes:
    return counter.to_bytes(12, "little")
