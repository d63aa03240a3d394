"""Runs exchanged between the two ends of a connection, besides a match. No clock inside.

Each end tells which runs it has, asks for those that are better than its own, and answers what it is asked.
What a run is worth, a shelf decides: here there are only bytes and limits.
"""

from collections.abc import Callable, Container, Mapping
from typing import Final, Protocol

from game.net.wire.messages import ASKED, RUN_PART, RUNS, OfRuns, RunKey, RunPart, RunsHeld, RunsWanted

PACE, IDLE = 50_000, 1_000_000
"""Microseconds from one message to the next, and to the next look for news."""
MOST: Final = 520
"""The most runs that are heard of and taken on a connection: of eight days 65 each."""
PARTS: Final = 4
"""The most messages of one run."""
FAULTS: Final = 8
"""So many runs that do not count, or were not asked for, end the exchange; the connection stays."""


class RunStore(Protocol):
    """The runs of a program."""

    @property
    def on(self) -> bool:
        """Whether the player wants to exchange any."""

    @property
    def days(self) -> Container[int]:
        """The days whose runs are wanted."""

    def held(self) -> Mapping[RunKey, int]:
        """The time of each run that there is."""

    def packed(self, run: RunKey) -> bytes:
        """A run in at most PARTS * RUN_PART bytes; nothing if it is gone."""

    def offer(self, packed: bytes, judge: Callable[[bool], None]) -> None:
        """Check a run and keep it if it counts; `judge` is then called, in any thread, with False if it does
        not."""


class RunExchange:
    """One end of an exchange. Times in microseconds of any clock."""

    def __init__(self, shelf: RunStore | None = None) -> None:
        self.shelf = shelf
        """The runs of this end; without a shelf it says nothing and heeds nothing."""
        self._told: dict[RunKey, int] = {}
        """The runs that the other end has been told of, and their times."""
        self._theirs: dict[RunKey, int] = {}
        """Those that it has told of."""
        self._tried: dict[RunKey, int] = {}
        """Those that it has been asked for."""
        self._asked: set[RunKey] = set()
        """Those of them that have not come."""
        self._came: list[bytes] = []
        """Those that are still to be checked."""
        self._verdicts: list[bool] = []
        """Of those that have been checked, and of those that it was not asked for."""
        self._checking = self._due = 0
        self._part = b""
        """What has come of the run that is coming."""
        self._wanted: list[RunKey] = []
        """What the other end asks for."""
        self._going: list[RunPart] = []
        """What is still to be sent of a run."""

    def receive(self, message: OfRuns) -> None:
        """Take what the other end says."""
        if not self.shelf:
            return
        match message:
            case RunsHeld(runs):
                for day, signer, time in runs:
                    if len(self._theirs) < MOST or (day, signer) in self._theirs:
                        self._theirs[day, signer] = time
            case RunsWanted(runs):
                self._wanted = [*self._wanted, *(run for run in runs if run in self._told)][:ASKED]
            case RunPart(run, last, data):
                self._part += data
                if len(self._verdicts) >= MOST:
                    self._part = b""
                elif run not in self._asked or len(self._part) > PARTS * RUN_PART:
                    self._verdicts.append(False)
                    self._checking += 1
                    self._part = b""
                elif last:
                    self._asked.discard(run)
                    self._came.append(self._part)
                    self._part = b""

    def say(self, now: int) -> OfRuns | None:
        """What to say now, if anything. Not to be called while a round is played."""
        shelf = self.shelf
        if now < self._due or not (shelf and shelf.on) or self._verdicts.count(False) >= FAULTS:
            return None
        for packed in self._came:
            if packed:
                self._checking += 1
                shelf.offer(packed, self._verdicts.append)
        self._came.clear()
        held = shelf.held()
        message = self._answer(shelf) or self._question(held, shelf.days) or self._news(held)
        self._due = now + (PACE if message or self._asked or self._wanted else IDLE)
        return message

    def _answer(self, shelf: RunStore) -> RunPart | None:
        if not self._going and self._wanted:
            run = self._wanted.pop(0)
            data = shelf.packed(run)
            starts = range(0, max(1, len(data)), RUN_PART)
            self._going = [
                RunPart(run, start + RUN_PART >= len(data), data[start : start + RUN_PART])
                for start in starts
            ]
        return self._going.pop(0) if self._going else None

    def _question(self, held: Mapping[RunKey, int], days: Container[int]) -> RunsWanted | None:
        free = ASKED - len(self._asked) - (self._checking - len(self._verdicts))
        if free <= 0 or len(self._verdicts) >= MOST:
            return None
        better = {
            run: time
            for run, time in self._theirs.items()
            if run[0] in days and not any(one.get(run, time + 1) <= time for one in (held, self._tried))
        }
        runs = tuple(better)[:free]
        self._tried.update((run, better[run]) for run in runs)
        self._asked.update(runs)
        return RunsWanted(runs) if runs else None

    def _news(self, held: Mapping[RunKey, int]) -> RunsHeld | None:
        fresh = [(run, time) for run, time in held.items() if self._told.get(run) != time][:RUNS]
        self._told.update(fresh)
        return RunsHeld(tuple((*run, time) for run, time in fresh)) if fresh else None
