"""The result of a search."""

from typing import NamedTuple

from game.core.table import Move

WON, HOPELESS, UNDECIDED = "won", "hopeless", "undecided"
"""A winning line is known; all lines have been tried and none wins; neither is known (yet)."""


class Verdict(NamedTuple):
    """WON with the winning moves, or HOPELESS or UNDECIDED without; and the positions expanded."""

    verdict: str
    moves: tuple[Move, ...] = ()
    expanded: int = 0
