"""The match as a seat in the host's own program sees it."""

from typing import NamedTuple

from game.core.state import Event, State, fold_match, opening


class SeatView:
    """Collects the events told to one seat."""

    def __init__(self, seats: int) -> None:
        self.state: State = opening(seats)
        self._coming: list[Event] = []

    def put(self, event: Event) -> None:
        """Add an event."""
        self._coming.append(event)

    def update(self) -> list[Event]:
        """The events since the last update, now applied to the state."""
        events, self._coming = self._coming, []
        for event in events:
            self.state = fold_match(self.state, event)
        return events


class BotPlayer(NamedTuple):
    """A seat with a bot, to be played by the program that runs the table."""

    level: str
    name: str
    view: SeatView
