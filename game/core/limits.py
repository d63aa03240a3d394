"""Limits on lengths, counts and sizes, each stated once for forms, command line, settings and the wire."""

import re
from typing import Final, Literal, get_args
from unicodedata import normalize

Level = Literal["easy", "medium", "hard"]
"""A bot's level."""
LEVELS: Final[tuple[Level, ...]] = get_args(Level)

NAME: Final = 16
"""Characters in a player's name: what fits at a seat."""
TABLE: Final = 24
"""Characters in a table's name: "Maximiliane’s table" in every language, for the longest name of a player."""
CODE: Final = 64
"""Characters in a table's code."""
ADDRESS: Final = 300
"""Characters in an address as a player types it."""
SEATS: Final = 8
"""The most seats at a table; the minimum is two."""
BACKS: Final = 8
"""Card backs to choose from."""
TARGET: Final = 9999
"""The highest target score of a match."""
ROUNDS: Final = 99
"""The highest fixed number of rounds; a match played to a score may take more."""

_UNSEEN = (
    r"\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    r"\ud800-\udfff\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff"
)
"""Characters that are invisible, or that move, hide or reverse others: not allowed in names and codes."""
LINE: Final = rf"^[^{_UNSEEN}]*\Z"
"""The pattern of a text in one line, as a screen and a terminal may show it."""
_unseen, _line = re.compile(f"[{_UNSEEN}]"), re.compile(LINE)


def is_line(text: str) -> bool:
    """Whether the text is one line of printable characters."""
    return _line.match(text) is not None


def line(text: str) -> str:
    """The text without unprintable characters, normalised to NFC: the same name, or the same code, is the
    same text on every machine."""
    return normalize("NFC", _unseen.sub("", text))
