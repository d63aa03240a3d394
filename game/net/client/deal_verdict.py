"""What a seat can say of the deal of a round that is over: proved, not provable, or it does not hold; why."""

from typing import NamedTuple

PROVED, UNPROVABLE, BROKEN = "proved", "unprovable", "broken"
"""Kinds of verdicts on a deal."""

UNTOLD, RETOLD, SECRET, NUMBER, LEFT_OUT, DEAL = "untold", "retold", "secret", "number", "left out", "deal"
"""Why a deal does not hold: the host did not open its number for it; it told the match anew, unasked; its
number is not the one it committed to; a seat's is not; the own one was not used; the cards lay otherwise."""

GAP, MOVED, OPEN, LATE, WITHHELD, AGAIN, ONCE = (
    "gap", "moved", "open", "late", "withheld", "again", "once",
)  # fmt: skip
"""Why nothing can be proved: the round was not seen from its deal on; another host went on with it; the deal
follows from no commitments; the own commitment came too late or was left out; a seat did not open its number;
the numbers were gathered more than once; something does not hold, in this round alone."""


class DealVerdict(NamedTuple):
    """What came of the check of a deal; `seats` are those that the reason speaks of."""

    kind: str
    reason: str = ""
    seats: tuple[int, ...] = ()
