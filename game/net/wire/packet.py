"""The outer layer of datagrams: what is sent before two ends share a key."""

import hashlib
from typing import Annotated, NamedTuple

from msgspec import Meta, Struct

from game.core.limits import BACKS, NAME, SEATS, TABLE
from game.core.portraits import PORTRAITS, Portrait
from game.names.line import LINE
from game.net.wire.fields import Count, Id, Print, Small

MAGIC = b"HAISTY"
VERSION = 11
"""Version of everything on the wire; ends of different versions only exchange this number."""
PORT = 41313
"""UDP port for play and for discovery."""
CAP = 1200
"""The longest datagram in bytes: no network on the way fragments it."""
PADDED = 400
"""Bytes that a stranger's question is padded to: no answer is longer than its question."""

ASK, ANSWER, HELLO, COOKIE, CONNECT, REFUSED, ACCEPT, JOIN = range(1, 9)
"""Kinds, in order: find tables; a table's answer; a client's hello; the host's cookie; the client's keys;
refused; the host's keys; the client's proof and its Join."""
OTHER_VERSION, WRONG_CODE, TOO_SOON, FULL, KICKED = range(5)
"""Reasons in REFUSED."""
DATA = 0x80
"""The bit that the first byte of an encrypted datagram has, and of no other."""
MARK = 3
"""Bytes of a seat's mark in an answer: of 16 million others one is taken for the own."""
NONCE = 8
"""Bytes of a question's nonce, which its answer repeats."""
COOKIE_SIZE = 16
_LENGTH = 2


def mark_of(token: bytes, key: bytes) -> bytes:
    """By which a seat's owner is recognised: by the token, and by the lasting public key that it was given
    to."""
    return hashlib.sha256(b"mark" + token + key).digest()[:8]


class Sitter(Struct, array_like=True, frozen=True):
    """Who has a seat, as a host tells those who look for tables."""

    name: Annotated[str, Meta(max_length=NAME)]
    """Where the answer has no room for all of it: its beginning and an ellipsis, or nothing."""
    look: Annotated[int, Meta(ge=0, lt=BACKS * len(PORTRAITS))]
    """Card back and portrait in one number: an answer has little room."""
    bot: bool

    @property
    def back(self) -> int:
        """The card back's number."""
        return self.look % BACKS

    @property
    def portrait(self) -> Portrait:
        """What is shown of it."""
        return PORTRAITS[self.look // BACKS]


class TableInfo(Struct, array_like=True, frozen=True):
    """A host's description of its table."""

    id: Id
    """Drawn when the table is opened: the same for its lifetime, whichever machine hosts it."""
    epoch: Count
    """How often another machine has taken the table over."""
    name: Annotated[str, Meta(max_length=TABLE)]
    taken: Annotated[int, Meta(ge=0, le=SEATS)]
    seats: Annotated[int, Meta(ge=2, le=SEATS)]
    playing: bool
    code: bool
    """Whether joining requires the table's code."""
    sitters: Annotated[tuple[Sitter, ...], Meta(max_length=SEATS)] = ()
    """Who has a seat, in the order of the seats; empty if the host does not tell. Programs that know nothing
    of this field skip it."""
    there: Small = 0
    """How many machines are with a host that has taken the table over; once its match has gone on: were."""
    marks: Annotated[bytes, Meta(max_length=MARK * SEATS)] = b""
    """By which the owners of the seats recognise them: the beginnings of their marks (see Successor)."""
    host: Print = b""
    """The player at whose machine the table is, if who says this is only a guest there."""
    at: Annotated[str, Meta(max_length=64, pattern=LINE)] = ""
    """Where that is, as the guest sees it."""

    def keeps(self, token: bytes, key: bytes) -> bool:
        """Whether a seat is that of who has this token, and this lasting public key."""
        marks = [self.marks[at : at + MARK] for at in range(0, len(self.marks), MARK)]
        return mark_of(token, key)[:MARK] in marks


class Plain(NamedTuple):
    """An unencrypted datagram; its sender uses protocol `version`."""

    version: int
    kind: int
    body: bytes


def is_sealed(data: bytes) -> bool:
    """Whether this looks like an encrypted datagram."""
    return bool(data) and data[0] >= DATA


def plain(kind: int, body: bytes, padded: bool = False) -> bytes:
    """An unencrypted datagram of this kind; `padded` with zeros if it comes from a stranger."""
    data = MAGIC + bytes((VERSION, kind)) + body
    return data.ljust(PADDED, b"\0") if padded else data


def read_plain(data: bytes) -> Plain | None:
    """The parts of an unencrypted datagram; None if it is not one."""
    if len(data) < len(MAGIC) + 2 or not data.startswith(MAGIC):
        return None
    return Plain(data[6], data[7], data[8:])


def sized(message: bytes) -> bytes:
    """The message after its length, so that it can be told from the zeros that follow it."""
    return len(message).to_bytes(_LENGTH, "little") + message


def unsized(data: bytes) -> bytes | None:
    """The message at the beginning of the data; None if it is cut off."""
    end = _LENGTH + int.from_bytes(data[:_LENGTH], "little")
    return data[_LENGTH:end] if end <= len(data) else None
