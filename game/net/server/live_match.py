"""The match that a table plays: a member's line, a bot of the host's or nobody at each of its seats."""

from collections.abc import Callable
from typing import NamedTuple

from game.core.limits import Level
from game.core.match import Match
from game.core.requests import Knock, Play, Request
from game.core.state import PLAYING, SCORED, WAITING, Event, Resumed
from game.net.server.host import Host
from game.net.server.members import Member, Members
from game.net.transport.link import ClientLink, HostLink, memory_link
from game.net.wire.messages import Digest, TimedEvent, ToClient
from game.net.wire.snapshot import digest, snapshot

LEAD = 45_000
"""Microseconds before its time that a landing may be judged: what it takes to reach the others."""

Say = Callable[[Member, ToClient], None]
"""Tells a member something, if it is on the line."""


class Driven(NamedTuple):
    """A seat that a bot of the host's plays, to be played from outside."""

    level: Level
    client: ClientLink


class LiveMatch:
    """One match and who plays it. Times in microseconds of the host's clock."""

    def __init__(self, match: Match, members: Members, say: Say, told: int = 0) -> None:
        """`told`: how many events all have been told, at a match that goes on here."""
        self.host = Host(match, [None] * match.seats, LEAD)
        self.host.told = told
        self.driven: dict[int, Driven] = {}
        self._members, self._say = members, say
        self._counted = self._digest = 0

    @property
    def match(self) -> Match:
        """The judge."""
        return self.host.match

    @property
    def seats(self) -> range:
        """The seats of this match."""
        return range(len(self.host.links))

    def begin(self, now: int) -> None:
        """Deal to all who are there, and knock for all: they have done so already."""
        for place, chair in enumerate(self._members.chairs[: len(self.seats)]):
            if chair.present:
                self.host.links[place] = self._link(chair.present)
            elif chair.bot:
                self.drive(place)
        self.host.watchers = [self._link(member) for member in self._members.watchers]
        for member in list(self._members.all.values()):
            self._tell_whole(member)
        self.host.start()
        for seat in self.seats:
            self.host.ask(seat, Knock(), now)

    def go_on(self) -> None:
        """Let all who are there hear of it, in its middle."""
        for member in list(self._members.all.values()):
            self.connect(member)
        for place, chair in enumerate(self._members.chairs[: len(self.seats)]):
            if chair.bot and not chair.present:
                self.drive(place)

    def update(self, now: int) -> None:
        """Let happen what is due."""
        self.host.update(now)
        self._stand_in(now)
        if len(self.match.results) > self._counted:
            self._counted = len(self.match.results)
            self._digest = digest(self.match.state)

    # -- who plays

    def connect(self, member: Member) -> None:
        """Let a member who is on the line hear of it, at its seat or watching."""
        if not member.guest:
            return
        self._tell_whole(member)
        link = self._link(member)
        if member.place is not None and member.place in self.seats:
            self.host.links[member.place] = link
            self.driven.pop(member.place, None)
            self._members.chairs[member.place].bot = None
        else:
            self.host.watchers.append(link)

    def disconnect(self, member: Member) -> None:
        """The member hears no more of it."""
        self.host.watchers = [w for w in self.host.watchers if not _is_of(w, member)]
        self.host.links = [None if _is_of(link, member) else link for link in self.host.links]

    def add_seat(self, now: int) -> bool:
        """One more seat that nobody plays yet, if this is a moment for it."""
        if not self.host.sit(now):
            return False
        self.host.links.append(None)
        return True

    def seat(self, member: Member, place: int) -> None:
        """Who has watched plays this seat from now on."""
        self.driven.pop(place, None)
        self.host.links[place] = self._link(member)

    def drive(self, place: int) -> None:
        """Let the bot on this chair play its seat."""
        bot = self._members.chairs[place].bot
        assert bot
        state = self.match.state
        link, client = memory_link()
        link.send(Resumed(state._replace(table=state.table.view())), 0)
        self.host.links[place] = link
        self.driven[place] = Driven(bot.level, client)

    def stop_driving(self, place: int) -> None:
        """Nobody plays this seat any more."""
        self.driven.pop(place, None)
        self.host.links[place] = None

    def compare(self, member: Member, said: Digest) -> bool:
        """Whether a member's table was another than this one; then it is told the whole of it."""
        if said.round != self.match.state.round or not self._digest or said.crc == self._digest:
            return False
        self._tell_whole(member)
        return True

    def _stand_in(self, now: int) -> None:
        """A seat that nobody plays is ready, and agrees to what all the others have agreed to."""
        host, match = self.host, self.match
        absent = [seat for seat, link in enumerate(host.links) if link is None]
        if match.state.phase in (WAITING, SCORED):
            for seat in absent:
                if not match.state.ready >> seat & 1:
                    host.ask(seat, Knock(), now)
        elif match.state.phase == PLAYING and 0 < len(absent) < match.seats:
            missing = [seat for seat in range(match.seats) if not match.state.table.calls >> seat & 1]
            if set(missing) <= set(absent):
                for seat in missing:
                    table, rules = match.state.table, match.rules
                    calls = (
                        m for m in rules.moves(table, seat) if not (m.count or rules.flies(table, seat, m))
                    )
                    if call := next(calls, None):
                        host.ask(seat, Play(call, now), now)

    def _tell_whole(self, member: Member) -> None:
        for message in snapshot(self.match.state, self.host.told):
            self._say(member, message)

    def _link(self, member: Member) -> HostLink:
        return _GuestLink(member, self._say)


def _is_of(link: HostLink | None, member: Member) -> bool:
    return isinstance(link, _GuestLink) and link.member is member


class _GuestLink:
    """A host's link to a member: what it asks comes with its datagrams."""

    def __init__(self, member: Member, say: Say) -> None:
        self.member, self._say = member, say

    @property
    def watermark(self) -> int | None:
        return self.member.guest.watermark if self.member.guest else 0

    def send(self, event: Event, at: int) -> None:
        self._say(self.member, TimedEvent(at, event))

    def receive(self) -> list[Request]:
        return []
