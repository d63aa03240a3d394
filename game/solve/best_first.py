"""Best-first search that uses only the moves and events of the rules, so it works for any solo game."""

from heapq import heappop, heappush

from game.core.rules import Rules
from game.core.table import Table, fold
from game.solve.nodes import Nodes
from game.solve.verdict import HOPELESS, UNDECIDED, WON, Budget, Verdict

NODES = 1 << 32
"""An upper bound of nodes. A heap entry is score * NODES - node: among equal scores the latest is first."""


class Score:
    """How promising a position is at a depth in moves; less is better.

    Placed cards weigh most, then cards on foundations, then face-up cards, then the number of moves.
    """

    def __init__(self, rules: Rules) -> None:
        self._progress = rules.progress
        spots = enumerate(rules.spots(1))
        self._foundations = [number for number, spot in spots if spot.role == "foundation"]

    def __call__(self, table: Table, depth: int) -> int:
        piles = table.piles
        built = 0
        for number in self._foundations:
            built += len(piles[number].cards)
        return depth - 32 * self._progress(table)[0] - 8 * built - 2 * sum([pile.up for pile in piles])


def search(rules: Rules, table: Table, seconds: float | None, expansions: int | None) -> Verdict:
    """The verdict on the table; see solve()."""
    if rules.won(table):
        return Verdict(WON)
    budget = Budget(seconds, expansions)
    nodes, score = Nodes(table), Score(rules)
    heap = [0]
    while heap:
        if budget.exhausted or nodes.full:
            return Verdict(UNDECIDED, (), budget.expanded)
        node = -heappop(heap) % NODES
        here = nodes.table(node)
        if rules.outcome(here) is not None:
            continue
        budget.expanded += 1
        for move in rules.moves(here, 0):
            there = here
            for event in rules.effects(here, 0, move):
                there = fold(there, event)
            child = nodes.add(there, node, move)
            if child is None:
                continue
            if rules.won(there):
                return Verdict(WON, nodes.line(child), budget.expanded)
            heappush(heap, score(there, nodes.depth(child)) * NODES - child)
    return Verdict(HOPELESS, (), budget.expanded)
