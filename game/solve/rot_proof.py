"""A proof that a position of Rot und Schwarz is hopeless, by an easier game.

In the easier game the cards that have left the stock and the waste are arranged anew at will, whenever one
leaves the waste: they fit if those that are not on foundations make no more than eight columns. Only what
leaves the waste, and when, is left to choose, so there are few positions. Whatever can be done in the real
game can be done in this one: what is hopeless here is hopeless there.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from game.core.table import Table
from game.rules.rot_und_schwarz import COLUMNS, FOUNDATIONS, STOCK, WASTE, RotUndSchwarz
from game.solve.packed.rot import Packing

PART, MOST = 3000, 400_000
"""Positions that are tried at a time, about a tenth of a second, and at the most."""
Counts = int
"""How many cards of one kind there are of each rank: four bits for each, at four times the rank."""
ALL: Counts = sum(4 << 4 * rank for rank in range(1, 14))


class Proof:
    """Tries all that can be done in the easier game."""

    def __init__(self, rules: RotUndSchwarz, table: Table) -> None:
        packing = Packing(rules)
        self._stock, self._waste = packing.cards(table, STOCK)[::-1], packing.cards(table, WASTE)
        self._up = _counts(b"".join(packing.cards(table, number) for number in FOUNDATIONS))
        self._left = [_counts(self._stock[drawn:]) for drawn in range(len(self._stock) + 1)]
        """What is left in the stock, by how many cards have been drawn."""
        self._leaving: dict[tuple[bytes, int], bool] = {}
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
            leaves = bool(waste) and self._leaves(waste, drawn)
            if drawn < len(self._stock) and not (leaves and self._loses_nothing(waste, drawn)):
                grown, after = waste + self._stock[drawn : drawn + 1], drawn + 1
                if self.lasts(grown, after):
                    ahead.append((grown, after))
            if leaves:
                ahead.append((waste[:-1], drawn))
        if not ahead:
            yield True

    def lasts(self, waste: bytes, drawn: int) -> bool:
        """Whether all cards of the waste may be able to leave it, one after the other: whenever one does, all
        that have been drawn are out, but for those beneath it."""
        if not waste or not self._applies:
            return True
        key = waste, drawn
        if key not in self._lasting:
            ahead = range(drawn, len(self._left))
            leaves = next((at for at in ahead if self._leaves(waste, at)), None)
            self._lasting[key] = leaves is not None and self.lasts(waste[:-1], leaves)
        return self._lasting[key]

    def _leaves(self, waste: bytes, drawn: int) -> bool:
        """Whether the top card can leave the waste when only these cards are in it."""
        key = waste, drawn
        if key not in self._leaving:
            kind, rank = waste[-1] >> 4, waste[-1] & 15
            out, other = self._out(waste, drawn, kind), self._out(waste, drawn, 1 - kind)
            room = len(COLUMNS) - _columns(other)
            fits = _columns(out + (1 << 4 * rank)) <= room
            self._leaving[key] = fits and (
                _columns(out) < room or _columns(out, self._up[kind], rank) == room
            )
        return self._leaving[key]

    def _out(self, waste: bytes, drawn: int, kind: int) -> Counts:
        """The cards of a kind that are in neither waste nor stock."""
        return ALL - _counts(waste)[kind] - self._left[drawn][kind]

    def _loses_nothing(self, waste: bytes, drawn: int) -> bool:
        """Whether the top card is never in the way once it has left the waste: to leave it there never helps.

        It goes straight up if all lower ones of its kind are out. It has a place on a column if so many of
        the next rank are out that each card of its own has one, except for those beneath it in the waste.
        """
        kind, rank = waste[-1] >> 4, waste[-1] & 15
        out, beneath = self._out(waste, drawn, kind), waste.count(waste[-1]) - 1
        below = (1 << 4 * rank) - 1
        return out & below == ALL & below or (out >> 4 * (rank + 1) & 15) + beneath >= 4


@lru_cache(100_000)
def _counts(cards: bytes) -> tuple[Counts, Counts]:
    """The cards of each kind."""
    low, high = (sum(1 << 4 * (card & 15) for card in cards if card >> 4 == kind) for kind in (0, 1))
    return low, high


@lru_cache(100_000)
def _columns(out: Counts, up: Counts = 0, taken: int = 0) -> int:
    """The fewest columns for the cards of one kind that are in neither waste nor stock, at least `up` of them
    on foundations: there no rank has more cards than the one below it, and in columns each card lies on one
    of the next rank, or is the first.

    `taken`: so that one more card of that rank would go up or onto a column.
    """
    fewest, above = {(0, not taken): 0}, 0
    """By how many cards of the last rank are up, and whether it is so; and how many of that rank are out."""
    for rank in range(13, 0, -1):
        here, already = (counts >> 4 * rank & 15 for counts in (out, up))
        found: dict[tuple[int, bool], int] = {}
        for (higher, takes), before in fewest.items():
            free = above - higher
            for raised in range(max(already, higher), here + 1):
                laid = here - raised
                now = takes or (rank == taken and laid < free) or (rank == taken - 1 and raised > higher)
                count = before + max(0, laid - free)
                if count < found.get((raised, now), 99):
                    found[raised, now] = count
        fewest, above = found, here
    return min((count for (_, takes), count in fewest.items() if takes), default=len(COLUMNS) + 1)
