"""A table on the network: its members, its rules, its match. No clock and no socket inside."""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from game.core.limits import Level
from game.core.match import Match
from game.core.requests import Cheer, Knock, Play, Request, Shout
from game.core.rules import Rules
from game.core.shuffle import Seed
from game.core.state import WON
from game.net.address import Address
from game.net.confirmed import ConfirmedMatch
from game.net.discovery.finder import answer
from game.net.migration import MigratedMatch
from game.net.server.admission import Admission
from game.net.server.host import Host
from game.net.server.listener import Peer
from game.net.server.live_match import Driven, LiveMatch
from game.net.server.members import Member, Members
from game.net.server.room_broadcast import CALM, RoomBroadcast, watchers_of
from game.net.server.seating import Seating
from game.net.wire.codec import decode_up
from game.net.wire.messages import (
    MOST,
    Appearance,
    Digest,
    EventReport,
    HouseRules,
    Leave,
    Rematch,
    Room,
    SetBot,
    Sit,
    Successor,
    ToHost,
)
from game.net.wire.packet import DATA, TableInfo
from game.net.wire.validate import WireError


class Terms(NamedTuple):
    """What is played."""

    house: dict[str, bool]
    target: int
    rounds: int


class TableServer:
    """Times in microseconds of the host's clock."""

    def __init__(
        self,
        name: str,
        seats: int,
        terms: Terms,
        rules: Callable[[dict[str, bool]], Rules],
        seed: Callable[[], Seed],
        code: str = "",
        owner: bytes | None = None,
        identity: tuple[bytes, int] | None = None,
        bot_names: Sequence[str] = (),
    ) -> None:
        """`rules` raises ValueError for house rules that there are not.

        `seed` gives each match its own: a secret, where it is played in earnest.
        `owner`: the token of the member who sets the rules; else it is whoever comes first.
        `identity`: id and epoch of a table that goes on here.
        """
        self.id, self.epoch = identity or (os.urandom(8), 0)
        self.name, self.terms = name, terms
        self.members = Members(seats)
        self.live: LiveMatch | None = None
        self.disagreed = 0
        """How often a client's table was another than this one at the end of a round."""
        self._heritage: MigratedMatch | None = None
        """The match of the table that goes on here, until it does."""
        self._rules, self._seed, self._code = rules, seed, bool(code)
        self._reception = Admission(self.id, self.epoch, code, owner, self.members, self)
        self._bulletin = RoomBroadcast(self.members, self._reception.say)
        self._seating = Seating(self.members, self._reception.kick, bot_names)
        self._now = 0
        self._closed = False

    @property
    def host(self) -> Host | None:
        """The host of the match, if one is played."""
        return self.live.host if self.live else None

    @property
    def match(self) -> Match | None:
        """The match, if one is played."""
        return self.live.match if self.live else None

    @property
    def driven(self) -> dict[int, Driven]:
        """By seat, the bots that have to be played from outside."""
        return self.live.driven if self.live else {}

    @property
    def playing(self) -> bool:
        """Whether there is a match, or one that is about to go on here."""
        return self.live is not None or self._heritage is not None

    @property
    def info(self) -> TableInfo:
        """What whoever looks for tables is told."""
        taken = sum(not chair.empty for chair in self.members.chairs)
        seats = len(self.members.chairs)
        return TableInfo(self.id, self.epoch, self.name, taken, seats, self.live is not None, self._code)

    # -- what its program calls

    def receive(self, data: bytes, address: Address, now: int) -> bytes | None:
        """Take a datagram; an answer to it if it came without a line."""
        self._now = now
        asked = None if self._closed or data[:1] == bytes((DATA,)) else answer(data, self.info)
        return asked or self._reception.receive(data, address, now, self._take)

    def update(self, now: int) -> list[tuple[bytes, Address]]:
        """Let happen what is due; the datagrams to send."""
        self._now = now
        self._reception.update(now)
        if self._closed:
            return self._reception.packets()
        if self.live and not any(chair.member for chair in self.members.chairs):
            self.reopen()
        self._seat_waiting()
        self._play(now)
        self._tell_room()
        return self._reception.packets()

    def next_time(self) -> int:
        """When to call `update` if nothing comes before."""
        landing = self.live.host.next_time(self._now) if self.live else None
        times = [time for time in (self._reception.due, landing) if time is not None]
        return min(times, default=self._now + 1_000_000)

    def ask(self, seat: int, request: Request, now: int) -> None:
        """A driven bot's request."""
        if self.live and seat in self.live.driven:
            self.live.host.ask(seat, request, now)

    def close(self, now: int) -> list[tuple[bytes, Address]]:
        """Say goodbye to all; the datagrams to send. Until `unheard` is over, `receive` and `update` go on.

        The host's own player has gone with it: the others, who may play on, wait for that seat no more.
        """
        self._reception.update(now)
        if owner := self.members.all.get(self._reception.at_home):
            self._reception.lose(owner)
            self._reception.remove(owner)
        self._now = now + CALM
        self._tell_room()
        self._closed = True
        self._reception.close()
        return self.update(now)

    @property
    def unheard(self) -> bool:
        """Whether somebody has yet to acknowledge the goodbye."""
        return self._reception.unheard

    def seat_bot(self, level: Level, name: str) -> bool:
        """Put a bot on the last free place: people come first."""
        free = [place for place, chair in enumerate(self.members.chairs) if chair.empty]
        if free:
            self._seating.put_bot(free[-1], level, name, self.live)
        return bool(free)

    def reopen(self) -> None:
        """End the match: back to the table before it."""
        self.live = None
        self._seating.clear()
        self._seat_waiting()

    def inherit(
        self,
        room: Room,
        heirs: Sequence[Successor],
        confirmed: ConfirmedMatch,
        wait: int,
        least: int,
        now: int,
    ) -> None:
        """Go on with a table that another machine had.

        Its match goes on when all have come, or after `wait` microseconds if `least` have. Raises ValueError
        if there can be no such match.
        """
        self._now = now
        members = [place.member for place in room.places if place.member is not None]
        if self.epoch >= MOST or len(set(members)) < len(members):
            raise ValueError("there is no such table")
        if room.playing and confirmed.state.round:
            if len(confirmed.state.totals) > len(self.members.chairs):
                raise ValueError("there are too few places")
            self._heritage = MigratedMatch(confirmed, self._rules(self.terms.house), now + wait, least)
        self.members.inherit(room.places, heirs, now)

    # -- members come, ask and go

    def came(self, member: Member, back: bool) -> None:
        """See reception.Play."""
        if not back or member.place is None:
            self._seat_waiting()
        self._tell_room(member)
        if self.live:
            self.live.connect(member)

    def gone(self, member: Member) -> None:
        """See reception.Play."""
        if self.live:
            self.live.disconnect(member)

    def _seat_waiting(self) -> None:
        if not self._heritage:
            self._seating.seat_waiting(self.live, self._now)

    def _take(self, member: Member, data: bytes, guest: Peer) -> None:
        try:
            message = decode_up(data)
        except WireError:
            self._reception.remove(member)
            return
        seat, live = member.place, self.live
        if isinstance(message, Play | Knock | Shout | Cheer):
            if live and seat is not None and seat in live.seats:
                live.host.ask(seat, message, self._now, guest.watermark)
            elif not live and isinstance(message, Knock) and seat is not None:
                member.ready = True
        elif isinstance(message, Digest):
            self.disagreed += live is not None and live.compare(member, message)
        elif isinstance(message, Leave):
            self._reception.remove(member)
        elif isinstance(message, EventReport):
            if self._heritage and seat is not None:
                self._heritage.learn(message)
        elif isinstance(message, Appearance | Sit | SetBot):
            if not self._heritage:
                self._seating.ask(member, message, live)
        elif member.number == self.members.owner:
            self._obey(message)

    def _obey(self, message: ToHost) -> None:
        """What only the owner may ask of the match."""
        match message:
            case HouseRules(target, rounds, house) if not self.live and (target or rounds):
                with suppress(ValueError):  # such rules there are none
                    self._rules(house)
                    if self.terms != Terms(house, target, rounds):
                        self.terms = Terms(house, target, rounds)
                        self.members.unready()  # they knocked for other rules
            case Rematch() if self.match and self.match.state.phase == WON:
                self.reopen()

    # -- the match

    def _play(self, now: int) -> None:
        if self._heritage:
            there = sum(member.guest is not None for member in self.members.all.values())
            if self._heritage.due(there, len(self.members.all), now):
                self._go_on(self._heritage, now)
        elif self.live:
            self.live.update(now)
        else:
            self._seating.keep_company()
            if self._seating.all_ready:
                self._start(now)

    def _start(self, now: int) -> None:
        match = self._new_match(self.members.compact())
        self.live = LiveMatch(match, self.members, self._reception.say)
        for chair in self.members.chairs:
            if chair.member and not chair.member.guest:
                chair.bot = None
        self._tell_room()
        self.live.begin(now)

    def _go_on(self, heritage: MigratedMatch, now: int) -> None:
        self._heritage = None
        match = self._new_match(heritage.seats)
        heritage.resume(match, now)
        self.live = LiveMatch(match, self.members, self._reception.say, heritage.count)
        self.live.go_on()

    def _new_match(self, seats: int) -> Match:
        terms = self.terms
        return Match(self._rules(terms.house), seats, self._seed(), terms.target, terms.rounds)

    def _tell_room(self, to: Member | None = None) -> None:
        """Tell all how it is here now, if that is new; tell it to one who has just come."""
        chairs, owner = tuple(chair.shown() for chair in self.members.chairs), self.members.owner
        house, target, rounds = self.terms
        by, watchers = -1 if owner is None else owner, watchers_of(self.members)
        room = Room(self.name, chairs, watchers, by, self.playing, target, rounds, house)
        self._bulletin.tell(room, self._reception.at_home, self._now, to)
