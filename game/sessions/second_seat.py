"""The seat of the second player at a screen: the table is the first one's, the requests are its own."""

from collections.abc import Callable

from game.core.requests import Request
from game.core.state import State
from game.core.table import Move
from game.sessions.session import SeatSession

Press = Callable[[Move, int | None], None]
"""Makes a move, pressed at a time of the host's clock; None: now."""


class SecondSeat:
    """A seat at the table that another seat's session shows."""

    def __init__(self, session: SeatSession, seat: int, press: Press, ask: Callable[[Request], None]) -> None:
        """`press` and `ask` bring what this seat's player does to the host."""
        self._session, self._press, self.ask = session, press, ask
        self.rules, self.seats, self.seat = session.rules, session.seats, seat

    @property
    def state(self) -> State:
        """The state as both seats see it: faces are everyone's or nobody's."""
        return self._session.state

    @property
    def now(self) -> int:
        """The table's own clock in microseconds."""
        return self._session.now

    def play(self, move: Move, press: int | None = None) -> None:
        """Make a move, pressed at `press` on the host's clock; None: now."""
        self._press(move, press)
