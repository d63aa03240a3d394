"""A match and its bots in one process, in simulated time."""

from collections.abc import Mapping, Sequence

from game.bots.skill import Adaptation
from game.core.match import Match
from game.core.requests import Request
from game.core.state import Dud, Event, Returned, Thrown
from game.net.server.match_server import MatchServer
from game.net.server.seat_view import BotPlayer, SeatView
from game.sessions.bot_driver import BotDriver


class BotTable:
    """A match and its bots in one process, in simulated time: the same seed, the same match."""

    def __init__(
        self,
        match: Match,
        levels: Mapping[int, str],
        people: int = 1,
        names: Sequence[str] = (),
        adaptation: Adaptation | None = None,
    ) -> None:
        """`levels` gives the level of each bot's seat; the other seats are for people.

        `people`: so many of the first seats share the first view, at one screen. `names`: of all seats; a
        bot's says its personality. `adaptation`: of adaptive bots to these people.
        """
        self.match, self.now, self._people = match, 0, people
        self._server = MatchServer(match)
        self.views = [SeatView(match.seats) for _ in range(match.seats)]
        self._players = {
            seat: BotPlayer(level, names[seat] if names else "", self.views[seat])
            for seat, level in levels.items()
        }
        self._bots = BotDriver(adaptation)
        self._bots.seat(match, self._players)
        self._server.start()
        self._show()

    def next_time(self) -> int | None:
        """When something next happens by itself, in microseconds; None if it waits for a person."""
        landing = self._server.next_time(self.now)
        return min(self._bots.wakes if landing is None else [*self._bots.wakes, landing], default=None)

    def advance(self, now: int) -> None:
        """Run landings and bots, each at its time, up to `now`."""
        while (time := self.next_time()) is not None and time <= now:
            self.now = max(self.now, time)
            self._show()
            for seat, request in self._bots.look(self.match, self._players, self.now):
                self.ask(seat, request)
        self.now = max(self.now, now)

    def ask(self, seat: int, request: Request) -> None:
        """Carry out a request of this seat at once."""
        self._server.ask(seat, request, self.now)
        self._show()

    def _show(self) -> None:
        """Tell the views what has happened; each is updated when its player looks."""
        for event, to, _by in self._server.settle(self.now):
            for seat, view in enumerate(self.views):
                if not 0 < seat < self._people and self._ear(seat, event) in to:
                    view.put(event)

    def _ear(self, seat: int, event: Event) -> int:
        """The seat for which a view hears of an event: at the shared one, of their own throws and duds each
        for itself, once."""
        if seat < self._people and isinstance(event, Thrown | Returned | Dud) and event.seat < self._people:
            return event.seat
        return seat
