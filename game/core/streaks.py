"""Streaks: cards that one seat lays on the shared piles, each pressed soon after the one before."""

from collections.abc import Iterable

from game.core.state import Dealt, Event, Resumed, Returned, Thrown
from game.core.table import Moved

PAUSE = 1_000_000
"""The most microseconds between the presses of two cards of a streak."""
LEAST = 3
"""The cards from which on a streak is told."""


class Streaks:
    """Counts those of a round from its events, in the order in which they are seen: whoever sees the same
    round counts the same."""

    def __init__(self, air: Iterable[Thrown] = ()) -> None:
        """`air`: the cards that are on their way already."""
        self._begin(air)

    def _begin(self, air: Iterable[Thrown] = ()) -> None:
        self._flying = {thrown.seat: thrown for thrown in air}
        self._latest: dict[int, tuple[int, int]] = {}
        """By seat, when its latest card was pressed, and how many its streak has with it."""

    def follow(self, event: Event) -> int:
        """How many cards the streak has whose latest lands by this event; 0: no card lands."""
        match event:
            case Dealt():
                self._begin()
            case Resumed(state):
                self._begin(state.air)
            case Thrown(seat, move) if move.count:
                self._flying[seat] = event
            case Returned(seat, thrown=True):
                self._flying.pop(seat, None)
            case Moved(seat, src, dst):
                thrown = self._flying.get(seat)
                if thrown and thrown.move[:2] == (src, dst):
                    return self.lay(seat, self._flying.pop(seat).at)
        return 0

    def lay(self, seat: int, press: int) -> int:
        """How many cards the seat's streak has with one that was pressed then."""
        last, count = self._latest.get(seat, (press, 0))
        self._latest[seat] = press, count + 1 if press - last <= PAUSE else 1
        return self._latest[seat][1]
