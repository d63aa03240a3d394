"""Lessons as sessions: the deal begins in the middle, and only what the lesson asks for is played."""

from collections.abc import Callable

from game.core.solo import History
from game.core.state import PLAYING, Event, Play, State
from game.core.table import Move
from game.lessons.lesson import Guide, Lesson
from game.sessions.live_run import LiveRun
from game.sessions.local import FromHere


class LessonRun(LiveRun):
    """The run of a lesson. The rules judge every move; of the legal ones, only those that the step asks for
    are made."""

    teaches = True

    def __init__(self, lesson: Lesson, clock: Callable[[], float], back: int) -> None:
        """`clock` is monotonic, in seconds."""
        self.guide = Guide(lesson)
        self.declined: Move | None = None
        """A legal move that the step did not ask for, until the screen has told so."""
        super().__init__(lesson.rules, 0, clock, back=back)

    def _deal(self) -> None:
        super()._deal()
        self.guide.made = 0
        self.solo.history = History(self.guide.lesson.table)
        self._changed()

    @property
    def won(self) -> bool:
        """Whether every step has been taken."""
        return self.guide.step is None

    def play(self, move: Move, press: int | None = None) -> None:
        """Make a move that the step asks for; an illegal one is judged, so that it comes back."""
        table = self.solo.table
        if move in self.guide.wanted(table):
            super().play(move)
            self.guide.made += self.solo.table is not table
            if self.won and not self.over:
                self._end()
        elif move in self.rules.moves(table, 0):
            self.declined = move
        else:
            super().play(move)


_REACHES, _SAYS = 60_000, 1_200_000
"""Microseconds after the player's move until the other one throws a card, or calls."""
_LOOKS = 900_000
"""Microseconds from the beginning of a step until the other one plays."""


class LessonMatch(FromHere):
    """The table of a lesson. The rules judge every move; of the legal ones, only those that the step asks for
    are made."""

    def __init__(
        self, lesson: Lesson, names: tuple[str, ...], backs: tuple[int, ...], clock: Callable[[], float]
    ) -> None:
        """`clock` is monotonic, in seconds."""
        state = State(PLAYING, 1, lesson.table, (0,) * lesson.seats, starts=0)
        super().__init__(lesson.rules, state, names, backs, clock)
        self.guide = Guide(lesson)
        self.declined: Move | None = None
        """A legal move that the step did not ask for, until the screen has told so."""
        self._made = False
        """Whether the move of this step is on its way."""
        self._other: list[tuple[int, Move]] = []
        """What the other player is about to do, and when."""
        self._begin()

    def play(self, move: Move, press: int | None = None) -> None:
        """Make a move that the step asks for; an illegal one is judged, so that it comes back."""
        table = self.state.table
        if self._made:
            return
        if move in self.guide.wanted(table):
            self._made = True
            self._plan(self.guide.step.answers if self.guide.step else "", _REACHES if move.count else _SAYS)
        elif move in self.rules.moves(table, self.seat):
            self.declined = move
            return
        super().play(move, press)

    def poll(self) -> list[Event]:
        """Advance to the present, the other player's moves included, and return the events."""
        while self._other and self._other[0][0] <= self.now:
            at, move = self._other.pop(0)
            self._table.advance(at)
            self._table.ask(1, Play(move, at))
        events = super().poll()
        if self._made and not (self._other or self.state.air):
            self._made = False
            self.guide.made += 1
            self._begin()
        return events

    def _begin(self) -> None:
        if step := self.guide.step:
            self._plan(step.opens, _LOOKS)

    def _plan(self, move: str, after: int) -> None:
        """Let the other player make this move, if there is one, in `after` microseconds."""
        if move:
            self._other.append((self.now + after, self.guide.lesson.named(move, 1)))
