"""The match that a table plays: a member, a bot of the host's or nobody at each of its seats."""

from typing import NamedTuple

from game.core.limits import Level
from game.core.match import Match
from game.core.requests import Knock, Play, Request
from game.core.state import PLAYING, SCORED, WAITING, Resumed
from game.net.server.match_server import WATCHER, MatchServer, Notice
from game.net.server.members import Member, Members
from game.net.server.outbox import Delivery
from game.net.server.peer import Peer
from game.net.server.seat_view import SeatView
from game.net.wire.messages import Digest, TimedEvent
from game.net.wire.snapshot import digest, snapshot

LEAD = 45_000
"""Microseconds before its time that a landing may be judged: what it takes to reach the others."""


class BotPlayer(NamedTuple):
    """A seat that a bot of the host's plays, to be played from outside."""

    level: Level
    view: SeatView


class LiveMatch:
    """One match and who plays it. Times in microseconds of the host's clock."""

    def __init__(self, match: Match, members: Members, sent: int = 0) -> None:
        """`sent`: how many events all have been sent, at a match that goes on here."""
        self.server = MatchServer(match, LEAD, sent)
        self.bots: dict[int, BotPlayer] = {}
        """By seat."""
        self._members = members
        self._audience: set[Peer] = set()
        """The connections over which the whole of it has been sent; all that happens since is sent there."""
        self._counted = self._digest = 0

    @property
    def match(self) -> Match:
        """The judge."""
        return self.server.match

    @property
    def seats(self) -> range:
        """The seats of this match."""
        return range(self.match.seats)

    def begin(self, now: int) -> list[Delivery]:
        """Deal to all who are there, and knock for all: they have done so already."""
        self._drive_bots()
        deliveries = self._send_whole(self._members.peers)
        deliveries += self._deliver(self.server.start())
        for seat in self.seats:
            deliveries += self.ask(seat, Knock(), now)
        return deliveries

    def go_on(self) -> list[Delivery]:
        """Let all who are there hear of it, in its middle."""
        for seat in self.seats:
            if self._members.chairs[seat].present:
                self._members.chairs[seat].bot = None
        self._drive_bots()
        return self._send_whole(self._members.peers)

    def update(self, now: int) -> list[Delivery]:
        """Let happen what is due."""
        watermarks = (peer.watermark for seat in self.seats if (peer := self._player(seat)))
        deliveries = self._deliver(self.server.settle(now, min(watermarks, default=None)))
        deliveries += self._stand_in(now)
        if len(self.match.results) > self._counted:
            self._counted = len(self.match.results)
            self._digest = digest(self.match.state)
        return deliveries

    def ask(self, seat: int, request: Request, now: int, watermark: int = 0) -> list[Delivery]:
        """A seat's request; see MatchServer.ask."""
        return self._deliver(self.server.ask(seat, request, now, watermark))

    def agrees(self, claim: Digest) -> bool:
        """Whether a member's table was the same as this one at the end of the round."""
        return claim.round != self.match.state.round or claim.crc == self._digest or not self._digest

    # -- who plays

    def connect(self, member: Member) -> list[Delivery]:
        """Let a member with a new connection hear of it, at its seat or watching."""
        if not member.peer:
            return []
        if member.seat is not None and member.seat in self.seats:
            self.bots.pop(member.seat, None)
            self._members.chairs[member.seat].bot = None
        return self._send_whole((member.peer,))

    def send_again(self, member: Member) -> list[Delivery]:
        """Send the whole match to a member who has come to another one."""
        return self._send_whole((member.peer,)) if member.peer else []

    def add_seat(self, now: int) -> list[Delivery]:
        """One more seat that nobody plays yet; nothing if this is no moment for it."""
        return self._deliver(self.server.add_seat(now))

    def drive(self, seat: int) -> None:
        """Let the bot on this chair play its seat."""
        bot = self._members.chairs[seat].bot
        assert bot
        state = self.match.state
        view = SeatView(self.match.seats)
        view.put(Resumed(state._replace(table=state.table.view())), 0)
        self.bots[seat] = BotPlayer(bot.level, view)

    def stop_driving(self, seat: int) -> None:
        """No bot plays this seat any more."""
        self.bots.pop(seat, None)

    def _drive_bots(self) -> None:
        for seat in self.seats:
            chair = self._members.chairs[seat]
            if chair.bot and not chair.present:
                self.drive(seat)

    def _player(self, seat: int) -> Peer | None:
        """The connection of whoever plays this seat and has heard of the match."""
        member = self._members.chairs[seat].member
        return member.peer if member and member.peer in self._audience else None

    def _stand_in(self, now: int) -> list[Delivery]:
        """A seat that nobody plays is ready, and agrees to what all the others have agreed to."""
        state, rules = self.match.state, self.match.rules
        if state.phase not in (WAITING, SCORED) and not (state.phase == PLAYING and state.table.calls):
            return []
        absent = [seat for seat in self.seats if seat not in self.bots and not self._player(seat)]
        deliveries: list[Delivery] = []
        if state.phase != PLAYING:
            for seat in absent:
                if not self.match.state.ready >> seat & 1:
                    deliveries += self.ask(seat, Knock(), now)
            return deliveries
        missing = [seat for seat in self.seats if not state.table.calls >> seat & 1]
        if len(absent) < self.match.seats and set(missing) <= set(absent):
            for seat in missing:
                table = self.match.state.table
                calls = (m for m in rules.moves(table, seat) if not (m.count or rules.flies(table, seat, m)))
                if call := next(calls, None):
                    deliveries += self.ask(seat, Play(call, now), now)
        return deliveries

    # -- what is sent

    def _send_whole(self, peers: tuple[Peer, ...]) -> list[Delivery]:
        self._audience = {*self._audience.intersection(self._members.peers), *peers}
        return [Delivery(part, peers) for part in snapshot(self.match.state, self.server.sent)]

    def _deliver(self, notices: list[Notice]) -> list[Delivery]:
        """What the audience is sent of this; the bots see it at once."""
        for notice in notices:
            for seat, bot in self.bots.items():
                if notice.reaches(seat):
                    bot.view.put(notice.event, notice.at)
        return [Delivery(TimedEvent(notice.at, notice.event), self._reached_by(notice)) for notice in notices]

    def _reached_by(self, notice: Notice) -> tuple[Peer, ...]:
        seats = ((member.peer, member.seat) for member in self._members.all.values())
        return tuple(
            peer
            for peer, seat in seats
            if peer in self._audience
            and notice.reaches(seat if seat is not None and seat in self.seats else WATCHER)
        )
