"""A search that uses only the moves and events of the rules, and ends once all positions have been tried.

It tries the best position known and, by turns, the best of those that follow from the one tried last, or from
one as deep as possible: in some games the former finds lines that the latter misses, in some the reverse.
"""

from collections.abc import Iterator
from heapq import heappop, heappush

from game.core.rules import Rules
from game.core.table import Table, fold
from game.solve.nodes import Nodes
from game.solve.verdict import HOPELESS, UNDECIDED, WON, Attempt, Budget

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


def attempts(rules: Rules, table: Table, budget: Budget) -> Iterator[Attempt]:
    """One attempt, position by position, until every one has been tried or there is no room for more."""
    nodes, score = Nodes(table), Score(rules)
    heap, deepest, tried = [0], [0], bytearray(1)
    deep = True
    while heap and deepest and not nodes.full:
        deep = not deep
        node = (deepest.pop() if deep else -heappop(heap)) % NODES
        if tried[node]:
            continue
        tried[node] = True
        here = nodes.table(node)
        if rules.outcome(here) is not None:
            continue
        budget.spend()
        yield UNDECIDED, ()
        found = []
        for move in rules.moves(here, 0):
            there = here
            for event in rules.effects(here, 0, move):
                there = fold(there, event)
            child = nodes.add(there, node, move)
            if child is None:
                continue
            if rules.won(there):
                yield WON, nodes.line(child)
                return
            found.append(score(there, nodes.depth(child)) * NODES - child)
            heappush(heap, found[-1])
        tried.extend(bytes(len(found)))
        deepest += [-entry for entry in sorted(found, reverse=True)]
    yield UNDECIDED if nodes.full else HOPELESS, ()
