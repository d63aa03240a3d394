"""The search for Acht mal Acht: a beam that keeps the best positions from one turned card to the next.

The stock is passed through a few times and never shuffled, so no position recurs once the stock has moved on.
Positions equally far through the stock form a layer: the most promising of a layer are expanded, and the best
of those, with the next card turned, form that card's layer. Of positions that differ only by last cards moved
to and fro between columns one goes on, but in every third beam all. Beams grow wider until one wins, each
with weights of its own. After each goes a part of the proof that the position is hopeless
(see acht_proof).
"""

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count, islice

from game.core.rules import Rules
from game.core.table import Move, Table
from game.rules.acht_mal_acht import COLUMNS, FOUNDATIONS, STOCK, WASTE, AchtMalAcht
from game.solve.acht_proof import Proof
from game.solve.nodes import Trail, various, way
from game.solve.packed.acht import CARDS, TURNED, UP, Packing, Position, Step, code
from game.solve.packed.acht_weights import Weights, drawn
from game.solve.packed.line import Line
from game.solve.verdict import HOPELESS, UNDECIDED, WON, Attempt, Budget

DRAW: Step = (TURNED, 0, TURNED)
"""Stands for turning a card, after turning the waste over if need be."""
WIDTH, BEAMS, EXPANDED = 40, 12, 3
"""WIDTH positions of a layer go on, twice as many after each BEAMS beams; EXPANDED times as many are
expanded in a layer."""
PARTS = 3
"""Where any part of a run goes onto columns, only one beam in PARTS tries that: whole runs alone leave fewer
ways, and mostly enough. And one beam in PARTS keeps positions that differ by last cards alone."""
ENDING = 10
"""How many times more positions are expanded when no card is left to turn."""
BEYOND = 4
"""How many more passes are searched where passes are unlimited."""
ALIKE = 10
"""In a pruned layer, at most one position in ALIKE may have the same cards on the foundations."""

Found = tuple[int, int, Trail[Step], Position]
"""Score, order of discovery, the steps to the position, and it."""


class BeamSearch:
    """A search from one position."""

    def __init__(self, rules: AchtMalAcht, table: Table, budget: Budget) -> None:
        self._rules, self._table = rules, table
        waste, stock = table.piles[WASTE].cards, table.piles[STOCK].cards[::-1]
        self.order = bytes(map(code, waste + stock))
        self.drawn = len(waste)
        self._passes = rules.passes - table.passes if rules.passes else BEYOND
        self._budget = budget
        self.most = 0
        """The most cards that lay on the foundations in any position so far."""

    def attempts(self) -> Iterator[Attempt]:
        """One beam after the other, and after each a part of the proof that takes half as long."""
        packing = Packing(self.order, Weights(), self._rules.any_part)
        passes = self._rules.passes and self._passes
        proof = Proof(packing, packing.risen(*self.root(packing)[2:]), self.drawn, passes).search()
        for number in count():
            before = self._budget.expanded
            any_part = self._rules.any_part and number % PARTS == PARTS - 1
            packing = Packing(self.order, drawn(number), any_part, number)
            steps = self._beam(packing, WIDTH << number // BEAMS)
            if steps is not None:
                yield WON, self._moves(packing, steps)
            for proved in islice(proof, (self._budget.expanded - before) // 2):
                if proved:
                    yield HOPELESS, ()
                self._budget.spend()
            yield UNDECIDED, ()

    def line(self, number: int, width: int) -> tuple[Move, ...]:
        """What one beam of a width finds, with the weights of that number: moves that win, or none."""
        packing = Packing(self.order, drawn(number), self._rules.any_part, number)
        steps = self._beam(packing, width)
        return () if steps is None else self._moves(packing, steps)

    def _beam(self, packing: Packing, width: int) -> list[Step] | None:
        """One beam through the passes: the winning steps, if found."""
        period = len(self.order) + 1
        end = self._passes * period
        """Layers are numbered by pass and cards drawn; in the last, no card is left to turn."""
        layers: list[dict[int, Found]] = [{} for _ in range(end + 1)]
        root = packing.risen(*self.root(packing)[2:])
        layers[self.drawn][root.number] = (0, 0, None, root)
        for number, layer in enumerate(layers):
            if not layer:
                continue
            packing.tidy()
            room = width * EXPANDED * (ENDING if number == end else 1)
            best = sorted(layer.values())
            if len(best) > width:
                best = various(best, lambda one: one[3].up.heights, width, ALIKE)
            heap = [(score, at, trail, position) for at, (score, _, trail, position) in enumerate(best)]
            seen = {one[3].number for one in layer.values()}
            layer.clear()
            born = len(heap)
            while heap:
                _, _, trail, position = heappop(heap)
                self.most = max(self.most, position.up.total)
                if position.up.total == CARDS:
                    return way(trail)
                if number < end:
                    following, turned = self._next(position.stock.left, number, end)
                    stock = packing.stock(position.stock.left, turned, following >= end - period)
                    there = packing.turned(position, stock)
                    found = layers[following]
                    key = there.number if packing.salt % PARTS == 1 else there.apart()
                    turns = trail if following == end else (trail, DRAW)
                    found.setdefault(key, (there.score, len(found), turns, there))
                    if following == end:
                        continue
                if room == 0:
                    break
                room -= 1
                self._budget.spend()
                for step in packing.steps(position):
                    there = packing.after(position, step)
                    if there.number not in seen:
                        seen.add(there.number)
                        heappush(heap, (there.score, born, (trail, step), there))
                        born += 1
        return None

    def _next(self, left: int, number: int, end: int) -> tuple[int, int]:
        """The layer that a position moves to when a card is turned, and how many cards are then drawn."""
        period = len(self.order) + 1
        drawn = number % period
        if ahead := left >> drawn:
            turned = (ahead & -ahead).bit_length()
            return number + turned, drawn + turned
        if left and number + period < end:
            turned = (left & -left).bit_length()
            return number - drawn + period + turned, turned
        return end, period - 1

    def root(self, packing: Packing) -> Position:
        """The position of the table, before any automatic move."""
        piles = self._table.piles
        heights: list[list[int]] = [[], [], [], []]
        for number in FOUNDATIONS:
            if cards := piles[number].cards:
                heights[cards[0].suit].append(len(cards))
        pairs = (sorted((*pair, 0, 0), reverse=True)[:2] for pair in heights)
        columns = tuple(bytes(map(code, piles[number].cards)) for number in COLUMNS)
        stock = packing.stock((1 << len(self.order)) - 1, self.drawn, self._passes == 1)
        return packing.position(tuple(height for pair in pairs for height in pair), columns, stock)

    def _moves(self, packing: Packing, steps: list[Step]) -> tuple[Move, ...]:
        """The steps as moves of the game, with the automatic moves to the foundations."""
        line, gone = Line(self._rules, self._table), list[Step]()
        position = packing.risen(*self.root(packing)[2:], gone)
        for step in steps:
            _follow(line, gone)
            gone = []
            if step == DRAW:
                if not line.table.piles[STOCK].cards:
                    line.play(WASTE, STOCK, len(line.table.piles[WASTE].cards))
                line.play(STOCK, WASTE)
                left, waste = position.stock.left, len(line.table.piles[WASTE].cards)
                bits = [bit for bit in range(len(self.order)) if left >> bit & 1]
                stock = packing.stock(left, bits[waste - 1] + 1, last=False)
                position = packing.turned(position, stock, gone)
            else:
                _follow(line, [step])
                position = packing.after(position, step, gone)
        _follow(line, gone)
        return tuple(line.moves)


def _follow(line: Line, steps: list[Step]) -> None:
    """Make the steps on the table."""
    for src, cards, dst in steps:
        pile = WASTE if src == TURNED else COLUMNS[src]
        if dst == UP:
            line.send_up(pile, FOUNDATIONS)
        else:
            line.play(pile, COLUMNS[dst], cards)


def attempts(rules: Rules, table: Table, budget: Budget) -> Iterator[Attempt]:
    """See BeamSearch.attempts."""
    assert isinstance(rules, AchtMalAcht)
    return BeamSearch(rules, table, budget).attempts()
