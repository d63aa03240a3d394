"""A solo run as a session: the scene that it was played in shows it, at any speed."""

from collections.abc import Callable, Iterator

from game.core.rules import play
from game.core.solo import UNDO, Act, Solo
from game.core.state import PLAYING, Event, Resumed, Returned, State
from game.core.table import Move, Table, mask
from game.run import Run
from game.tape import Tape


class RunSession(Tape):
    """Watches a run that has been checked. Times are microseconds of play, as in SoloSession."""

    seats, seat, target, rounds = 1, 0, 0, 0
    limit = None
    medals = finish = ()
    lit = thinking = False
    light = "unknown"
    advice = None

    def __init__(self, run: Run, clock: Callable[[], float], back: int = 0) -> None:
        """`clock` gives seconds that only ever grow; `back`: the pack's."""
        super().__init__(clock)
        self.run, self.rules, self.seed = run, run.rules, run.header.seed
        self.name, self.names, self.backs = run.header.challenge, (run.header.name,), (back,)
        self.solo = Solo(self.rules, self.seed)
        self._skipped = False

    @property
    def state(self) -> State:
        """The deal as it was to be seen."""
        return State(PLAYING, 1, self.solo.table.view(), (0,), starts=0)

    @property
    def elapsed(self) -> int:
        """The time on the clock, penalties included; it stops at the result's."""
        return min(self.now + self.solo.penalty, self.run.result.time)

    @property
    def begun(self) -> bool:
        """Whether the first act has been done."""
        return bool(self.solo.log)

    @property
    def over(self) -> bool:
        """Whether the run has come to its result."""
        ended = self.now + self.solo.penalty >= self.run.result.time
        return ended and len(self.solo.log) == len(self.run.acts)

    @property
    def won(self) -> bool:
        """Whether it came out."""
        return self.solo.won

    @property
    def placed(self) -> tuple[int, int]:
        """How many cards are where they shall go, and how many there are to go."""
        return self.rules.progress(self.solo.table)

    def poll(self) -> list[Event]:
        """Play on to the present; what has happened since the last call."""
        self._advance()
        events: list[Event] = []
        for act in self.run.acts[len(self.solo.log) :]:
            if act.at > self._now:
                break
            events += self._done(act)
        if self._skipped:
            self._skipped = False
            return [Resumed(self.state)]
        return events

    def skip(self) -> None:
        """Go to the end, without all that lies between."""
        self._now = max(self._now, float(self.run.result.time))
        self._skipped = True

    def ready(self) -> None:
        """There is nobody to wait for."""

    def _done(self, act: Act) -> Iterator[Event]:
        """Do what was done then; what is to be seen of it."""
        before: Table = self.solo.table
        self.solo.repeat(act)
        if act.what == UNDO:
            yield Resumed(self.state)
        elif self.solo.table is not before:
            yield from map(mask, play(self.rules, before, 0, self.solo.line[-1]))
        elif isinstance(act.what, Move):
            yield Returned(0, act.what, None, thrown=False)
