"""The host: requests of all seats in, judged events out to every seat. No clock, no socket inside."""

from game.core.match import Match
from game.core.requests import Cheer, Knock, Play, Request, Shout
from game.core.state import (
    KINDS_OF_CHEER,
    SHOUTS,
    WON,
    Cheered,
    Event,
    Shouted,
    mask_match,
    private_to,
)
from game.net.link import HostLink


class Host:
    """One match for a link a seat. Times are microseconds of this host's clock."""

    def __init__(self, match: Match, links: list[HostLink]) -> None:
        self.match = match
        self._links = links

    def start(self) -> None:
        """Deal the first round and show it to every seat."""
        self._tell(self.match.start())

    def update(self, now: int) -> None:
        """Settle what has landed, then take what the seats ask for."""
        self._tell(self.match.settle(now))
        for seat, link in enumerate(self._links):
            for request in link.receive():
                self._tell(self._take(seat, request, now))

    def next_time(self) -> int | None:
        """When something will happen by itself next."""
        return self.match.next_time()

    def _take(self, seat: int, request: Request, now: int) -> list[Event]:
        match request:
            case Play(move, press):
                return self.match.claim(seat, move, press, now)
            case Knock():
                return self.match.ready(seat, now)
            case Shout(shout) if 0 <= shout < SHOUTS:
                return [Shouted(seat, shout)]
            case Cheer(kind) if kind in KINDS_OF_CHEER and self._may_cheer(seat):
                return [Cheered(seat, kind)]
        return []

    def _may_cheer(self, seat: int) -> bool:
        return self.match.state.phase == WON and self.match.state.winner == seat

    def _tell(self, events: list[Event]) -> None:
        """Send every seat what it may know of the events."""
        for event in events:
            seen, only = mask_match(event), private_to(event)
            for seat, link in enumerate(self._links):
                if only in (None, seat):
                    link.send(seen)
