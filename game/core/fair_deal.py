"""A deal that nobody could choose: it follows from numbers of the host and of every seat, each committed to
before any was opened.

Commitments and the seed are SHA-256 of what is said here, each with a tag of its own, so that none can stand
for another.
"""

import struct
from typing import NamedTuple

NUMBER = 32
"""Bytes of a number that the host or a seat draws."""
COMMITMENT = 32
"""Bytes of a commitment to one."""


class FairDeal(NamedTuple):
    """What the deal of a round follows from. Seats are in their order; empty bytes stand for nothing."""

    table: bytes
    """The table's id."""
    round: int
    secret: bytes
    """The host's number, secret until the round's end."""
    commitments: tuple[bytes, ...]
    openings: tuple[bytes, ...]
    """The seats' numbers; a seat without one was passed over."""

    @property
    def seed(self) -> bytes:
        """The seed of the round: its deal, and all that is drawn in it."""
        return _digest("seed", self.table, self.round, self.secret, *self.openings)

    @property
    def withheld(self) -> tuple[int, ...]:
        """The seats that committed to a number but did not open it."""
        pairs = zip(self.commitments, self.openings, strict=True)
        return tuple(seat for seat, (commitment, number) in enumerate(pairs) if commitment and not number)

    @property
    def proved(self) -> bool:
        """Whether nobody could choose the deal, if only one of those who opened a number drew it honestly."""
        return self.opened and any(self.openings) and not self.withheld

    @property
    def opened(self) -> bool:
        """Whether each number opened is the one that its seat had committed to."""
        pairs = zip(self.commitments, self.openings, strict=True)
        return all(
            not number or seat_commitment(self.table, self.round, seat, number) == commitment
            for seat, (commitment, number) in enumerate(pairs)
        )


def host_commitment(table: bytes, round_: int, secret: bytes) -> bytes:
    """The host's commitment to its number for a round."""
    return _digest("host", table, round_, secret)


def seat_commitment(table: bytes, round_: int, seat: int, number: bytes) -> bytes:
    """A seat's commitment to its number for a round."""
    return _digest("seat", table, round_, bytes((seat,)), number)


def _digest(tag: str, table: bytes, round_: int, *parts: bytes) -> bytes:
    from hashlib import sha256  # noqa: PLC0415 - it loads OpenSSL, which would delay the first frame

    said = [f"haisty deal {tag}".encode(), table, struct.pack("<Q", round_), *parts]
    return sha256(b"".join(bytes((len(part),)) + part for part in said)).digest()
