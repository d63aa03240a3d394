"""The match at a table, with a member, one of the host's bots or nobody on each of its seats."""

from game.core.match import Match
from game.core.shuffle import derive
from game.core.state import (
    DELAY,
    FLIGHT,
    PAUSED,
    PLAYING,
    SCORED,
    WAITING,
    WON,
    AskPause,
    Knock,
    Play,
    Request,
    Resumed,
)
from game.core.table import Move
from game.net.address import is_loopback
from game.net.client.connection import PLAYING_INTERVAL
from game.net.hands import HostHands
from game.net.server.deal_gathering import DealGathering
from game.net.server.match_server import WATCHER, BotPlayer, MatchServer, Notice, SeatView
from game.net.server.members import Member, Members
from game.net.server.peer import Delivery, Peer
from game.net.server.runs import Runs
from game.net.wire.messages import Digest, SeatCommitment, SeatOpening
from game.net.wire.round_log import reveal
from game.net.wire.snapshot import digest, snapshot


class LiveMatch:
    """One match and who plays it; methods return what to send. Times in microseconds of the host's clock."""

    def __init__(self, match: Match, members: Members, table: bytes, runs: Runs, sent: int = 0) -> None:
        """`table`: its id. `sent`: how many numbered events there have been, in a match taken over from
        another host."""
        self.server = MatchServer(match, sent)
        self.bots: dict[int, BotPlayer] = {}
        """By seat."""
        self.awaited = set[int]()
        """The times that watermarks have to reach before anything changes."""
        self.hands, self.runs = HostHands(), runs
        self._members, self._table = members, table
        self._audience: set[Peer] = set()
        """Connections that have received the whole match; they are sent every event from then on."""
        self._newcomers: list[Member] = []
        """Members who are sent the whole match next."""
        self._counted = self._digest = 0
        self._gathering: DealGathering | None = None
        """The seats' numbers for the next deal, unless the match has one of a number that all may know."""
        self._knock: tuple[int, bool] | None = None
        """The seat whose knock is the last one and waits for those numbers; and whether it sits out."""

    @property
    def match(self) -> Match:
        """The match that `server` judges."""
        return self.server.match

    @property
    def seats(self) -> range:
        """The seats of this match."""
        return range(self.match.seats)

    def begin(self, now: int) -> list[Delivery]:
        """Send everyone the match, and deal as soon as the seats' numbers are there."""
        deliveries = self._send_whole(self._members.peers)
        self._prepare_deal()
        if not self._gathering:
            self.match.handicap(self._handicaps)
            self._start(now)
            return deliveries
        self._gathering.begin(now)
        return deliveries + self._gather(now)

    def go_on(self) -> list[Delivery]:
        """Send everyone the current state of a match taken over from another machine."""
        for seat in self.seats:
            if self._members.chairs[seat].present:
                self._members.chairs[seat].bot = None
        self._drive_bots()
        if self.match.state.phase == SCORED:
            self._prepare_deal()
        return self._send_whole(self._members.peers)

    def next_time(self, now: int) -> int | None:
        """When something is next due, if no request comes."""
        waits = self._gathering.due if self._gathering else None
        due = self.server.next_time(now), self.runs.next_time(now), waits
        times = [time for time in due if time is not None]
        return min(times, default=None)

    def update(self, now: int) -> list[Delivery]:
        """Do what is due."""
        self._stand_in(now)  # what ends a round is told before its log
        present = ((seat, self._members.chairs[seat].present) for seat in self.seats)
        floors = {seat: one.peer.floor(now) for seat, one in present if one and one.peer}
        for standing in self.runs.due(self.bots, now):
            self.server.stand(standing, now)
        deliveries = self._deliver(self.server.settle(now, floors))
        self.awaited = self.server.awaited
        if len(self.match.results) > self._counted:
            self._counted = len(self.match.results)
            self._digest = digest(self.match.state)
            deliveries += self._reveal()
            self._prepare_deal()
        deliveries += self._welcome() + self._gather(now)
        places = ((member.peer, self._place(member)) for member in self._members.all.values())
        return deliveries + self.runs.tell({peer: at for peer, at in places if peer in self._audience})

    def ask(self, seat: int, request: Request, now: int) -> None:
        """A seat's request; see MatchServer.ask."""
        state = self.match.state
        if isinstance(request, Knock):
            self.ready(seat, now)
        elif isinstance(request, AskPause):
            self.server.ask_pause(seat, now, self._alone(seat))
        elif state.round:
            self.server.ask(seat, request, now)

    def ready(self, seat: int, now: int, out: bool = False) -> None:
        """A seat knocks, or the others go on without it. The last one, which brings about a deal, waits for
        the seats' numbers."""
        state = self.match.state
        deals = state.phase == SCORED and state.ready | 1 << seat == (1 << self.match.seats) - 1
        if deals and self._gathering:
            self._knock = seat, out and self._knock in (None, (seat, True))  # whoever has knocked plays
            self._gathering.begin(now)
        elif state.round:
            if deals and not isinstance(self.match.seed, bytes):
                self.match.handicap(self._handicaps)
            if state.phase != WON and (lacking := self._lacking(now)):
                self.match.delays[state.round + (state.phase == SCORED)] = lacking
            self.server.ready(seat, now, out)

    @property
    def again(self) -> bool:
        """Whether all the people here have knocked for another match."""
        state, present = self.match.state, [(at, self._members.chairs[at].present) for at in self.seats]
        people = [at for at, one in present if one and not one.bot]
        return state.phase == WON and bool(people) and all(state.ready >> at & 1 for at in people)

    def _alone(self, seat: int) -> bool:
        """Whether all pause as soon as this seat asks: its player is the host, or no other person plays."""
        people = [(at, self._members.chairs[at].present) for at in self.seats]
        others = [at for at, one in people if one and not one.bot and at != seat]
        member = self._members.chairs[seat].member
        return not others or (member is not None and member.number == self._members.owner)

    def _lacking(self, now: int) -> int:
        """By how many microseconds a flight is too short: until all that was pressed before a throw has come,
        and until word of what becomes of it is at everyone who is waited for. In a duel each card is seen as
        its word comes."""
        if self.match.rules.answers:
            return 0
        players = (self._members.chairs[seat].present for seat in self.seats)
        lines = [
            (each.peer.meter.usual(now) or 0, each.waited)
            for each in players
            if each and each.peer and not is_loopback(each.peer.address[0])
        ]
        up = max((trip for trip, _waited in lines), default=0) // 2
        down = max((trip for trip, waited in lines if waited), default=0) // 2
        return max(0, min(DELAY, up + PLAYING_INTERVAL + down - FLIGHT))

    def agrees(self, claim: Digest) -> bool:
        """Whether a member's table was the same as this one at the end of the round."""
        return claim.round != self.match.state.round or claim.crc == self._digest or not self._digest

    # -- the deal

    def take(self, seat: int, peer: Peer, message: SeatCommitment | SeatOpening) -> None:
        """A seat commits to its number for the next deal, or opens it."""
        if self._gathering:
            self._gathering.take(seat, peer, message)

    def _start(self, now: int) -> None:
        """Deal the first round, and knock for everyone: they already did so before the match, or sit out."""
        self._drive_bots()
        self.server.start()
        for seat in self.seats:
            present = self._members.chairs[seat].present
            self.ready(seat, now, out=bool(present and not (present.bot or present.ready)))

    def _prepare_deal(self) -> None:
        """Begin to gather the seats' numbers for the next deal."""
        match = self.match
        if isinstance(match.seed, bytes) and match.state.phase != WON:
            number = match.state.round + 1
            self._gathering = DealGathering(self._table, number, derive(match.seed, number, use="host"))

    def _gather(self, now: int) -> list[Delivery]:
        """Ask for the numbers that are missing; once all are there, make the deal that waits for them."""
        if not (gathering := self._gathering):
            return []
        players = {seat: peer for seat in self.seats if (peer := self._player(seat))}
        deliveries = gathering.update(players, self._handicaps, self.match.seats, self._everyone, now)
        if gathering.deal:
            self._gathering = None
            self.match.handicap(gathering.handicaps)
            self.match.deals[gathering.deal.round] = gathering.deal
            if not self.match.state.round:
                self._start(now)
            elif self._knock is not None:
                (seat, out), self._knock = self._knock, None
                self.ready(seat, now, out)
        return deliveries

    @property
    def _handicaps(self) -> tuple[int, ...]:
        """Those that the seats have chosen for the next deal."""
        chairs = self._members.chairs[: self.match.seats]
        return self.match.told_handicaps([chair.handicap for chair in chairs])

    def _reveal(self) -> list[Delivery]:
        """Tell everyone what the deal of the round came from, and the round's log."""
        match = self.match
        deal = match.deals.get(match.state.round)
        if not deal or match.state.starts is None:
            return []
        message = reveal(deal, match.state.began, match.told_log())
        return [Delivery(message, self._everyone)]

    # -- seats

    def connect(self, member: Member) -> None:
        """Send the match to a member with a new connection; a bot that stood in for it leaves."""
        if member.seat is not None and member.seat in self.seats:
            self.bots.pop(member.seat, None)
            self._members.chairs[member.seat].bot = None
        self.send_again(member)

    def send_again(self, member: Member) -> None:
        """Send a member the whole match with the next update."""
        if member.peer and member not in self._newcomers:
            self._audience.discard(member.peer)
            self._newcomers.append(member)

    def add_seat(self, now: int) -> bool:
        """Add a seat that nobody plays yet; returns whether there could be one now."""
        return self._knock is None and self.server.add_seat(now)

    def drive(self, seat: int) -> None:
        """Have the bot on this seat play it."""
        bot = self._members.chairs[seat].bot
        assert bot
        state = self.server.catch_up(seat)
        view = SeatView(self.match.seats)
        view.put(Resumed(state._replace(table=state.table.view())))
        self.bots[seat] = BotPlayer(bot.level, bot.name, view)

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

    def _stand_in(self, now: int) -> None:
        """Act for seats that nobody plays, or that sit out: they agree to what all others have agreed to, and
        to the end of a round that all have left who played it. The former are ready only once all
        others are, so that whoever takes one meanwhile has yet to knock."""
        state = self.match.state
        if state.phase not in (WAITING, SCORED, PAUSED, PLAYING):
            return
        chairs = self._members.chairs
        absent = [seat for seat in self.seats if seat not in self.bots and not chairs[seat].present]
        if state.phase != PLAYING:
            missing = [seat for seat in self.seats if not state.ready >> seat & 1]
            for seat in missing if set(missing) <= set(absent) else ():
                self.ready(seat, now)
            return
        out = [seat for seat in self.seats if state.sits_out(seat)]
        play = [
            seat
            for seat in self.seats
            if seat in self.bots or not (chairs[seat].departed_name or seat in out)
        ]
        idle = {*absent, *out}
        busy = {*self.seats} - idle
        if not idle or len(absent) == self.match.seats or any(map(self._call, busy)):
            return
        calls = {seat: call for seat in idle if (call := self._call(seat))}
        if state.table.agreed or not play or all(chairs[seat].departed_name for seat in calls):
            for seat, call in calls.items():
                self.ask(seat, Play(call, now), now)

    def _call(self, seat: int) -> Move | None:
        """The move by which the seat agrees, or gives up, if it may."""
        table, rules = self.match.state.table, self.match.rules
        calls = (m for m in rules.moves(table, seat) if not (m.count or rules.flies(table, seat, m)))
        return next(calls, None)

    # -- sending

    @property
    def _everyone(self) -> tuple[Peer, ...]:
        """All connections that are sent the match's events."""
        return tuple(peer for peer in self._members.peers if peer in self._audience)

    def _send_whole(self, peers: tuple[Peer, ...], place: int = WATCHER) -> list[Delivery]:
        """The match as this seat, or WATCHER, may see it."""
        self._audience = {*self._audience.intersection(self._members.peers), *peers}
        return [Delivery(snapshot(self.server.seen_by(place), self.server.sent), peers)]

    def _welcome(self) -> list[Delivery]:
        """Send newcomers the match."""
        waiting, self._newcomers = self._newcomers, []
        return [
            delivery
            for member in waiting
            if member.peer
            for delivery in self._send_whole((member.peer,), self._place(member))
        ]

    def _deliver(self, notices: list[Notice]) -> list[Delivery]:
        """Show the bots these notices; returns the messages for everyone else."""
        deliveries = []
        for event, to, shown in notices:
            for seat, bot in self.bots.items():
                if seat in to:
                    bot.view.put(event, shown)
            members = self._members.all.values()
            peers = [member.peer for member in members if member.peer and self._place(member) in to]
            deliveries.append(Delivery(event, tuple(peer for peer in peers if peer in self._audience)))
        return deliveries

    def _place(self, member: Member) -> int:
        """The member's seat in this match, or WATCHER."""
        seat = member.seat
        return seat if seat is not None and seat < self.match.seats else WATCHER
