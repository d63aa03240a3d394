"""The search for Zahlenpatience: on ranks alone, in layers of positions with equally many cards to turn.

Where a card that fits must be laid there are few ways to play, and all are tried. Where it may be left there
are often too many: first all ways of laying at once are tried, then the most promising of all ways, in
growing numbers, and between these all ways if there are not too many. The verdict is HOPELESS only if nothing
was pruned, except what cannot be better or cannot win:

- Leaving a card that only one pile still needs. No other card can serve that pile and this card serves no
  other, so a line that lays it later could lay it now, and no turned card comes up later for it. (A shuffle
  depends on the number of cards, so there even this is not pruned.)
- In the last pass, turned cards of which one lies under another that must be laid after it.

Every card left is needed by some pile, so each pass can lay at least one: where passes are unlimited, as
many passes as there are cards are enough.
"""

from collections.abc import Iterator
from functools import cache

from game.core.cards import KING, Pile
from game.core.rules import Rules
from game.core.shuffle import Stream, derive, shuffled
from game.core.table import Move, Table
from game.rules.zahlenpatience import ASKED, OPENING, STOCK, SUMS, WASTE, Zahlenpatience
from game.solve.nodes import Trail, way
from game.solve.verdict import HOPELESS, UNDECIDED, WON, Attempt, Budget, StageEnded

ATTEMPTS = ((25, 0), (100, 0), (0, 40_000), (400, 0), (0, 800_000), (1600, 0), (6400, 0))
"""Successive attempts: how many positions of a layer go on; or 0, where nothing is pruned but the attempt
ends after the number of expansions beside it."""
LOOKED_AT = 10
"""How many times the width is kept between the layers that are narrowed by playing out."""
PLAYED_OUT = 4
"""One layer in PLAYED_OUT is narrowed by playing out its positions."""

COLUMNS = tuple(tuple((n * upper - 1) % KING + 1 for n in range(2, KING + 1)) for upper in OPENING[:4])
"""The ranks of each lower pile from its first card to its king."""
LAST = len(COLUMNS[0]) - 1
DONE = LAST * 0x1111
LAY, TURN, SHUFFLE = tuple(Move(WASTE, pile) for pile in SUMS), Move(STOCK, WASTE), Move(STOCK, STOCK, 0)

Position = tuple[int, bytes, bytes]
"""The heights of the lower piles, four bits each; the ranks still to turn, in order; the turned ones."""
Line = Trail[Move]


class LayerSearch:
    """A search from one position."""

    def __init__(self, rules: Zahlenpatience, table: Table, budget: Budget) -> None:
        stock, waste = (_ranks(table.piles[pile]) for pile in (STOCK, WASTE))
        heights = sum(
            column.index(table.piles[pile].cards[-1].rank) << 4 * i
            for i, (column, pile) in enumerate(zip(COLUMNS, SUMS, strict=True))
        )
        self._start: Position = heights, stock[::-1], waste
        self._shuffled, self._seed, self._must_lay = rules.shuffled, table.seed, rules.must_lay
        self._passes = range(table.passes, rules.passes or table.passes + len(stock) + len(waste) + 1)
        self._budget = budget
        self._shuffles: dict[tuple[int, int], tuple[int, ...]] = {}
        self._cut = False
        """Whether the last attempt pruned any position."""

    def attempts(self) -> Iterator[Attempt]:
        """All ways of laying at once, then ATTEMPTS, until nothing has been pruned."""
        for at_once, width, most in (True, 0, 0), *((False, *one) for one in ATTEMPTS):
            self._budget.stage(most)
            self._cut = False
            try:
                line = self._from(self._start, self._passes, at_once, width)
            except StageEnded:
                continue
            if line:
                yield WON, tuple(way(line))
            else:
                yield HOPELESS if at_once == self._must_lay and not self._cut else UNDECIDED, ()

    def _from(self, start: Position, passes: range, at_once: bool, width: int) -> Line:
        """A winning line from a position in the first of the passes, or None. `at_once`: whatever fits is
        laid; `width` 0: nothing is pruned."""
        begun: dict[Position, Line] = {start: None}
        for number in passes:
            layers: dict[int, dict[Position, Line]] = {}
            for position, line in begun.items():
                layers.setdefault(len(position[1]), {})[position] = line
            for size in range(max(layers, default=0), 0, -1):
                layer, won = self._laid(layers.pop(size, {}), at_once)
                if number == passes.stop - 1:
                    layer = {here: line for here, line in layer.items() if not _dead(here[0], here[2])}
                if won is None and width:
                    layer, won = self._narrowed(layer, range(number, passes.stop), width, size)
                if won:
                    return won
                after = layers.setdefault(size - 1, {})
                for position, line in layer.items():
                    after.setdefault(_turned(position), (line, TURN))
            layer, won = self._laid(layers.get(0, {}), at_once)
            if won:
                return won
            begun = {}
            for (heights, _, waste), line in layer.items():
                for order, move in self._orders(waste, number):
                    begun.setdefault((heights, order, b""), (line, move))
        return None

    def _laid(self, layer: dict[Position, Line], at_once: bool) -> tuple[dict[Position, Line], Line]:
        """All positions reached by laying where the player may stop laying; or a winning line."""
        seen, left = dict(layer), {}
        queue = list(layer)
        for position in queue:
            self._budget.spend()
            heights, stock, waste = position
            fits = _FITS[heights].get(waste[-1], ()) if waste else ()
            line = seen[position]
            for there, move in fits:
                if there == DONE:
                    return {}, (line, move)
                after = there, stock, waste[:-1]
                if after not in seen:
                    seen[after] = line, move
                    queue.append(after)
            if not fits or not (at_once or (not self._shuffled and _needs(heights, waste[-1]) == 1)):
                left[position] = line
        return left, None

    def _narrowed(
        self, layer: dict[Position, Line], passes: range, width: int, size: int
    ) -> tuple[dict[Position, Line], Line]:
        """The most promising positions of a layer: those with the most cards laid, now or when played out."""
        best = list(layer)
        if len(best) > width * LOOKED_AT:
            self._cut = True
            best.sort(key=lambda position: _height(position[0]), reverse=True)
            del best[width * LOOKED_AT :]
        if size % PLAYED_OUT == 0 and len(best) > width:
            self._cut = True
            played = sorted(((self._played_out(here, passes), here) for here in best), reverse=True)
            most, here = played[0]
            if most == _height(DONE):
                return {}, _joined((layer[here], TURN), self._from(_turned(here), passes, True, 0))
            best = [position for _, position in played[:width]]
        return {position: layer[position] for position in best}, None

    def _played_out(self, position: Position, passes: range) -> int:
        """How many cards are laid if each card goes at once on the first pile that it fits."""
        self._budget.spend()
        heights, stock, turned = position
        waste, fits = list(turned), _FITS[heights]
        for number in passes:
            for rank in stock:
                waste.append(rank)
                while waste and waste[-1] in fits:
                    heights = fits[waste.pop()][0][0]
                    fits = _FITS[heights]
            if not waste:
                break
            stock, waste = self._orders(bytes(waste), number)[0][0], []
        return _height(heights)

    def _orders(self, waste: bytes, number: int) -> list[tuple[bytes, Move]]:
        """The order of the turned cards in the next pass, after pass `number`, and how they come to it; both
        orders where shuffling is asked."""
        turned = Move(WASTE, STOCK, len(waste))
        if not self._shuffled:
            return [(waste, turned)]
        size = len(waste)
        order = self._shuffles.get((number, size))
        if order is None:
            stream = Stream(derive(self._seed, number))
            order = self._shuffles[number, size] = shuffled(range(size - 1, -1, -1), stream)[::-1]
        after = bytes([waste[place] for place in order])
        return [(waste, turned), (after, SHUFFLE)] if self._shuffled == ASKED else [(after, turned)]


class _Fits(dict[int, dict[int, tuple[tuple[int, Move], ...]]]):
    """By pile heights and rank: the heights after laying a card of that rank, and the move that does it."""

    def __missing__(self, heights: int) -> dict[int, tuple[tuple[int, Move], ...]]:
        fits = self[heights] = {}
        for i, (column, move) in enumerate(zip(COLUMNS, LAY, strict=True)):
            height = heights >> 4 * i & 15
            if height < LAST:
                rank = column[height + 1]
                fits[rank] = (*fits.get(rank, ()), (heights + (1 << 4 * i), move))
        return fits


_FITS = _Fits()


@cache
def _needs(heights: int, rank: int) -> int:
    """How many piles still need the rank."""
    return sum(rank in column[(heights >> 4 * i & 15) + 1 :] for i, column in enumerate(COLUMNS))


class _Before(dict[int, tuple[int, ...]]):
    """By pile heights: for each rank, those with one card left that must be laid before, a bit each."""

    def __missing__(self, heights: int) -> tuple[int, ...]:
        needed = [column[(heights >> 4 * i & 15) + 1 :] for i, column in enumerate(COLUMNS)]
        before = []
        for rank in range(KING + 1):
            ways = [
                {one for one in column[: column.index(rank)] if _needs(heights, one) == 1}
                for column in needed
                if rank in column
            ]
            before.append(sum(1 << one for one in set.intersection(*ways)) if ways else 0)
        self[heights] = found = tuple(before)
        return found


_BEFORE = _Before()


def _dead(heights: int, waste: bytes) -> bool:
    """Whether a turned card lies under one that must be laid after it, and so neither can ever be laid."""
    before, below = _BEFORE[heights], 0
    for rank in waste:
        if before[rank] & below:
            return True
        below |= 1 << rank
    return False


@cache
def _height(heights: int) -> int:
    """How many cards are laid on the piles."""
    return sum(heights >> 4 * i & 15 for i in range(4))


def _turned(position: Position) -> Position:
    """The position after the next card is turned."""
    heights, stock, waste = position
    return heights, stock[1:], waste + stock[:1]


def _ranks(pile: Pile) -> bytes:
    return bytes(card.rank for card in pile.cards)


def _joined(line: Line, more: Line) -> Line:
    for move in way(more):
        line = line, move
    return line


def attempts(rules: Rules, table: Table, budget: Budget) -> Iterator[Attempt]:
    """See LayerSearch.attempts."""
    assert isinstance(rules, Zahlenpatience)
    return LayerSearch(rules, table, budget).attempts()
