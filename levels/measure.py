"""How long a person may take for a deal: see make_levels for what is measured and why."""

import math
from collections.abc import Sequence
from typing import Any

from game.challenges.packed import unpack
from game.core.rules import Rules
from game.core.table import Move, Table
from levels.effort import Effort, author, effort
from levels.shorten import after, walk

SHARES = {"gold": 1.0, "silver": 1.5, "bronze": 2.5, "limit": 4.0}
"""The times as multiples of a quick person's."""


def measure(rules: Rules, seed: int, moves: Sequence[Move]) -> Effort:
    """What the moves that win a deal ask of a person."""
    tables = walk(rules, rules.deal(seed, 1), moves)
    if rules.reflex:
        return effort(rules, moves, tables, ())
    roles = [spot.role for spot in rules.spots(1)]
    seen = set[Table]()
    choices: list[int] = []
    for table in tables[:-1]:
        seen.add(table)
        choices.append(len(_sensible(rules, roles, table, seen)))
    return effort(rules, moves, tables, choices)


def times(rules: Rules, asked: Effort) -> dict[str, int]:
    """Limit and medal times in seconds."""
    quick, step = asked.seconds, 1 if rules.reflex else 5
    found: dict[str, int] = {}
    steps = 0
    for name, share in SHARES.items():
        steps = max(steps + 1, math.ceil(share * quick / step))
        found[name] = steps * step
    return found


def known(rules: Rules, seed: int, solution: str) -> dict[str, Any]:
    """The author's time in seconds and the number of presses, from a packed solution."""
    table = rules.deal(seed, 1)
    moves = unpack(rules, table, solution)
    return {"author": author(rules, moves, walk(rules, table, moves)), "presses": len(moves)}


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
