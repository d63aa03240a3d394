"""The host: requests of all seats in, judged events out to everyone. No clock, no socket inside."""

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
from game.net.transport.link import HostLink

GRACE = 50_000
"""Microseconds beyond FLIGHT that a silent seat is waited for."""


class Host:
    """One match for a link a seat. Times are microseconds of this host's clock."""

    def __init__(self, match: Match, links: list[HostLink | None], lead: int = 0) -> None:
        """`lead`: how long before its time a landing may be judged, so that all learn of it in time.

        A seat without a link asks for nothing.
        """
        self.match = match
        self.links = links
        self.watchers: list[HostLink] = []
        self.told = 0
        """How many events everyone has been told."""
        self._lead = lead
        self._announced: Thrown | None = None

    def start(self) -> None:
        """Deal the first round and show it to everyone."""
        self._tell(self.match.start())

    def update(self, now: int) -> None:
        """Take what the seats ask for, then settle what is known to have landed."""
        for seat, link in enumerate(self.links):
            for request in link.receive() if link else ():
                self.ask(seat, request, now, link.watermark or 0 if link else 0)
        self._settle(now)

    def ask(self, seat: int, request: Request, now: int, watermark: int = 0) -> None:
        """A seat's request, pressed no earlier than its watermark and than it would be waited for."""
        self._tell(self._take(seat, request, now, max(watermark, now - FLIGHT - GRACE)))

    def sit(self, now: int) -> bool:
        """One more seat, whose link is to be appended, if this is a moment for it."""
        events = self.match.sit(now)
        self._tell(events)
        return bool(events)

    def next_time(self, now: int) -> int | None:
        """When something will happen by itself next, if nobody asks for anything."""
        landing = self.match.next_time()
        if landing is None:
            return None
        return max(landing - self._lead, now + 1000) if self._lead else landing

    def _settle(self, now: int) -> None:
        heard = [mark for link in self.links if link and (mark := link.watermark) is not None]
        low = min(heard, default=now)
        limit = max(min(now + self._lead, low + FLIGHT - TIE), now - GRACE)
        ends = max(min(now, low), now - GRACE)
        while (landing := self.match.next_time()) is not None and landing <= limit:
            events = self.match.settle(landing, ends)
            if not events:
                break
            self._tell(events, landing)
        else:
            self.match.settle(limit, ends)
        knock = self.match.ending(limit)
        if knock and not knock.move.count and knock is not self._announced:
            self._announced = knock
            for seat, link in enumerate([*self.links, *self.watchers]):
                if link and seat != knock.seat:
                    link.send(knock, 0)

    def _take(self, seat: int, request: Request, now: int, earliest: int) -> list[Event]:
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

    def _tell(self, events: list[Event], at: int = 0) -> None:
        """Send everyone what they may know of the events, to be shown at `at`."""
        for event in events:
            seen, only = mask_match(event), private_to(event)
            self.told += only is None
            if only is not None:
                if link := self.links[only]:
                    link.send(seen, at)
                continue
            for link in (*self.links, *self.watchers):
                if link:
                    link.send(seen, at)
