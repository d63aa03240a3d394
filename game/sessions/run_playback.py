"""Playback of a solo run as a session, so that the solo scene shows it, at any speed."""

from bisect import bisect_right
from collections.abc import Callable

from game.core.solo import Act, Solo
from game.core.state import Dealt, Resumed
from game.names.line import line
from game.sessions.clocks import PlaybackClock
from game.sessions.solo import May, SoloSession
from game.storage.run_replay import RunReplay, check_run


class RunPlayback(SoloSession):
    """Plays back a run that has been checked."""

    def __init__(self, run: RunReplay, clock: Callable[[], float], back: int = 0) -> None:
        """`clock` is monotonic, in seconds; `back`: the card back of the pack."""
        self.run = run
        self.clock: PlaybackClock = PlaybackClock(clock)
        self._made: list[int] = []
        """By number of the moves of the final line, the acts that made them."""
        self.end = check_run(run, self._follow)
        """The deal as the run left it."""
        self.lasts = run.result.time - self.end.penalty
        """Microseconds of the whole run, without penalties."""
        name = run.header.challenge or line(run.header.name)
        super().__init__(run.rules, run.header.seed, back, name, May(play=False))

    @property
    def now(self) -> int:
        """Microseconds of the run so far, without penalties, up to its end."""
        return min(round(self.clock.now), self.lasts)

    @property
    def begun(self) -> bool:
        """Whether anything has been shown."""
        return bool(self.solo.log)

    def skip(self) -> None:
        """Skip to the end."""
        self.clock.held = False
        self._go(self.lasts, len(self.run.acts))
        self._events = [Resumed(self.state)]

    def seek(self, time: int) -> None:
        """Go to this time at once, forwards or backwards."""
        self.clock.held = False
        self._go(time, bisect_right(self.run.acts, time, key=lambda act: act.at))

    def hold(self, number: int) -> None:
        """Show the table on which the move with this number of the final line was made, or the last one, and
        stand still."""
        time, acts = self.moment(number)
        self._go(time, acts)
        self.clock.held = True

    def restart(self) -> None:
        """Show it from the beginning."""
        self.clock.now, self.clock.held = 0.0, False
        self._deal()
        self._events = [Dealt(1, self.state.table)]

    def close(self) -> None:
        """Nothing to leave."""

    def moment(self, number: int) -> tuple[int, int]:
        """When the move with this number of the final line was made, or when the run ended; and how many acts
        came before."""
        if number < len(self._made):
            return self.run.acts[self._made[number]].at, self._made[number]
        return self.lasts, len(self.run.acts)

    def _follow(self, solo: Solo) -> None:
        """Note which act made the line longer; of those that were taken back, nothing is left."""
        moves = len(solo.history.line)
        del self._made[moves:]
        if moves > len(self._made):
            self._made.append(len(solo.log) - 1)

    def _go(self, time: int, acts: int) -> None:
        """Show the table after so many acts, at that time."""
        self.clock.advance()
        self.clock.now = float(time)
        if acts < len(self.solo.log):
            self._deal()
        self.solo.replay(self.run.acts[len(self.solo.log) : acts])
        self._show()
        self._events = []

    @property
    def _rest(self) -> tuple[Act, ...]:
        """The acts not shown yet."""
        return self.run.acts[len(self.solo.log) :]

    def _advance(self) -> None:
        self.clock.advance()
        for act in () if self.clock.held else self._rest:
            if act.at > self.clock.now:
                break
            self._events += self._repeat(act)
        self.over = self.clock.now >= self.lasts and not self.clock.held
