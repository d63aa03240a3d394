"""The week's daily runs at a table, besides a match: each program tells its own, and the host passes on what
each has told. No clock inside.

What a run is worth, whoever keeps it decides: here there are only bytes and limits.
"""

from collections.abc import Callable, Collection
from typing import Final, Protocol

from game.net.wire.messages import ToldRun

PACE: Final = 500_000
"""Microseconds from one run to the next."""
OWN: Final = 8
"""The most runs of one member that are passed on, the latest: of a week, and of tomorrow."""
TOLD, MOST = 4 * OWN, 520
"""The most runs that are taken on a connection: of one member; and of all by the host."""


class RunStore(Protocol):
    """The runs of a program."""

    @property
    def on(self) -> bool:
        """Whether the player wants to tell of runs and to hear of others'."""

    def own(self) -> Collection[bytes]:
        """The player's own runs of these days, each of RUN bytes at most."""

    def offer(self, run: bytes) -> None:
        """Check somebody's run and keep it if it counts."""


class RunExchange:
    """One end of a connection. Times in microseconds of any clock."""

    def __init__(self, most: int) -> None:
        """`most`: runs that are taken from the other end."""
        self._left = most
        self._told = set[bytes]()
        """The runs that the other end has been told."""
        self._due = 0

    def next_message(self, runs: Callable[[], Collection[bytes]], now: int) -> ToldRun | None:
        """What is to be said now, if those runs are to be told. Not to be called while a round is played."""
        if now < self._due:
            return None
        these, self._due = runs(), now + PACE
        self._told.intersection_update(these)
        run = next((run for run in these if run not in self._told), None)
        if run is None:
            return None
        self._told.add(run)
        return ToldRun(run)

    def hear(self, told: ToldRun) -> bytes:
        """Take what the other end says; returns the run, nothing once too many have come."""
        self._left -= 1
        return told.run if self._left >= 0 else b""
