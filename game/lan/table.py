"""A table on the network: who is there, what the player may ask, and the session of its match."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

import msgspec

from game.core.hand import Hand
from game.core.limits import Handicap
from game.core.portraits import BOT_NAMES, Portrait
from game.core.rules import Rules
from game.core.state import PLAYING, SCORED, WON, AskPause, Event, Knock, Request, State, Thrown, private_to
from game.core.table import Move
from game.i18n import _
from game.lan.client import AFTER, LanClient
from game.lan.failover import TableConnection
from game.lan.hosting import rules_of
from game.lan.interfaces import by_radio
from game.lan.race_deals import is_drawn_from
from game.lan.server import Server
from game.lan.udp import write_address
from game.net.client import deal_verdict
from game.net.client.connection import BROKEN, CONNECTED, DENIED
from game.net.client.deal_verdict import DealVerdict
from game.net.client.deal_witness import ToldLog
from game.net.client.table_client import TableClient
from game.net.server.line_meter import KEPT
from game.net.transport.noise import fingerprint
from game.net.waiting import PATIENCE, Waiting, waiting
from game.net.wire.messages import (
    Appearance,
    Line,
    Room,
    RunDeal,
    SeatInfo,
    SetHandicap,
    Sit,
    Successor,
    ToHost,
)
from game.net.wire.round_log import unpacked_log
from game.net.wire.snapshot import digest
from game.program import fine_timers
from game.rules.haisty import Haisty
from game.sessions.session import MatchSeat, Player, SecondSeat
from game.storage.result import MatchResult, match_result
from game.story.seen import Seen, told_round
from game.system import here

CONNECTING, JOINED, REFUSED, SILENT, CLOSED = "calling", "there", "refused", "silent", "closed"
"""States: not yet joined; joined; refused; the host is silent; the host has closed the connection."""
UNHEARD = 1.0
"""Seconds after which the host counts as silent."""
AWAITED, MISSED = 5.0, 15.0
"""Seconds to wait for a silent host once the match is over, and before there is one: nobody takes the table
over then."""
_LONGEST = 0.25
_UNSURE = 200_000
"""Microseconds by which this program may have known of the last knock before the host had noted it."""

Keep = Callable[[TableClient], object]
"""Stores what is to be remembered of a table: what lets the player back in, and who hosts it."""


def names_of(room: Room) -> tuple[str, ...]:
    """The names at the seats as shown: every seat gets one."""
    return tuple(_name(place, number) for number, place in enumerate(room.places, 1))


def owner_of(room: Room) -> str:
    """The name of who owns the table, as shown; empty: nobody at the seats does."""
    names = zip(names_of(room), room.places, strict=True)
    return next((name for name, place in names if place.member == room.owner is not None), "")


def _name(place: SeatInfo, number: int) -> str:
    if place.name.strip() or place.kind == "empty":
        return place.name.strip()
    if place.kind == "bot" and place.member is None:
        return BOT_NAMES[place.back]  # no two have the same back
    return _("Player {n}").format(n=number)


class RemoteTable:
    """A connected table, served by a thread of its own, and the session of its match (see game.sessions)."""

    can_pause = paused = False

    def __init__(
        self,
        connection: TableConnection,
        keep: Keep | None = None,
        code: str = "",
    ) -> None:
        """`keep` is called once the player has joined, and between rounds whenever another host is there or
        names others."""
        self.connection, self._keep = connection, keep
        """The connection to the table, whichever machine hosts it; `keep`, see there."""
        self.kept: tuple[LanClient, Sequence[Successor]] | None = None
        """At which host that was last, and whom it named."""
        self.code = code
        """The code that others need to join, if there is one."""
        self.wants = not connection.client.table.connection.join.watch
        """Whether the player takes a seat as soon as one is free."""
        self.partner: RemoteTable | None = None
        """The connection of the next player at this screen. The second sees this one's table; there are more
        only where each has an own one."""
        self._told: ToldLog | None = None
        self._seen: tuple[Seen, ...] = ()
        """The log that was gone through last, and what it told."""
        self._waiting, self._since = Waiting(), 0
        """Who is waited for as of the last `poll`, and since when (host's clock)."""
        self._had: int | None = None
        """The place as of the last `poll`."""
        self.take_seats()
        self._stop = here().jobs.event()
        self._thread = here().jobs.start(self._listen)

    # -- the seats of the session

    def take_seats(self) -> None:
        """Show the match from the seats of now on; to be called again when they are not `fresh` any more."""
        room = self.room
        self.rules: Rules = rules_of(room.terms) if room else Haisty()
        self.seats = len(self.state.totals)
        self._taken = own, beside = self._seats_now()
        self.plays, self.seat = own is not None, own or 0
        self.local_seats: tuple[MatchSeat, ...] = (self,) if self.plays else ()
        if self.partner and beside is not None:
            self.local_seats += (SecondSeat(self, beside, self._play_for_partner, self.partner.ask),)

    @property
    def fresh(self) -> bool:
        """Whether the seats are still those taken."""
        return len(self.state.totals) == self.seats and self._taken == self._seats_now()

    def _seats_now(self) -> tuple[int | None, int | None]:
        """The seats of the player and of the second one, as far as they are in the match."""
        there = range(len(self.state.totals))
        own, beside = self.place, self.partner.place if self.partner else None
        return own if own in there else None, beside if beside in there else None

    # -- what the screen shows

    @property
    def server(self) -> Server | None:
        """The host, if it runs here; not one that only offers to be it."""
        connection = self.connection
        return None if connection.may_go_on_alone else connection.server

    @property
    def client(self) -> LanClient:
        """The connection to the host; either may be replaced later."""
        return self.connection.client

    @property
    def status(self) -> str:
        """CONNECTING, JOINED, REFUSED, SILENT or CLOSED."""
        if (server := self.server) and server.failed:
            return CLOSED
        connection = self.connection
        if connection.moving or connection.waking:
            return SILENT
        client = connection.client  # read after `moving`: another thread replaces it
        table = client.table
        if table.closed:
            return CLOSED
        if table.connection.state in (DENIED, BROKEN):
            return REFUSED
        if client.silence > UNHEARD:
            return CLOSED if self._given_up else SILENT
        return JOINED if table.connection.state == CONNECTED and table.seated else CONNECTING

    @property
    def _given_up(self) -> bool:
        """Whether the host has been silent for so long that it will not come back."""
        if self.over:
            return self.silence > AWAITED
        return self.room is not None and not self.room.playing and self.silence > MISSED

    @property
    def other_half(self) -> str:
        """The address where another half of this table plays on since the network was cut, or empty."""
        found = self.connection.other_half
        return write_address(found) if found else ""

    @property
    def waking(self) -> bool:
        """Whether the host runs here, has been asleep, and asks whether another has gone on meanwhile."""
        return self.connection.waking

    @property
    def silence(self) -> float:
        """Seconds since the last packet from the host."""
        return self.connection.silence

    @property
    def refusal(self) -> tuple[int, int]:
        """Why the host refused (see listener; -1: it sent nonsense), and seconds to wait."""
        connection = self.client.table.connection
        return (-1, 0) if connection.state == BROKEN else (connection.reason, connection.seconds)

    @property
    def ending(self) -> str:
        """Why the host closed the connection: "left" or "kicked"."""
        return self.client.table.closed

    @property
    def room(self) -> Room | None:
        """Who is there and what is played, as last sent by the host."""
        return self.connection.client.table.room

    @property
    def lines(self) -> Mapping[int, Line]:
        """By member, how good the lines are, as last sent by the host."""
        return self.client.table.lines

    @property
    def naps(self) -> bool:
        """Whether regular pauses of the own line are those of a radio here: it is one, and this program has
        been on time for as long as they are measured."""
        client = self.client
        return client.clock.seconds() - client.late > KEPT and by_radio(client.address)

    @property
    def names(self) -> tuple[str, ...]:
        """The names at the seats of the match."""
        names = names_of(self.room) if self.room else ()
        return names[: self.seats] or ("",) * self.seats

    @property
    def backs(self) -> tuple[int, ...]:
        """The backs of the seats' packs."""
        room = self.room
        return tuple([place.back for place in room.places[: self.seats]] if room else [0] * self.seats)

    @property
    def portraits(self) -> tuple[Portrait, ...]:
        """The portraits at the seats."""
        room = self.room
        return tuple(
            [place.portrait for place in room.places[: self.seats]] if room else ["star"] * self.seats
        )

    @property
    def places(self) -> Sequence[SeatInfo]:
        """The seats of the match, and who sits there."""
        return self.room.places[: self.seats] if self.room else ()

    @property
    def handicaps(self) -> tuple[int, ...]:
        """By seat, also those not in the match, how many cards its 13-pile has from the next deal on."""
        return tuple([place.handicap for place in self.room.places] if self.room else ())

    def may_handicap(self, seat: int) -> bool:
        """Whether somebody at this screen may change that now: its player or the owner, between rounds."""
        room = self.room
        rests = room and (not room.playing or self.state.phase == SCORED)
        if not (room and rests) or room.terms.game or seat >= len(room.places):
            return False
        place = room.places[seat]
        return place.kind != "empty" and (self.owner or place.member in self.members_here)

    def handicap(self, seat: int, cards: Handicap) -> None:
        """Ask for it: its player does, if that is one at this screen."""
        own = (one for one in self.local_tables if one.place == seat)
        next(own, self).ask(SetHandicap(seat, cards))

    @property
    def target(self) -> int:
        """Points to reach; 0: none."""
        return self.room.terms.target if self.room else 0

    @property
    def rounds(self) -> int:
        """How many rounds the match has; 0: as many as it takes."""
        return self.room.terms.rounds if self.room else 0

    @property
    def played(self) -> tuple[Player, ...]:
        """Who played the last round that has ended; empty if a host tells of too few."""
        room, here = self.client.table.played, self.members_here
        enough = room is not None and len(room.places) >= self.seats
        places = zip(names_of(room), room.places, strict=True) if room and enough else ()
        return tuple(Player(name, place.back, place.member in here, place.portrait) for name, place in places)

    @property
    def place(self) -> int | None:
        """The player's place in the room; None for a watcher."""
        return self.connection.client.table.seat

    @property
    def member(self) -> int | None:
        """The own member number."""
        welcome = self.client.table.welcome
        return welcome.member if welcome else None

    @property
    def members_here(self) -> set[int]:
        """The member numbers of those who play at this screen."""
        return {table.member for table in self.local_tables if table.member is not None}

    @property
    def local_tables(self) -> list["RemoteTable"]:
        """This connection and those of the further players at this screen."""
        return [self, *(self.partner.local_tables if self.partner else ())]

    @property
    def owner(self) -> bool:
        """Whether this player may set the rules and the bots."""
        table = self.client.table
        owns = bool(table.room and table.welcome and table.room.owner == table.welcome.member)
        return owns and self.status != CLOSED

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that have yet to knock, once anybody has."""
        return self._waiting.missing

    @property
    def late(self) -> tuple[int, ...]:
        """The seats that all others have waited for long enough to go on without them."""
        return self._waiting.missing if self.now >= self._since + PATIENCE + _UNSURE else ()

    @property
    def speaker(self) -> "RemoteTable | None":
        """Who at this screen may have the others go on, if anybody here may."""
        return next((one for one in self.local_tables if one.member == self._waiting.asks), None)

    @property
    def over(self) -> bool:
        """Whether the match has been won, though its end may not be shown yet."""
        table = self.client.table
        return bool(table.room and table.room.playing) and table.confirmed.state.phase == WON

    @property
    def state(self) -> State:
        """The match as of the last `poll`; before the first deal its round is 0."""
        return self.connection.client.table.state

    @property
    def now(self) -> int:
        """The host's clock in microseconds."""
        return self.client.now

    def result(self, fastest: Sequence[int], when: int) -> MatchResult:
        """The result of a match that is over, for the player here; to who only watches all are opponents. Its
        key is the same for whoever saw the end, at whichever host. `fastest`: by seat, see MatchResult;
        `when`: seconds since 1970."""
        if self.plays:
            return self._result(self.seat, fastest, when)
        first, second = (self._result(seat, fastest, when) for seat in (0, 1))
        opponents = *second.opponents[:1], *first.opponents
        return msgspec.structs.replace(first, won=False, opponents=opponents)

    def _result(self, seat: int, fastest: Sequence[int], when: int) -> MatchResult:
        welcome, state = self.client.table.welcome, self.state
        places = self.room.places if self.room else ()
        levels = [places[each].level or "" if each < len(places) else "" for each in range(len(state.totals))]
        names = [*(names_of(self.room) if self.room else ()), *[""] * len(levels)]
        key = f"{welcome.table.hex() if welcome else ''}-{digest(state):08x}"
        kind, keys = self.room.terms.game if self.room else "", self._keys(len(levels))
        return match_result(
            state, seat, names, levels, key=key, kind=kind, lan=True, fastest=fastest, when=when, keys=keys
        )

    def _keys(self, seats: int) -> list[str]:
        """By seat, the fingerprint of the key of whoever plays there; who is no guest is the host."""
        table = self.client.table
        guests = {one.seat: one.player for one in table.successors}
        host = fingerprint(table.connection.host_key)
        people = [place.member is not None for place in self.room.places] if self.room else []
        return [
            guests.get(seat, host).hex() if person else ""
            for seat, person in zip(range(seats), [*people, *[False] * seats], strict=False)
        ]

    @property
    def seen(self) -> Sequence[Seen]:
        """The round of Haisty that has just ended, once the host has told its log: the same at every screen,
        whatever has been seen of it there."""
        told, state = self.client.table.witness.told, self.state
        if not isinstance(self.rules, Haisty):
            return ()
        if told != self._told and told and state.phase in (SCORED, WON) and told.round == state.round:
            self._told, self._seen = told, ()
            with suppress(IndexError, ValueError):  # a host may tell anything
                log = unpacked_log(state.began, told.data)
                self._seen = told_round(self.rules, state, told.seed, log)
        return self._seen if self._told and self._told.round == state.round else ()

    def verdict(self, number: int) -> DealVerdict | None:
        """Whether the deal of that round is proved, once it is over; of one that the owner chose only what is
        broken."""
        found, rules = self.client.table.witness.verdict(number), self.rules
        return found if found and (found.kind == deal_verdict.BROKEN or not rules.preset) else None

    def moment(self, seconds: float) -> int:
        """The value of `now` at a recent moment, given in seconds of the clock."""
        return self.client.table.connection.clock.at(round(seconds * 1e6))

    def poll(self) -> list[Event]:
        """The events of the match since the last call."""
        heard = self.client.table.confirmed.count
        events = self.client.update()
        for one in self.local_tables:
            out = one.partner and one.partner.status in (REFUSED, CLOSED) and one.status == JOINED
            if one.partner and out and not one.partner.connection.go_on_beside(one.client):
                one.drop_partner()
        if self.partner and not self.rules.apart:  # there each has a table of their own
            self.client.table.partner = seat = self.partner.place
            ahead = self.partner.client.table.confirmed.count > heard  # what it says follows what is to come
            for event in () if ahead else self.partner.poll():
                own = seat is not None and seat == private_to(event)
                if own and not isinstance(event, Thrown):  # throws are predicted
                    with self.client.at_table() as (table, _now):
                        events += filter(None, (table.receive_partners(event),))
        if (had := self._had) is not None and self.place is None and self.room:
            self.wants = False  # others play another match
        self._had = self.place if self.room else had
        found = waiting(self.room, self.state, self.rules) if self.room else Waiting()
        if found != self._waiting:
            self._waiting, self._since = found, self.now
        return events

    @property
    def hands(self) -> Mapping[int, Hand]:
        """By seat, the hands over the shared piles as they are to be shown now."""
        with self.client.at_table() as (table, now):
            return table.hands.at(table.host_now(now))

    @property
    def deal(self) -> RunDeal | None:
        """What is played in this round, once the host has told of it: one of the challenges drawn from."""
        deal, room = self.client.table.runs.deal, self.room
        told = deal and room and deal.round == self.state.round and is_drawn_from(room.terms, deal)
        return deal if told else None

    # -- requests

    def point(self, hand: Hand | None) -> None:
        """Have the host told where the player's hand is, with the next packet that goes anyway."""
        self.client.table.connection.hand = hand

    def ask(self, request: Request | ToHost) -> None:
        """Send the host a request."""
        self.client.ask(request)

    def play(self, move: Move, press: int | None = None) -> None:
        """Make a move at `press` (the host's clock); None: now. Refused while nobody can judge it or the
        seat sits out."""
        if not (self.waking or self.state.sits_out(self.seat)):
            with self.client.at_table() as (table, now):
                table.press(move, self.rules, now, press)

    def _play_for_partner(self, move: Move, press: int | None = None) -> None:
        """Make the second player's move, and show it at this player's table; not while one of them hears no
        host or another one, which would never answer it here."""
        seat = self.partner.place if self.partner and not self.waking else None
        if self.partner and seat is not None and self._one_host and not self.state.sits_out(seat):
            with self.partner.client.at_table() as (table, now):
                at = table.claim(move, now, press)
            if at is not None:
                with self.client.at_table() as (table, _now):
                    table.predict(self.rules, seat, move, at)

    @property
    def _one_host(self) -> bool:
        """Whether those who play here hear the same host."""
        hosts = {each.client.table.connection.host_key for each in self.local_tables}
        return len(hosts) == 1 and all(each.silence < AFTER for each in self.local_tables)

    def knock(self) -> None:
        """Knock: be ready, as are all who play here."""
        self.ask(Knock())
        if self.partner:
            self.partner.knock()

    def ask_pause(self) -> None:
        """Ask for a pause, or agree to one: all who play here do, as they sit side by side."""
        for table in self.local_tables:
            if table.place is not None:
                table.ask(AskPause())

    def appear(self, back: int, portrait: Portrait) -> None:
        """Choose another card back and portrait; a watcher has none."""
        if self.plays:
            self.ask(Appearance(self.names[self.seat], back, portrait))

    def sit(self, down: bool) -> None:
        """Take a seat as soon as one is free, or get up and watch; all who play here do."""
        self.wants = down
        self.ask(Sit(down))
        if self.partner:
            self.partner.sit(down)

    def drop_partner(self) -> None:
        """Let the players after this one leave, without waiting for the threads."""
        if partner := self.partner:
            self.partner = self.client.table.partner = None
            here().jobs.start(partner.leave, waits=True)

    def leave(self, back: bool = False) -> None:
        """Leave for good, or to come `back`; closes the table if it is hosted here."""
        for table in self.local_tables:
            table.connection.leave(back)  # at once, without waiting for the threads
        if self.partner:
            self.partner.leave(back)
        self._stop.set()
        self._thread.join(2)
        self.connection.take_leave(back)
        self.connection.close()

    def close(self) -> None:
        """Close the connection; the seat is kept for a while."""
        self.leave(back=True)

    def _listen(self) -> None:
        with fine_timers():
            while not self._stop.is_set():
                self.connection.listen(_LONGEST)
                table = self.client.table
                told, named = table.room and table.successors, (self.client, table.successors)
                rests = not self.kept or table.state.phase != PLAYING  # writing to a disk may take a while
                if self._keep and told and rests and named != self.kept:
                    self._keep(table)
                    self.kept = named
