"""The match at a table, with a member, one of the host's bots or nobody on each of its seats."""

from typing import NamedTuple

from game.core.limits import Level
from game.core.match import Match
from game.core.requests import Knock, Play, Request
from game.core.state import PLAYING, SCORED, WAITING, Resumed
from game.net.server.announcer import WATCHER
from game.net.server.match_server import MatchServer, Notice
from game.net.server.members import Member, Members
from game.net.server.outbox import Delivery
from game.net.server.peer import Peer
from game.net.server.seat_view import SeatView
from game.net.wire.messages import Digest, TimedEvent
from game.net.wire.snapshot import digest, snapshot

LEAD = 45_000
"""Microseconds before its time that a landing may be judged: about what it takes to reach the others."""


class BotPlayer(NamedTuple):
    """A seat with one of the host's bots, played by the program that runs the table."""

    level: Level
    view: SeatView


class LiveMatch:
    """One match and who plays it; methods return what to send. Times in microseconds of the host's clock."""

    def __init__(self, match: Match, members: Members, sent: int = 0) -> None:
        """`sent`: how many numbered events there have been, in a match taken over from another host."""
        self.server = MatchServer(match, LEAD, sent)
        self.bots: dict[int, BotPlayer] = {}
        """By seat."""
        self._members = members
        self._audience: set[Peer] = set()
        """Connections that have received the whole match; they are sent every event from then on."""
        self._counted = self._digest = 0

    @property
    def match(self) -> Match:
        """The match that `server` judges."""
        return self.server.match

    @property
    def seats(self) -> range:
        """The seats of this match."""
        return range(self.match.seats)

    def begin(self, now: int) -> list[Delivery]:
        """Deal, and knock for everyone: they already did so before the match."""
        self._drive_bots()
        deliveries = self._send_whole(self._members.peers)
        deliveries += self._deliver(self.server.start())
        for seat in self.seats:
            deliveries += self.ask(seat, Knock(), now)
        return deliveries

    def go_on(self) -> list[Delivery]:
        """Send everyone the current state of a match taken over from another machine."""
        for seat in self.seats:
            if self._members.chairs[seat].present:
                self._members.chairs[seat].bot = None
        self._drive_bots()
        return self._send_whole(self._members.peers)

    def update(self, now: int) -> list[Delivery]:
        """Do what is due."""
        watermarks = {seat: peer.watermark for seat in self.seats if (peer := self._player(seat))}
        deliveries = self._deliver(self.server.settle(now, watermarks))
        deliveries += self._stand_in(now)
        if len(self.match.results) > self._counted:
            self._counted = len(self.match.results)
            self._digest = digest(self.match.state)
        return deliveries

    def ask(self, seat: int, request: Request, now: int, earliest: int = 0) -> list[Delivery]:
        """A seat's request; see MatchServer.ask."""
        return self._deliver(self.server.ask(seat, request, now, earliest))

    def agrees(self, claim: Digest) -> bool:
        """Whether a member's table was the same as this one at the end of the round."""
        return claim.round != self.match.state.round or claim.crc == self._digest or not self._digest

    # -- seats

    def connect(self, member: Member) -> list[Delivery]:
        """Send the match to a member with a new connection; a bot that stood in for it leaves."""
        if not member.peer:
            return []
        if member.seat is not None and member.seat in self.seats:
            self.bots.pop(member.seat, None)
            self._members.chairs[member.seat].bot = None
        return self.send_again(member)

    def send_again(self, member: Member) -> list[Delivery]:
        """Send a member the whole match once more."""
        return self._send_whole((member.peer,), self._place(member)) if member.peer else []

    def add_seat(self, now: int) -> list[Delivery]:
        """Add a seat that nobody plays yet; returns nothing if there can be none now."""
        return self._deliver(self.server.add_seat(now))

    def drive(self, seat: int) -> None:
        """Have the bot on this seat play it."""
        bot = self._members.chairs[seat].bot
        assert bot
        state = self.server.seen_by(seat)
        view = SeatView(self.match.seats)
        view.put(Resumed(state._replace(table=state.table.view())), 0)
        self.bots[seat] = BotPlayer(bot.level, view)

    def stop_driving(self, seat: int) -> None:
        """Stop a bot from playing this seat."""
        self.bots.pop(seat, None)

    def _drive_bots(self) -> None:
        for seat in self.seats:
            chair = self._members.chairs[seat]
            if chair.bot and not chair.present:
                self.drive(seat)

    def _player(self, seat: int) -> Peer | None:
        """The connection of the member who plays this seat, if there is one."""
        member = self._members.chairs[seat].member
        return member.peer if member and member.peer in self._audience else None

    def _stand_in(self, now: int) -> list[Delivery]:
        """Act for seats that nobody plays: they are ready, and agree to what all others have agreed to."""
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

    # -- sending

    def _send_whole(self, peers: tuple[Peer, ...], place: int = WATCHER) -> list[Delivery]:
        """The match as this seat, or WATCHER, may see it."""
        self._audience = {*self._audience.intersection(self._members.peers), *peers}
        return [Delivery(part, peers) for part in snapshot(self.server.seen_by(place), self.server.sent)]

    def _deliver(self, notices: list[Notice]) -> list[Delivery]:
        """Show the bots these notices; returns the messages for everyone else."""
        for notice in notices:
            for seat, bot in self.bots.items():
                if notice.reaches(seat):
                    bot.view.put(notice.event, notice.at)
        return [Delivery(TimedEvent(notice.at, notice.event), self._reached_by(notice)) for notice in notices]

    def _reached_by(self, notice: Notice) -> tuple[Peer, ...]:
        members = self._members.all.values()
        return tuple(m.peer for m in members if m.peer in self._audience and notice.reaches(self._place(m)))

    def _place(self, member: Member) -> int:
        """The member's seat in this match, or WATCHER."""
        return member.seat if member.seat is not None and member.seat in self.seats else WATCHER
