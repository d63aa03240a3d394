"""A player who does not look ahead, and so plays unlike the careful one that grades the challenges."""

from collections.abc import Sequence

from game.core.rules import Rules
from game.core.shuffle import Stream
from game.core.table import Move, Table
from levels.shorten import after

LONGEST = 600
"""Moves that a playout may make."""
IDLE = 80
"""Moves for nothing, beyond a turn of the whole hand, after which it is given up."""
SLIPS = 20
"""One move in so many is made without thinking."""
HAND = ("stock", "waste")
SLIP, LAID, BARED, USED, CALLED, TURN, ASIDE = 7, 6, 5, 4, 3, 2, 1
"""What a move is taken for: a slip; a card laid; cards that bare what they lay on; a card from the hand or
the 13-pile put to use; a call; a turn of the hand; cards moved aside."""


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
