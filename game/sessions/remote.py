"""A session to play at a table on the network, from the own seat or a watcher's place."""

from typing import TYPE_CHECKING

from game.core.requests import Cheer, Knock, Shout
from game.core.state import Event, State
from game.core.table import Move

if TYPE_CHECKING:
    from game.lan.table import RemoteTable


class RemoteSession:
    """The match as it is now.

    When seats change (see `fresh`) a new one is needed.
    """

    can_pause = False
    paused = False

    def __init__(self, lan: "RemoteTable") -> None:
        self._lan = lan
        self.rules = lan.rules
        self.seats = len(self.state.totals)
        self.plays = lan.seat is not None and lan.seat < self.seats
        self.seat = lan.seat if self.plays and lan.seat is not None else 0

    @property
    def fresh(self) -> bool:
        """Whether it is still about the same seats."""
        seat = self._lan.seat
        own = self.seat if self.plays else None
        now = seat if seat is not None and seat < len(self.state.totals) else None
        return len(self.state.totals) == self.seats and own == now

    @property
    def names(self) -> tuple[str, ...]:
        """The names at the seats."""
        return self._lan.names[: self.seats] or ("",) * self.seats

    @property
    def backs(self) -> tuple[int, ...]:
        """The backs of the seats' packs."""
        room = self._lan.room
        return tuple(place.back for place in room.places[: self.seats]) if room else (0,) * self.seats

    @property
    def target(self) -> int:
        """Points to reach; 0: none."""
        return self._lan.room.target if self._lan.room else 0

    @property
    def rounds(self) -> int:
        """How many rounds the match has; 0: as many as it takes."""
        return self._lan.room.rounds if self._lan.room else 0

    @property
    def state(self) -> State:
        """The match as this seat sees it."""
        return self._lan.remote.table.state

    @property
    def now(self) -> int:
        """The host's clock in microseconds."""
        return self._lan.remote.now

    def moment(self, seconds: float) -> int:
        """What `now` was at a moment just past, in seconds of time.perf_counter()."""
        return self._lan.remote.moment(round(seconds * 1e6))

    def play(self, move: Move, press: int | None = None) -> None:
        """Lay, move, turn, call or knock, pressed at this time of the host's clock; None: at this moment."""
        self._lan.remote.press(move, self.rules, press)

    def ready(self) -> None:
        """Knock for the start of a round."""
        self._lan.remote.ask(Knock())

    def shout(self, shout: int) -> None:
        """Call something out."""
        self._lan.remote.ask(Shout(shout))

    def cheer(self, kind: int) -> None:
        """Show, as the winner, what kind of winner one is."""
        self._lan.remote.ask(Cheer(kind))

    def poll(self) -> list[Event]:
        """What has happened since the last call."""
        return self._lan.remote.update()

    def close(self) -> None:
        """Nothing: one is still at the table when the match is over."""
