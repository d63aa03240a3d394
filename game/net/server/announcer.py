"""Whom the host tells of what happens, and when: nobody who could still claim a press from before it."""

from collections import deque
from collections.abc import Mapping
from itertools import islice
from typing import NamedTuple

from game.core.match import TIE
from game.core.state import Event, State, Thrown

WATCHER = -1
"""Stands for the seat of a watcher."""


class Notice(NamedTuple):
    """An event with only what its receivers may see."""

    event: Event
    to: frozenset[int]
    """The seats that receive it, perhaps with WATCHER."""
    by: int | None = None
    """The seat that brought it about."""


class _News(NamedTuple):
    """What has happened at `moment`, by the host's clock."""

    event: Event
    moment: int
    to: frozenset[int] | None
    """None: everyone."""
    by: int | None
    own: bool
    """Whether the seat that brought it about may know at once, as it happened when that seat pressed."""


class Announcer:
    """Holds what has happened until each place may know of it. Times in microseconds of the host's clock.

    A seat is told as soon as its own floor, the earliest time from which a press of its may count, has
    reached the moment; watchers, when all floors have. Seats without a floor claim nothing in the past.
    Everyone is told everything in the same order.
    """

    def __init__(self) -> None:
        self._news: deque[_News] = deque()
        self._first = 0
        """The number of the oldest news kept."""
        self._heard: dict[int, int] = {}
        """By place, how much it has heard; all there is when it is new."""
        self._thrown: dict[Thrown, int] = {}
        """The number of the news of all that is in the air; -1: the others are not told of it yet."""

    @property
    def _end(self) -> int:
        return self._first + len(self._news)

    def put(
        self, event: Event, moment: int, to: frozenset[int] | None, by: int | None = None, own: bool = False
    ) -> None:
        """Something has happened."""
        self._news.append(_News(event, moment, to, by, own))

    def watch(self, state: State, floors: Mapping[int, int], now: int) -> None:
        """Have everyone told of the cards in the air that nobody can precede any more."""
        self._thrown = {thrown: self._thrown.get(thrown, -1) for thrown in state.air}
        low = min(floors.values(), default=None)
        for thrown in state.air:
            if thrown.move.count and (low is None or low > thrown.at + TIE):
                self.show(thrown, len(state.totals), now)

    def show(self, thrown: Thrown, seats: int, moment: int) -> None:
        """Have the others told of this card or knock in the air, unless they are being told already."""
        if self._thrown.get(thrown, -1) < 0:
            self._thrown[thrown] = self._end
            self.put(thrown, moment, frozenset({*range(seats), WATCHER} - {thrown.seat}), thrown.seat)

    def due(self, seats: int, floors: Mapping[int, int], now: int, withhold: bool) -> list[Notice]:
        """What somebody may be told of now; unless `withhold`, everything to everyone."""
        if not self._news:
            return []
        low, places = min(floors.values(), default=now), (*range(seats), WATCHER)
        passed = {place: low if place == WATCHER else floors.get(place, now) for place in places}
        told: list[set[int]] = [set() for _ in self._news]
        for place in places:
            heard = self._heard.get(place, self._first) - self._first
            for _event, moment, to, by, own in islice(self._news, heard, None):
                if to is None or place in to:
                    if withhold and passed[place] < moment and not (own and place == by):
                        break
                    told[heard].add(place)
                heard += 1
            self._heard[place] = self._first + heard
        waiting = zip(self._news, told, strict=True)
        notices = [Notice(news.event, frozenset(to), news.by) for news, to in waiting if to]
        while self._news and self._first < min(self._heard.values()):
            self._news.popleft()
            self._first += 1
        return notices

    def awaited(self, state: State) -> set[int]:
        """The times that floors have to reach before anybody can be told of more."""
        throws = {thrown.at + TIE + 1 for thrown in state.air if self._thrown.get(thrown, -1) < 0}
        return throws | {news.moment for news in self._news}

    def catch_up(self, place: int) -> None:
        """Leave out what has happened up to now."""
        self._heard[place] = self._end

    def up_to_date(self, place: int) -> bool:
        """Whether this seat, or WATCHER, has been told of everything but perhaps cards in the air."""
        return self._heard.get(place, self._end) == self._end

    def next_time(self) -> int | None:
        """The moment of the oldest news that somebody has yet to be told of."""
        return self._news[0].moment if self._news else None

    def seen_by(self, seat: int, state: State) -> State:
        """The state with only those cards in the air that the seat, or WATCHER, has been told of."""
        heard = self._heard.get(seat, self._end)
        return state._replace(
            air=tuple(t for t in state.air if t.seat == seat or 0 <= self._thrown.get(t, -1) < heard)
        )
