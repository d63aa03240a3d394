"""How hard a deal is, and how long a person may take for it: see make_levels for what is measured and why."""

import math
from bisect import bisect_left
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import NamedTuple

from game.core.rules import Rules
from game.core.shuffle import Stream, derive
from game.core.table import Move, Table
from levels.effort import Effort, effort
from levels.shorten import after, follow, walk

PLAYOUTS = 8
SPARE = 20
"""Moves that a playout may make more than the solution still has."""
FORKS = 16
"""Decisions at which the other moves are tried."""
EACH = 10
"""So many bits of decisions that have to be right are one of difficulty."""
MEMORY = 3.0
"""Bits that it adds to keep in mind what the piles wait for."""
SHARES = {"gold": 1.0, "silver": 1.5, "bronze": 2.5, "limit": 4.0}
"""The times as multiples of a quick person's."""


class Measures(NamedTuple):
    """What has been measured of a deal and its solution."""

    length: int
    wins: int
    """How many of PLAYOUTS greedy playouts came out."""
    needed: int
    """Decisions before the place in the solution from where two of three greedy playouts come out."""
    narrow: float
    """Bits of the mean decision among them."""
    switches: int
    """In a reflex game: answers that differ from the one before."""
    expanded: int
    """Positions that the solver expanded."""
    effort: Effort


def measure(rules: Rules, seed: int, moves: Sequence[Move], expanded: int) -> Measures:
    """Measure a deal that comes out with the moves."""
    tables = walk(rules, rules.deal(seed, 1), moves)
    roles = [spot.role for spot in rules.spots(1)]
    if rules.reflex:
        answers = [roles[move.dst] for move in moves if roles[move.src] != "waste"]
        switches = sum(one != other for one, other in pairwise(answers))
        return Measures(len(moves), 0, 0, 0.0, switches, expanded, effort(rules, moves, tables, ()))
    seen = set[Table]()
    ways: list[dict[Table, Move]] = []
    for table in tables[:-1]:
        seen.add(table)
        ways.append(_sensible(rules, roles, table, seen))

    def wins(start: int, number: int) -> bool:
        most = len(moves) - start + SPARE
        return _playout(rules, roles, tables[start], Stream(derive(seed, start, number)), most)

    def mostly_wins(start: int) -> bool:
        first, second = wins(start, 0), wins(start, 1)
        return first if first == second else wins(start, 2)

    lucky = sum(wins(0, number) for number in range(PLAYOUTS))
    easy = bisect_left(range(len(moves)), True, key=mostly_wins) if 2 * lucky < PLAYOUTS else 0
    forks = [number for number in range(easy) if len(ways[number]) > 1]
    tried = forks[:: max(1, len(forks) // FORKS)][:FORKS]
    bits = [_narrow(rules, moves, tables, number, ways[number].values()) for number in tried]
    narrow = round(sum(bits) / max(1, len(bits)), 3)
    choices = [len(way) for way in ways]
    return Measures(len(moves), lucky, len(forks), narrow, 0, expanded, effort(rules, moves, tables, choices))


def _narrow(
    rules: Rules, moves: Sequence[Move], tables: Sequence[Table], number: int, ways: Collection[Move]
) -> float:
    """How many bits a decision is worth: log2 of how many times more moves are sensible than leave the rest
    of the solution standing, but for moves that have become impossible."""
    good = 0
    for move in ways:
        there = after(rules, tables[number], move)
        good += move == moves[number] or follow(rules, there, moves, tables, number) is not None
    return math.log2(len(ways) / max(1, good))


def grade(rules: Rules, measures: Measures) -> float:
    """Difficulty in bits."""
    if rules.reflex:
        return round(measures.switches / 10, 1)
    luck = -math.log2((measures.wins + 0.5) / (PLAYOUTS + 0.5))
    needed = measures.needed * measures.narrow / EACH
    search = math.log2(1 + measures.expanded / measures.length)
    return round(luck + needed + search + (MEMORY if _to_recall(rules) else 0), 1)


def times(rules: Rules, measures: Measures) -> dict[str, int]:
    """Limit and medal times in seconds."""
    quick, step = measures.effort.seconds, 1 if rules.reflex else 5
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
