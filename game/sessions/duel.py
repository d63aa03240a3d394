"""A round of a duel as a game for one: the patience that lies before all, and the own keys."""

from collections.abc import Mapping

from game.core.duel import FROZEN, LAID, MARKERS, Duel, key_of
from game.core.state import FLIGHT, PLAYING, SCORED, WON, Dud, Event, Resumed, Returned, State
from game.core.table import Move, Moved, Table
from game.core.words import N_
from game.sessions.session import Session
from game.sessions.solo import SoloSession

_OTHERS = 1
"""Their seat: the own one is 0, as in any game for one."""


class DuelSession(SoloSession):
    """What is pressed changes nothing before the host has judged it."""

    can_pause = paused = gives_up = False

    def __init__(self, match: Session, name: str) -> None:
        """`name`: what is shown as the name of the deal."""
        assert isinstance(match.rules, Duel)
        self.match, self.plays = match, match.plays
        self.heard: list[Event] = []
        """What has happened in the match since the last poll."""
        self.pressed: int | None = None
        """The pile of the own press that is not judged yet; a host that is lost may never do so."""
        self.missed: int | None = None
        """The pile of the own press that was wrong, until it has been paid for."""
        self._late = False
        """Whether somebody has taken meanwhile what the press was for."""
        self._round = match.state.round
        self._at = self._now = 0
        super().__init__(match.rules.inner, 0, match.backs[match.seat], name)

    def _show(self) -> None:
        self._state = State(PLAYING, 1, Table(self.match.state.table.piles[:MARKERS]), (0,), starts=0)
        self._moves = None

    @property
    def now(self) -> int:
        """Microseconds since the start; it stands when the round is over."""
        state = self.match.state
        if state.phase == PLAYING and state.round == self._round:
            self._now = max(0, self.match.now - (state.starts or 0))
        return self._now

    @property
    def begun(self) -> bool:
        return self.now > 0

    @property
    def opens(self) -> bool:  # type: ignore[override]  # read-only here
        """Whether a press would count."""
        return self.begun and not self.over and self.missed is None

    @property
    def placed(self) -> tuple[int, int]:
        """How many cards have been taken, of all."""
        counts = [len(pile.cards) for pile in self._state.table.piles]
        return sum(counts[LAID:]), sum(counts)

    @property
    def meanings(self) -> Mapping[int, str]:
        """A frozen hand is told so."""
        means = super().meanings if self.moves else {}
        return means if self.missed is None else dict.fromkeys(means, N_("frozen"))

    def read_at(self, seconds: float) -> int:
        return self.match.moment(seconds)

    def play(self, move: Move, press: int | None = None) -> None:
        """Press the key of the pile that the cards are to go to."""
        if self.opens and self.pressed is None:
            state, read = self.match.state, self.match.now if press is None else press
            self._late = False
            self.pressed, self._at = move.dst, max(read, state.starts or 0)
            self.match.play(key_of(state.table, self.match.seat, move.dst), self._at)

    def _advance(self) -> None:
        if self.match.now >= self._at + FLIGHT + FROZEN:
            self.pressed = self.missed = None
        self.heard = self.match.poll()
        state = self.match.state
        if state.round != self._round or not state.table.piles:
            return  # the next round is shown by a session of its own
        self._show()
        self.over = state.phase in (SCORED, WON)
        for event in self.heard:
            self._hear(event)

    def _hear(self, event: Event) -> None:
        """Tell of an event what is to be seen of it in a game for one."""
        own = self.match.seat if self.plays else None
        match event:
            case Moved(seat, src, dst) if max(src, dst) < MARKERS:
                self._events.append(event._replace(seat=0 if seat == own else _OTHERS))
            case Dud(seat) if seat == own:
                self.missed, self.pressed = None if self._late else self.pressed, None
                self._events += [Dud(0)] if self.missed is not None else []
            case Returned(seat) | Moved(seat) if seat == own:
                self.pressed = None
            case Moved():
                self._late = True
            case Resumed():
                self.pressed = self.missed = None
                self._events.append(Resumed(self._state))

    def restart(self) -> None:
        """There is one deal for all."""

    def wear_back(self, back: int) -> None:
        """Ask for this card back."""
        self.match.wear_back(back)

    def close(self) -> None:
        """Nothing to leave: that is the match's."""
