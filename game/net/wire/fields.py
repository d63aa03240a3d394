"""The types of the fields of messages, with their bounds."""

from typing import Annotated

from msgspec import Meta, Struct

from game.core.cards import ACE, KING, SUITS
from game.core.limits import BACKS, GAME, HANDICAPS, NAME, ROUNDS, SEATS, TARGET
from game.core.state import DELAY, KINDS_OF_CHEER, SHOUTS, UNDECIDED
from game.names.line import LINE

MOST = 2**31
"""More rounds than any match has, and more points than anyone wins or loses."""
LATEST = 2**53
"""Microseconds: longer than any table lasts."""
PILES = 128
_PACKS = 2 * SEATS * KING * len(SUITS)
"""Bytes of all cards of a table: full piles lie on one another."""

Small = Annotated[int, Meta(ge=0, le=255)]
Time = Annotated[int, Meta(ge=0, le=LATEST)]
Count = Annotated[int, Meta(ge=0, lt=MOST)]
Seat = Annotated[int, Meta(ge=0, lt=SEATS)]
PileNumber = Annotated[int, Meta(ge=0, lt=PILES)]
Points = Annotated[tuple[Annotated[int, Meta(ge=-MOST, lt=MOST)], ...], Meta(max_length=SEATS)]
"""By seat."""
Reason = Annotated[str, Meta(max_length=16)]
"""Why a round ended: "knock", "stuck"."""
Name = Annotated[str, Meta(max_length=NAME, pattern=LINE)]
Back = Annotated[int, Meta(ge=0, lt=BACKS)]
Handicaps = Annotated[tuple[Annotated[int, Meta(ge=1, le=HANDICAPS[0])], ...], Meta(max_length=SEATS)]
"""By seat; see State."""
Target = Annotated[int, Meta(ge=0, le=TARGET)]
Rounds = Annotated[int, Meta(ge=0, le=ROUNDS)]
House = Annotated[dict[Annotated[str, Meta(max_length=24)], bool], Meta(max_length=8)]
"""The house rules that are chosen, by their names."""
GameName = Annotated[str, Meta(max_length=GAME, pattern=LINE)]
"""What is played, as `--game` states it; empty: Haisty."""
Port = Annotated[int, Meta(ge=0, le=65535)]
Id = Annotated[bytes, Meta(min_length=8, max_length=8)]
Token = Annotated[bytes, Meta(min_length=16, max_length=16)]
Key = Annotated[bytes, Meta(min_length=32, max_length=32)]
Print = Annotated[bytes, Meta(max_length=16)]
"""The fingerprint of a public key; empty: not told."""

Pointed = tuple[Small, Small]
"""Where a hand is over the shared piles; see core.hand."""
PackedMove = tuple[PileNumber, PileNumber, Annotated[int, Meta(ge=0, lt=64)]]
PackedHelp = Annotated[int, Meta(ge=0, le=2)]
"""Undo, redo, hint."""
ShoutNumber = Annotated[int, Meta(ge=0, lt=SHOUTS)]
CheerNumber = Annotated[int, Meta(ge=0, lt=len(KINDS_OF_CHEER))]
Face = tuple[Annotated[int, Meta(ge=ACE, le=KING)], Annotated[int, Meta(ge=0, lt=len(SUITS))], Seat]
"""A card that is seen: rank, suit and pack."""
Fate = Annotated[int, Meta(ge=UNDECIDED, lt=SEATS)]
PackedThrown = tuple[Seat, PackedMove, Annotated[tuple[Face, ...], Meta(max_length=1)], Time, Fate]
PackedStanding = tuple[Seat, Small, Time, Time | None, bool]
Delay = Annotated[int, Meta(ge=0, le=DELAY)]
"""Microseconds."""
Faces = Annotated[bytes, Meta(max_length=_PACKS)]
"""Two bytes for each card that lies face up."""


class WireError(ValueError):
    """The bytes are not a message of this version."""


class Message(Struct, array_like=True, forbid_unknown_fields=True):
    """Base of all messages. Fields are positional: neither names nor classes are on the wire."""
