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
        self._known: dict[tuple[bytes, int], bool] = {}
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
            leaves = bool(waste) and self._fit(waste[:-1], drawn)
            if drawn < len(self._stock) and not (leaves and self._loses_nothing(waste, drawn)):
                grown, after = waste + self._stock[drawn : drawn + 1], drawn + 1
                if self._lasts(grown, after):
                    ahead.append((grown, after))
            if leaves:
                ahead.append((waste[:-1], drawn))
        if not ahead:
            yield True

    def _lasts(self, waste: bytes, drawn: int) -> bool:
        """Whether all cards of the waste may be able to leave it, one after the other: whenever one does, all
        that have been drawn are out, but for those beneath it."""
        key = waste, drawn
        if key not in self._lasting:
            rest, ahead = waste[:-1], range(drawn, len(self._left))
            leaves = next((at for at in ahead if self._fit(rest, at)), None)
            self._lasting[key] = not waste or (leaves is not None and self._lasts(rest, leaves))
        return self._lasting[key]

    def _fit(self, waste: bytes, drawn: int) -> bool:
        """Whether the cards that have left the waste fit when only these are in it."""
        key = waste, drawn
        if key not in self._known:
            kinds = zip(_counts(waste), self._left[drawn], self._up, strict=True)
            self._known[key] = sum(_columns(*counts) for counts in kinds) <= len(COLUMNS)
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
def _columns(waste: Counts, stock: Counts, up: Counts) -> int:
    """The fewest columns for the cards of one kind that are in neither waste nor stock, at least `up` of them
    on foundations: there no rank has more cards than the one below it, and in columns each card lies on one
    of the next rank, or is the first."""
    fewest, above = {0: 0}, 0
    """By how many cards of the last rank are up; and how many of that rank are out."""
    for held, left, already in zip(waste[::-1], stock[::-1], up[::-1], strict=True):
        out = 4 - held - left
        fewest = {
            raised: min(
                before + max(0, out - raised - (above - higher))
                for higher, before in fewest.items()
                if higher <= raised
            )
            for raised in range(max(already, min(fewest)), out + 1)
        }
        if not fewest:
            return len(COLUMNS) + 1
        above = out
    return min(fewest.values())
