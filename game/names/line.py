"""Texts that people type: one printable line, in one form; and names that look alike."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final
from unicodedata import category, normalize

from game.core.limits import NAME

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
_CAPITALS = (
    "ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX АA ВB ЕE З3 КK МM НH ОO РP СC ТT УY ХX ІI ӀI ЅS ЈJ ԌG ԚQ ԜW ҮY"
)
"""Greek and Cyrillic capitals, each with the Latin letter or digit that it looks like."""
_SMALL = (
    "αa γy ηn ιi κk νv οo ρp τt υu χx ωw σo "
    "аa вb гr еe з3 кk мm нh оo пn рp сc тt уy хx шw іi ѕs јj ԁd һh ԛq ԝw ѵv үy "
    "ıi ɑa ɡg ɩi օo ոn սu ցg հh –- —- ‐- −- ’' ‘' ʼ' ´' `' ′'"
)
"""The same of small letters, and of signs."""


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


def _table(pairs: str) -> dict[int, str]:
    return {ord(pair[0]): pair[1] for pair in pairs.split()}


_to_latin, _small_to_latin = _table(_CAPITALS), _table(_SMALL)
_strokes = _table("Il 1l |l")
"""Upright strokes, before upper and lower case are made equal."""
_i_as_stroke = _table("il")


@lru_cache(maxsize=64)
def looks(name: str) -> frozenset[str]:
    """What the name looks like; two names look alike if they share one of these."""
    name = " ".join(normalize("NFKC", name).split()).translate(_to_latin)
    return frozenset(map(_folded, (name, name.translate(_strokes))))


def skeleton(name: str) -> str:
    """What a careless reader sees of a name: its letters and digits without case and marks, with 1, l and I
    the same, and 0 and O. A name without any is its own skeleton."""
    signs = normalize("NFKD", name).translate(_to_latin).translate(_strokes)
    return _folded("".join(filter(str.isalnum, signs))).translate(_i_as_stroke) or name


def _folded(name: str) -> str:
    small = name.casefold().translate(_small_to_latin)
    return small.replace("0", "o").replace("rn", "m").replace("vv", "w")


def distinct(wish: str, others: Iterable[str], most: int = NAME) -> str:
    """The wish, with a number behind it if it looks like one of the other names."""
    wish = wish.strip()
    taken = {look for other in others if other for look in looks(other)}
    name, number = wish, 1
    while name and not taken.isdisjoint(looks(name)):
        number += 1
        behind = f" {number}"
        name = wish[: most - len(behind)].rstrip() + behind
    return name
