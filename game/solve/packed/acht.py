"""Positions of Acht mal Acht for the search: their moves, a number for each, and how promising they are.

Equal columns are one object, and so are equal foundations: what follows from their cards is worked out once,
and the number and the score of a position are sums that change by what a move has changed. The stock keeps
its order: what is left of it is a bit mask over the order of the first pass, and which of these cards are
turned follows from how far the pass has come (`drawn`).

"Up" means onto a foundation. A card X of rank r goes up automatically where that loses nothing. Only cards
W of rank r - 1 and the other colour can lie on X, and on those, cards V of rank r - 2 in X's colour. Every
W has a foundation waiting as soon as it is free if all foundations of the other colour are at r - 2 or
higher; every V has one if all of X's colour are at r - 3 or higher. Then any winning line also wins with X
up now: leave out the moves of X alone, move runs without their X, and send each W and V up where the line
would have laid it on X or on such a W. If all of the other colour are at r - 1 or higher, there is no W
left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import NamedTuple
from zlib import crc32

from game.core.cards import DIAMONDS, HEARTS, KING, Card
from game.solve.packed.acht_weights import Weights

UP, TURNED = 8, 8
"""Where a step goes to, and where it comes from, if not a column 0..7."""
Step = tuple[int, int, int]
"""Column or TURNED, count, column or UP."""
BYTES = 15
"""Of the number of a column or of the foundations, a good hash. Positions are taken for the same if the sums
of these are: of a million positions, two that differ are confused once in 10^24 searches."""
LEFT = 8 * BYTES + 4
"""The bit of a position's number from which on it holds the cards left of the stock."""
REMEMBERED = 200_000
"""Columns; all are forgotten when there are more."""


def code(card: Card) -> int:
    """A card as a number: rank in the low four bits, suit above them."""
    return card.suit << 4 | card.rank


def _takers(card: int) -> bytes:
    """The two cards that a card may lie on."""
    suits = (0, 3) if card >> 4 in (DIAMONDS, HEARTS) else (1, 2)
    return bytes(suit << 4 | (card & 15) + 1 for suit in suits) if card & 15 < KING else b""


CARDS = 104
TAKERS = tuple(map(_takers, range(64)))
TAKEN = [sum(1 << card for card in range(64) if last in TAKERS[card]) if last else -1 for last in range(64)]
"""The cards that a column takes, a bit each, by its last card: an empty column, every card."""


class Part(NamedTuple):
    """A part of a run that may move: its cards, those that it may go onto, and what stays in the column."""

    cards: bytes
    takers: bytes
    rest: Column


class Column(dict[int, "Column"]):
    """A column; and by card, the same column with that card on it."""

    __slots__ = ("_measured", "_packing", "_run", "below", "cards", "last", "number", "parts", "score")

    def __init__(self, packing: Packing, cards: bytes, below: Column | None) -> None:
        """`below`: the column without its last card; None for an empty one, whose `last` is 0."""
        weights = packing.weights
        self._packing, self.cards = packing, cards
        self.number = _number(cards)
        self.last = cards[-1] if cards else 0
        self._run = 0
        self.parts: tuple[Part, ...] = ()
        if below is None:
            self.below = self
            self._measured, self.score = weights.measure(None, 0, 0), -weights.gap
            return
        self.below = below
        self._run = below._run + 1 if below.last in TAKERS[self.last] else 1
        self._measured = weights.measure(below._measured, below.last, self.last, self._run > 1)
        self.score = self._measured.score + crc32(cards, packing.salt) % weights.noise
        self.parts = tuple(self._cut())

    def __missing__(self, card: int) -> Column:
        found = self[card] = Column(self._packing, self.cards + bytes((card,)), self)
        self._packing.grown.append(self)
        return found

    def _cut(self) -> Iterator[Part]:
        """The parts of the run at its end, by length."""
        cards, rest = self.cards, self
        for count in range(1, self._run + 1):
            rest = rest.below
            fits = count in (1, self._run) or self._packing.any_part
            yield Part(cards[-count:], TAKERS[cards[-count]] if fits else b"", rest)


class Foundations(dict[int, "Foundations"]):
    """The foundations; and by card that may go up, the foundations with it."""

    __slots__ = ("_weights", "harmless", "heights", "number", "score", "total", "waiting")

    def __init__(self, heights: tuple[int, ...], weights: Weights) -> None:
        """`heights`: two for each suit, the higher first."""
        self.heights, self._weights = heights, weights
        self.number = _number(b"up" + bytes(heights))
        self.total = sum(heights)
        self.score = -weights.up * self.total
        nexts = {(at >> 1) << 4 | height + 1 for at, height in enumerate(heights) if height < KING}
        self.waiting = frozenset(nexts)
        self.harmless = frozenset(card for card in nexts if goes_up_in_suit(heights, card))

    def __missing__(self, card: int) -> Foundations:
        at = card >> 3 & 6
        if self.heights[at] != (card & 15) - 1:
            at += 1
        heights = (*self.heights[:at], self.heights[at] + 1, *self.heights[at + 1 :])
        found = self[card] = Foundations(heights, self._weights)
        return found


class Stock:
    """The cards left of stock and waste, a bit each, when `drawn` have been turned; `last`: in the last pass.

    `top`: the card on the waste, or 0."""

    __slots__ = ("_drawn", "_last", "_packing", "_turned", "left", "score", "top")

    def __init__(self, packing: Packing, left: int, drawn: int, last: bool) -> None:
        self._packing, self.left, self._drawn, self._last = packing, left, drawn, last
        self._turned = (left & (1 << drawn) - 1).bit_length() - 1
        self.top = packing.order[self._turned] if self._turned >= 0 else 0
        self.score = packing.weights.stock(packing.order, left, drawn if last else 0)

    def popped(self) -> Stock:
        """Without the card on the waste."""
        return self._packing.stock(self.left ^ 1 << self._turned, self._drawn, self._last)


class Position(NamedTuple):
    """A position. The order of the columns counts neither in its score nor in its number."""

    score: int
    """Less is nearer to a win, among positions as far through the stock."""
    number: int
    up: Foundations
    columns: list[Column]
    stock: Stock

    def apart(self) -> int:
        """A number that positions share only if they differ by last cards moved to and fro between columns.

        Left out is each last card of a run that fits elsewhere too; which these are follows from the rest."""
        number, ends = self.number, {column.last for column in self.columns}
        for column in self.columns:
            takers = TAKERS[column.last]
            if column.below.last in takers and not ends.isdisjoint(takers):
                number += column.below.number - column.number
        return number


class Packing:
    """Packs the positions reachable from a table, with the stock in the order of its first pass."""

    def __init__(self, order: bytes, weights: Weights, any_part: bool, salt: int = 0) -> None:
        """`salt` is that of the noise in the score."""
        self.order, self.weights, self.any_part, self.salt = order, weights, any_part, salt
        self.grown: list[Column] = []
        """The columns that know one with a card more."""
        self._empty = Column(self, b"", None)
        self._stocks: dict[tuple[int, int, bool], Stock] = {}

    def position(self, heights: tuple[int, ...], columns: Sequence[bytes], stock: Stock) -> Position:
        """The position with these cards."""
        built = []
        for cards in columns:
            column = self._empty
            for card in cards:
                column = column[card]
            built.append(column)
        return _summed(Foundations(heights, self.weights), built, stock)

    def stock(self, left: int, drawn: int, last: bool) -> Stock:
        """The one stock of that state."""
        key = left, drawn, last
        if key not in self._stocks:
            self._stocks[key] = Stock(self, *key)
        return self._stocks[key]

    def tidy(self) -> None:
        """Forget columns if there are too many; positions keep theirs."""
        if len(self.grown) > REMEMBERED:
            for column in self.grown:
                column.clear()
            self.grown.clear()

    def steps(self, position: Position) -> Iterator[Step]:
        """Every move except turning the stock or the waste; only the first empty column is filled, never
        by a whole column."""
        waiting, columns, top = position.up.waiting, position.columns, position.stock.top
        ends: dict[int, list[int]] = {}
        gap = -1
        for number, column in enumerate(columns):
            if last := column.last:
                if last in ends:
                    ends[last].append(number)
                else:
                    ends[last] = [number]
            elif gap < 0:
                gap = number
        for src, column in enumerate(columns):
            if column.last in waiting:
                yield src, 1, UP
            for count, (_, takers, rest) in enumerate(column.parts, 1):
                for taker in takers:
                    if taker in ends:
                        for dst in ends[taker]:
                            yield src, count, dst
                if gap >= 0 and rest.last:
                    yield src, count, gap
        if top:
            if top in waiting:
                yield TURNED, 1, UP
            for taker in TAKERS[top]:
                for dst in ends.get(taker, ()):
                    yield TURNED, 1, dst
            if gap >= 0:
                yield TURNED, 1, gap

    def after(self, position: Position, step: Step, gone: list[Step] | None = None) -> Position:
        """The position after a step and all automatic moves up; the latter are appended to `gone`."""
        score, number, up, columns, stock = position
        src, count, dst = step
        after, rest = columns.copy(), stock
        if src == TURNED:
            rest = stock.popped()
            cards, bared = bytes((stock.top,)), rest.top
        else:
            cards, _, after[src] = columns[src].parts[count - 1]
            bared = after[src].last
        if dst == UP:
            return self.risen(up[cards[0]], after, rest, gone)
        grown = columns[dst]
        for card in cards:
            grown = grown[card]
        after[dst] = grown
        if bared in up.harmless:
            return self.risen(up, after, rest, gone)
        # Nothing goes up by itself: only these two places have changed.
        onto = columns[dst]
        score += grown.score - onto.score
        number += grown.number - onto.number
        if src == TURNED:
            score += rest.score - stock.score
            number += rest.left - stock.left << LEFT
        else:
            score += after[src].score - columns[src].score
            number += after[src].number - columns[src].number
        return Position(score, number, up, after, rest)

    def turned(self, position: Position, stock: Stock, gone: list[Step] | None = None) -> Position:
        """The position after a card is turned, and all automatic moves up."""
        score, number, up, columns, before = position
        if stock.top in up.harmless:
            return self.risen(up, columns.copy(), stock, gone)
        return Position(score + stock.score - before.score, number, up, columns, stock)

    def risen(
        self, up: Foundations, columns: list[Column], stock: Stock, gone: list[Step] | None = None
    ) -> Position:
        """The position after all automatic moves up, which are appended to `gone`; it keeps `columns`."""
        while True:
            harmless = up.harmless
            for number, column in enumerate(columns):
                if column.last in harmless:
                    up, columns[number] = up[column.last], column.below
                    break
            else:
                if stock.top not in harmless:
                    break
                up, stock, number = up[stock.top], stock.popped(), TURNED
            if gone is not None:
                gone.append((number, 1, UP))
        return _summed(up, columns, stock)


def _summed(up: Foundations, columns: list[Column], stock: Stock) -> Position:
    score, number = up.score + stock.score, up.number + (stock.left << LEFT)
    for column in columns:
        score += column.score
        number += column.number
    return Position(score, number, up, columns, stock)


def taken(position: Position) -> int:
    """The cards that have a place in a position, a bit each."""
    takes = sum(1 << card for card in position.up.waiting)
    for column in position.columns:
        takes |= TAKEN[column.last]
    return takes


def _number(what: bytes) -> int:
    return int.from_bytes(blake2b(what, digest_size=BYTES).digest(), "little")


def goes_up_in_suit(heights: Sequence[int], card: int) -> bool:
    """Whether a card that may go up loses nothing by it; `heights`: of the two foundations of each suit."""
    rank = card & 15
    same, other = min(heights[2:6]), min(*heights[:2], *heights[6:])
    if card >> 4 not in (DIAMONDS, HEARTS):
        same, other = other, same
    return other >= rank - 1 or (other >= rank - 2 and same >= rank - 3)
