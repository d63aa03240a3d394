"""A proof that a position of Rot und Schwarz is hopeless, by an easier game.

In the easier game the cards that have left the stock and the waste are arranged anew at will: they fit if
those that are not on foundations make no more than eight columns. Only what leaves the waste, and when, is
left to choose, so there are few positions. Whatever can be done in the real game can be done in this one:
what is hopeless here is hopeless there.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from game.core.table import Table
from game.rules.rot_und_schwarz import COLUMNS, FOUNDATIONS, STOCK, WASTE, RotUndSchwarz
from game.solve.packed.rot import Packing

PART, MOST = 3000, 400_000
"""Positions that are tried at a time, about a fifth of a second, and at the most."""
Counts = tuple[int, ...]
"""How many cards of one kind there are of each rank, from the aces on."""


class Proof:
    """Tries all that can be done in the easier game."""

    def __init__(self, rules: RotUndSchwarz, table: Table) -> None:
        packing = Packing(rules)
        self._stock, self._waste = packing.cards(table, STOCK)[::-1], packing.cards(table, WASTE)
        self._up = _counts(b"".join(packing.cards(table, number) for number in FOUNDATIONS))
        self._left = [_counts(self._stock[drawn:]) for drawn in range(len(self._stock) + 1)]
        """What is left in the stock, by how many cards have been drawn."""
        self._known: dict[tuple[bytes, int, bool], bool] = {}
        self._lasting: dict[tuple[bytes, int], bool] = {}
        columns = [packing.cards(table, number) for number in COLUMNS]
        runs = all(upper == lower + 1 for cards in columns for upper, lower in pairwise(cards))
        self._applies = runs and rules.foundations == "alternating"

    def search(self) -> Iterator[bool]:
        """Whether it is proved hopeless, after each part of the search; ends if it never will be."""
        if not self._applies:
            return
        seen, ahead = set[tuple[bytes, int]](), [(self._waste, 0)]
        while ahead and len(seen) < MOST:
            waste, drawn = here = ahead.pop()
            if here in seen:
                continue
            seen.add(here)
            if not waste and drawn == len(self._stock):
                return
            if len(seen) % PART == 0:
                yield False
            leaves = bool(waste) and self._fit(waste[:-1], drawn, now=True)
            if drawn < len(self._stock) and not (leaves and self._loses_nothing(waste, drawn)):
                grown, after = waste + self._stock[drawn : drawn + 1], drawn + 1
                if self._lasts(grown, after):
                    ahead.append((grown, after))
            if leaves:
                ahead.append((waste[:-1], drawn))
        if not ahead:
            yield True

    def _lasts(self, waste: bytes, drawn: int) -> bool:
        """Whether each card of the waste may be able to leave it at some time."""
        key = waste, drawn
        if key not in self._lasting:
            rest = waste[:-1]
            self._lasting[key] = not waste or (self._fit(rest, drawn, now=False) and self._lasts(rest, drawn))
        return self._lasting[key]

    def _fit(self, waste: bytes, drawn: int, now: bool) -> bool:
        """Whether the cards that have left the waste fit when only these are in it: `now`, or later, when any
        of those that are still in the stock may have left it, too."""
        key = waste, drawn, now
        if key not in self._known:
            kinds = zip(_counts(waste), self._left[drawn], self._up, strict=True)
            self._known[key] = sum(_columns(*counts, now) for counts in kinds) <= len(COLUMNS)
        return self._known[key]

    def _loses_nothing(self, waste: bytes, drawn: int) -> bool:
        """Whether the top card can go straight up, because all lower ones of its kind are out: then it is
        never in the way, and to leave it in the waste never helps."""
        kind, rank = waste[-1] >> 4, waste[-1] & 15
        held, left = _counts(waste)[kind], self._left[drawn][kind]
        return not any(held[: rank - 1]) and not any(left[: rank - 1])


@lru_cache(100_000)
def _counts(cards: bytes) -> tuple[Counts, Counts]:
    """The cards of each kind."""
    low, high = (tuple(cards.count(kind << 4 | rank) for rank in range(1, 14)) for kind in (0, 1))
    return low, high


@lru_cache(100_000)
def _columns(waste: Counts, stock: Counts, up: Counts, now: bool) -> int:
    """The fewest columns for the cards of one kind that are in neither waste nor stock, at least `up` of them
    on foundations: there no rank has more cards than the one below it, and in columns each card lies on one
    of the next rank, or is the first. Unless `now`, any of the stock may be there, too."""
    fewest = {(0, 0): 0}
    """By how many cards of the last rank are up, and how many in columns."""
    for held, left, already in zip(waste[::-1], stock[::-1], up[::-1], strict=True):
        least = 4 - held - left
        most = least if now else 4 - held
        fewest = {
            (raised, laid): min(
                before + max(0, laid - upper)
                for (higher, upper), before in fewest.items()
                if higher <= raised
            )
            for raised in range(max(already, min(higher for higher, _upper in fewest)), most + 1)
            for laid in range(max(0, least - raised), most - raised + 1)
        }
        if not fewest:
            return len(COLUMNS) + 1
    return min(fewest.values())
