"""A heuristic hint for when no search has found a win: judged by the face-up cards alone, not proven."""

from collections.abc import Callable

from game.core.rules import Rules, fold_all, play
from game.core.table import Move, Table

_HOME, _BARES, _ON, _WHOLE, _TURN, _GAP, _OVER, _OTHER, _GESTURE = range(9)
"""Kinds of moves, the most sensible first: a card goes to a foundation; a hidden card is uncovered; a turned
card goes onto others; a whole column goes onto others; the stock is turned; a gap is filled; the waste is
turned over; anything else; a move of no cards."""
_HELD = ("stock", "waste", "turned")
"""Roles of the piles whose cards wait to be placed."""


def sensible(
    rules: Rules, table: Table, loses: Callable[[Table], bool], seen: tuple[Table, ...]
) -> Move | None:
    """The most sensible legal move that does not lead to a table known to be lost; None if there is none.

    Moves to tables not in `seen` are preferred.
    """
    roles = [spot.role for spot in rules.spots(1)]
    found: list[tuple[bool, int, Move]] = []
    for move in rules.moves(table, 0):
        after = fold_all(table, play(rules, table, 0, move))
        if not loses(after):
            found.append((after in seen, _kind(table, roles, move), move))
    if not found:
        return None
    best = min(found, key=lambda each: each[:2])
    if best[1] == _GESTURE and (turn := _turn(rules, table, roles)) and _leads_on(rules, table, roles, seen):
        return turn
    return best[2]


def home(rules: Rules, table: Table) -> Move | None:
    """A move that brings a card to a foundation, if there is one."""
    roles = [spot.role for spot in rules.spots(1)]
    up = (move for move in rules.moves(table, 0) if _kind(table, roles, move) == _HOME)
    return next(up, None)


def _kind(table: Table, roles: list[str], move: Move) -> int:
    src, dst, pile = roles[move.src], roles[move.dst], table.piles[move.src]
    if not move.count:
        return _GESTURE
    if dst == "stock":
        return _OVER
    if dst == "foundation":
        return _HOME if src != "foundation" else _OTHER
    if src == "stock" and dst in _HELD:
        return _TURN
    if src not in _HELD and move.count == pile.up < len(pile.cards):
        return _BARES
    if src in _HELD:
        return _ON if table.piles[move.dst].cards else _GAP
    return _WHOLE if table.piles[move.dst].cards and move.count == len(pile.cards) else _OTHER


def _turn(rules: Rules, table: Table, roles: list[str]) -> Move | None:
    turns = (move for move in rules.moves(table, 0) if _kind(table, roles, move) in (_TURN, _OVER))
    return next(turns, None)


def _leads_on(rules: Rules, table: Table, roles: list[str], seen: tuple[Table, ...]) -> bool:
    """Whether turning the stock further leads to a table where moving a card gives one not seen yet."""
    passed: set[Table] = set()
    while table not in passed and (turn := _turn(rules, table, roles)):
        passed.add(table)
        table = fold_all(table, play(rules, table, 0, turn))
        for move in rules.moves(table, 0):
            turned = _kind(table, roles, move) in (_TURN, _OVER, _GESTURE)
            if not turned and fold_all(table, play(rules, table, 0, move)) not in seen:
                return True
    return False
