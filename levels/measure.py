"""How hard a deal is, and how long a person may take for it: see make_levels for what is measured and why."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from game.challenges.packed import unpack
from game.core.rules import Rules
from game.core.shuffle import Stream, derive
from game.core.table import Move, Table
from levels.effort import Effort, author, effort
from levels.shorten import after, walk

PLAYOUTS = 16
LONGEST = 600
"""Moves that a playout may make."""
IDLE = 80
"""Moves for nothing, beyond a turn of the whole hand, after which it is given up."""
SLIPS = 20
"""One move in so many is made without thinking."""
LEFT = 8
"""Bits that it would be worth if the playouts laid no card at all."""
MEMORY = 1.0
"""Bits that it adds to keep in mind what the piles wait for."""
HAND = ("stock", "waste")
SLIP, LAID, BARED, USED, CALLED, TURN, ASIDE = 7, 6, 5, 4, 3, 2, 1
"""What a move is taken for: a slip; a card laid; cards that bare what they lay on; a card from the hand or
the 13-pile put to use; a call; a turn of the hand; cards moved aside."""
SHARES = {"gold": 1.0, "silver": 1.5, "bronze": 2.5, "limit": 4.0}
"""The times as multiples of a quick person's."""


class Measures(NamedTuple):
    """What has been measured of a deal and its solution."""

    length: int
    wins: int
    """How many of PLAYOUTS games came out."""
    laid: float
    """The mean share of cards that they laid."""
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
        return Measures(len(moves), 0, 0.0, switches, expanded, effort(rules, moves, tables, ()))
    seen = set[Table]()
    choices: list[int] = []
    for table in tables[:-1]:
        seen.add(table)
        choices.append(len(_sensible(rules, roles, table, seen)))
    ends = [playout(rules, tables[0], Stream(derive(seed, number)))[-1] for number in range(PLAYOUTS)]
    shares = [placed / cards for placed, cards in map(rules.progress, ends)]
    wins, laid = sum(map(rules.won, ends)), round(sum(shares) / PLAYOUTS, 3)
    return Measures(len(moves), wins, laid, 0, expanded, effort(rules, moves, tables, choices))


def grade(rules: Rules, measures: Measures) -> float:
    """Difficulty in bits."""
    if rules.reflex:
        return round(measures.switches / 10, 1)
    luck = -math.log2((measures.wins + 0.5) / (PLAYOUTS + 0.5))
    return round(luck + LEFT * (1 - measures.laid) + (MEMORY if _to_recall(rules) else 0), 2)


def times(rules: Rules, measures: Measures) -> dict[str, int]:
    """Limit and medal times in seconds."""
    quick, step = measures.effort.seconds, 1 if rules.reflex else 5
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


def playout(rules: Rules, table: Table, stream: Stream) -> tuple[list[Move], Table]:
    """The game of someone who plays as one does who does not look ahead: its moves, and the table at its
    end."""
    roles, made = [spot.role for spot in rules.spots(1)], list[Move]()
    last, turned = Move(0, 0, 0), 0
    for _number in range(LONGEST):
        if rules.outcome(table):
            break
        hand = sum(len(pile.cards) for role, pile in zip(roles, table.piles, strict=True) if role in HAND)
        best: list[Move] = []
        order = 0
        for move in rules.moves(table, 0):
            value = _worth(roles, table, move, last, through=turned > hand)
            if value and not stream.below(SLIPS):
                value = SLIP
            if value > order:
                best, order = [], value
            if value == order and value:
                best.append(move)
        if not best:
            break
        last = best[stream.below(len(best))]
        turned = turned + last.count if order <= TURN else 0
        if turned > hand + IDLE:
            break
        made.append(last)
        table = after(rules, table, last)
    return made, table


def _worth(roles: Sequence[str], table: Table, move: Move, last: Move, through: bool) -> int:
    """The rank of a move, 0 for none; `through`: the whole hand has been turned for nothing."""
    source, target, pile = roles[move.src], roles[move.dst], table.piles[move.src]
    if not move.count:
        return CALLED if through else 0
    if target == "foundation":
        return LAID
    if "stock" in (source, target):
        return TURN
    if source != "build":
        return USED
    whole = move.count == len(pile.cards)
    if (move.src, move.dst) == (last.dst, last.src) or (whole and not table.piles[move.dst].cards):
        return 0
    return BARED if move.count == pile.up and (not whole or "reserve" in roles) else ASIDE
