"""A solo run as a session: the scene that it was played in shows it, at any speed."""

from collections.abc import Callable, Iterator

from game.core.rules import play
from game.core.solo import UNDO, Act
from game.core.state import Dealt, Event, Resumed, Returned
from game.core.table import Move, mask
from game.sessions.playback import Playback
from game.sessions.solo import SoloSession
from game.storage.run_replay import Run, check_run


class RunPlayback(Playback, SoloSession):
    """Watches a run that has been checked; what one would do goes nowhere, but for `restart`."""

    plays = False
    can_pause = True
    stuck = False
    finish = ()

    def __init__(self, run: Run, clock: Callable[[], float], back: int = 0) -> None:
        """`clock` gives seconds that only ever grow; `back`: the pack's."""
        self.run = run
        self._ends = run.result.time - check_run(run).penalty
        Playback.__init__(self, clock)
        SoloSession.__init__(
            self, run.rules, run.header.seed, clock, back=back, name=run.header.challenge or run.header.name
        )

    @property
    def now(self) -> int:
        """Microseconds of the run so far, without penalties; it stops at its end."""
        return min(round(self._now), self._ends)

    def poll(self) -> list[Event]:
        """Play on to the present; what has happened since the last call."""
        self._advance()
        for act in self.run.acts[len(self.solo.log) :]:
            if act.at > self._now:
                break
            self._events += self._done(act)
        if self._now >= self._ends:
            self._over = True
        events, self._events = self._events, []
        return events

    def skip(self) -> None:
        """Go to the end, without all that lies between."""
        self._now = max(self._now, float(self._ends))
        self.solo.replay(self.run.acts[len(self.solo.log) :])
        self._changed()
        self._events = [Resumed(self.state)]

    def restart(self) -> None:
        """Show it from the beginning."""
        self._now = 0.0
        self._begin()
        self._events = [Dealt(1, self.state.table)]

    def undo(self, times: int = 1) -> None:
        """Whoever watches takes nothing back."""

    def redo(self) -> None:
        """Whoever watches does nothing again."""

    def hint(self) -> None:
        """Whoever watches needs none."""

    def auto(self) -> bool:
        """Whoever watches waits."""
        return False

    def give_up(self) -> None:
        """Whoever watches just leaves."""

    def _done(self, act: Act) -> Iterator[Event]:
        """Do what was done then; what is to be seen of it."""
        before = self.solo.table
        self.solo.replay((act,))
        self._begun = True
        self._changed()
        if act.what == UNDO:
            yield Resumed(self.state)
        elif self.solo.table is not before:
            yield from map(mask, play(self.rules, before, 0, self.solo.line[-1]))
        elif isinstance(act.what, Move):
            yield Returned(0, act.what, None, thrown=False)
