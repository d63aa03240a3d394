"""The outside of datagrams: what is sent before two ends share a key."""

from typing import NamedTuple

import msgspec

MAGIC = b"HAISTY"
VERSION = 2
"""Of everything on the wire; peers of different versions only tell each other so."""
PORT = 41313
"""UDP port for play and for finding tables."""
CAP = 1200
"""The longest datagram in bytes: no network on the way splits it."""
PADDED = 400
"""What a stranger's question is padded to, in bytes: no answer is longer than the question."""

ASK, ANSWER, HELLO, COOKIE, CONNECT, REFUSED = range(1, 7)
"""Kinds: which tables are there; here is one; I want in; prove your address; these are my key and my
name; no."""
OTHER_VERSION, WRONG_CODE, TOO_SOON, FULL, KICKED = range(5)
"""Reasons in REFUSED."""
DATA = 0xD1
"""First byte of a sealed datagram."""
NONCE = 8
"""Bytes of a question's nonce, which its answer repeats."""


class TableInfo(msgspec.Struct, array_like=True, frozen=True):
    """What a host answers about its table."""

    id: bytes
    """Stays the same as long as the table, also when another machine takes it over."""
    epoch: int
    """How often another machine has taken the table over."""
    name: str
    taken: int
    seats: int
    playing: bool
    code: bool
    """Whether one has to know the table's code."""


class Plain(NamedTuple):
    """A datagram without a key: who sent it speaks `version`."""

    version: int
    kind: int
    body: bytes


def plain(kind: int, body: bytes, padded: bool = False) -> bytes:
    """A datagram of this kind; `padded` with zeros if it comes from a stranger."""
    data = MAGIC + bytes((VERSION, kind)) + body
    return data.ljust(PADDED, b"\0") if padded else data


def read_plain(data: bytes) -> Plain | None:
    """The parts of a datagram without a key; None if it is not one."""
    if len(data) < len(MAGIC) + 2 or not data.startswith(MAGIC):
        return None
    return Plain(data[6], data[7], data[8:])
