"""What an installation signs with: an Ed25519 key (RFC 8032), derived from its lasting key."""

from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

KEY: Final = 32
"""Bytes of any key, private or public."""
SIGNATURE: Final = 64
_MARK: Final = 3
"""Bytes of a key in its mark."""
_FIELD: Final = 2**255 - 19
_EIGHTH: Final = 0x5FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
_SMALL: Final = frozenset({0, 1, _FIELD - 1, _EIGHTH, _FIELD - _EIGHTH})
"""The y of all points of order 1, 2, 4 and 8: by a key that is one, anybody can sign."""


def key_mark(key: bytes) -> str:
    """The beginning of a public key as people read it: it tells it from another whose owner has the same
    name."""
    return f"#{key[:_MARK].hex()}"


@lru_cache(maxsize=4)
def signing_key(key: bytes) -> "Ed25519PrivateKey":
    """The key that the installation with this lasting key signs with."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    seed = HKDF(SHA256(), KEY, salt=None, info=b"haisty signing").derive(key)
    return Ed25519PrivateKey.from_private_bytes(seed)


def signed_by(public: bytes, data: bytes, signature: bytes) -> bool:
    """Whether the signature of the data was made with the private half of this key. A point of small order is
    nobody's key."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    if (int.from_bytes(public, "little") & ~(1 << 255)) % _FIELD in _SMALL:  # the top bit is the sign of x
        return False
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, data)
    except (ValueError, InvalidSignature):
        return False
    return True
