"""Judges a match for its seats: requests in, events out. No clock and no socket inside."""

from typing import NamedTuple

from game.core.match import TIE, Match
from game.core.requests import Cheer, Knock, Play, Request, Shout
from game.core.state import (
    FLIGHT,
    KINDS_OF_CHEER,
    SHOUTS,
    WON,
    Cheered,
    Event,
    Shouted,
    Thrown,
    mask_match,
    private_to,
)

GRACE = 50_000
"""Microseconds beyond FLIGHT that the host waits for a silent seat."""
WATCHER = -1
"""Stands for the seat of a watcher."""


class Notice(NamedTuple):
    """An event with only what its receivers may see, to be shown at `at` (host's clock; 0: at once)."""

    event: Event
    at: int = 0
    only: int | None = None
    """The only seat to receive it; None: everyone."""
    but: int | None = None
    """The one seat that does not receive it."""

    def reaches(self, seat: int) -> bool:
        """Whether this seat, or WATCHER, receives it."""
        return self.only in (None, seat) and self.but != seat


class MatchServer:
    """Judges one match and returns notices. Times in microseconds of the host's clock."""

    def __init__(self, match: Match, lead: int = 0, sent: int = 0) -> None:
        """`lead`: how long before its time a landing may be judged, so that it reaches everyone in time.

        `sent`: how many events have already been sent, in a match taken over from another host.
        """
        self.match = match
        self.sent = sent
        """How many events everyone has been sent."""
        self._lead = lead
        self._announced: Thrown | None = None

    def start(self) -> list[Notice]:
        """Deal the first round."""
        return self._notices(self.match.start())

    def ask(self, seat: int, request: Request, now: int, watermark: int = 0) -> list[Notice]:
        """A seat's request; its time is at least the seat's watermark and the oldest the host still waits
        for."""
        return self._notices(self._judge(seat, request, now, max(watermark, now - FLIGHT - GRACE)))

    def add_seat(self, now: int) -> list[Notice]:
        """Add a seat; returns nothing if there can be none now."""
        return self._notices(self.match.sit(now))

    def next_time(self, now: int) -> int | None:
        """When something is next due, if no request comes."""
        landing = self.match.next_time()
        if landing is None:
            return None
        return max(landing - self._lead, now + 1000) if self._lead else landing

    def settle(self, now: int, watermark: int | None = None) -> list[Notice]:
        """Judge the landings that nothing can precede any more: every claim up to `watermark` has arrived;
        None: now."""
        low = now if watermark is None else watermark
        limit = max(min(now + self._lead, low + FLIGHT - TIE), now - GRACE)
        ends = max(min(now, low), now - GRACE)
        notices = []
        while (landing := self.match.next_time()) is not None and landing <= limit:
            events = self.match.settle(landing, ends)
            if not events:
                break
            notices += self._notices(events, landing)
        else:
            self.match.settle(limit, ends)
        knock = self.match.ending(limit)
        if knock and not knock.move.count and knock is not self._announced:
            self._announced = knock
            notices.append(Notice(knock, but=knock.seat))
        return notices

    def _judge(self, seat: int, request: Request, now: int, earliest: int) -> list[Event]:
        match request:
            case Play(move, press):
                return self.match.claim(seat, move, max(press, earliest), now)
            case Knock():
                return self.match.ready(seat, now)
            case Shout(shout) if 0 <= shout < SHOUTS:
                return [Shouted(seat, shout)]
            case Cheer(kind) if kind in KINDS_OF_CHEER and self._may_cheer(seat):
                return [Cheered(seat, kind)]
        return []

    def _may_cheer(self, seat: int) -> bool:
        return self.match.state.phase == WON and self.match.state.winner == seat

    def _notices(self, events: list[Event], at: int = 0) -> list[Notice]:
        """The events, with what a seat may not see masked."""
        notices = [Notice(mask_match(event), at, private_to(event)) for event in events]
        self.sent += sum(notice.only is None for notice in notices)
        return notices
