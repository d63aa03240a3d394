"""How hard a deal is, and how long a person may take for it: see make_levels for what is measured and why."""

import math
from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from game.core.rules import Rules
from game.core.shuffle import Stream, derive
from game.core.table import Move, Table
from levels.shorten import after, walk

PLAYOUTS = 16
FEWER = 4
"""Playouts from a table in the middle of the solution."""
SPARE = 20
"""Moves that a playout may make more than the solution still has."""
EACH = 20
"""So many decisions that have to be right are a bit."""
MEMORY = 3.0
"""Bits that it adds to keep in mind what the piles wait for."""
ANSWER, TURN, MOVE, DECISION, RECALL = 0.6, 0.4, 1.2, 1.2, 1.5
"""Seconds that a quick person takes: for an answer in a reflex game; for turning the stock, for another
move, for a decision; for recalling what the piles wait for before a card is laid."""
SHARES = {"gold": 1.0, "silver": 1.5, "bronze": 2.5, "limit": 4.0}
"""The times as multiples of that person's."""


class Measures(NamedTuple):
    """What has been measured of a deal and its solution."""

    length: int
    turns: int
    """Moves from or to the stock."""
    decisions: int
    """Moves of the solution where there were several sensible ones."""
    wins: int
    """How many of PLAYOUTS greedy playouts came out."""
    needed: int
    """Decisions before the place in the solution from where half of the greedy playouts come out."""
    switches: int
    """In a reflex game: answers that differ from the one before."""
    expanded: int
    """Positions that the solver expanded."""


def measure(rules: Rules, seed: int, moves: Sequence[Move], expanded: int) -> Measures:
    """Measure a deal that comes out with the moves."""
    tables = walk(rules, rules.deal(seed, 1), moves)
    roles = [spot.role for spot in rules.spots(1)]
    answers = [roles[move.dst] for move in moves if roles[move.src] != "waste"]
    switches = sum(one != other for one, other in pairwise(answers))
    turns = sum("stock" in (roles[move.src], roles[move.dst]) for move in moves)
    if rules.reflex:
        return Measures(len(moves), turns, 0, 0, 0, switches, expanded)
    decisions, seen = [0], set[Table]()
    for table in tables[:-1]:
        seen.add(table)
        decisions.append(decisions[-1] + (len(_sensible(rules, roles, table, seen)) > 1))

    def wins(start: int, count: int) -> int:
        most = len(moves) - start + SPARE
        streams = (Stream(derive(seed, start, number)) for number in range(count))
        return sum(_playout(rules, roles, tables[start], stream, most) for stream in streams)

    lucky = wins(0, PLAYOUTS)
    easy = 0
    if 2 * lucky < PLAYOUTS:
        easy = bisect_left(range(len(moves)), True, key=lambda start: 2 * wins(start, FEWER) >= FEWER)
    return Measures(len(moves), turns, decisions[-1], lucky, decisions[easy], switches, expanded)


def grade(rules: Rules, measures: Measures) -> float:
    """Difficulty in bits."""
    if rules.reflex:
        return round(measures.switches / 10, 1)
    luck = -math.log2((measures.wins + 0.5) / (PLAYOUTS + 0.5))
    needed = measures.needed / EACH
    search = math.log2(1 + measures.expanded / measures.length)
    return round(luck + needed + search + (MEMORY if _to_recall(rules) else 0), 1)


def times(rules: Rules, measures: Measures) -> dict[str, int]:
    """Limit and medal times in seconds."""
    others = measures.length - measures.turns
    if rules.reflex:
        quick, step = ANSWER * measures.length, 1
    else:
        each = MOVE + (RECALL if _to_recall(rules) else 0)
        quick, step = TURN * measures.turns + each * others + DECISION * measures.decisions, 5
    found: dict[str, int] = {}
    steps = 0
    for name, share in SHARES.items():
        steps = max(steps + 1, math.ceil(share * quick / step))
        found[name] = steps * step
    return found


def _to_recall(rules: Rules) -> bool:
    """Whether the house rules hide what the piles wait for."""
    return bool(getattr(rules, "hidden", False))


def _sensible(rules: Rules, roles: Sequence[str], table: Table, seen: set[Table]) -> dict[Table, Move]:
    """The moves that lead to tables not yet seen, one for each; the stock is only turned at need."""
    found: dict[Table, Move] = {}
    for move in rules.moves(table, 0):
        if "stock" not in (roles[move.src], roles[move.dst]):
            there = after(rules, table, move)
            if there not in seen:
                found.setdefault(_alike(roles, there), move)
    return found


def _alike(roles: Sequence[str], table: Table) -> Table:
    """The table with its piles in order within each role: which empty column is taken does not matter."""
    return table._replace(piles=tuple(pile for _role, pile in sorted(zip(roles, table.piles, strict=True))))


def _playout(rules: Rules, roles: Sequence[str], table: Table, stream: Stream, most: int) -> bool:
    """Whether chance wins: to the foundations first, else any move but the last one's undoing, within so
    many moves."""
    last = Move(0, 0, 0)
    for _number in range(most):
        best: list[Move] = []
        order = 0
        for move in rules.moves(table, 0):
            back = (move.src, move.dst, move.count) == (last.dst, last.src, last.count)
            value = 2 if roles[move.dst] == "foundation" else 0 if back else 1
            if value > order:
                best, order = [], value
            if value == order and value:
                best.append(move)
        if not best or rules.outcome(table):
            break
        last = best[stream.below(len(best))]
        table = after(rules, table, last)
    return rules.won(table)
