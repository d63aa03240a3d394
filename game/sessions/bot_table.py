"""A match and its bots in one process, in simulated time."""

from collections.abc import Sequence

from game.bots.bot import Bot
from game.bots.personality import PLAIN, personality_of
from game.bots.skill import Adaptation
from game.core.match import Match
from game.core.requests import Request
from game.core.shuffle import derive
from game.core.state import Dud, Event, Returned, Thrown
from game.net.server.match_server import MatchServer
from game.net.server.seat_view import SeatView


class BotTable:
    """A match and its bots in one process, in simulated time: the same seed, the same match."""

    def __init__(
        self,
        match: Match,
        levels: dict[int, str],
        people: int = 1,
        names: Sequence[str] = (),
        adaptation: Adaptation | None = None,
    ) -> None:
        """`levels` gives the level of each bot's seat; the other seats are for people.

        `people`: so many of the first seats share the first view, at one screen. `names`: of all seats; a
        bot's says its personality. `adaptation`: of adaptive bots to these people.
        """
        self._adaptation = adaptation or Adaptation()
        self.match, self.now, self._people = match, 0, people
        self._server = MatchServer(match)
        self.views = [SeatView(match.seats) for _ in range(match.seats)]
        self._bots = {
            seat: Bot(
                match.rules,
                seat,
                level,
                derive(match.seed, 0, seat, use="bot"),
                personality_of(names[seat]) if names else PLAIN,
                self._adaptation.strength,
            )
            for seat, level in levels.items()
        }
        self._server.start()
        self._show()

    def next_time(self) -> int | None:
        """When something next happens by itself, in microseconds; None if it waits for a person."""
        times = [bot.wake for bot in self._bots.values()]
        landing = self._server.next_time(self.now)
        return min(times if landing is None else [*times, landing], default=None)

    def advance(self, now: int) -> None:
        """Run landings and bots, each at its time, up to `now`."""
        while (time := self.next_time()) is not None and time <= now:
            self.now = max(self.now, time)
            self._show()
            for seat, bot in self._bots.items():
                if bot.wake <= time:
                    for request in bot.look(self.views[seat].state, time):
                        self._server.ask(seat, request, self.now)
                    self._show()
        self.now = max(self.now, now)
        scores = [result.scores for result in self.match.results]
        if self._adaptation.follow(scores, set(range(self.match.seats)) - self._bots.keys()):
            for bot in self._bots.values():
                bot.adapt(self._adaptation.strength)

    def ask(self, seat: int, request: Request) -> None:
        """Carry out a person's request at once."""
        self._server.ask(seat, request, self.now)
        self._show()

    def _show(self) -> None:
        """Fold what has happened into the bots' views; a person's view is updated when polled."""
        for event, to, _by in self._server.settle(self.now):
            for seat, view in enumerate(self.views):
                if not 0 < seat < self._people and self._ear(seat, event) in to:
                    view.put(event)
        for seat in self._bots:
            self.views[seat].update()

    def _ear(self, seat: int, event: Event) -> int:
        """The seat for which a view hears of an event: at the shared one, of their own throws and duds each
        for itself, once."""
        if seat < self._people and isinstance(event, Thrown | Returned | Dud) and event.seat < self._people:
            return event.seat
        return seat
