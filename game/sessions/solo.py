"""A table for one, as the screen sees it: what is common to playing a deal and to playing one back."""

from abc import ABC, abstractmethod

from game.core.rules import Rules
from game.core.solo import Solo
from game.core.state import PLAYING, Event, State
from game.core.table import Move
from game.sessions.hints import Hints
from game.solve.hints.cache import Hint


class SoloSession(ABC):
    """One deal from its first move to its end. Times are microseconds of play."""

    seats, seat = 1, 0
    can_pause = True
    plays: bool
    """Whether the person at this screen plays, or only watches."""
    limit: int | None = None
    """The time, penalties included, after which the result counts as it stands."""
    medals: tuple[tuple[str, int], ...] = ()
    """Each with the most time it may take, the best one first."""
    hints: Hints | None = None
    timed_out = False
    """Whether it ended because the limit was reached."""

    def __init__(self, rules: Rules, seed: int, back: int, name: str) -> None:
        """`name` is the challenge's, empty in free play; `back` the pack's."""
        self.rules, self.seed, self.name = rules, seed, name
        self.backs = (back,)
        self._events: list[Event] = []
        self._deal()

    def _deal(self) -> None:
        """Begin with the cards as they are dealt."""
        self.solo = Solo(self.rules, self.seed)
        self.over = False
        """Whether it has ended, one way or the other."""
        self._show()

    def _show(self) -> None:
        self._state = State(PLAYING, 1, self.solo.table.view(), (0,), starts=0)

    @property
    def state(self) -> State:
        """The deal as it may be seen; it plays from the start."""
        return self._state

    @property
    def elapsed(self) -> int:
        """The time on the clock, penalties included; never more than the limit."""
        elapsed = self.now + self.solo.penalty
        return elapsed if self.limit is None else min(elapsed, self.limit)

    @property
    def won(self) -> bool:
        """Whether it came out."""
        return self.solo.won

    @property
    def placed(self) -> tuple[int, int]:
        """How many cards are where they shall go, and how many there are to go."""
        return self.rules.progress(self.solo.table)

    @property
    @abstractmethod
    def now(self) -> int:
        """Microseconds so far, without penalties."""

    @property
    @abstractmethod
    def begun(self) -> bool:
        """Whether a move has been made, or a mistake that costs."""

    @property
    @abstractmethod
    def paused(self) -> bool:
        """Whether the clock is held."""

    @paused.setter
    @abstractmethod
    def paused(self, paused: bool) -> None: ...

    @property
    def advice(self) -> Hint | None:
        """What the hint that was asked for says of the table; None while there is none."""
        return self.hints.advice if self.hints else None

    @property
    def stuck(self) -> bool:
        """Whether whoever plays has no move left."""
        return False

    @property
    def finish(self) -> tuple[Move, ...]:
        """The moves onto the foundations that end it, if nothing is hidden and nothing else is needed."""
        return ()

    def play(self, move: Move) -> None:  # noqa: B027  # nothing to do is the default
        """Make a move; whoever watches makes none."""

    @abstractmethod
    def restart(self) -> None:
        """Begin the same deal again."""

    def poll(self) -> list[Event]:
        """Come to the present; what has happened since the last call."""
        self._advance()
        events, self._events = self._events, []
        return events

    @abstractmethod
    def _advance(self) -> None: ...

    @abstractmethod
    def close(self) -> None:
        """Leave the table."""
