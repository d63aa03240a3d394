"""The match as the host has confirmed it to one client: what its screen is checked against, and what a new
host goes on from."""

from collections import deque

from game.core.cards import HIDDEN, Card
from game.core.rules import Rules
from game.core.state import Dealt, Event, Sat, Scored, State, fold_match, opening, private_to
from game.core.table import Moved
from game.net.wire.validate_match import validate_event, validate_state

RECENT = 48
"""Events that a client can report to a new host: more than any two clients are ever apart."""


class ConfirmedMatch:
    """All events that have come, folded as they come, though they may be shown later.

    The faces of cards that were turned over stay known here, wherever the cards go.
    """

    def __init__(self, state: State | None = None, count: int = 0) -> None:
        self.state = opening(0) if state is None else state
        self.count = count
        """How many events have gone to everyone, with those before this client came in."""
        self.recent: deque[tuple[int, Event]] = deque(maxlen=RECENT)
        """The last of them, each with its number."""

    def resume(self, state: State, count: int, rules: Rules | None = None) -> None:
        """Take over a snapshot, made after so many events. Raises ValueError for what these rules exclude."""
        if rules:
            validate_state(state, rules)
        if count and count == self.count and self.state.table.view() == state.table:
            state = state._replace(table=self.state.table)  # more faces are known here
        self.state, self.count = state, count
        self.recent.clear()

    def add(self, event: Event, rules: Rules | None = None) -> None:
        """Fold an event from the host. Raises IndexError or ValueError for what these rules exclude."""
        if rules:
            validate_event(event, self.state)
        if isinstance(event, Moved) and HIDDEN in event.cards:
            state = fold_match(self.state, event._replace(cards=self._turned_over(event)))
        else:
            state = fold_match(self.state, event)
        if rules and isinstance(event, Dealt | Sat | Scored):
            validate_state(state, rules)
        self.state = state
        if private_to(event) is None:
            self.recent.append((self.count, event))
            self.count += 1

    def _turned_over(self, event: Moved) -> tuple[Card, ...]:
        """The faces of cards that are turned over: in reverse, as far as they are known."""
        return self.state.table.piles[event.src].cards[: -len(event.cards) - 1 : -1]
