"""Client-side prediction: own moves are shown at once, and the host's answer only confirms them. Own are
those of all seats played at this screen.

A card not yet known is HIDDEN until the host names it; a move the host refuses is rolled back.
"""

from collections import deque
from collections.abc import Collection
from contextlib import suppress

from game.core.cards import HIDDEN
from game.core.rules import IllegalMove, Rules, play
from game.core.state import PLAYING, Dealt, Event, Resumed, Returned, Scored, State, Thrown, fold_match
from game.core.table import Mode, Move, Moved, Turned

FAR = 64
"""The most own moves shown before the host has confirmed them; further moves wait for the host."""


class Prediction:
    """The match as shown: `base` is what the host has sent so far, `state` adds the own moves to it."""

    def __init__(self, state: State) -> None:
        self.base = state
        self.state = state
        self._expected: dict[int, deque[Event]] = {}
        """By own seat, predicted events that the host has yet to confirm, in order."""

    def press(self, rules: Rules, seat: int, move: Move, at: int) -> list[Event]:
        """The immediate effects of an own move made at `at`; nothing if it has to wait for the host."""
        state = self.state
        in_air = any(thrown.seat == seat for thrown in state.air)
        if state.phase != PLAYING or in_air or not move.count or at < (state.starts or 0):
            return []
        expected = self._expected.setdefault(seat, deque())
        if len(expected) >= FAR:
            return []
        events: list[Event] = []
        if rules.flies(state.table, seat, move):
            card = state.table.piles[move.src].exposed
            if card and card != HIDDEN:
                events.append(Thrown(seat, move, (card,), at))
        else:
            with suppress(IllegalMove):
                events += play(rules, state.table, seat, move)
        for event in events:
            self.state = fold_match(self.state, event)
        expected.extend(events)
        return events

    def receive(self, event: Event, seats: Collection[int | None]) -> Event | None:
        """Apply an event from the host; returns what of it is new to a viewer of `state`, or None. `seats`:
        the own ones."""
        self.base = fold_match(self.base, event)
        new: Event | None = event
        confirmed = next((own for own in self._expected.values() if own and _alike(event, own[0])), None)
        if confirmed is not None:
            confirmed.popleft()
            new = None
        elif isinstance(event, Dealt | Scored | Resumed | Mode):
            self._expected.clear()
        elif isinstance(event, Moved | Returned) and event.seat in seats:
            wrong = self._expected.pop(event.seat, ())
            if isinstance(event, Returned) and any(isinstance(e, Thrown) for e in wrong):
                new = event._replace(thrown=True)  # here it has already left the hand
        self.state = self.base
        for own in self._expected.values():
            for expected in own:
                self.state = fold_match(self.state, expected)
        return new


def _alike(heard: Event, expected: Event) -> bool:
    """Whether the event is the expected one, ignoring cards that were not known."""
    match heard, expected:
        case Moved(seat, src, dst, cards, up, under), Moved() as other:
            return (seat, src, dst, len(cards), up, under) == (*other[:3], len(other.cards), *other[4:])
        case Turned(pile), Turned(other_pile):
            return pile == other_pile
        case Thrown(seat, move), Thrown(other_seat, other_move):
            return (seat, move) == (other_seat, other_move)
    return False
