"""What a seat can say of a round that is over: proved, not provable, or it does not hold; and why."""

from typing import NamedTuple

CHECKING, PROVED, UNPROVABLE, BROKEN = "checking", "proved", "unprovable", "broken"
"""Kinds of verdicts on a round."""

UNTOLD, RETOLD, SECRET, NUMBER, LEFT_OUT, DEAL, LOG, ORDER, OWN = (
    "untold", "retold", "secret", "number", "left out", "deal", "log", "order", "own",
)  # fmt: skip
"""Why a round does not hold: the host did not open its number for the deal; it told the match anew, unasked;
its number is not the one it committed to; a seat's is not; the own one was not used; the cards lay otherwise;
the log and the rules give other events; a landing was judged against the order of the presses or the draw; a
move in the log was not made here, or its press is dated otherwise."""

GAP, MOVED, OPEN, LATE, WITHHELD, LONG, AGAIN, ONCE = (
    "gap", "moved", "open", "late", "withheld", "long", "again", "once",
)  # fmt: skip
"""Why nothing can be proved: the round was not seen from its deal on; another host went on with it; the deal
follows from no commitments; the own commitment came too late or was left out; a seat did not open its number;
the log was too long to be told; the numbers were gathered more than once; something does not hold, in this
round alone."""

DRAWN = "drawn"
"""What alone is proved of a race: nobody chose what was played."""


class RoundVerdict(NamedTuple):
    """What came of the check of a round; `seats` are those that the reason speaks of. `late`: by how many
    microseconds, as the median, own moves were counted later than they were made."""

    kind: str
    reason: str = ""
    seats: tuple[int, ...] = ()
    late: int = 0
