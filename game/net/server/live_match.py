"""The match at a table, with a member, one of the host's bots or nobody on each of its seats."""

from collections.abc import Sequence

from game.core.match import Match
from game.core.shuffle import derive
from game.core.state import DELAY, FLIGHT, SCORED, WON, AskPause, Cheer, Knock, Play, Resumed, Shout, State
from game.net.address import is_loopback
from game.net.client.connection import PLAYING_INTERVAL
from game.net.server.absent import asked_for_absent
from game.net.server.audience import Audience
from game.net.server.deal_gathering import DealGathering
from game.net.server.match_server import WATCHER, BotPlayer, MatchServer, SeatView
from game.net.server.members import Member
from game.net.server.peer import Delivery
from game.net.server.runs import Runs
from game.net.server.stage import Stage, Table
from game.net.waiting import Waiting, waiting
from game.net.wire.messages import Acts, Room, SeatCommitment, SeatOpening, ToHost
from game.net.wire.round_log import reveal
from game.net.wire.snapshot import digest


class LiveMatch(Stage):
    """It is over when another match begins. Times in microseconds of the host's clock."""

    playing = True
    match: Match
    """The match that `server` judges."""

    def __init__(self, table: Table, match: Match, runs: Runs, sent: int = 0) -> None:
        """`sent`: how many numbered events there have been, in a match taken over from another host."""
        super().__init__(table)
        self.match, self.server, self.runs = match, MatchServer(match, sent), runs
        self.bots: dict[int, BotPlayer] = {}
        self._audience = Audience(self.server, self._members)
        self._counted = 0
        self._gathering: DealGathering | None = None
        """The seats' numbers for the next deal, unless the match has one of a number that all may know."""
        self._knock: tuple[int, bool] | None = None
        """The seat whose knock is the last one and waits for those numbers; and whether it sits out."""
        self._again = False
        """Whether another match begins without those who have not knocked for it."""

    @property
    def seats(self) -> range:
        """The seats of this match."""
        return range(self.match.seats)

    def begin(self, now: int) -> list[Delivery]:
        """Send everyone the match, and deal as soon as the seats' numbers are there."""
        deliveries = self._audience.send_whole(self._members.peers)
        self._prepare_deal()
        if not self._gathering:
            self.match.handicap(self._handicaps)
            self._start(now)
            return deliveries
        self._gathering.begin(now)
        return deliveries + self._gather(now)

    def resume(self, state: State, now: int) -> list[Delivery]:
        """Go on from this state, of a match taken over from another machine."""
        self.match.resume(state, now)  # the unseen cards are reshuffled
        for seat in self._present:
            self._chairs[seat].bot = None
        self._drive_bots()
        if self.match.state.phase == SCORED:
            self._prepare_deal()
        return self._audience.send_whole(self._members.peers)

    def next_time(self, now: int) -> int | None:
        waits = self._gathering.due if self._gathering else None
        due = self.server.next_time(now), self.runs.next_time(now), waits
        times = [time for time in due if time is not None]
        return min(times, default=None)

    def update(self, now: int) -> list[Delivery] | None:
        if self._goes_again:
            for seat in self.seats:
                member = self._chairs[seat].member
                if member and not (member.bot or self.match.state.ready >> seat & 1):
                    self._members.stand(member)  # to watch the next match
            return None
        self._drive_bots()
        for seat, request in asked_for_absent(self.match, self._chairs, self.bots, now):
            self.ask(seat, request, now)  # what ends a round is told before its log
        floors = {seat: one.peer.floor(now) for seat, one in self._present.items() if one.peer}
        for standing in self.runs.due(self.bots, now):
            self.server.stand(standing, now)
        deliveries = self._audience.deliver(self.server.settle(now, floors), self.bots)
        self.awaited = self.server.awaited
        if len(self.match.results) > self._counted:
            self._counted = len(self.match.results)
            self.digest = digest(self.match.state)
            deliveries += self._reveal()
            self._prepare_deal()
        deliveries += self._audience.welcome() + self._gather(now)
        return deliveries + self.runs.tell(self._audience.places)

    def waited_for(self, room: Room) -> Waiting:
        return waiting(room, self.match.state, self.match.rules)

    def ask(self, seat: int, act: ToHost, now: int) -> None:
        match act:
            case _ if seat not in self.seats:
                pass
            case Knock():
                self.ready(seat, now)
            case AskPause():
                self.server.ask_pause(seat, now, self._alone(seat))
            case Acts():
                self.runs.take(seat, act, now)
            case SeatCommitment() | SeatOpening():
                if self._gathering and (peer := self._present[seat].peer):
                    self._gathering.take(seat, peer, act)
            case Play() | Shout() | Cheer() if self.match.state.round:
                self.server.ask(seat, act, now)

    def go_on(self, missing: Sequence[int], now: int) -> None:
        if self.match.state.phase == WON:
            self._again = True
        else:
            for seat in missing:
                self.ready(seat, now, out=True)

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
    def _present(self) -> dict[int, Member]:
        """By seat, the members here who play it."""
        return {seat: one for seat in self.seats if (one := self._chairs[seat].present)}

    @property
    def _people(self) -> list[int]:
        """The seats of the people here."""
        return [seat for seat, member in self._present.items() if not member.bot]

    @property
    def _goes_again(self) -> bool:
        """Whether another match begins: all the people here have knocked for it, or they go on without the
        others."""
        state, people = self.match.state, self._people if self.match.state.phase == WON else ()
        return self._again or (bool(people) and all(state.ready >> seat & 1 for seat in people))

    def _alone(self, seat: int) -> bool:
        """Whether all pause as soon as this seat asks: its player is the host, or no other person plays."""
        member, state = self._chairs[seat].member, self.match.state
        return all(each == seat or state.sits_out(each) for each in self._people) or (
            member is not None and member.number == self._members.owner
        )

    def _lacking(self, now: int) -> int:
        """By how many microseconds a flight is too short: until all that was pressed before a throw has come,
        and until word of what becomes of it is at everyone who is waited for. In a duel each card is seen as
        its word comes."""
        if self.match.rules.answers:
            return 0
        lines = [
            (each.peer.meter.usual(now) or 0, each.waited)
            for each in self._present.values()
            if each.peer and not is_loopback(each.peer.address[0])
        ]
        up = max((trip for trip, _waited in lines), default=0) // 2
        down = max((trip for trip, waited in lines if waited), default=0) // 2
        return max(0, min(DELAY, up + PLAYING_INTERVAL + down - FLIGHT))

    # -- the deal

    def _start(self, now: int) -> None:
        """Deal the first round, and knock for everyone: they already did so before the match, or sit out."""
        self._drive_bots()
        self.server.start()
        late = [seat for seat in self._people if not self._present[seat].ready]
        for seat in self.seats:
            self.ready(seat, now, out=seat in late)

    def _prepare_deal(self) -> None:
        """Begin to gather the seats' numbers for the next deal."""
        match = self.match
        if isinstance(match.seed, bytes) and match.state.phase != WON:
            number = match.state.round + 1
            self._gathering = DealGathering(self._table.id, number, derive(match.seed, number, use="host"))

    def _gather(self, now: int) -> list[Delivery]:
        """Ask for the numbers that are missing; once all are there, make the deal that waits for them."""
        if not (gathering := self._gathering):
            return []
        places = self._audience.places
        players = {at: peer for peer, at in places.items() if at != WATCHER}
        deliveries = gathering.update(players, self._handicaps, self.match.seats, tuple(places), now)
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
        chairs = self._chairs[: self.match.seats]
        return self.match.told_handicaps([chair.handicap for chair in chairs])

    def _reveal(self) -> list[Delivery]:
        """Tell everyone what the deal of the round came from, and the round's log."""
        match = self.match
        deal = match.deals.get(match.state.round)
        if not deal or match.state.starts is None:
            return []
        message = reveal(deal, match.state.began, match.told_log())
        return [Delivery(message, tuple(self._audience.places))]

    # -- seats

    def came(self, member: Member) -> None:
        """A bot that stood in for the member leaves."""
        if member.seat is not None:
            self._chairs[member.seat].bot = None
            self._drive_bots()
        self._audience.forget(member)

    def _free_seat(self, now: int) -> int | None:
        """Between two rounds, if none puts seats out: one that is left, or played by a bot, or a new one."""
        if self.match.state.phase != SCORED or self.match.rules.knockout_margin:
            return None
        chairs, new = self._chairs, self.match.seats
        left = [seat for seat in self.seats if chairs[seat].departed_name]
        left += [seat for seat in self.seats if not chairs[seat].member]
        if not left and (new == len(chairs) or self._knock is not None or not self.server.add_seat(now)):
            return None
        return next(iter(left), new)

    def _drive_bots(self) -> None:
        """Have the bots play that sit or stand in on a seat now, and no others."""
        for seat in self.seats:
            chair, plays = self._chairs[seat], self.bots.get(seat)
            if chair.present or not chair.bot:
                self.bots.pop(seat, None)
            elif not plays or (plays.level, plays.name) != (chair.bot.level, chair.bot.name):
                state, view = self.server.catch_up(seat), SeatView(self.match.seats)
                view.put(Resumed(state._replace(table=state.table.view())))
                self.bots[seat] = BotPlayer(chair.bot.level, chair.bot.name, view)
