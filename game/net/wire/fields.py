"""The types of the fields of messages, with their bounds."""

from typing import Annotated

import msgspec

from game.core.limits import BACKS, LINE, NAME, ROUNDS, TARGET

REASON = 16
"""One-letter codes for why a round ended."""
MOST = 2**31
"""More rounds than any match has, and more points than anyone wins or loses."""
LATEST = 2**53
"""Microseconds: longer than any table lasts."""
PILES = 128

Small = Annotated[int, msgspec.Meta(ge=0, le=255)]
Time = Annotated[int, msgspec.Meta(ge=0, le=LATEST)]
Count = Annotated[int, msgspec.Meta(ge=0, lt=MOST)]
Points = Annotated[int, msgspec.Meta(ge=-MOST, lt=MOST)]
Name = Annotated[str, msgspec.Meta(max_length=NAME, pattern=LINE)]
Back = Annotated[int, msgspec.Meta(ge=0, lt=BACKS)]
Target = Annotated[int, msgspec.Meta(ge=0, le=TARGET)]
Rounds = Annotated[int, msgspec.Meta(ge=0, le=ROUNDS)]
Token = Annotated[bytes, msgspec.Meta(min_length=16, max_length=16)]
Key = Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)]


class Message(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """Base of all messages. Fields are positional: neither names nor classes are on the wire."""
