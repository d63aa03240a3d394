"""The interfaces between a table, wherever it is, and whoever looks at it."""

from typing import Protocol

from game.core.rules import Rules
from game.core.state import Event, State
from game.core.table import Move


class TableSession(Protocol):
    """A table as whoever sits at it, or watches it, sees it: of many seats or of one."""

    rules: Rules
    seats: int
    seat: int
    """Whose places lie large at the bottom."""
    plays: bool
    """Whether the person at this screen plays, or only watches."""
    can_pause: bool
    paused: bool

    @property
    def backs(self) -> tuple[int, ...]:
        """The backs of the seats' packs."""

    @property
    def state(self) -> State:
        """What is known of the table from this seat."""

    @property
    def now(self) -> int:
        """Microseconds of the table's own clock; it stands still while the game is paused."""

    def poll(self) -> list[Event]:
        """Bring the match to the present; what has happened since the last call."""

    def close(self) -> None:
        """Leave the table."""


class Session(TableSession, Protocol):
    """A seat in a match, or a place to watch it from."""

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' names; on a network they may change at any time, as do the backs."""

    @property
    def target(self) -> int:
        """Points to reach; 0: none."""

    @property
    def rounds(self) -> int:
        """How many rounds the match has; 0: as many as it takes."""

    def moment(self, seconds: float) -> int:
        """What `now` was at a moment just past, in seconds of time.perf_counter(), as input is read."""

    def play(self, move: Move, press: int | None = None) -> None:
        """Lay, move, turn, call or knock, pressed at this time of the host's clock; None: at this moment."""

    def ready(self) -> None:
        """Knock for the start of a round."""

    def shout(self, shout: int) -> None:
        """Call something out."""

    def cheer(self, kind: int) -> None:
        """Show, as the winner, what kind of winner one is."""
