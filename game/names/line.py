"""Texts in one line, as a screen and a terminal may show them."""

import re
from typing import Final
from unicodedata import category, normalize

_UNSEEN = (
    r"\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    r"\u2060-\u206f\u2800\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    r"\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""Characters that are invisible, or that move, hide or reverse others: not allowed in names and codes."""
LINE: Final = rf"^[^{_UNSEEN}]*\Z"
"""The pattern of a text in one line, as a screen and a terminal may show it."""
MARKS: Final = 2
"""The most combining marks on one letter, after NFC: more would cover the lines above and below."""
_apart = re.compile(r"[\s.,_\-\u2010-\u2015\u2212]+")
"""What stands between the words of a code."""
_unseen, _line = re.compile(f"[{_UNSEEN}]"), re.compile(LINE)


def is_line(text: str) -> bool:
    """Whether the text is one line of printable characters, with no more marks on a letter than fit."""
    return _line.match(text) is not None and (text.isascii() or _bounded(text) == text)


def line(text: str) -> str:
    """The text without unprintable characters, normalised to NFC: the same name, or the same code, is the
    same text on every machine."""
    text = _unseen.sub("", text)
    return text if text.isascii() else normalize("NFC", _bounded(normalize("NFC", text)))


def bare_code(code: str) -> str:
    """What counts of a table's code: the same, however its words are separated and in whatever case and width
    its letters are typed."""
    bare = _apart.sub("", normalize("NFKC", line(code)).casefold())
    return bare or line(code)


def _bounded(text: str) -> str:
    """The text without marks that have no letter (a space is none), or too many before them."""
    kept, marks = "", MARKS
    for sign in text:
        marks = marks + 1 if category(sign) in ("Mn", "Me") else MARKS * sign.isspace()
        if marks <= MARKS:
            kept += sign
    return kept
