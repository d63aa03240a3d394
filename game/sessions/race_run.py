"""A patience that is raced at a table on the network: the own run, and those of others as they are told."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Protocol

from game.core.solo import Act
from game.core.state import HAND, Resumed
from game.sessions.live_run import LiveRun
from game.sessions.solo import SoloSession


class RaceTable(Protocol):
    """What a run needs of its table."""

    @property
    def raced(self) -> int:
        """What the clock of all runs shows in microseconds; below 0 while no round is played."""

    @property
    def own_acts(self) -> Sequence[Act] | None:
        """The own run as the host counts it, once, where that differs from what it was told."""

    def tell(self, acts: Sequence[Act]) -> None:
        """Tell the host of further acts of the own run."""

    def acts(self, seat: int) -> Sequence[Act]:
        """A seat's run in this round, as far as the host has told of it."""


class _Clock:
    """The clock of all runs of a round, which stands when that is over."""

    def __init__(self, table: RaceTable) -> None:
        self._table, self._latest = table, -1

    @property
    def now(self) -> int:
        """Microseconds; below 0 before the start."""
        self._latest = max(self._latest, self._table.raced)
        return self._latest


class RaceRun(LiveRun):
    """The own run. The table's clock cannot be stopped, and nothing can be begun again."""

    can_pause = False
    paused = False

    def __init__(self, table: RaceTable, undoes: bool, helps: bool, *run: Any, **more: Any) -> None:
        """The rest is as for any run."""
        self._table, self._race = table, _Clock(table)
        self.undoes, self.helps = undoes, helps
        self._told = 0
        """How many acts the host has been told of."""
        self._ended: int | None = None
        super().__init__(*run, **more)

    @property
    def opens(self) -> bool:  # type: ignore[override]  # read-only here
        """Not before the start, nor after the end."""
        return self.begun and not self.over

    @property
    def begun(self) -> bool:
        return self._race.now >= 0

    @property
    def now(self) -> int:
        """No move counts earlier than a hand makes it after the one before."""
        log = self.solo.log
        free = log[-1].at + HAND if log else 0
        return max(free, self._race.now) if self._ended is None else self._ended

    def _advance(self) -> None:
        acts = self._table.own_acts
        if acts is not None and list(acts) != self.solo.log:
            self._correct(acts)
        super()._advance()
        if len(self.solo.log) > self._told:
            self._table.tell(self.solo.log[self._told :])
            self._told = len(self.solo.log)

    def _correct(self, acts: Sequence[Act]) -> None:
        """Go on from the run as the host counts it."""
        self._deal()
        with suppress(ValueError):  # a host may tell anything: what is possible is shown
            self._play_again(acts)
        self._told = len(self.solo.log)
        self._ended = None
        self._take([Resumed(self._state)])

    def _open(self) -> bool:
        return self.begun and super()._open()

    def _end(self) -> None:
        self._ended = self.solo.log[-1].at if self.won else self.now
        super()._end()


class WatchedRun(SoloSession):
    """The run of another, for those who watch or whose own has ended."""

    plays = can_pause = paused = False

    def __init__(self, table: RaceTable, seat: int, *run: Any) -> None:
        """`seat`: whose run is shown first; the rest is as for any game for one."""
        self._table, self._race, self.watched = table, _Clock(table), seat
        super().__init__(*run)

    @property
    def begun(self) -> bool:
        return self._race.now >= 0

    @property
    def now(self) -> int:
        return self.solo.log[-1].at if self.won else max(0, self._race.now)

    def watch(self, seat: int) -> None:
        """Show the run of this seat from now on, as it stands."""
        self.watched = seat
        self.restart()

    def restart(self) -> None:
        """Lay the table as it stands now."""
        self._deal()
        self._advance()
        self._events = [Resumed(self._state)]

    def _advance(self) -> None:
        acts = self._table.acts(self.watched)
        if self.solo.log != list(acts[: len(self.solo.log)]):
            self._deal()
        for act in acts[len(self.solo.log) :]:
            with suppress(ValueError):
                self._events += self._repeat(act)

    def close(self) -> None:
        """Nothing to leave."""
