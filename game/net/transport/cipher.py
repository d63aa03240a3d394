"""Sealed packets: ChaCha20-Poly1305, a key and counters for each direction."""

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from game.net.wire.packet import DATA

TAG = 16
"""Bytes that sealing adds."""
HEAD = 5
"""Bytes before the sealed part: the kind and the counter."""
_REMEMBERED = 1024
"""How far behind the newest a packet may arrive; older ones are refused unread."""
_LAST = 2**32 - 1


class PacketCipher:
    """Seals packets in one direction and opens those of the other, each counter only once."""

    def __init__(self, send: bytes, receive: bytes) -> None:
        self._send, self._receive = ChaCha20Poly1305(send), ChaCha20Poly1305(receive)
        self._counter = 0
        self._newest = -1
        self._seen = 0
        """Which of the last counters up to the newest have been received, one bit each."""

    @property
    def newest(self) -> int:
        """The highest counter received; -1 before the first."""
        return self._newest

    def seal(self, inside: bytes) -> bytes:
        """A datagram with this payload."""
        counter = self._counter
        if counter > _LAST:
            raise OverflowError("no counter is left")
        self._counter += 1
        head = bytes((DATA,)) + counter.to_bytes(4, "little")
        return head + self._send.encrypt(_nonce(counter), inside, head)

    def open(self, datagram: bytes) -> bytes | None:
        """Its payload; None if it is forged, damaged, too old or a duplicate."""
        if len(datagram) < HEAD + TAG or datagram[0] != DATA:
            return None
        counter = int.from_bytes(datagram[1:HEAD], "little")
        behind = self._newest - counter
        if behind >= 0 and (behind >= _REMEMBERED or self._seen >> behind & 1):
            return None
        try:
            inside = self._receive.decrypt(_nonce(counter), datagram[HEAD:], datagram[:HEAD])
        except InvalidTag:
            return None
        # Only an authenticated packet moves the window.
        if behind < 0:
            kept = self._seen << -behind if -behind < _REMEMBERED else 0
            self._seen = (kept | 1) & ((1 << _REMEMBERED) - 1)
            self._newest = counter
        else:
            self._seen |= 1 << behind
        return inside


def _nonce(counter: int) -> bytes:
    return counter.to_bytes(12, "little")
