"""A round of a duel as a game for one: the patience that lies before all, and the keys of those here."""

from collections.abc import Mapping, Sequence

from game.core.duel import LAID, MARKERS, Duel, frozen, key_of
from game.core.portraits import Portrait
from game.core.state import FLIGHT, PLAYING, SCORED, WON, Dud, Event, Resumed, Returned, State
from game.core.table import Move, Moved, Table
from game.core.words import N_
from game.sessions.session import MatchSeat, Session, SharedSeat
from game.sessions.solo import May, SoloSession


class DuelSeat(SharedSeat):
    """One of those who play at this screen. What is pressed changes nothing before the host has judged it,
    and a wrong key freezes only who has pressed it."""

    def __init__(self, run: "DuelSession", number: int, player: MatchSeat) -> None:
        """`number`: among those here; `player`: the seat in the match."""
        super().__init__(run, number)
        self._run, self.player = run, player
        self.pressed: int | None = None
        """The pile of the press that is not judged yet; a host that is lost may never do so."""
        self.missed: int | None = None
        """The pile of the press that was wrong, until it has been paid for."""
        self._late = False
        """Whether somebody has taken meanwhile what the press was for."""
        self._at = 0

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves on the table."""
        return self._run.moves

    @property
    def meanings(self) -> Mapping[int, str]:
        """A frozen hand is told so."""
        means = self._run.meanings
        return means if self.missed is None else dict.fromkeys(means, N_("frozen"))

    def play(self, move: Move, press: int | None = None) -> None:
        """Press the key of the pile that the cards are to go to."""
        if self._run.opens and self.pressed is self.missed is None:
            match = self._run.match
            state, read = match.state, match.now if press is None else press
            self._late = False
            self.pressed, self._at = move.dst, max(read, state.starts or 0)
            self.player.play(key_of(state.table, self.player.seat, move.dst), self._at)

    def thaw(self) -> None:
        """Be free again once a wrong press has been paid for."""
        match = self._run.match
        if match.now >= self._at + FLIGHT + frozen(match.state.table):
            self.forget()

    def forget(self) -> None:
        """Forget what was pressed."""
        self.pressed = self.missed = None

    def hear(self, event: Event) -> list[Event]:
        """What is to be seen of an event, if it judges the press."""
        own = self.player.seat
        match event:
            case Dud(seat) if seat == own:
                self.missed, self.pressed = None if self._late else self.pressed, None
                return [Dud(self.seat)] if self.missed is not None else []
            case Returned(seat) | Moved(seat) if seat == own:
                self.pressed = None
            case Moved():
                self._late = True
        return []


class DuelSession(SoloSession):
    """The patience, and those of the match who play it at this screen."""

    def __init__(self, match: Session, name: str) -> None:
        """`name`: what is shown as the name of the deal."""
        assert isinstance(match.rules, Duel)
        self.match = match
        self.heard: list[Event] = []
        """What has happened in the match since the last poll."""
        self._round = match.state.round
        self._now = self._before = 0
        self._starts: int | None = None
        """When this host began, and how long had been played before at another."""
        may = May(play=match.plays, pause=False, give_up=False)
        super().__init__(match.rules.inner, 0, match.backs[match.seat], name, may)
        players = enumerate(match.local_seats or (match,))
        self._here = tuple(DuelSeat(self, number, player) for number, player in players)

    @property
    def local_seats(self) -> Sequence[DuelSeat]:
        """Those who play at this screen; somebody who looks on, if nobody does."""
        return self._here

    def _show(self) -> None:
        self._state = State(PLAYING, 1, Table(self.match.state.table.piles[:MARKERS]), (0,), starts=0)
        self._moves = None

    @property
    def now(self) -> int:
        """Microseconds since the start; it stands when the round is over, and until another host begins."""
        state = self.match.state
        if state.phase == PLAYING and state.round == self._round:
            if state.starts != self._starts:
                self._starts, self._before = state.starts, self._now
            # Another host's clock is read before the start by that clock is known.
            self._now = max(self._now, self._before + self.match.now - (state.starts or 0))
        return self._now

    @property
    def begun(self) -> bool:
        """Not while another host counts down to go on."""
        return self.now > self._before

    @property
    def opens(self) -> bool:  # type: ignore[override]  # read-only here
        """Whether anybody's press would count."""
        return self.begun and not self.over and any(seat.missed is None for seat in self.local_seats)

    @property
    def placed(self) -> tuple[int, int]:
        """How many cards have been taken, of all."""
        counts = [len(pile.cards) for pile in self._state.table.piles]
        return sum(counts[LAID:]), sum(counts)

    @property
    def meanings(self) -> Mapping[int, str]:
        """Nothing before the first card has been turned, nor after the last."""
        return super().meanings if self.moves else {}

    def read_at(self, seconds: float) -> int:
        return self.match.moment(seconds)

    def _advance(self) -> None:
        for seat in self.local_seats:
            seat.thaw()
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
        match event:
            case Moved(player, src, dst) if max(src, dst) < MARKERS:
                own = [seat.seat for seat in self.local_seats if self.plays and seat.player.seat == player]
                self._events.append(event._replace(seat=own[0] if own else len(self.local_seats)))
            case Resumed():
                for seat in self.local_seats:
                    seat.forget()
                self._events.append(Resumed(self._state))
            case _:
                for seat in self.local_seats:
                    self._events += seat.hear(event)

    def restart(self) -> None:
        """There is one deal for all."""

    def appear(self, back: int, portrait: Portrait) -> None:
        """Ask for these."""
        self.match.appear(back, portrait)

    def close(self) -> None:
        """Nothing to leave: that is the match's."""
