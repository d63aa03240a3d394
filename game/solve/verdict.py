"""What a search says of a position, and the proof by playing it."""

from typing import NamedTuple

from game.core.rules import Rules, fold_all, play
from game.core.table import Move, Table

WON, HOPELESS, UNDECIDED = "won", "hopeless", "undecided"
"""A line of moves that comes out is known; no line does, all have been tried; not known in the time given."""


class Verdict(NamedTuple):
    """WON with the moves that lead there, or HOPELESS or UNDECIDED without; positions expanded so far."""

    verdict: str
    moves: tuple[Move, ...] = ()
    expanded: int = 0


def came_out(rules: Rules, table: Table) -> bool:
    """Whether every card is where it shall go."""
    placed, cards = rules.progress(table)
    return placed == cards


def after(rules: Rules, table: Table, moves: tuple[Move, ...]) -> Table:
    """The table after the only seat's moves. Raises IllegalMove at the first that is not legal."""
    for move in moves:
        table = fold_all(table, play(rules, table, 0, move))
    return table
