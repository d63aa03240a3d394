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
    """Whether the signature of the data was made with the private half of this key."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, data)
    except (ValueError, InvalidSignature):
        return False
    return True
