"""The log of a match: each line that was judged, from which the match follows."""

from typing import NamedTuple

from game.core.table import Move, Standing

NEVER = -1
"""Stands in the log for the press of a seat that has not knocked, and sits the round out."""
STILL = -2
"""Stands there for the press of a seat that has brought about a pause."""


class LogEntry(NamedTuple):
    """One line of the log: a seat's move, pressed at `press`, was judged at `at`; or it has come so far in a
    patience of its own, which is judged apart.

    Without either, the seat knocked for the start, or sat down if it did not exist before; or, pressed NEVER,
    it sits the round out; or, pressed STILL, a pause began.
    """

    at: int
    seat: int
    press: int
    move: Move | None
    stands: Standing | None = None


def in_order(log: list[LogEntry], at: int) -> int:
    """The time for the next line of a log: never earlier than the last, which may be judged ahead."""
    return max(at, log[-1].at) if log else at
