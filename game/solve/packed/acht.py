"""Positions of Acht mal Acht as small numbers, their moves, and how promising they are.

The stock keeps its order: what is left of it is a bit mask over the order of the first pass, and which of
these cards are turned follows from how far the pass has come (`drawn`).

"Up" means onto a foundation. A card X of rank r goes up automatically where that loses nothing. Only cards
W of rank r - 1 and the other colour can lie on X, and on those, cards V of rank r - 2 in X's colour. Every
W has a foundation waiting as soon as it is free if all foundations of the other colour are at r - 2 or
higher; every V has one if all of X's colour are at r - 3 or higher. Then any winning line also wins with X
up now: leave out the moves of X alone, move runs without their X, and send each W and V up where the line
would have laid it on X or on such a W. If all of the other colour are at r - 1 or higher, there is no W
left.
"""

from typing import NamedTuple
from zlib import crc32

from game.core.cards import DIAMONDS, HEARTS, KING, Card

UP, TURNED = 8, 8
"""Where a step goes to, and where it comes from, if not a column 0..7."""
Step = tuple[int, int, int]
"""Column or TURNED, count, column or UP."""


class Position(NamedTuple):
    """A position: two heights for each suit, the higher first; the columns; the cards left, a bit each."""

    heights: tuple[int, ...]
    columns: tuple[bytes, ...]
    left: int


class Weights(NamedTuple):
    """The weights of a position's score; less is nearer to a win. Tuned on seeds 101 to 180."""

    up: int = 6
    """Subtracted for each card on the foundations."""
    lowest: int = 5
    """Subtracted for each rank of the lowest foundation."""
    gap: int = 23
    """Subtracted for an empty column."""
    king: int = 2
    """Subtracted for a column based on a king."""
    broken: int = 4
    """Added for a card that does not continue the run above it in its column,"""
    rising: int = 3
    """and more if it is not lower either."""
    blocked: int = 5
    """Added for a card that covers a lower one of its suit,"""
    covers: int = 1
    """and for one that covers a lower card of any."""
    deep: int = 1
    """Added for each card on a low one, times the ranks that the low one is below `low`, in quarters."""
    low: int = 6
    left: int = 4
    """Added for each card of the stock and the waste,"""
    lost: int = 2
    """more if it was turned in the last pass,"""
    buried: int = 4
    """and more if there it covers a lower one of its suit."""
    noise: int = 1
    """A random number below this, fixed for each column, makes one search differ from the next."""


def code(card: Card) -> int:
    """A card as a number: rank in the low four bits, suit above them."""
    return card.suit << 4 | card.rank


def _takers(card: int) -> bytes:
    """The two cards that a card may lie on."""
    suits = (0, 3) if card >> 4 in (DIAMONDS, HEARTS) else (1, 2)
    return bytes(suit << 4 | (card & 15) + 1 for suit in suits) if card & 15 < KING else b""


TAKERS = tuple(map(_takers, range(64)))


class Packing:
    """Packs the positions reachable from a table, with the stock in the order of its first pass."""

    def __init__(self, order: bytes, weights: Weights, any_part: bool, salt: int = 0) -> None:
        self.order = order
        self._any_part = any_part
        self._salt = salt
        self._weights = weights
        self._columns: dict[bytes, tuple[int, int]] = {}
        self._stocks: dict[tuple[int, int, bool], int] = {}

    def column(self, cards: bytes) -> tuple[int, int]:
        """The column's share of the score, and the length of the run at its end."""
        known = self._columns.get(cards)
        if known is None:
            if len(self._columns) > 300_000:
                self._columns.clear()
            known = self._columns[cards] = self._measure(cards), _run(cards)
        return known

    def steps(self, position: Position, drawn: int) -> list[Step]:
        """Every move except turning the stock or the waste; only the first empty column is filled, never
        by a whole column."""
        heights, columns, left = position
        ends: dict[int, list[int]] = {}
        gap = -1
        for number, cards in enumerate(columns):
            if cards:
                ends.setdefault(cards[-1], []).append(number)
            elif gap < 0:
                gap = number
        steps: list[Step] = []
        turned = (left & (1 << drawn) - 1).bit_length() - 1
        for src, cards in enumerate((*columns, self.order[turned : turned + 1] if turned >= 0 else b"")):
            if not cards:
                continue
            below, at = (cards[-1] & 15) - 1, cards[-1] >> 3 & 6
            if heights[at] == below or heights[at + 1] == below:
                steps.append((src, 1, UP))
            run = self.column(cards)[1]
            for count in range(1, run + 1):
                for taker in TAKERS[cards[-count]] if count in (1, run) or self._any_part else b"":
                    if taker in ends:
                        steps += [(src, count, dst) for dst in ends[taker]]
                if gap >= 0 and (count < len(cards) or src == TURNED):
                    steps.append((src, count, gap))
        return steps

    def after(
        self, position: Position, step: Step | None, drawn: int, gone: list[Step] | None = None
    ) -> Position:
        """The position after a step and all automatic moves up; the latter are appended to `gone`."""
        heights, columns, left = position
        order = self.order
        after = list(columns)
        if step:
            src, count, dst = step
            if src == TURNED:
                turned = (left & (1 << drawn) - 1).bit_length() - 1
                moved = order[turned : turned + 1]
                left ^= 1 << turned
                rest = b""
            else:
                cards = columns[src]
                moved = cards[-count:]
                after[src] = rest = cards[:-count]
            if dst == UP:
                heights = _raised(heights, moved[0])
            else:
                after[dst] += moved
                # only what the step has uncovered can have become ready to go up
                if src != TURNED and not (rest and _harmless(heights, rest[-1])):
                    return Position(heights, tuple(after), left)
        while True:
            for number, cards in enumerate(after):
                if cards and _harmless(heights, cards[-1]):
                    heights = _raised(heights, cards[-1])
                    after[number] = cards[:-1]
                    break
            else:
                turned = (left & (1 << drawn) - 1).bit_length() - 1
                if turned < 0 or not _harmless(heights, order[turned]):
                    return Position(heights, tuple(after), left)
                heights = _raised(heights, order[turned])
                left ^= 1 << turned
                number = TURNED
            if gone is not None:
                gone.append((number, 1, UP))

    def score(self, position: Position, drawn: int, last: bool) -> int:
        """Less is nearer to a win, among positions as far through the stock; `last`: in the last pass."""
        heights, columns, left = position
        weights = self._weights
        score = -weights.up * sum(heights) - weights.lowest * min(heights)
        for cards in columns:
            score += self.column(cards)[0]
        key = left, drawn, last
        known = self._stocks.get(key)
        if known is None:
            if len(self._stocks) > 100_000:
                self._stocks.clear()
            known = self._stocks[key] = self._stock(left, drawn if last else 0)
        return score + known

    def _measure(self, cards: bytes) -> int:
        weights = self._weights
        if not cards:
            return -weights.gap
        score = crc32(cards, self._salt) % weights.noise
        if cards[0] & 15 == KING:
            score -= weights.king
        lowest, above = [15, 15, 15, 15], cards[0]
        for number, card in enumerate(cards):
            rank = card & 15
            if number and above not in TAKERS[card]:
                score += weights.broken + (weights.rising if rank >= above & 15 else 0)
            if rank > min(lowest):
                score += weights.covers
            if rank > lowest[card >> 4]:
                score += weights.blocked
            else:
                lowest[card >> 4] = rank
            if rank < weights.low:
                score += (len(cards) - 1 - number) * (weights.low - rank) * weights.deep // 4
            above = card
        return score

    def _stock(self, left: int, lost: int) -> int:
        weights = self._weights
        score = weights.left * left.bit_count()
        lowest = [15, 15, 15, 15]
        for number, card in enumerate(self.order[:lost]):
            if left >> number & 1:
                score += weights.lost
                if card & 15 > lowest[card >> 4]:
                    score += weights.buried
                else:
                    lowest[card >> 4] = card & 15
        return score


def _run(cards: bytes) -> int:
    length = min(1, len(cards))
    while length and length < len(cards) and cards[-length - 1] in TAKERS[cards[-length]]:
        length += 1
    return length


def _raised(heights: tuple[int, ...], card: int) -> tuple[int, ...]:
    """The heights after the card goes up; of two equal piles the first one grows."""
    at = card >> 3 & 6
    if heights[at] != (card & 15) - 1:
        at += 1
    return (*heights[:at], heights[at] + 1, *heights[at + 1 :])


def _harmless(heights: tuple[int, ...], card: int) -> bool:
    """Whether the card can go up without losing anything."""
    rank, at = card & 15, card >> 3 & 6
    if heights[at] != rank - 1 and heights[at + 1] != rank - 1:
        return False
    same, other = min(heights[3], heights[5]), min(heights[1], heights[7])
    if card >> 4 not in (DIAMONDS, HEARTS):
        same, other = other, same
    return other >= rank - 1 or (other >= rank - 2 and same >= rank - 3)
