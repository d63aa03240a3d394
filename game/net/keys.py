"""Lasting keys: an installation's, by which its player is known again, and a table's own.

An installation has one X25519 key; that which signs is derived from it (game/signing.py). A table's key
certifies who hosts it. It is handed to those who may take the table over, and a table's id is the hash of its
public half: nobody else can claim to have taken over the table with that id.
"""

import hashlib
from functools import lru_cache
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from game.signing import signed_by, signing_key
from game.system import here

TABLE_ID = 8
"""Bytes of a table's id."""
LONE = 2**16
"""The first of the epochs of hosts that go on without most of the machines."""
_CERTIFIED = b"haisty table 3"
"""What a certificate begins with, so that it is no other signature."""


class HostKey(NamedTuple):
    """The public halves of an installation's key."""

    signing: bytes
    exchange: bytes


def host_key(key: X25519PrivateKey) -> HostKey:
    """The public halves of this key."""
    return HostKey(_public(signing_key(key.private_bytes_raw())), key.public_key().public_bytes_raw())


class TableKey:
    """The private key of a table."""

    def __init__(self, seed: bytes) -> None:
        self.seed = seed
        """The key itself, in 32 bytes."""
        self._own = Ed25519PrivateKey.from_private_bytes(seed)
        self.public = _public(self._own)
        self.id = table_id(self.public)

    def certify(self, host: HostKey, epoch: int) -> bytes:
        """A certificate that this host has the table in this epoch."""
        return self._own.sign(_statement(host, epoch))


def rank(epoch: int) -> tuple[bool, int]:
    """By this the greatest of several epochs is that of the host to follow: most machines went on there."""
    return epoch < LONE, epoch


def lone_epoch(epoch: int) -> int:
    """In place of this one, an epoch that no other host comes to: neither the one that most machines have
    gone on with, nor another that goes on alone."""
    return (1 + here().entropy.below(2**14)) * LONE + epoch % LONE


def table_id(public: bytes) -> bytes:
    """The id of the table with this public key."""
    return hashlib.sha256(public).digest()[:TABLE_ID]


@lru_cache(maxsize=256)
def certified(table: bytes, host: HostKey, epoch: int, certificate: bytes) -> bool:
    """Whether the table with this public key certifies that this host has it."""
    return signed_by(table, _statement(host, epoch), certificate)


def _statement(host: HostKey, epoch: int) -> bytes:
    return _CERTIFIED + epoch.to_bytes(4, "little") + host.signing + host.exchange


def _public(key: Ed25519PrivateKey) -> bytes:
    return key.public_key().public_bytes_raw()
