"""Judges a match for its seats: requests in, events out. No clock and no socket inside."""

from collections.abc import Mapping
from typing import NamedTuple

from game.core.match import TIE, Match
from game.core.requests import Cheer, Knock, Play, Request, Shout
from game.core.state import (
    FLIGHT,
    PLAYING,
    WON,
    Cheered,
    Event,
    Shouted,
    State,
    Thrown,
    mask_match,
    numbered,
    private_to,
)
from game.net.server.announcer import WATCHER, Announcer

GRACE = 50_000
"""Microseconds beyond FLIGHT that the host waits for a silent seat."""


class Notice(NamedTuple):
    """An event with only what its receivers may see, to be shown at `at` (host's clock; 0: at once)."""

    event: Event
    at: int = 0
    to: frozenset[int] | None = None
    """The seats that receive it, perhaps with WATCHER; None: everyone."""

    def reaches(self, seat: int) -> bool:
        """Whether this seat, or WATCHER, receives it."""
        return self.to is None or seat in self.to


class MatchServer:
    """Judges one match and returns notices. Times in microseconds of the host's clock."""

    def __init__(self, match: Match, lead: int = 0, sent: int = 0) -> None:
        """`lead`: how long before its time a landing may be judged, so that it reaches everyone in time.

        `sent`: how many numbered events there have been, in a match taken over from another host.
        """
        self.match = match
        self.sent = sent
        """How many numbered events there have been."""
        self._lead = lead
        self._announced: Thrown | None = None
        self._held: list[tuple[int, Play]] = []
        """Moves made after an own throw had landed that is not judged yet, by seat: they come after it."""
        self._announcer = Announcer()

    def start(self) -> list[Notice]:
        """Deal the first round."""
        return self._notices(self.match.start())

    def ask(self, seat: int, request: Request, now: int, earliest: int = 0) -> list[Notice]:
        """A seat's request. No press counts from before `earliest`, nor from so long ago that the host no
        longer waits for it."""
        return self._notices(self._judge(seat, request, now, max(earliest, now - FLIGHT - GRACE)))

    def add_seat(self, now: int) -> list[Notice]:
        """Add a seat; returns nothing if there can be none now."""
        return self._notices(self.match.sit(now))

    def seen_by(self, seat: int) -> State:
        """The state as far as this seat, or WATCHER, has been told of it."""
        return self._announcer.seen_by(seat, self.match.state)

    def next_time(self, now: int) -> int | None:
        """When something is next due, if no request comes."""
        landing = self.match.next_time()
        if landing is None:
            return None
        due = max(landing - self._lead, now + 1000) if self._lead else landing
        return min(due, self._announcer.next_time(now) or due)

    def settle(self, now: int, watermarks: Mapping[int, int] | None = None) -> list[Notice]:
        """Tell of throws, and judge the landings that nothing can precede any more. `watermarks`: by seat,
        the time up to which all its claims have arrived; those of the other seats have arrived until now."""
        watermarks = watermarks or {}
        low = min(watermarks.values(), default=now)
        limit = max(min(now + self._lead, low + FLIGHT - TIE), now - GRACE)
        ends = max(min(now, low), now - GRACE)
        air, seats = self.match.state.air, self.match.seats
        notices = [Notice(thrown, to=to) for thrown, to in self._announcer.due(air, seats, watermarks, now)]
        while (landing := self.match.next_time()) is not None and landing <= limit:
            events = self.match.settle(landing, ends)
            if not events:
                break
            notices += self._notices(events, landing)
        else:
            self.match.settle(limit, ends)
        if self._held:
            notices += self._release(now)
        knock = self.match.ending(limit)
        if knock and not knock.move.count and knock is not self._announced:
            self._announced = knock
            notices.append(Notice(knock, to=frozenset({*range(seats), WATCHER} - {knock.seat})))
        return notices

    def settled(self, low: int) -> bool:
        """Whether watermarks beyond `low` change nothing: a round is played, and whatever is in the air was
        thrown before that, and all have been told of it."""
        state = self.match.state
        return state.phase == PLAYING and all(t.move.count and t.at + TIE < low for t in state.air)

    def _judge(self, seat: int, request: Request, now: int, earliest: int) -> list[Event]:
        match request:
            case Play(move, press):
                play = Play(move, min(max(press, earliest), now))
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

    def _release(self, now: int) -> list[Notice]:
        """Judge the moves held back whose throw has been judged."""
        held, self._held, events = self._held, [], list[Event]()
        for seat, play in held:
            events += self._judge(seat, play, now, play.press)
        return self._notices(events)

    def _may_cheer(self, seat: int) -> bool:
        return self.match.state.phase == WON and self.match.state.winner == seat

    def _notices(self, events: list[Event], at: int = 0) -> list[Notice]:
        """The events, with what a seat may not see masked; of a throw the others are told later."""
        self.sent += sum(map(numbered, events))
        return [Notice(mask_match(event), at, _receivers(event)) for event in events]


def _receivers(event: Event) -> frozenset[int] | None:
    seat = event.seat if isinstance(event, Thrown) else private_to(event)
    return None if seat is None else frozenset({seat})
