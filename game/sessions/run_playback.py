"""Playback of a solo run as a session, so that the solo scene shows it, at any speed."""

from collections.abc import Callable, Iterator

from game.core.rules import play
from game.core.solo import UNDO, Act
from game.core.state import Dealt, Event, Resumed, Returned
from game.core.table import Move, mask
from game.names.line import line
from game.sessions.clocks import PlaybackClock
from game.sessions.solo import SoloSession
from game.storage.run_replay import RunReplay, check_run


class RunPlayback(SoloSession):
    """Plays back a run that has been checked."""

    plays = False

    def __init__(self, run: RunReplay, clock: Callable[[], float], back: int = 0) -> None:
        """`clock` is monotonic, in seconds; `back`: the card back of the pack."""
        self.run = run
        self.clock: PlaybackClock = PlaybackClock(clock)
        self._ends = run.result.time - check_run(run).penalty
        super().__init__(run.rules, run.header.seed, back, run.header.challenge or line(run.header.name))

    @property
    def now(self) -> int:
        """Microseconds of the run so far, without penalties, up to its end."""
        return min(round(self.clock.now), self._ends)

    @property
    def begun(self) -> bool:
        """Whether anything has been shown."""
        return bool(self.solo.log)

    def skip(self) -> None:
        """Skip to the end."""
        self.clock.now = max(self.clock.now, float(self._ends))
        self.solo.replay(self._rest)
        self._show()
        self._events = [Resumed(self.state)]

    def restart(self) -> None:
        """Show it from the beginning."""
        self.clock.now = 0.0
        self._deal()
        self._events = [Dealt(1, self.state.table)]

    def close(self) -> None:
        """Nothing to leave."""

    @property
    def _rest(self) -> tuple[Act, ...]:
        """The acts not shown yet."""
        return self.run.acts[len(self.solo.log) :]

    def _advance(self) -> None:
        self.clock.advance()
        for act in self._rest:
            if act.at > self.clock.now:
                break
            self._events += self._repeat(act)
        self.over = self.clock.now >= self._ends

    def _repeat(self, act: Act) -> Iterator[Event]:
        """Repeat an act; the events to show."""
        before = self.solo.table
        self.solo.replay((act,))
        self._show()
        if act.what == UNDO:
            yield Resumed(self.state)
        elif self.solo.table is not before:
            yield from map(mask, play(self.rules, before, 0, self.solo.history.line[-1]))
        elif isinstance(act.what, Move):
            yield Returned(0, act.what, None, thrown=False)
