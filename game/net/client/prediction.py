"""Client-side prediction: own moves are shown at once, and what is thrown lands at its time once the host has
told what becomes of it; its answer only confirms them. Own are those of all seats played at this screen.

A card not yet known is HIDDEN until the host names it; a move the host refuses is rolled back.
"""

from collections import deque
from collections.abc import Sequence
from contextlib import suppress

from game.core.cards import HIDDEN
from game.core.rules import IllegalMove, Rules, play
from game.core.state import (
    FLIGHT,
    LANDS,
    PLAYING,
    UNDECIDED,
    Dealt,
    Event,
    Resumed,
    Returned,
    Scored,
    State,
    Thrown,
    fold_match,
    in_air,
)
from game.core.table import Mode, Move, Moved, Turned

FAR = 64
"""The most own moves shown before the host has confirmed them; further moves wait for the host."""


class Prediction:
    """The match as shown: `base` is what the host has sent so far, `state` adds the own moves to it."""

    def __init__(self, state: State) -> None:
        self.base = state
        self.state = state
        self._expected: dict[int, deque[Event]] = {}
        """By seat, predicted events that the host has yet to confirm, in order."""

    def press(self, rules: Rules, seat: int, move: Move, at: int) -> list[Event]:
        """The immediate effects of an own move made at `at`; nothing if it has to wait for the host."""
        state = self.state
        throws = any(thrown.seat == seat for thrown in state.air)
        if state.phase != PLAYING or throws or not move.count or at < (state.starts or 0):
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
        self._expect(seat, events)
        return events

    def land(self, rules: Rules, now: int) -> list[Event]:
        """What lands or returns by `now`, as far as that is certain."""
        shown: list[Event] = []
        # A tie that the later one has won is over a moment after the other's time.
        for seat, move, _cards, at, fate in sorted(
            self.state.air, key=lambda each: (each.fate >= 0, each.at)
        ):
            if fate == UNDECIDED or not move.count or at + FLIGHT + self.state.delay > now:
                continue
            if any(other.seat == fate for other in self.state.air):
                continue
            events: list[Event] = [Returned(seat, move, fate if fate >= 0 else None)]
            if fate == LANDS:
                try:
                    events = list(play(rules, self.state.table, seat, move))
                except IllegalMove:  # what has to come before is not here yet
                    continue
            self._expect(seat, events)
            shown += events
        return shown

    def lands(self, after: int) -> int | None:
        """When what is in the air is next shown to land, by the host's clock."""
        shown = (each.at + FLIGHT + self.state.delay for each in self.state.air if each.fate != UNDECIDED)
        return min((at for at in shown if at > after), default=None)

    def early(self, event: Event, now: int) -> bool:
        """Whether it follows from what has landed, but is not to be shown yet: a knock ends the round, so all
        waits for one. What was not foretold comes late as it is."""
        for thrown in self.base.air if self.base.delay else ():
            lands = thrown.at + FLIGHT
            if thrown.fate == UNDECIDED or lands + self.base.delay <= now:
                continue
            if not thrown.move.count and lands <= now:
                return True
            told = Moved if thrown.fate == LANDS else Returned
            if isinstance(event, told) and event.seat == thrown.seat:
                return True
        return False

    def _expect(self, seat: int, events: Sequence[Event]) -> None:
        for event in events:
            self.state = fold_match(self.state, event)
        self._expected.setdefault(seat, deque()).extend(events)

    def receive(self, event: Event) -> Event | None:
        """Apply an event from the host; returns what of it is new to a viewer of `state`, or None."""
        new: Event | None = None if in_air(event, self.base) else event
        self.base = fold_match(self.base, event)
        confirmed = next((own for own in self._expected.values() if own and alike(event, own[0])), None)
        if confirmed is not None:
            confirmed.popleft()
            new = None
        elif isinstance(event, Dealt | Scored | Resumed | Mode):
            self._expected.clear()
        elif isinstance(event, Moved | Returned):
            wrong = self._expected.pop(event.seat, ())
            if isinstance(event, Returned) and any(isinstance(e, Thrown) for e in wrong):
                new = event._replace(thrown=True)  # here it has already left the hand
        self.state = self.base
        for own in self._expected.values():
            for expected in own:
                self.state = fold_match(self.state, expected)
        return new


def alike(heard: Event, expected: Event) -> bool:
    """Whether the event is the expected one, ignoring cards that were not known."""
    match heard, expected:
        case Moved(seat, src, dst, cards, up, under), Moved() as other:
            return (seat, src, dst, len(cards), up, under) == (*other[:3], len(other.cards), *other[4:])
        case Turned(pile), Turned(other_pile):
            return pile == other_pile
        case Returned(seat, move, _, thrown), Returned() as back:
            return (seat, move, thrown) == (back.seat, back.move, back.thrown)
        case Thrown(seat, move), Thrown(other_seat, other_move):
            return (seat, move) == (other_seat, other_move)
    return False
