"""A lesson in a game for one: the deal begins in the middle, and only what the lesson asks for is played."""

from collections.abc import Callable

from game.core.history import History
from game.core.table import Move
from game.lessons.lesson import Guide, Lesson
from game.sessions.live_run import LiveRun


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

    def play(self, move: Move) -> None:
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
