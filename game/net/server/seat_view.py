"""The match as a seat in the host's own program sees it."""

from collections import deque

from game.core.state import Event, State, fold_match, opening


class SeatView:
    """Collects the events sent to one seat and shows each at its time."""

    def __init__(self, seats: int) -> None:
        self.state: State = opening(seats)
        self._coming: deque[tuple[int, Event]] = deque()

    def put(self, event: Event, at: int) -> None:
        """Add an event, to be shown at `at` (host's clock, microseconds)."""
        self._coming.append((at, event))

    def update(self, now: int) -> list[Event]:
        """The events due by `now` (host's clock), already applied to the state."""
        events = []
        while self._coming and self._coming[0][0] <= now:
            event = self._coming.popleft()[1]
            self.state = fold_match(self.state, event)
            events.append(event)
        return events
