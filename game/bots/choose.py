"""What a bot sees and which move it takes, from its seat's view alone.

It knows piles by their roles. A move it does not notice in this look it may notice in the next.
"""

from collections.abc import Sequence
from typing import NamedTuple

from game.bots.pace import unit
from game.core.rules import Rules, Spot
from game.core.shuffle import Stream
from game.core.table import Move, Table


class Eye(NamedTuple):
    """How likely one look notices a play: on the shared table, and on the own piles."""

    table: float
    own: float


EYES = {"easy": Eye(0.4, 0.65), "medium": Eye(0.75, 0.88), "hard": Eye(0.97, 0.99)}

_LAY = {"reserve": 100, "build": 60, "waste": 70}
_FREES_A_PILE = 90
_RESERVE_TO_BUILD, _PILE_TO_PILE, _WASTE_TO_BUILD = 80, 85, 40


def choose(
    rules: Rules, spots: Sequence[Spot], view: Table, seat: int, eye: Eye, stream: Stream
) -> Move | None:
    """The best move that is noticed: laying or building, what empties the reserve first. None: turn."""
    best: Move | None = None
    most = 0
    for move in rules.moves(view, seat):
        worth = _worth(spots, view, move)
        if worth > most:
            reach = eye.table if spots[move.dst].seat is None else eye.own
            if unit(stream) < reach:
                best, most = move, worth
    return best


def turn(rules: Rules, spots: Sequence[Spot], view: Table, seat: int) -> Move | None:
    """The move that turns the hand, if it can be turned."""
    for move in rules.moves(view, seat):
        if move.count and spots[move.src].role == "stock":
            return move
    return None


def gesture(rules: Rules, spots: Sequence[Spot], view: Table, seat: int, role: str) -> Move | None:
    """The gesture on the seat's pile of that role, if it may be made: a knock, a call."""
    for move in rules.moves(view, seat):
        if move.count == 0 and spots[move.src].role == role:
            return move
    return None


def _worth(spots: Sequence[Spot], view: Table, move: Move) -> int:
    """How good a move is; 0 for one that leads nowhere."""
    src, dst = spots[move.src].role, spots[move.dst].role
    if move.count == 0 or src == "stock":
        return 0
    whole = move.count == len(view.piles[move.src].cards)
    if dst == "foundation":
        return _FREES_A_PILE if src == "build" and whole else _LAY[src]
    if src == "reserve":
        return _RESERVE_TO_BUILD
    if src == "waste":
        return _WASTE_TO_BUILD
    # A build pile moves only to make room for the reserve: else piles would go to and fro for ever.
    reserve = next(
        number
        for number, spot in enumerate(spots)
        if spot.role == "reserve" and spot.seat == spots[move.src].seat
    )
    return _PILE_TO_PILE if whole and view.piles[reserve].cards else 0
