"""The match as the host has confirmed it to one client: what the shown match is checked against, and what a
new host continues from."""

from collections import deque
from collections.abc import Callable

from game.core.cards import HIDDEN, Card
from game.core.rules import Rules
from game.core.state import Dealt, Event, Sat, Scored, State, fold_match, numbered, opening
from game.core.table import Moved
from game.net.wire.messages import HouseRules
from game.net.wire.validate_match import validate_event, validate_state

MakeRules = Callable[[HouseRules], Rules]
"""The rules that these terms name. Raises ValueError if there is no such match."""
_EFFECTS = 8
"""No move has more."""


class ConfirmedMatch:
    """All events received, applied as they arrive even if they are shown later.

    The faces of cards once turned over stay known here, wherever the cards go.
    """

    def __init__(self, state: State | None = None, count: int = 0) -> None:
        self.state = opening(0) if state is None else state
        self.count = count
        """How many numbered events there have been, including those before this client joined."""
        self.recent: deque[tuple[State, Event]] = deque(maxlen=_EFFECTS)
        """The last of them, each with the state before it."""

    def resume(self, state: State, count: int, rules: Rules | None = None) -> None:
        """Continue from a snapshot made after `count` events. Raises ValueError if these rules exclude it."""
        if rules:
            validate_state(state, rules)
        if count and count == self.count and self.state.table.view() == state.table:
            state = state._replace(table=self.state.table)  # more faces are known here
        self.state, self.count = state, count
        self.recent.clear()

    def add(self, event: Event, rules: Rules | None = None) -> None:
        """Apply an event from the host. Raises IndexError or ValueError if these rules exclude it."""
        if rules:
            validate_event(event, self.state)
        if isinstance(event, Moved) and HIDDEN in event.cards:
            state = fold_match(self.state, event._replace(cards=self._turned_over(event)))
        else:
            state = fold_match(self.state, event)
        if rules and isinstance(event, Dealt | Sat | Scored):
            validate_state(state, rules)
        if numbered(event):
            self.recent.append((self.state, event))
            self.count += 1
        self.state = state

    def _turned_over(self, event: Moved) -> tuple[Card, ...]:
        """The faces of cards being turned over, as far as they are known; their order is reversed."""
        return self.state.table.piles[event.src].cards[: -len(event.cards) - 1 : -1]
