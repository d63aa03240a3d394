"""The types of the fields of messages, with their bounds."""

from typing import Annotated

import msgspec

from game.core.cards import ACE, KING, SUITS
from game.core.limits import BACKS, LINE, NAME, ROUNDS, SEATS, TARGET
from game.core.state import KINDS_OF_CHEER, SHOUTS

MOST = 2**31
"""More rounds than any match has, and more points than anyone wins or loses."""
LATEST = 2**53
"""Microseconds: longer than any table lasts."""
PILES = 128
_PACKS = 2 * SEATS * KING * len(SUITS)
"""Bytes of all cards of a table: full piles lie on one another."""

Small = Annotated[int, msgspec.Meta(ge=0, le=255)]
Time = Annotated[int, msgspec.Meta(ge=0, le=LATEST)]
Count = Annotated[int, msgspec.Meta(ge=0, lt=MOST)]
Seat = Annotated[int, msgspec.Meta(ge=0, lt=SEATS)]
PileNumber = Annotated[int, msgspec.Meta(ge=0, lt=PILES)]
Points = Annotated[
    tuple[Annotated[int, msgspec.Meta(ge=-MOST, lt=MOST)], ...], msgspec.Meta(max_length=SEATS)
]
"""By seat."""
Reason = Annotated[str, msgspec.Meta(max_length=16)]
"""Why a round ended: "knock", "stuck"."""
Name = Annotated[str, msgspec.Meta(max_length=NAME, pattern=LINE)]
Back = Annotated[int, msgspec.Meta(ge=0, lt=BACKS)]
Target = Annotated[int, msgspec.Meta(ge=0, le=TARGET)]
Rounds = Annotated[int, msgspec.Meta(ge=0, le=ROUNDS)]
House = Annotated[dict[Annotated[str, msgspec.Meta(max_length=24)], bool], msgspec.Meta(max_length=8)]
"""The house rules that are chosen, by their names."""
Port = Annotated[int, msgspec.Meta(ge=0, le=65535)]
Id = Annotated[bytes, msgspec.Meta(min_length=8, max_length=8)]
Token = Annotated[bytes, msgspec.Meta(min_length=16, max_length=16)]
Key = Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)]

PackedMove = tuple[PileNumber, PileNumber, Annotated[int, msgspec.Meta(ge=0, lt=64)]]
ShoutNumber = Annotated[int, msgspec.Meta(ge=0, lt=SHOUTS)]
CheerNumber = Annotated[int, msgspec.Meta(ge=0, lt=len(KINDS_OF_CHEER))]
Face = tuple[
    Annotated[int, msgspec.Meta(ge=ACE, le=KING)], Annotated[int, msgspec.Meta(ge=0, lt=len(SUITS))], Seat
]
"""A card that is seen: rank, suit and pack."""
PackedThrown = tuple[Seat, PackedMove, Annotated[tuple[Face, ...], msgspec.Meta(max_length=1)], Time]
Faces = Annotated[bytes, msgspec.Meta(max_length=_PACKS)]
"""Two bytes for each card that lies face up."""


class WireError(ValueError):
    """The bytes are not a message of this version."""


class Message(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """Base of all messages. Fields are positional: neither names nor classes are on the wire."""
