"""Judges a match for its seats: requests in, events out. No clock and no socket inside."""

from collections.abc import Mapping
from typing import NamedTuple

from game.core.match import TIE, Match
from game.core.race import Race
from game.core.state import (
    FLIGHT,
    PLAYING,
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
    mask_match,
    numbered,
    opening,
    private_to,
)
from game.net.server.announcer import Announcer, Notice

GRACE = 50_000
"""Microseconds beyond FLIGHT that the host waits for a silent seat."""
LATEST = FLIGHT + GRACE
"""Microseconds before its arrival from which a press may count at most, but on a line that stalls."""
_AGAIN = 1_000
"""Microseconds until the host looks again whether a seat has committed itself, if no packet comes before."""
PROMPT = 3_000
"""Microseconds after its time that a landing still counts as judged then, so that who has committed itself up
to then is told at once."""


class MatchServer:
    """Judges one match, and says who is to be told of what. Times in microseconds of the host's clock."""

    def __init__(self, match: Match, sent: int = 0) -> None:
        """`sent`: how many numbered events there have been, in a match taken over from another host."""
        self.match = match
        self.sent = sent
        """How many numbered events there have been."""
        self._held: list[tuple[int, Play]] = []
        """Moves made after an own throw had landed that is not judged yet, by seat: they come after it."""
        self._announcer = Announcer()

    def start(self) -> None:
        """Deal the first round."""
        self._note(self.match.start(), 0)

    def ask(self, seat: int, request: Request, now: int) -> None:
        """A seat's request."""
        self._note(self._judge(seat, request, now), now, seat, own=True)

    def ready(self, seat: int, now: int, out: bool) -> None:
        """A seat knocks, or sits the round out; see Match.ready."""
        self._note(self.match.ready(seat, now, out), now, seat, own=True)

    def add_seat(self, now: int) -> bool:
        """Add a seat; returns whether there could be one now."""
        events = self.match.sit(now)
        self._note(events, now)
        return bool(events)

    def seen_by(self, seat: int) -> State:
        """The state as far as this seat, or WATCHER, has been told of the air."""
        return self._announcer.seen_by(seat, self.match.state)

    def catch_up(self, seat: int) -> State:
        """The state; the seat is not told of what has happened up to now."""
        self._announcer.catch_up(seat)
        return self.seen_by(seat)

    def up_to_date(self, seat: int) -> bool:
        """Whether nothing is held back from this seat, or WATCHER, but what is in the air."""
        return self._announcer.up_to_date(seat)

    def next_time(self, now: int) -> int | None:
        """When something is next due, if no request comes."""
        told, landing = self._announcer.next_time(), self.match.next_time()
        times = [landing, None if told is None else told + LATEST]
        return min((time if time > now else now + _AGAIN for time in times if time is not None), default=None)

    def settle(self, now: int, floors: Mapping[int, int] | None = None) -> list[Notice]:
        """Judge the landings that nothing can precede any more; what may be told now. `floors`: by seat, the
        earliest time from which a press of its may still count; other seats' have all arrived."""
        floors = floors or {}
        low = min(floors.values(), default=now)
        sure = low + FLIGHT - TIE
        limit, ends = min(now, sure), max(min(now, low), now - GRACE)
        while (landing := self.match.next_time()) is not None and landing <= limit:
            air, moment = self.match.state.air, max(landing, now - PROMPT)
            events = self.match.settle(landing, ends)
            if not events:
                break
            for thrown in {*air} - {*self.match.state.air}:
                if thrown.move.count:
                    self._announcer.show(thrown, self.match.seats, moment)
            self._note(events, moment)
        else:
            self.match.settle(limit, ends)
        self._release(now)
        state = self.match.state
        knocks = any(not thrown.move.count for thrown in state.air)
        if knocks and (last := self.match.ending(sure)) and not last.move.count:
            self._announcer.show(last, self.match.seats, now)  # it is certain to end the round
        if isinstance(self.match.rules, Race):
            floors = {}  # whatever others hear of a race they cannot answer: they hear it at once
        self._announcer.watch(state, floors, now)
        return self._announcer.due(self.match.seats, floors, now, withhold=state.phase == PLAYING)

    @property
    def awaited(self) -> set[int]:
        """The times that watermarks have to reach before anything changes."""
        state = self.match.state
        knocks = {thrown.at + FLIGHT for thrown in state.air if not thrown.move.count}
        return knocks | self._announcer.awaited(state)

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
            self._note(self._judge(seat, play, now), now, seat, own=True)

    def _may_cheer(self, seat: int) -> bool:
        return self.match.state.phase == WON and self.match.state.winner == seat

    def _note(self, events: list[Event], moment: int, seat: int | None = None, own: bool = False) -> None:
        """Have the events told, with what a seat may not see masked; of a throw the others are told later.
        `own`: they happened when this seat pressed."""
        self.sent += sum(map(numbered, events))
        for event in events:
            by = seat if own else getattr(event, "seat", None)
            self._announcer.put(mask_match(event), moment, _receivers(event), by, own)


def _receivers(event: Event) -> frozenset[int] | None:
    seat = event.seat if isinstance(event, Thrown) else private_to(event)
    return None if seat is None else frozenset({seat})


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
