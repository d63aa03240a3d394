"""An installation's lasting key, by which its player and its tables are known again; and the epochs of the
hosts of a table, one after another.

An installation has one X25519 key; that which signs is derived from it (game/signing.py). A table has none:
who is there follows the machine that the last host has named, by that machine's key.
"""

from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from game.signing import signing_key
from game.system import here

TABLE_ID = 8
"""Bytes of a table's id, drawn when it is opened."""
LONE = 2**16
"""The first of the epochs of hosts that go on without most of the machines."""


class HostKey(NamedTuple):
    """The public halves of an installation's key."""

    signing: bytes
    exchange: bytes


def host_key(key: X25519PrivateKey) -> HostKey:
    """The public halves of this key."""
    return HostKey(_public(signing_key(key.private_bytes_raw())), key.public_key().public_bytes_raw())


def rank(epoch: int) -> tuple[bool, int]:
    """By this the greatest of several epochs is that of the host to follow: most machines went on there."""
    return epoch < LONE, epoch


def lone_epoch(epoch: int) -> int:
    """In place of this one, an epoch that no other host comes to: neither the one that most machines have
    gone on with, nor another that goes on alone."""
    return (1 + here().entropy.below(2**14)) * LONE + epoch % LONE


def _public(key: Ed25519PrivateKey) -> bytes:
    return key.public_key().public_bytes_raw()
