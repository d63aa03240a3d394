"""A session at a table on the network, as a player, as two at one screen, or as a watcher."""

from typing import Protocol

from game.core.requests import Request
from game.core.rules import Rules
from game.core.state import Event, State
from game.core.table import Move
from game.net.client.round_verdict import RoundVerdict
from game.net.wire.messages import Room
from game.sessions.partner import PartnerSeat
from game.sessions.session import MatchSeat, Player


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
    def played(self) -> tuple[Player, ...]:
        """Who played the last round that has ended."""

    @property
    def state(self) -> State:
        """The match as of the last `poll`."""

    @property
    def now(self) -> int:
        """The host's clock in microseconds."""

    def verdict(self, number: int) -> RoundVerdict | None:
        """Whether that round is proved, if it is over."""

    def moment(self, local: int) -> int:
        """The host's time at a local moment, given in microseconds of time.perf_counter()."""

    @property
    def partner(self) -> "NetworkTable | None":
        """The second player's connection to the same table, if two play at this screen."""

    def press(self, move: Move, press: int | None = None) -> None:
        """Make a move, pressed at `press` on the host's clock; None: now."""

    def press_beside(self, move: Move, press: int | None = None) -> None:
        """Make the second player's move."""

    def ask(self, request: Request) -> None:
        """Send a request to the host."""

    def change_appearance(self, name: str, back: int) -> None:
        """Ask for another name and card back."""

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
        self._seats = self._seats_now()
        own, beside = self._seats
        self.plays = own is not None
        self.seat = own or 0
        self.here: tuple[MatchSeat, ...] = (self,) if self.plays else ()
        if table.partner and beside is not None:
            self.here += (PartnerSeat(self, beside, table.press_beside, table.partner.ask),)

    @property
    def fresh(self) -> bool:
        """Whether the seats are still those the session was made for."""
        return len(self.state.totals) == self.seats and self._seats == self._seats_now()

    def _seats_now(self) -> tuple[int | None, int | None]:
        """The seats of the player and of the second one, as far as they are in the match."""
        there = range(len(self.state.totals))
        partner = self._table.partner
        own, beside = self._table.seat, partner.seat if partner else None
        return own if own in there else None, beside if beside in there else None

    @property
    def names(self) -> tuple[str, ...]:
        """The names at the seats."""
        return self._table.names[: self.seats] or ("",) * self.seats

    @property
    def played(self) -> tuple[Player, ...]:
        """Who played the last round that has ended."""
        return self._table.played

    @property
    def backs(self) -> tuple[int, ...]:
        """The backs of the seats' packs."""
        room = self._table.room
        return tuple(place.back for place in room.places[: self.seats]) if room else (0,) * self.seats

    def wear_back(self, back: int) -> None:
        """Ask the host for this card back; it gives another if somebody has this one."""
        if self.plays:
            self._table.change_appearance(self.names[self.seat], back)

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

    def verdict(self, number: int) -> RoundVerdict | None:
        """Whether that round is proved, if it is over."""
        return self._table.verdict(number)

    def moment(self, seconds: float) -> int:
        """The value of `now` at a recent moment, given in seconds of time.perf_counter()."""
        return self._table.moment(round(seconds * 1e6))

    def play(self, move: Move, press: int | None = None) -> None:
        """Make a move, pressed at `press` on the host's clock; None: now."""
        self._table.press(move, press)

    def ask(self, request: Request) -> None:
        """Make another of the player's requests: knock, call out, cheer."""
        self._table.ask(request)

    def poll(self) -> list[Event]:
        """The events since the last call."""
        return self._table.poll()

    def close(self) -> None:
        """Do nothing: the player stays at the table after the match."""
