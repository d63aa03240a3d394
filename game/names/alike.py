"""Names that look alike: at one table nobody can pass for somebody else, nor a table for another."""

from collections.abc import Iterable
from functools import lru_cache
from unicodedata import normalize

from game.core.limits import NAME

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
