"""A solo deal played against the clock, with undo, hints and an end, and kept for later as it is played."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from game.core.rules import IllegalMove, Rules
from game.core.solo import HINT, Act, Solo
from game.core.state import Dealt, Event, Resumed, Returned
from game.core.table import Move, Table, mask
from game.sessions.clocks import Stopwatch
from game.sessions.hints import Hints
from game.sessions.solo import EVERYTHING, May, SoloSession
from game.solve.hints.cache import Solver, SolverCache, laying_out
from game.storage.kept_games import KeptGames
from game.storage.run_replay import RunReplay
from game.system import here

_OFTEN: Final = 5_000_000
"""Microseconds of play after which the clock is kept, though nothing has been done: so much thinking at most
is not counted when the program is killed."""


class RunKeeper:
    """Keeps one deal as the game of that name."""

    def __init__(self, kept: KeptGames, name: str, challenge: str, player: str) -> None:
        """`challenge`: its name, empty in free play; `player`: the player's name."""
        self._kept, self.name = kept, name
        self._challenge, self._player = challenge, player
        self._acts = self._at = 0

    def look(self, solo: Solo, now: int, begun: bool) -> None:
        """Keep the run if there is something new; a deal begun again is not kept before its clock starts."""
        if not begun:
            if self._acts:
                self.end()
                self._kept.forget(self.name)
        elif len(solo.log) != self._acts or now >= self._at + _OFTEN:
            self.keep(solo, now)

    def keep(self, solo: Solo, now: int) -> None:
        """Keep the run as it stands."""
        self._acts, self._at = len(solo.log), now
        run = RunReplay.from_solo(solo, now, self._challenge, self._player, ended=False)
        self._kept.keep(self.name, run, here().clock.calendar())

    def end(self) -> None:
        """The run has ended or begins again."""
        self._acts = self._at = 0
        self._kept.end(self.name)


class LiveRun(SoloSession):
    """A run in play: the clock starts with the first move, stops in pauses and at the end."""

    hints: Hints

    def __init__(
        self,
        rules: Rules,
        seed: int,
        clock: Callable[[], float],
        *,
        back: int = 0,
        name: str = "",
        limit: int | None = None,
        medals: Sequence[tuple[str, int]] = (),
        solution: Sequence[Move] = (),
        solver: Solver | None = None,
        keeper: RunKeeper | None = None,
        kept: RunReplay | None = None,
        may: May = EVERYTHING,
    ) -> None:
        """`clock` is monotonic, in seconds; `name` is the challenge's, empty in free play; `solution`: moves
        proved to win. `keeper`: keeps it for later; `kept`: a checked run of this deal to go on with."""
        self.limit, self.medals, self.solution = limit, tuple(medals), solution
        self._clock = clock
        self._cache = SolverCache(rules, solver)
        self._cache.learn(rules.deal(seed, 1), solution)
        self._keeper = keeper
        super().__init__(rules, seed, back, name, may)
        if kept:
            self._go_on(kept)

    def _go_on(self, kept: RunReplay) -> None:
        """Go on with what was played earlier. The clock starts when the table is first looked at."""
        self._play_again(kept.acts)
        self.kept = any(isinstance(act.what, Move) for act in kept.acts)
        self.clock = Stopwatch(self._clock, kept.result.time - self.solo.penalty)

    def _play_again(self, acts: Sequence[Act]) -> None:
        """Repeat what was played earlier. Raises ValueError if that is impossible."""
        for act in acts:
            self.solo.replay((act,))
            if act.what == HINT:
                self.hints.paid()
        self._changed()

    def _deal(self) -> None:
        super()._deal()
        self.timed_out = self.kept = False
        self.clock: Stopwatch = Stopwatch(self._clock)
        self.hints = Hints(self._cache, self.solo, self._clock)
        self._finish: tuple[Table, tuple[Move, ...]] | None = None

    # -- what can be seen

    @property
    def begun(self) -> bool:
        """Whether the clock has started: by a move, or by a mistake that costs."""
        return self.clock.started or self.kept

    @property
    def keeps(self) -> bool:  # type: ignore[override]  # read-only here
        """Whether it is kept for later if the player leaves now."""
        return self._keeper is not None and self.begun and not self.over

    @property
    def stuck(self) -> bool:
        """Whether no move is left."""
        return not self.over and not self.moves

    @property
    def finish(self) -> tuple[Move, ...]:
        """The moves onto the foundations that finish the deal, if it needs no others and hides no card."""
        table = self.solo.table
        if self._finish is None or self._finish[0] is not table:
            self._finish = table, () if self.over or self.rules.reflex else laying_out(self.rules, table)
        return self._finish[1]

    # -- acts

    def play(self, move: Move, press: int | None = None) -> None:
        """Make a move; an illegal one is returned, and costs a penalty where it counts as a mistake."""
        if not self._open():
            return
        now = self.now
        try:
            events = self.solo.play(move, now)
        except IllegalMove:
            if self.rules.penalty:
                self.clock.start()
            self._events.append(Returned(0, move, None, thrown=False))
            return
        self.clock.start()
        self._take(events)

    def undo(self, times: int = 1) -> None:
        """Take back the last `times` moves."""
        if self._open() and sum(self.solo.undo(self.now) for _ in range(times)):
            self._changed()
            self._events.append(Resumed(self._state))

    def redo(self) -> None:
        """Redo the last undone move."""
        if self._open() and (events := self.solo.redo(self.now)):
            self._take(events)

    def hint(self) -> None:
        """Ask for a move: see Hints.ask."""
        if self._open():
            self.hints.ask(self.now)

    def lay_out(self) -> bool:
        """Make the moves of `finish`; False if there are none."""
        line = self.finish
        for move in line:
            self.play(move)
        return bool(line)

    def restart(self) -> None:
        """Deal the same cards again and drop the run so far."""
        indicates = self.hints.indicates
        self._deal()
        self.hints.indicates = indicates
        self._events.append(Dealt(1, self._state.table))

    def give_up(self) -> None:
        """End the run as it stands; does nothing before the first move."""
        if self.begun and not self.over:
            self._end()

    def close(self) -> None:
        """Leave the table."""
        self.clock.stop()
        if self._keeper and self.keeps:
            self._keeper.keep(self.solo, self.now)
        self._cache.close()

    # -- internals

    def _advance(self) -> None:
        """Check the time limit, take in the solver's answers, and keep the run."""
        if self.kept:
            self.clock.start()
        self._look_at_the_clock()
        self.hints.poll(self.now)
        if self._keeper and not self.over:
            self._keeper.look(self.solo, self.now, self.begun)

    def _open(self) -> bool:
        """Whether the player may act now."""
        self._look_at_the_clock()
        return not (self.over or self.paused)

    def _look_at_the_clock(self) -> None:
        running = self.begun and not self.over
        if self.limit is not None and running and self.now + self.solo.penalty >= self.limit:
            self.timed_out = True
            self._end()

    def _take(self, events: Sequence[Event]) -> None:
        self._changed()
        self._events += [mask(event) for event in events]  # type: ignore[arg-type]
        stuck = self.rules.reflex and self.stuck
        if self.solo.won or self.solo.outcome or stuck:
            self._end()

    def _changed(self) -> None:
        self._show()
        self.hints.moved()

    def _end(self) -> None:
        self.over = True
        self.hints.stop()
        self.clock.stop()


class PracticeRun(LiveRun):
    """A run that begins in the middle of another, and never counts. Moves made before that can be undone."""

    begun = True

    def __init__(self, made: Sequence[Move], *run: Any, **more: Any) -> None:
        """`made`: the moves until then; the rest is as for any run."""
        self._made = made
        super().__init__(*run, may=May(record=False), **more)

    def _deal(self) -> None:
        super()._deal()
        self.solo.replay(Act(0, move) for move in self._made)
        self._changed()
