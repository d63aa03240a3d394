"""Stateless proof that a client receives packets at the address it sends from."""

import hashlib
import hmac

from game.net.address import Address
from game.net.wire.packet import COOKIE_SIZE

_EPOCH = 10_000_000
"""Microseconds of a cookie's period; a cookie is valid in its own period and the next."""
COOKIE_LASTS = 2 * _EPOCH
"""Microseconds after which every cookie made before has expired."""


class Cookies:
    """Times in microseconds of the host's clock."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def make(self, address: Address, nonce: bytes, now: int) -> bytes:
        """The cookie for this address and nonce."""
        return self._at(address, nonce, now // _EPOCH)

    def good(self, cookie: bytes, address: Address, nonce: bytes, now: int) -> bool:
        """Whether the cookie was made for them recently."""
        epoch = now // _EPOCH
        return any(hmac.compare_digest(cookie, self._at(address, nonce, e)) for e in (epoch, epoch - 1))

    def _at(self, address: Address, nonce: bytes, epoch: int) -> bytes:
        text = " ".join(map(str, (epoch, *address))).encode() + b" " + nonce
        return hmac.new(self._secret, text, hashlib.sha256).digest()[:COOKIE_SIZE]
