"""Judges a match for its seats: requests in, events out. No clock and no socket inside."""

from collections import deque
from collections.abc import Mapping
from typing import NamedTuple

from game.core.limits import SEATS
from game.core.match import Match
from game.core.state import (
    FLIGHT,
    LANDS,
    UNDECIDED,
    WON,
    Cheer,
    Cheered,
    Event,
    Knock,
    Play,
    Request,
    Shout,
    Shouted,
    State,
    Thrown,
    fold_match,
    in_air,
    mask_match,
    numbered,
    opening,
    private_to,
)
from game.core.table import Standing
from game.core.table_round import TIE

WATCHER = -1
"""Stands for the seat of a watcher."""
_EVERYONE = frozenset((WATCHER, *range(SEATS)))
"""Seats that are there and those to come: who sits down is told of all that came before."""
GRACE = 50_000
"""Microseconds beyond FLIGHT that the host waits for a silent seat."""
LATEST = FLIGHT + GRACE
"""Microseconds before its arrival from which a press may count at most, but on a line that stalls."""
_AGAIN = 1_000
"""Microseconds until the host looks again whether a seat has committed itself, if no packet comes before."""


class Notice(NamedTuple):
    """An event with only what its receivers may see."""

    event: Event
    to: frozenset[int]
    """The seats that receive it, perhaps with WATCHER."""
    shown: int = 0
    """When it is to be seen, by the host's clock; 0: as soon as it has come."""


class MatchServer:
    """Judges one match, and says who is to be told of what. Times in microseconds of the host's clock.

    All is told as soon as it has happened, but a throw only once nobody can press before it any more: then
    its fate is certain, and is told with it long before it lands.
    """

    def __init__(self, match: Match, sent: int = 0) -> None:
        """`sent`: how many numbered events there have been, in a match taken over from another host."""
        self.match = match
        self.sent = sent
        """How many numbered events there have been."""
        self._held: list[tuple[int, Play]] = []
        """Moves made after an own throw had landed that is not judged yet, by seat: they come after it."""
        self._news: list[Notice] = []
        """What has happened since the last `settle`."""
        self._told: dict[Thrown, Thrown] = {}
        """What is in the air and all have been told of, and as they were."""

    def start(self) -> None:
        """Deal the first round."""
        self._note(self.match.start())

    def ask(self, seat: int, request: Request, now: int) -> None:
        """A seat's request."""
        self._note(self._judge(seat, request, now))

    def stand(self, standing: Standing, now: int) -> None:
        """A seat has come so far; see Match.stand."""
        self._note(self.match.stand(standing, now))

    def ready(self, seat: int, now: int, out: bool) -> None:
        """A seat knocks, or sits the round out; see Match.ready."""
        self._note(self.match.ready(seat, now, out))

    def ask_pause(self, seat: int, now: int, alone: bool) -> None:
        """A seat asks for a pause, or agrees to one; see Match.ask_pause."""
        self._note(self.match.ask_pause(seat, now, alone))

    def add_seat(self, now: int) -> bool:
        """Add a seat; returns whether there could be one now."""
        events = self.match.sit(now)
        self._note(events)
        return bool(events)

    def seen_by(self, seat: int) -> State:
        """The state as far as this seat, or WATCHER, has been told of the air."""
        state = self.match.state
        air = (self._told.get(thrown, thrown if thrown.seat == seat else None) for thrown in state.air)
        return state._replace(air=tuple(thrown for thrown in air if thrown))

    def catch_up(self, seat: int) -> State:
        """The state; the seat is not told of what has happened up to now."""
        self._news = [notice._replace(to=notice.to - {seat}) for notice in self._news]
        return self.seen_by(seat)

    def next_time(self, now: int) -> int | None:
        """When something is next due, if no request comes."""
        landing = self.match.round.next_time()
        return None if landing is None else landing if landing > now else now + _AGAIN

    def settle(self, now: int, floors: Mapping[int, int] | None = None) -> list[Notice]:
        """Judge the landings that nothing can precede any more; what has happened since the last time.
        `floors`: by seat, the earliest time from which a press of its may still count; other seats' have all
        arrived."""
        low = min(floors.values()) if floors else now
        told = low if floors else None
        sure = low + FLIGHT - TIE
        limit, ends = min(now, sure), max(min(now, low), now - GRACE)
        self._foretell(told)
        while (landing := self.match.round.next_time()) is not None and landing <= limit:
            air = self.match.state.air
            events = self.match.settle(landing, ends)
            if not events:
                break
            for thrown in air:
                if thrown.move.count and thrown not in (*self.match.state.air, *self._told):
                    self._tell(thrown)
            self._note(events, landing + self.match.state.delay)
        else:
            self.match.settle(limit, ends)
        self._release(now)
        self._foretell(told)
        state = self.match.state
        if any(not thrown.move.count for thrown in state.air):
            last = self.match.round.ending(state, sure)
            if last and not last.move.count and last not in self._told:
                self._tell(last, LANDS)  # it is certain to end the round
        news, self._news = self._news, []
        self._told = {thrown: self._told[thrown] for thrown in state.air if thrown in self._told}
        return news

    @property
    def awaited(self) -> set[int]:
        """The times that watermarks have to reach before anything changes."""
        air = self.match.state.air
        knocks = {thrown.at + FLIGHT for thrown in air if not thrown.move.count}
        return knocks | {thrown.at + TIE + 1 for thrown in air if thrown not in self._told}

    def _foretell(self, low: int | None) -> None:
        """Tell all of the cards in the air that nobody can precede any more, and what becomes of them; None:
        nobody is elsewhere."""
        state = self.match.state
        for thrown in state.air:
            if thrown.move.count and thrown not in self._told:
                if low is None:
                    self._tell(thrown)
                elif low > thrown.at + TIE:
                    answers = self.match.rules.answers  # what is turned up then is all that matters there
                    self._tell(thrown, UNDECIDED if answers else self.match.round.fate(state, thrown))

    def _tell(self, thrown: Thrown, fate: int = UNDECIDED) -> None:
        self._told[thrown] = told = thrown._replace(fate=fate)
        self._news.append(Notice(told, _EVERYONE))

    def _judge(self, seat: int, request: Request, now: int) -> list[Event]:
        match request:
            case Play(move, press):
                play = Play(move, min(press, now))
                if self._waits(seat, play.press):
                    self._held.append((seat, play))
                    return []
                return self.match.claim(seat, move, play.press, now)
            case Knock():
                return self.match.ready(seat, now)
            case Shout(shout):
                return [Shouted(seat, shout)]
            case Cheer(kind) if self._may_cheer(seat):
                return [Cheered(seat, kind)]
        return []

    def _waits(self, seat: int, press: int) -> bool:
        """Whether a press at that time came after the landing of an own throw that is not judged yet."""
        return any(
            thrown.seat == seat and thrown.at + FLIGHT <= press for thrown in self.match.state.air
        ) or any(held == seat for held, _play in self._held)

    def _release(self, now: int) -> None:
        """Judge the moves held back whose throw has been judged."""
        held, self._held = self._held, []
        for seat, play in held:
            self._note(self._judge(seat, play, now))

    def _may_cheer(self, seat: int) -> bool:
        return self.match.state.phase == WON and self.match.state.winner == seat

    def _note(self, events: list[Event], shown: int = 0) -> None:
        """Have the events told, with what a seat may not see masked; of a throw the others are told later."""
        self.sent += sum(map(numbered, events))
        for event in events:
            only = event.seat if isinstance(event, Thrown) else private_to(event)
            to = _EVERYONE if only is None else frozenset({only})
            self._news.append(Notice(mask_match(event), to, shown))


class SeatView:
    """Collects the events told to one seat."""

    def __init__(self, seats: int) -> None:
        self.state: State = opening(seats)
        self._coming: deque[tuple[int, Event]] = deque()

    def put(self, event: Event, shown: int = 0) -> None:
        """Add an event, to be `shown` then, by the host's clock."""
        self._coming.append((shown, event))

    def update(self, now: int) -> list[Event]:
        """The events since the last update, now applied to the state."""
        events: list[Event] = []
        while self._coming and self._coming[0][0] <= now:
            event = self._coming.popleft()[1]
            if not in_air(event, self.state):
                events.append(event)
            self.state = fold_match(self.state, event)
        return events


class BotPlayer(NamedTuple):
    """A seat with a bot, to be played by the program that runs the table."""

    level: str
    name: str
    view: SeatView
