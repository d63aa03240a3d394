"""Key exchange and encryption: X25519 with the table's code gives a key per direction for
ChaCha20-Poly1305."""

import hashlib
import hmac
from typing import NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from game.core.limits import line
from game.net.wire.packet import DATA

KEY = 32
"""Bytes of a public key."""
TAG = 16
"""Bytes that sealing adds."""
HEAD = 5
"""Bytes before the sealed part: the kind and the counter."""
COOKIE = 16
_REMEMBERED = 1024
"""How far behind the newest a packet may arrive; older ones are refused unread."""
_LAST = 2**32 - 1
_EPOCH = 10_000_000
"""Microseconds of a cookie's period; a cookie is valid in its own period and the next."""
COOKIE_LASTS = 2 * _EPOCH
"""Microseconds after which every cookie made before has expired."""
_INFO = b"haisty 1"


class Keys(NamedTuple):
    """One key for each direction."""

    up: bytes
    down: bytes


def stretched(code: str, salt: bytes) -> bytes:
    """The table's code, made costly to guess (scrypt, RFC 7914: about 20 ms). An empty code costs nothing."""
    return hashlib.scrypt(line(code).encode(), salt=salt, n=2**13, r=8, p=1, dklen=32) if code else b""


def agree(own: X25519PrivateKey, other: bytes, code: bytes, context: bytes) -> Keys:
    """The keys that both ends derive from the same code. Raises ValueError for an invalid public key."""
    shared = own.exchange(X25519PublicKey.from_public_bytes(other))
    both = HKDF(SHA256(), 64, salt=hashlib.sha256(context).digest(), info=_INFO).derive(shared + code)
    return Keys(both[:32], both[32:])


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


class Cookies:
    """Stateless proof that a client receives packets at the address it sends from."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def make(self, address: str, nonce: bytes, now: int) -> bytes:
        """The cookie for this address and nonce."""
        return self._at(address, nonce, now // _EPOCH)

    def good(self, cookie: bytes, address: str, nonce: bytes, now: int) -> bool:
        """Whether the cookie was made for them recently."""
        epoch = now // _EPOCH
        return any(hmac.compare_digest(cookie, self._at(address, nonce, e)) for e in (epoch, epoch - 1))

    def _at(self, address: str, nonce: bytes, epoch: int) -> bytes:
        text = f"{epoch} {address} ".encode() + nonce
        return hmac.new(self._secret, text, hashlib.sha256).digest()[:COOKIE]


def _nonce(counter: int) -> bytes:
    return counter.to_bytes(12, "little")
