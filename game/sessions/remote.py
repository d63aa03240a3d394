"""A session at a table on the network, as a player or as a watcher."""

from typing import Protocol

from game.core.requests import Cheer, Knock, Request, Shout
from game.core.rules import Rules
from game.core.state import Event, State
from game.core.table import Move
from game.core.verdict import Verdict
from game.net.wire.messages import Room


class NetworkTable(Protocol):
    """What the session needs from the connection to its table."""

    @property
    def rules(self) -> Rules:
        """The rules of the game, with its house rules."""

    @property
    def room(self) -> Room | None:
        """The room: who is there and what is played."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names at the room's places."""

    @property
    def seat(self) -> int | None:
        """The player's seat; None for a watcher."""

    @property
    def state(self) -> State:
        """The match as of the last `poll`."""

    @property
    def now(self) -> int:
        """The host's clock in microseconds."""

    def verdict(self, number: int) -> Verdict | None:
        """Whether that round is proved, if it is over."""

    def moment(self, local: int) -> int:
        """The host's time at a local moment, given in microseconds of time.perf_counter()."""

    def press(self, move: Move, press: int | None = None) -> None:
        """Make a move, pressed at `press` on the host's clock; None: now."""

    def ask(self, request: Request) -> None:
        """Send a request to the host."""

    def poll(self) -> list[Event]:
        """The events of the match since the last call."""


class RemoteSession:
    """A session for the current seats.

    When seats change (see `fresh`), make a new session.
    """

    can_pause = False
    paused = False

    def __init__(self, table: NetworkTable) -> None:
        self._table = table
        self.rules = table.rules
        self.seats = len(self.state.totals)
        self.plays = table.seat is not None and table.seat < self.seats
        self.seat = table.seat if self.plays and table.seat is not None else 0

    @property
    def fresh(self) -> bool:
        """Whether the seats are still those the session was made for."""
        seat = self._table.seat
        own = self.seat if self.plays else None
        now = seat if seat is not None and seat < len(self.state.totals) else None
        return len(self.state.totals) == self.seats and own == now

    @property
    def names(self) -> tuple[str, ...]:
        """The names at the seats."""
        return self._table.names[: self.seats] or ("",) * self.seats

    @property
    def backs(self) -> tuple[int, ...]:
        """The backs of the seats' packs."""
        room = self._table.room
        return tuple(place.back for place in room.places[: self.seats]) if room else (0,) * self.seats

    @property
    def target(self) -> int:
        """Points to reach; 0: none."""
        return self._table.room.target if self._table.room else 0

    @property
    def rounds(self) -> int:
        """How many rounds the match has; 0: as many as it takes."""
        return self._table.room.rounds if self._table.room else 0

    @property
    def state(self) -> State:
        """The match as this seat sees it."""
        return self._table.state

    @property
    def now(self) -> int:
        """The host's clock in microseconds."""
        return self._table.now

    def verdict(self, number: int) -> Verdict | None:
        """Whether that round is proved, if it is over."""
        return self._table.verdict(number)

    def moment(self, seconds: float) -> int:
        """The value of `now` at a recent moment, given in seconds of time.perf_counter()."""
        return self._table.moment(round(seconds * 1e6))

    def play(self, move: Move, press: int | None = None) -> None:
        """Make a move, pressed at `press` on the host's clock; None: now."""
        self._table.press(move, press)

    def ready(self) -> None:
        """Knock for the start of a round."""
        self._table.ask(Knock())

    def shout(self, shout: int) -> None:
        """Call out one of the shouts."""
        self._table.ask(Shout(shout))

    def cheer(self, kind: int) -> None:
        """Show, as the winner, gracious or gloating."""
        self._table.ask(Cheer(kind))

    def poll(self) -> list[Event]:
        """The events since the last call."""
        return self._table.poll()

    def close(self) -> None:
        """Do nothing: the player stays at the table after the match."""
