"""Positions of Rot und Schwarz as small numbers, and the moves that lose nothing.

Packed, a card is its rank and its kind: columns and alternating foundations both change colour with each
rank, so the cards fall into two kinds (that of the red aces, that of the black) which never meet, with four
equal cards a rank. With foundations in suit a card is its rank and suit, and only the columns know kinds.

"Up" means onto a foundation. A card X of rank r goes up automatically where that loses nothing: once all
cards of rank r - 1 that could lie on it are up, and so many foundations wait for rank r that none of its
equals has to wait for X. Then any winning line also wins with X up now, without the moves of X alone and with
runs moved without their X. Where a drawn card must be laid if it fits, that is so only if it makes no card
fit that may still be drawn: one of rank r + 1, to go on X; what X uncovers takes only cards of rank r, and
those fit anyway.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple
from zlib import crc32

from game.core.cards import DIAMONDS, HEARTS, KING, Card, is_red
from game.core.table import Table
from game.rules.rot_und_schwarz import COLUMNS, FOUNDATIONS, WASTE, RotUndSchwarz

UP, TURNED = -1, -2
"""The destination or source of a packed move if it is not a column."""
Position = tuple[tuple[int, ...], tuple[bytes, ...], bytes]
"""Heights of the foundations, sorted kind by kind; the columns, sorted; the waste."""
Step = tuple[int, int, int]
"""A packed move: column or TURNED, count, column or UP."""
Played = tuple[bytes | None, int, bytes | None]
"""A move as the cards of its source column (None: waste), count, cards of its target column (None: up)."""
DRAWN: Played = (None, 0, None)
"""A card was drawn."""
REMEMBERED = 100_000
"""Heights of foundations."""


class Weights(NamedTuple):
    """How promising a position is: the weights of its score. Less is nearer to a win."""

    waste: int = 4
    """Added for each card of the waste,"""
    above: int = 24
    """more if a lower one of its kind lies beneath it,"""
    before: int = 0
    """and more for each of those that have to go up before it can."""
    up: int = 16
    """Subtracted for each card on the foundations,"""
    least: int = 0
    """more for each on the lowest of a kind or suit,"""
    gap: int = 24
    """for a gap,"""
    base: int = 1
    """and for each rank of the card at the base of a column."""
    noise: int = 1
    """A random number below this, fixed for each column, makes one search differ from the next."""


def weights(number: int) -> Weights:
    """The weights of one of many searches: what one misses another may find. The first two have the best. The
    ranges were tuned on seeds 301 to 8000."""
    if number < 2:
        return Weights()
    draw = Random(number).randint
    above, before = 6 * draw(0, 5), 6 * draw(1, 4)
    return Weights(
        draw(0, 12), above, before, draw(4, 28), 4 * draw(0, 3), draw(8, 48), draw(0, 4), draw(1, 24)
    )


class Packing:
    """Packs positions and moves under the given house rules."""

    def __init__(self, rules: RotUndSchwarz, number: int = 0) -> None:
        """`number` is that of the weights."""
        self._weights, self._salt = weights(number), number
        self._columns = {b"": -self._weights.gap}
        self._wastes = {b"": (0, bytes(32))}
        """Scores; and of a waste, how many cards of each kind and rank it has."""
        self._any_part, self._must_lay = rules.any_part, rules.must_lay
        self._in_suit = rules.foundations == "suit"
        self._piles = 2 if self._in_suit else 4
        self.kind = bytes(
            _kind(suit in (DIAMONDS, HEARTS), rank) if self._in_suit else suit << 4 | rank
            for suit in range(4)
            for rank in range(16)
        )

    def code(self, card: Card) -> int:
        """A card as a number: rank in the low four bits, kind or suit above them."""
        return card.suit << 4 | card.rank if self._in_suit else _kind(is_red(card), card.rank)

    def pack(self, table: Table) -> Position:
        """The position, without its stock."""
        heights: list[list[int]] = [[] for _ in range(8 // self._piles)]
        for number in FOUNDATIONS:
            cards = table.piles[number].cards
            heights[self.code(cards[0]) >> 4].append(len(cards))
        columns = (self.cards(table, number) for number in COLUMNS)
        return (
            tuple(height for group in heights for height in sorted(group)),
            tuple(sorted(columns)),
            self.cards(table, WASTE),
        )

    def cards(self, table: Table, number: int) -> bytes:
        """The cards of a pile, bottom to top."""
        return bytes(map(self.code, table.piles[number].cards))

    def steps(self, position: Position, full: bool) -> Iterator[Step]:
        """Every move except drawing, once for equal columns; moves between columns only if `full`."""
        heights, columns, waste = position
        kind, (waiting, _) = self.kind, _up(heights, self._piles)
        takers: dict[int, list[int]] = {}
        for cards, number in {cards: number for number, cards in enumerate(columns) if cards}.items():
            takers.setdefault(kind[cards[-1]] - 1, []).append(number)
        for src in [number for alike in takers.values() for number in alike]:
            cards = columns[src]
            if cards[-1] in waiting:
                yield src, 1, UP
            if full:
                length = len(cards)
                for count in range(1, length + 1, 1 if self._any_part else max(1, length - 1)):
                    for dst in takers.get(kind[cards[-count]], ()):
                        yield src, count, dst
        if waste:
            if waste[-1] in waiting:
                yield TURNED, 1, UP
            for dst in takers.get(kind[waste[-1]], ()):
                yield TURNED, 1, dst
            if not columns[0]:
                yield TURNED, 1, 0

    def draw(self, position: Position, card: bytes) -> tuple[Position, Sequence[Step | None]]:
        """The position with a card more on the waste (or none), and what may be done then: the steps that lay
        that card if it must be laid, or None, no step."""
        heights, columns, waste = position
        pulled = heights, columns, waste + card
        if card and self._must_lay:
            laid = [step for step in self.steps(pulled, False) if step[0] == TURNED]
            if any(dst == UP or columns[dst] for _, _, dst in laid):
                return pulled, laid
        return pulled, (None,)

    def after(
        self, position: Position, step: Step | None, full: bool, played: list[Played] | None = None
    ) -> Position:
        """The position after a step and all automatic moves; each move is appended to `played`.

        Unless `full`, columns are also joined automatically: a whole column onto one that it fits, and of two
        whose last cards are neighbours, the one with the lower base gives its last card to the other. That
        is nearly always good, but not always: it can bury the card that a foundation waits for.
        """
        heights, columns, waste = position[0], list(position[1]), position[2]

        def go(src: int, count: int, dst: int) -> None:
            nonlocal heights, waste
            cards = waste if src == TURNED else columns[src]
            if played is not None:
                played.append((None if src == TURNED else cards, count, None if dst == UP else columns[dst]))
            if dst == UP:
                heights = _raised(heights, cards[-1], self._piles)
            else:
                columns[dst] += cards[-count:]
            if src == TURNED:
                waste = cards[:-1]
            else:
                columns[src] = cards[:-count]

        if step:
            go(*step)
        while found := self._harmless(heights, columns, waste, full) or (
            None if full else self._tidy(columns)
        ):
            go(*found)
        columns.sort()
        return heights, tuple(columns), waste

    def _harmless(
        self, heights: tuple[int, ...], columns: Sequence[bytes], waste: bytes, full: bool
    ) -> Step | None:
        """A card that may go up without loss. Unless `full`, nobody minds what else must then be laid."""
        _, harmless = _up(heights, self._piles)
        if full and self._must_lay and harmless:
            out = b"".join((*columns, waste))
            harmless = frozenset(card for card in harmless if self._all_out(heights, out, card + 1))
        if not harmless:
            return None
        for src, cards in enumerate(columns):
            if cards and cards[-1] in harmless:
                return src, 1, UP
        return (TURNED, 1, UP) if waste and waste[-1] in harmless else None

    def _all_out(self, heights: tuple[int, ...], out: bytes, card: int) -> bool:
        """Whether no such card is in the stock; `out`: the cards in the columns and on the waste."""
        at, rank = (card >> 4) * self._piles, card & 15
        up = sum(height >= rank for height in heights[at : at + self._piles])
        return rank > KING or up + out.count(card) == self._piles

    def _tidy(self, columns: Sequence[bytes]) -> Step | None:
        kind = self.kind
        ends = {kind[cards[-1]] - 1: number for number, cards in enumerate(columns) if cards}
        for src, cards in enumerate(columns):
            if cards:
                base, last = kind[cards[0]], kind[cards[-1]]
                if base in ends:
                    return src, len(cards), ends[base]
                if last in ends and base < kind[columns[ends[last]][0]]:
                    return src, 1, ends[last]
        return None

    def score(self, position: Position) -> int:
        """How far a position is from a win, among those with as many cards drawn; less is nearer."""
        heights, columns, waste = position
        weights, known = self._weights, self._columns
        score = -weights.up * sum(heights) - weights.least * sum(heights[:: self._piles])
        for cards in columns:
            if cards not in known:
                rank = self.kind[cards[0]] & 15
                known[cards] = crc32(cards, self._salt) % weights.noise - weights.base * rank
            score += known[cards]
        return score + self._waste(waste)[0]

    def _waste(self, waste: bytes) -> tuple[int, bytes]:
        found = self._wastes.get(waste)
        if found is None:
            weights, at = self._weights, self.kind[waste[-1]]
            score, beneath = self._waste(waste[:-1])
            lower = max(beneath[at & 16 : at])
            score += weights.waste + weights.above * (lower > 0)
            score += weights.before * max(0, lower - beneath[at])
            beneath = beneath[:at] + bytes((beneath[at] + 1,)) + beneath[at + 1 :]
            found = self._wastes[waste] = score, beneath
        return found


def _kind(red: bool, rank: int) -> int:
    """The kind of a card, from its colour and rank: the colour of the ace that its runs lead to."""
    return (red ^ (rank - 1) & 1) << 4 | rank


@lru_cache(REMEMBERED)
def _up(heights: tuple[int, ...], size: int) -> tuple[frozenset[int], frozenset[int]]:
    """The cards that may go up, and those of them that lose nothing by it; `size`: foundations of a group."""
    waiting = {at // size << 4 | height + 1 for at, height in enumerate(heights) if height < KING}
    return frozenset(waiting), frozenset(card for card in waiting if _loses_nothing(heights, card, size))


@lru_cache(REMEMBERED)
def _raised(heights: tuple[int, ...], card: int, size: int) -> tuple[int, ...]:
    """The heights after a card has gone up."""
    at = (card >> 4) * size
    group = list(heights[at : at + size])
    group[group.index((card & 15) - 1)] += 1
    return (*heights[:at], *sorted(group), *heights[at + size :])


def _loses_nothing(heights: Sequence[int], card: int, size: int) -> bool:
    at = (card >> 4) * size
    return min(heights[at : at + size] if size == 4 else heights) >= (card & 15) - 1
