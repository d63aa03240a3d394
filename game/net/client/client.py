"""A seat's end of the line: asks the host, and keeps the state as this seat sees it."""

from game.core.requests import Request
from game.core.state import Event, State, fold_match, opening
from game.net.transport.link import ClientLink


class LocalClient:
    """What one seat knows of the match."""

    def __init__(self, link: ClientLink, seats: int) -> None:
        self.state: State = opening(seats)
        self._link = link

    def ask(self, request: Request) -> None:
        """Send a request to the host."""
        self._link.send(request)

    def update(self, now: int) -> list[Event]:
        """The events to be shown by `now` (host's clock, microseconds), already folded into the state."""
        events = self._link.receive(now)
        for event in events:
            self.state = fold_match(self.state, event)
        return events
