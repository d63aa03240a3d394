"""How long, how many, how large: each limit stated once, for forms, command line, settings and the wire."""

import re
from typing import Final, Literal, get_args
from unicodedata import normalize

Level = Literal["easy", "medium", "hard"]
"""Of a bot."""
LEVELS: Final[tuple[Level, ...]] = get_args(Level)

NAME: Final = 16
"""Signs in a player's name: what fits at a seat."""
TABLE: Final = 24
"""Signs in a table's name: "Maximiliane’s table" in every language, for the longest name of a player."""
CODE: Final = 64
"""Signs in the code of a table."""
ADDRESS: Final = 300
"""Signs in an address as a player writes it."""
SEATS: Final = 8
"""The most at a table; two are the least."""
BACKS: Final = 8
"""Backs of cards to choose from."""
TARGET: Final = 9999
"""The most points that a match is played to."""
ROUNDS: Final = 99
"""The most rounds that a match is set to; played to a score it may take more."""

_UNSEEN = (
    r"\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    r"\ud800-\udfff\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff"
)
"""Signs that show nothing, but move, hide or reverse others: no name and no code holds them."""
LINE: Final = rf"^[^{_UNSEEN}]*\Z"
"""The pattern of a text in one line, as a screen and a terminal may show it."""
_unseen, _line = re.compile(f"[{_UNSEEN}]"), re.compile(LINE)


def is_line(text: str) -> bool:
    """Whether all of its signs can be shown, in one line."""
    return _line.match(text) is not None


def line(text: str) -> str:
    """The text without the signs that cannot be shown, letters and their marks put together (NFC): the
    same name, or the same code, is the same text on every machine."""
    return normalize("NFC", _unseen.sub("", text))
