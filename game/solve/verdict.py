"""What a search says of a position."""

from typing import NamedTuple

from game.core.table import Move

WON, HOPELESS, UNDECIDED = "won", "hopeless", "undecided"
"""A line of moves that comes out is known; no line does, all have been tried; neither is known (yet)."""


class Verdict(NamedTuple):
    """WON with the moves that lead there, or HOPELESS or UNDECIDED without; positions expanded so far."""

    verdict: str
    moves: tuple[Move, ...] = ()
    expanded: int = 0
