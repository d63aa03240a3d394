"""The search that uses only the moves and events of the rules, so it works for any solo game.

By turns it tries the best position known (best_first.py) and goes through the presses by beams, each wider
than the last: in some games the former finds lines that the latter misses, in some the reverse.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import sqrt

from game.core.cards import Pile
from game.core.rules import Rules, fold_all
from game.core.table import Move, Table
from game.solve import best_first
from game.solve.nodes import Trail, way
from game.solve.verdict import UNDECIDED, WON, Attempt, Budget

FIRST = 256
"""Positions tried before the first beam, and then before each as many as the last one has tried."""
WIDTH, WIDEST = 8, 512
"""How many tables go on from one press to the next in the first beam, and twice as many in each; the widest
takes some 80 MB."""
FURTHEST = 300
"""Presses after which a beam is given up."""


def attempts(rules: Rules, table: Table, budget: Budget) -> Iterator[Attempt]:
    """Until a line is found, every position has been tried, or there is no room for more; see solve()."""
    best, part, width = best_first.attempts(rules, table, budget), FIRST, WIDTH
    while True:
        for _ in range(part):
            if (attempt := next(best, None)) is None:
                return
            yield attempt
        if width <= WIDEST:
            before = budget.expanded
            line = beam(rules, table, width, budget)
            yield WON if line else UNDECIDED, line
            part, width = budget.expanded - before, 2 * width


def beam(rules: Rules, table: Table, width: int, budget: Budget) -> tuple[Move, ...]:
    """The line that a beam finds which goes on from one press to the next with the tables that look best;
    empty if it finds none."""
    roles = [spot.role for spot in rules.spots(1)]
    came = {hash(table)}
    """Of two tables with one hash the later one is left out: that may miss a line, and proves nothing."""
    layer: list[tuple[float, Table, Trail[Move]]] = [(0.0, table, None)]
    for _press in range(FURTHEST):
        following: dict[Table, tuple[float, Table, Trail[Move]]] = {}
        for good, here, trail in layer:
            if rules.outcome(here) is not None:
                continue
            budget.spend()
            for move in rules.moves(here, 0):
                there = fold_all(here, tuple(rules.effects(here, 0, move)))
                if there not in following and hash(there) not in came:
                    following[there] = good + gain(roles, here, there), there, (trail, move)
        layer = sorted(following.values(), key=lambda one: -one[0])[:width]
        came.update(hash(there) for _good, there, _trail in layer)
        if won := next((trail for _good, there, trail in layer if rules.won(there)), None):
            return tuple(way(won))
    return ()


def gain(roles: Sequence[str], table: Table, there: Table) -> float:
    """How much better another table looks, which shares most piles with this one."""
    better = 0.0
    for role, pile, then in zip(roles, table.piles, there.piles, strict=True):
        if then is not pile:
            better += value(role, then) - value(role, pile)
    return better


def value(role: str, pile: Pile) -> float:
    """How good a pile looks."""
    cards, up = pile
    if role in ("foundation", "finished"):
        return 2 * sqrt(len(cards)) + 0.3 * len(cards)
    if role == "reserve":
        return -2 * len(cards)
    if role == "build":
        shown = cards[len(cards) - up :]
        in_order = sum([upper.rank == lower.rank + 1 for upper, lower in pairwise(shown)])
        return len(shown) - len(cards) + 0.4 * in_order
    return -0.5 * len(cards) if role in ("stock", "waste") else 0.0
