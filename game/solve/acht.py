"""The search for Acht mal Acht: a beam that keeps the best positions from one turned card to the next.

The stock is passed through a few times and never shuffled, so no position recurs once the stock has moved on.
Positions equally far through the stock form a layer: the most promising of a layer are expanded, and the best
of those, with the next card turned, form that card's layer. Beams grow wider until one wins. If a beam ends
without having pruned anything, the position is hopeless.
"""

from array import array
from collections import Counter
from heapq import heappop, heappush
from itertools import count

from game.core.rules import Rules, replay
from game.core.table import Move, Table
from game.rules.acht_mal_acht import COLUMNS, FOUNDATIONS, STOCK, WASTE, AchtMalAcht
from game.solve.budget import Budget, Exhausted
from game.solve.nodes import way_to
from game.solve.packed.acht import TURNED, UP, Packing, Position, Step, Weights, code
from game.solve.verdict import HOPELESS, UNDECIDED, WON, Verdict

CARDS = 104
DRAW, NOTHING = 9 << 8, 10 << 8
"""A step that turns a card (after turning the waste over if need be), and no step; others are packed."""
WIDTH, BEAMS, EXPANDED = 40, 12, 3
"""WIDTH positions of a layer go on, twice as many after each BEAMS beams; EXPANDED times as many are
expanded in a layer."""
ENDING = 10
"""How many times more positions are expanded when no card is left to turn."""
WHOLE = 60
"""How many times the width is expanded in a layer where nothing may be pruned."""
BEYOND = 4
"""How many more passes are searched where passes are unlimited."""
ALIKE = 10
"""In a pruned layer, at most one position in so many may have the same cards on the foundations."""
PORTFOLIO = (Weights(), Weights(up=3), Weights(gap=45), Weights(broken=1, rising=0, blocked=9))
"""The weights of successive beams, in rotation: what one misses the next may find."""
NOISE = 4
"""Noise in the score from the second beam on, so that no two beams are alike."""

Key = tuple[tuple[int, ...], int, tuple[bytes, ...]]
Found = tuple[int, int, int, Position]
"""Score, order of discovery, parent node, position."""


class BeamSearch:
    """A search from one position."""

    def __init__(self, rules: AchtMalAcht, table: Table, budget: Budget) -> None:
        self._rules, self._table = rules, table
        waste, stock = table.piles[WASTE].cards, table.piles[STOCK].cards[::-1]
        self.order = bytes(map(code, waste + stock))
        self.drawn = len(waste)
        self._passes = rules.passes - table.passes if rules.passes else BEYOND
        self._budget = budget

    def verdict(self) -> Verdict:
        """The verdict within the limits."""
        try:
            for beam in count():
                width = WIDTH << beam // BEAMS
                weights = PORTFOLIO[beam % len(PORTFOLIO)]._replace(noise=NOISE if beam else 1)
                packing = Packing(self.order, weights, self._rules.any_part, beam)
                for strict in (False, True)[: 1 if beam % BEAMS else 2]:
                    steps, whole = self._beam(packing, width, strict)
                    if steps is not None:
                        return Verdict(WON, self._moves(packing, steps), self._budget.expanded)
                    if whole:
                        hopeless = self._rules.passes > 0
                        return Verdict(HOPELESS if hopeless else UNDECIDED, (), self._budget.expanded)
        except Exhausted:
            pass
        return Verdict(UNDECIDED, (), self._budget.expanded)

    def _beam(self, packing: Packing, width: int, strict: bool) -> tuple[list[int] | None, bool]:
        """One beam through the passes: the winning steps, if found, and whether nothing was pruned.

        If `strict`, it gives up as soon as it would have to prune."""
        cards = len(self.order)
        end = self._passes * (cards + 1)
        """Layers are numbered by pass and cards drawn; in the last, no card is left to turn."""
        layers: list[dict[Key, Found]] = [{} for _ in range(end + 1)]
        parents, choices = array("I", [0]), array("H", [DRAW])
        root = packing.after(self.root(), None, self.drawn)
        layers[self.drawn][_key(root)] = (0, 0, 0, root)
        whole = True
        for number, layer in enumerate(layers):
            drawn = number % (cards + 1) if number < end else cards
            last = number >= end - cards - 1
            room = width * (WHOLE if strict else EXPANDED * ENDING if number == end else EXPANDED)
            best = sorted(layer.values())
            if len(best) > width and not strict:
                best, whole = _various(best, width), False
            turn = DRAW if self.drawn < number < end else NOTHING
            heap: list[tuple[int, int, int, int, Position]] = []
            for score, _, node, position in best:
                heap.append((score, len(heap), node, turn, position))
            seen = set(layer)
            layer.clear()
            born = len(heap)
            while heap:
                _, _, node, choice, position = heappop(heap)
                if choice != NOTHING:
                    parents.append(node)
                    choices.append(choice)
                    node = len(choices) - 1
                if sum(position.heights) == CARDS:
                    return way_to(parents, choices, node), whole
                if number < end:
                    following, turned = self._next(position, number, end)
                    there = packing.after(position, None, turned)
                    score = packing.score(there, turned, following >= end - cards - 1)
                    found = layers[following]
                    found.setdefault(_key(there), (score, len(found), node, there))
                    if following == end:
                        continue
                if room == 0:
                    if strict:
                        return None, False
                    whole = False
                    break
                room -= 1
                self._budget.spend()
                for step in packing.steps(position, drawn):
                    there = packing.after(position, step, drawn)
                    key = _key(there)
                    if key not in seen:
                        seen.add(key)
                        score = packing.score(there, drawn, last)
                        heappush(heap, (score, born, node, _choice(step), there))
                        born += 1
        return None, whole

    def _next(self, position: Position, number: int, end: int) -> tuple[int, int]:
        """The layer that a position moves to when a card is turned, and how many cards are then drawn."""
        period = len(self.order) + 1
        drawn = number % period
        if ahead := position.left >> drawn:
            turned = (ahead & -ahead).bit_length()
            return number + turned, drawn + turned
        if position.left and number + period < end:
            turned = (position.left & -position.left).bit_length()
            return number - drawn + period + turned, turned
        return end, period - 1

    def root(self) -> Position:
        piles = self._table.piles
        heights: list[list[int]] = [[], [], [], []]
        for number in FOUNDATIONS:
            if cards := piles[number].cards:
                heights[cards[0].suit].append(len(cards))
        pairs = (sorted((*pair, 0, 0), reverse=True)[:2] for pair in heights)
        columns = tuple(bytes(map(code, piles[number].cards)) for number in COLUMNS)
        left = (1 << len(self.order)) - 1
        return Position(tuple(height for pair in pairs for height in pair), columns, left)

    def _moves(self, packing: Packing, choices: list[int]) -> tuple[Move, ...]:
        """The steps as moves of the game, with the automatic moves to the foundations."""
        moves: list[Move] = []
        table = self._table

        def play_on(move: Move) -> None:
            nonlocal table
            moves.append(move)
            table = replay(self._rules, table, (move,))

        def play_steps(*steps: Step) -> None:
            for src, cards, dst in steps:
                pile = WASTE if src == TURNED else COLUMNS[src]
                if dst == UP:
                    offered = self._rules.moves(table, 0)
                    play_on(next(move for move in offered if move.src == pile and move.dst in FOUNDATIONS))
                else:
                    play_on(Move(pile, COLUMNS[dst], cards))

        gone: list[Step] = []
        drawn = self.drawn
        position = packing.after(self.root(), None, drawn, gone)
        play_steps(*gone)
        for choice in choices:
            step = None
            if choice == DRAW:
                if not table.piles[STOCK].cards:
                    play_on(Move(WASTE, STOCK, len(table.piles[WASTE].cards)))
                    drawn = 0
                play_on(Move(STOCK, WASTE))
                ahead = position.left >> drawn
                drawn += (ahead & -ahead).bit_length()
            else:
                step = choice >> 8, choice >> 4 & 15, choice & 15
                play_steps(step)
            gone = []
            position = packing.after(position, step, drawn, gone)
            play_steps(*gone)
        return tuple(moves)


def search(rules: Rules, table: Table, seconds: float | None, expansions: int | None) -> Verdict:
    """The verdict on the table; see solve()."""
    assert isinstance(rules, AchtMalAcht)
    if rules.won(table):
        return Verdict(WON)
    return BeamSearch(rules, table, Budget(seconds, expansions)).verdict()


def _various(found: list[Found], width: int) -> list[Found]:
    """The best `width` positions, but not too many with the same cards on the foundations."""
    alike: Counter[tuple[int, ...]] = Counter()
    best = []
    for one in found:
        heights = one[3].heights
        alike[heights] += 1
        if alike[heights] <= width // ALIKE:
            best.append(one)
            if len(best) == width:
                break
    return best


def _choice(step: Step) -> int:
    """The step as a number below DRAW."""
    src, cards, dst = step
    return src << 8 | cards << 4 | dst


def _key(position: Position) -> Key:
    """A key that is the same for positions that differ only in the order of their columns."""
    return position.heights, position.left, tuple(sorted(position.columns))
