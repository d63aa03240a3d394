"""The room at a table: its members, what is played, and the match. Its methods return what to send."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from game.core.limits import Level
from game.core.match import Match
from game.core.shuffle import Seed
from game.core.state import PLAYING, SCORED, WON, AskPause, Cheer, Knock, Play, Request, Shout, opening
from game.net.confirmed import ConfirmedMatch, MakeRules
from game.net.migration import Gathering, Heritage, heritage
from game.net.server.live_match import LiveMatch
from game.net.server.match_server import BotPlayer
from game.net.server.members import Member, Members
from game.net.server.peer import Delivery, Peer
from game.net.server.runs import MakeRuns, Runs, RunsSoFar
from game.net.server.seating import Seating
from game.net.waiting import PATIENCE, Waiting, waiting
from game.net.wire.codec import decode_alone
from game.net.wire.messages import (
    Acts,
    Appearance,
    Busy,
    Digest,
    GoOn,
    Hands,
    HouseRules,
    Pointing,
    Rematch,
    Room,
    SeatCommitment,
    SeatOpening,
    SetBot,
    SetHandicap,
    Sit,
    Successor,
    Successors,
    ToHost,
    WaitFor,
)

PAUSE = 100_000
"""Microseconds between two broadcasts: moves take precedence, and nobody floods the others by coming and
going."""
_WATCHERS = 256
"""Bytes of watchers' names that are sent: the message fits a packet even with the longest names on all
seats."""


def watchers_of(members: Members) -> tuple[str, ...]:
    """The watchers' names, those who wait for a seat first; the list is cut if they are too long together."""
    names = tuple(each.name for each in sorted(members.watchers, key=lambda each: not each.wants_seat))
    if sum(len(name.encode()) for name in names) > _WATCHERS:
        return tuple(name[:4] for name in names)
    return names


class TableSettings(NamedTuple):
    """What a table has from the program that runs it."""

    rules: MakeRules
    seed: Callable[[], Seed]
    """Gives each match its own; it is a secret where people play."""
    bot_names: Sequence[str] = ()
    runs: MakeRuns = lambda *_: Runs()


class Takeover(NamedTuple):
    """What is known of a table where it is taken over from another machine."""

    room: Room
    successors: Sequence[Successor]
    confirmed: ConfirmedMatch
    able: Sequence[bytes]
    """The players, by fingerprint, of the machines that could have taken it over."""
    so_far: RunsSoFar | None = None
    """What is known of the round's runs, if it has any."""


class GameRoom:
    """Times in microseconds of the host's clock."""

    def __init__(
        self, name: str, members: Members, terms: HouseRules, supply: TableSettings, table: bytes
    ) -> None:
        """`table`: its id."""
        self.name, self.members, self.terms = name, members, terms
        self.live: LiveMatch | None = None
        self.disagreed = 0
        """How often a client's table differed from this one at the end of a round."""
        self.there = 0
        """How many machines are here that could host the table, or were when its match continued here."""
        self.gathering: Gathering | None = None
        """Who has come to a table taken over, until it goes on here."""
        self._migrated: Heritage | None = None
        """The match of a table taken over, until it continues here."""
        self._ended: Room | None = None
        """The room as it was when the round ended, until the next one is dealt."""
        self._table = table
        self._make_rules, self._seed, bot_names, self._make_runs = supply
        self._so_far: RunsSoFar | None = None
        """The runs of a table taken over, as they were then."""
        self._stale = True
        """Whether something may have changed since the room was last sent to everyone."""
        self._told: tuple[Room, Successors] | None = None
        """What was sent then, with the possible successors."""
        self._sent = 0
        """When that was."""
        self._seating = Seating(members, bot_names)
        self._waiting, self._since, self._starts = Waiting(), 0, False
        """Who is waited for and since when; whether the match begins without them."""
        self._rematch = False
        """Whether another match begins without those who have not knocked for it."""

    @property
    def match(self) -> Match | None:
        """The match, if one is played."""
        return self.live.match if self.live else None

    @property
    def bots(self) -> dict[int, BotPlayer]:
        """By seat, the bots that the program running the table has to play."""
        return self.live.bots if self.live else {}

    @property
    def playing(self) -> bool:
        """Whether there is a match, or one that is about to continue here."""
        return self.live is not None or self._migrated is not None

    @property
    def rests(self) -> bool:
        """Whether a match is played and only a request or time can change anything now."""
        return self.in_round and not (self.live and self.live.awaited)

    @property
    def in_round(self) -> bool:
        """Whether a round is played: only requests, watermarks and time can change anything now."""
        return self.live is not None and self.live.match.state.phase == PLAYING

    def stirred(self, before: int, after: int) -> bool:
        """Whether a seat's watermark, which has risen so far, may change something."""
        awaited = self.live.awaited if self.live else ()
        return bool(awaited) and any(before < time <= after for time in awaited)

    def next_time(self, now: int) -> int | None:
        """When the match next has something due, if no request comes."""
        return self.live.next_time(now) if self.live else None

    # -- requests of the program that runs it

    def ask(self, seat: int, request: Request, now: int) -> None:
        """A request by one of the host's bots."""
        if self.live and seat in self.live.bots:
            self.live.ask(seat, request, now)

    def seat_bot(self, level: Level, name: str) -> bool:
        """Put a bot on the last free seat (people take the first ones); returns whether there was one."""
        free = [seat for seat, chair in enumerate(self.members.chairs) if chair.empty]
        if free:
            self._seating.put_bot(free[-1], level, name, self.live)
            self.note_change()
        return bool(free)

    def reopen(self, now: int) -> None:
        """End the match: return to the table as it was before it."""
        self.live = None
        self._seating.clear()
        self._seat_waiting(now)

    def _play_again(self, now: int) -> None:
        """End the match and begin another with those who have knocked for it; the others watch it."""
        assert self.live
        self._rematch = False
        ready, seats = self.live.match.state.ready, self.live.seats
        for member in [self.members.chairs[seat].member for seat in seats if not ready >> seat & 1]:
            if member and not member.bot:
                self.members.stand(member)
        self.reopen(now)
        self._seating.keep_company()
        self._seating.agree()
        self._starts = True

    def inherit(self, takeover: Takeover, now: int) -> None:
        """Continue a table and its match. Raises ValueError if there can be no such match."""
        room, successors, confirmed, able, so_far = takeover
        rules = self._make_rules(self.terms)
        members = [place.member for place in room.places if place.member is not None]
        if len(set(members)) < len(members):
            raise ValueError("there is no such table")
        if room.playing and confirmed.state.round:
            if len(confirmed.state.totals) > len(self.members.chairs):
                raise ValueError("there are too few seats")
            self._migrated, self._so_far = heritage(confirmed, rules), so_far
        self.gathering = Gathering(able, [one.player for one in successors], now)
        self.members.inherit(room.places, successors, now)

    def hands(self, now: int) -> Hands | None:
        """What may be told now of the hands over the shared piles."""
        return self.live.hands.told(now) if self.live else None

    # -- requests of its members

    def point(self, member: Member, aside: bytes) -> None:
        """A member's hand has moved; watchers have none. Raises WireError."""
        pointing = decode_alone(Pointing, aside)
        if self.live and member.seat is not None and member.seat in self.live.seats:
            self.live.hands.point(member.seat, pointing.hand)

    def came(self, member: Member, back: bool, now: int) -> list[Delivery]:
        """Welcome a member that has just connected; `back`: it was a member before."""
        if not back or member.seat is None:
            self._seat_waiting(now)
        if self.live:
            self.live.connect(member)
        self.note_change()
        ended = [Delivery(self._ended, (member.peer,))] if self._ended and member.peer else []
        return ended + self._send_room(now, member)

    def note_change(self) -> None:
        """Note that members or their looks may have changed: the next update sends everyone the room."""
        self._stale = True

    def tell_again(self) -> None:
        """Send everyone the whole match once more."""
        if self.live:
            for member in self.members.all.values():
                self.live.send_again(member)

    def arrange(self, member: Member, message: Appearance | Sit | SetBot | SetHandicap) -> Member | None:
        """A member's request about looks and seats; returns the member that the owner removes by it, if
        any."""
        self.note_change()
        return None if self._migrated else self._seating.ask(member, message, self.live)

    def handle(self, member: Member, message: ToHost, now: int) -> None:
        """A member's request or report about the match."""
        seat, live = member.seat, self.live
        match message:
            case Play() | Knock() | AskPause() | Shout() | Cheer():
                if live and member.peer and seat is not None and seat in live.seats:
                    if isinstance(message, Play):
                        message = member.peer.dated(message, now)
                    live.ask(seat, message, now)
                if not live and isinstance(message, Knock) and seat is not None:
                    member.ready = True
            case Acts() if live and seat is not None:
                live.runs.take(seat, message, now)
            case SeatCommitment() | SeatOpening() if live and member.peer and seat is not None:
                live.take(seat, member.peer, message)
            case Busy(on):
                member.busy = on
                self.note_change()
            case Digest() if live and not live.agrees(message):
                self.disagreed += 1
                live.send_again(member)
            case HouseRules() | Rematch() | WaitFor() if member.number == self.members.owner:
                self._obey(message, now)
            case GoOn() if member.number == self._waiting.asks and now >= self._since + PATIENCE:
                if self._waited_for() != self._waiting:
                    return  # somebody has knocked, or all have to knock anew, since it was asked for
                self._starts = not live
                self._rematch = bool(live and live.match.state.phase == WON)
                if live and not self._rematch:
                    for seat in self._waiting.missing:
                        live.ready(seat, now, out=True)

    def _obey(self, message: HouseRules | Rematch | WaitFor, now: int) -> None:
        """A request that only the owner may make."""
        match message:
            case HouseRules(target, rounds) if not self.playing and (target or rounds):
                with suppress(ValueError):  # there are no such rules
                    self._make_rules(message)
                    if self.terms != message:
                        self.terms = message
                        self.members.unready()  # they knocked for other rules
            case WaitFor(number, on) if number in self.members.all:
                self.members.all[number].waited = on
            case Rematch() if self.match and self.match.state.phase == WON:
                self.reopen(now)

    # -- what is due with time

    def update(self, now: int) -> list[Delivery]:
        """Do what is due."""
        if self.live and not any(chair.member for chair in self.members.chairs):
            self.reopen(now)
        self._seat_waiting(now)
        if not self.in_round and (found := self._waited_for()) != self._waiting:
            self._waiting, self._since = found, now
        deliveries = self._play(now)
        if not self.match or self.match.state.phase != PLAYING:
            self.note_change()
        return deliveries + self._send_room(now)

    def close(self, now: int) -> list[Delivery]:
        """Send everyone the room one last time."""
        self.note_change()
        return self._send_room(now + PAUSE)

    def _seat_waiting(self, now: int) -> None:
        if not self.match or self.match.state.phase not in (SCORED, WON):
            self._ended = None
        else:
            self._ended = self._ended or self._shown()
        if not self._migrated:
            self._seating.seat_waiting(self.live, now)

    def _play(self, now: int) -> list[Delivery]:
        if self.gathering:
            here = self.members.able(now)
            self.there = self.gathering.there(here)
            if not self.gathering.due(here, now):
                return []
            self.gathering = None
        if self._migrated:
            return self._go_on(self._migrated, now)
        if self.live and (self._rematch or self.live.again):
            self._play_again(now)
            return self._send_room(now)
        if self.live:
            return self.live.update(now)
        self._seating.keep_company()
        rules = self._make_rules(self.terms)
        few = len(self.members.chairs) < rules.fewest
        starts, self._starts = self._starts, False
        if self._seating.all_ready(1 if rules.fewest else 2, starts) and not few:
            if rules.fewest:
                self._seating.fill()
            return self._start(now)
        return []

    def _waited_for(self) -> Waiting:
        state, rules = (self.match.state, self.match.rules) if self.match else (opening(0), None)
        return Waiting() if self._migrated or self.gathering else waiting(self._shown(), state, rules)

    def _start(self, now: int) -> list[Delivery]:
        match = self._new_match(self.members.compact())
        self.live = LiveMatch(match, self.members, self._table, self._make_runs(match, self.terms, None))
        for chair in self.members.chairs:
            if chair.member and not chair.member.peer:
                chair.bot = None
        self.note_change()
        return self._send_room(now) + self.live.begin(now)

    def _go_on(self, migrated: Heritage, now: int) -> list[Delivery]:
        self._migrated = None
        match = self._new_match(len(migrated.state.totals))
        match.resume(migrated.state, now)  # the unseen cards are reshuffled
        runs = self._make_runs(match, self.terms, self._so_far)
        self.live = LiveMatch(match, self.members, self._table, runs, migrated.sent)
        self.note_change()
        return self.live.go_on()

    def _new_match(self, seats: int) -> Match:
        terms = self.terms
        return Match(self._make_rules(terms), seats, self._seed(), terms.target, terms.rounds)

    def _send_room(self, now: int, newcomer: Member | None = None) -> list[Delivery]:
        """Send everyone the room, with its possible successors, if it has changed; a newcomer gets it in any
        case."""
        if not (self._stale or newcomer):
            return []
        now_told = room, successors = self._shown(), Successors(self.members.successors)
        to: tuple[Peer, ...] = (newcomer.peer,) if newcomer and newcomer.peer else ()
        waits = self._told and self._told[0].playing == room.playing and now < self._sent + PAUSE
        if not waits:
            if now_told != self._told:
                self._sent, to = now, self.members.peers
            self._told, self._stale = now_told, False
        return [Delivery(room, to), Delivery(successors, to)]

    def _shown(self) -> Room:
        """The room as all see it."""
        chairs, owner = tuple(chair.shown() for chair in self.members.chairs), self.members.owner
        by, watchers = -1 if owner is None else owner, watchers_of(self.members)
        waiting = sum(each.wants_seat for each in self.members.watchers)
        return Room(self.name, chairs, watchers, by, self.playing, self.terms, waiting)
