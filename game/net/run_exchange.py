"""The week's daily runs at a table, besides a match: each program tells its own, and the host passes on what
each has told. No clock inside.

What a run is worth, whoever keeps it decides: here there are only bytes and limits.
"""

from collections.abc import Callable, Collection
from typing import Final, Protocol

from game.net.wire.messages import RUN_PART, RunPart

PACE, IDLE = 50_000, 1_000_000
"""Microseconds from one message to the next, and to the next look for news."""
LONGEST: Final = 4 * RUN_PART
"""The most bytes of a run."""
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
        """The player's own runs of these days, each of LONGEST bytes at most."""

    def offer(self, run: bytes) -> None:
        """Check somebody's run and keep it if it counts."""


class RunExchange:
    """One end of a connection. Times in microseconds of any clock."""

    def __init__(self, most: int) -> None:
        """`most`: runs that are taken from the other end."""
        self._left = most
        self._told = set[bytes]()
        """The runs that the other end has been told."""
        self._going: list[RunPart] = []
        """What is still to be said of one."""
        self._part = b""
        """What has come of one."""
        self._due = 0

    def say(self, runs: Callable[[], Collection[bytes]], now: int) -> RunPart | None:
        """What is to be said now, if those runs are to be told. Not to be called while a round is played."""
        if now < self._due:
            return None
        these = runs()
        self._told.intersection_update(these)
        if not self._going and (run := next((run for run in these if run not in self._told), b"")):
            self._told.add(run)
            ends = range(RUN_PART, len(run) + RUN_PART, RUN_PART)
            self._going = [RunPart(end >= len(run), run[end - RUN_PART : end]) for end in ends]
        self._due = now + (PACE if self._going else IDLE)
        return self._going.pop(0) if self._going else None

    def hear(self, part: RunPart) -> bytes:
        """Take what the other end says; returns the run that ends with it, else nothing."""
        run = (self._part + part.data)[: LONGEST + 1]
        self._part = b"" if part.last else run
        if not part.last or not self._left or len(run) > LONGEST:
            return b""
        self._left -= 1
        return run
