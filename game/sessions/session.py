"""The interfaces between a table, wherever it is, and the screen; and the seat of a second player there."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

from game.core.hand import Hand
from game.core.limits import Handicap
from game.core.portraits import Portrait
from game.core.rules import Rules
from game.core.state import Event, Request, State
from game.core.table import Move
from game.net.client.deal_verdict import DealVerdict
from game.story.seen import Seen

Press = Callable[[Move, int | None], None]
"""Makes a move, pressed at a time of the host's clock; None: now."""


class SeatSession(Protocol):
    """A table of one or more seats, as one of them sees it."""

    rules: Rules
    seats: int
    seat: int

    @property
    def state(self) -> State:
        """The state as this seat sees it."""

    @property
    def now(self) -> int:
        """Microseconds of the table's own clock, which stops while the game is paused."""


class MatchSeat(SeatSession, Protocol):
    """A seat in a match, and what its player asks for."""

    def play(self, move: Move, press: int | None = None) -> None:
        """Make a move, pressed at `press` on the host's clock; None: now."""

    def ask(self, request: Request) -> None:
        """Make another of the player's requests: knock, call out, cheer."""


class TableSession(SeatSession, Protocol):
    """A table as the screen of a player or a watcher shows it; the session's seat is large at the bottom."""

    paused: bool

    @property
    def plays(self) -> bool:
        """Whether the person at this screen plays, or only watches."""

    @property
    def can_pause(self) -> bool:
        """Whether the table can be paused."""

    @property
    def backs(self) -> tuple[int, ...]:
        """The backs of the seats' packs."""

    def poll(self) -> list[Event]:
        """Advance the table to the present and return the events since the last call."""

    def appear(self, back: int, portrait: Portrait) -> None:
        """Ask for another card back and portrait for the player here; a watcher has none."""

    def close(self) -> None:
        """Leave the table."""


class Player(NamedTuple):
    """Who had a seat in a round."""

    name: str
    back: int
    here: bool
    """Whether at this screen."""
    portrait: Portrait = "star"


class Session(TableSession, MatchSeat, Protocol):
    """A seat in a match, or a place to watch it from."""

    @property
    def local_seats(self) -> tuple[MatchSeat, ...]:
        """The seats played at this screen, the session's own first; empty for a watcher."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats; on a network these, the backs and the portraits may change at any time."""

    @property
    def portraits(self) -> tuple[Portrait, ...]:
        """The portraits of the seats."""

    @property
    def played(self) -> tuple[Player, ...]:
        """Who played the last round that has ended; empty: those who have the seats now."""

    @property
    def seen(self) -> Sequence[Seen]:
        """The rounds of a replay; empty where the match is being played."""

    @property
    def handicaps(self) -> tuple[int, ...]:
        """By seat, how many cards its 13-pile has from the next deal on."""

    def may_handicap(self, seat: int) -> bool:
        """Whether somebody at this screen may change that now."""

    def handicap(self, seat: int, cards: Handicap) -> None:
        """Have the 13-pile of the seat dealt so many cards from the next deal on."""

    @property
    def target(self) -> int:
        """Points to reach; 0: none."""

    @property
    def rounds(self) -> int:
        """How many rounds the match has; 0: as many as it takes."""

    @property
    def hands(self) -> Mapping[int, Hand]:
        """By seat, the hands over the shared piles as they are to be shown now."""

    def point(self, hand: Hand | None) -> None:
        """The pointer of the seat's player is there; None: not over the shared piles."""

    def verdict(self, number: int) -> DealVerdict | None:
        """Whether the deal of that round is proved; None where nobody need prove it."""

    def moment(self, seconds: float) -> int:
        """The value of `now` at a recent moment, in seconds of the clock, as for input events."""


class SharedSeat:
    """A seat at the table that another session shows."""

    def __init__(self, session: SeatSession, seat: int) -> None:
        self._session = session
        self.rules, self.seats, self.seat = session.rules, session.seats, seat

    @property
    def state(self) -> State:
        """The state as all seats see it: faces are everyone's or nobody's."""
        return self._session.state

    @property
    def now(self) -> int:
        """The table's own clock in microseconds."""
        return self._session.now


class SecondSeat(SharedSeat):
    """Another seat of a match that is played at this screen."""

    def __init__(self, session: SeatSession, seat: int, press: Press, ask: Callable[[Request], None]) -> None:
        """`press` and `ask` bring what this seat's player does to the host."""
        super().__init__(session, seat)
        self._press, self.ask = press, ask

    def play(self, move: Move, press: int | None = None) -> None:
        """Make a move, pressed at `press` on the host's clock; None: now."""
        self._press(move, press)
