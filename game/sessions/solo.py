"""The solo session: what live runs and playbacks have in common."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple, Protocol

from game.core.portraits import Portrait
from game.core.rules import Rules, play
from game.core.solo import UNDO, Act, Solo
from game.core.state import PLAYING, Event, Resumed, Returned, State
from game.core.table import Move, mask
from game.sessions.clocks import Pausing
from game.sessions.hints import Hints
from game.sessions.session import SeatSession
from game.solve.hints.cache import Hint


class SoloSeat(SeatSession, Protocol):
    """Somebody who plays a game for one."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves on the table."""

    @property
    def meanings(self) -> Mapping[int, str]:
        """What each of the two piles of a reflex game means now."""

    def play(self, move: Move, press: int | None = None) -> None:
        """Make a move, pressed at `press` if a host judges it."""


class May(NamedTuple):
    """What is permitted in a game for one."""

    play: bool = True
    """Without it the person at this screen only watches."""
    pause: bool = True
    undo: bool = True
    hint: bool = True
    give_up: bool = True
    record: bool = True
    """What becomes of it may be written down, as a result and for the ladder."""

    time: bool = True
    """Time counts: there is a clock, with limits and medals, what helps costs some of it, and what becomes of
    it is a result. Without it all this is free, and it only counts as played."""


EVERYTHING: Final = May()
PEACE: Final = May(time=False)


class SoloSession(Pausing, ABC):
    """One deal from its first move to its end. Times are microseconds of play."""

    seats, seat = 1, 0
    limit: int | None = None
    """The time limit in microseconds, penalties included; then the result counts as it stands."""
    medals: tuple[tuple[str, int], ...] = ()
    """Each medal with its time limit, the best first."""
    solution: Sequence[Move] = ()
    """Moves proved to win the deal; empty: none are known."""
    vain = False
    """Whether moves that win have been searched for in vain, which is told before the first one is made."""
    hints: Hints | None = None
    keeps = False
    """Whether it is kept for later if the player leaves now."""
    kept = False
    """Whether it was kept earlier, and goes on."""
    teaches = False
    """Whether it is a lesson: nothing counts, and what to do is said above the table."""
    opens = True
    """Whether anything can be played yet."""
    timed_out = False
    """Whether the run ended at the time limit."""

    def __init__(self, rules: Rules, seed: int, back: int, name: str, may: May) -> None:
        """`name` is the challenge's, empty in free play; `back` is the card back of the pack."""
        self.rules, self.seed, self.name, self.may = rules, seed, name, may
        self.plays, self.can_pause = may.play, may.pause
        self.backs = (back,)
        self._events: list[Event] = []
        self._deal()

    def _deal(self) -> None:
        """Start over with the opening table."""
        self.solo = Solo(self.rules, self.seed)
        self.over = False
        """Whether the run has ended, won or not."""
        self._show()

    def _show(self) -> None:
        self._state = State(PLAYING, 1, self.solo.table.view(), (0,), starts=0)
        self._moves: tuple[Move, ...] | None = None

    def _repeat(self, act: Act) -> Iterator[Event]:
        """Repeat an act; the events to show. Raises ValueError if it is impossible here."""
        before = self.solo.table
        self.solo.replay((act,))
        self._show()
        if act.what == UNDO:
            yield Resumed(self.state)
        elif self.solo.table is not before:
            yield from map(mask, play(self.rules, before, 0, self.solo.history.line[-1]))
        elif isinstance(act.what, Move):
            yield Returned(0, act.what, None, thrown=False)

    @property
    def local_seats(self) -> Sequence[SoloSeat]:
        """Those who play at this screen."""
        return (self,)

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves on the table, worked out once for it."""
        if self._moves is None:
            self._moves = tuple(self.rules.moves(self._state.table, 0))
        return self._moves

    @property
    def state(self) -> State:
        """The deal as the player sees it; its phase is PLAYING from the start."""
        return self._state

    @property
    def elapsed(self) -> int:
        """The time on the clock, penalties included; never more than the limit."""
        elapsed = self.now + self.solo.penalty
        return elapsed if self.limit is None else min(elapsed, self.limit)

    @property
    def won(self) -> bool:
        """Whether the deal came out."""
        return self.solo.won

    @property
    def placed(self) -> tuple[int, int]:
        """How many cards have reached their goal, and how many must."""
        return self.rules.progress(self.solo.table)

    @property
    @abstractmethod
    def begun(self) -> bool:
        """Whether the clock has started: by a move, or by a mistake that costs."""

    @property
    def advice(self) -> Hint | None:
        """The hint asked for; None while there is none."""
        return self.hints.advice if self.hints else None

    @property
    def stuck(self) -> bool:
        """Whether the player has no move left."""
        return False

    @property
    def finish(self) -> tuple[Move, ...]:
        """The moves onto the foundations that finish the deal, if it needs no others and hides no card."""
        return ()

    @property
    def meanings(self) -> Mapping[int, str]:
        """What each of the two piles of a reflex game means now."""
        return self.rules.meanings(self._state.table)

    def read_at(self, seconds: float) -> int | None:
        """When an input was read, by the clock of a host; None: there is no host."""
        return None

    def play(self, move: Move, press: int | None = None) -> None:  # nothing to do is the default
        """Make a move, pressed at `press` if a host judges it; ignored in a playback."""

    @abstractmethod
    def restart(self) -> None:
        """Begin the same deal again."""

    def appear(self, back: int, portrait: Portrait) -> None:
        """Use this card back."""
        self.backs = (back,)

    def poll(self) -> list[Event]:
        """Advance to the present and return the events since the last call."""
        self._advance()
        events, self._events = self._events, []
        return events

    @abstractmethod
    def _advance(self) -> None: ...

    @abstractmethod
    def close(self) -> None:
        """Leave the table."""
