"""A table on the network: its door, its members, its match. No clock and no socket inside."""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from game.core.match import Match
from game.core.requests import Cheer, Knock, Play, Request, Shout
from game.core.rules import Rules
from game.core.state import PLAYING, SCORED, WAITING, WON, Event, Resumed
from game.net.address import Address
from game.net.channel import Overflow
from game.net.discovery import answer
from game.net.door import FULL, SHOWN_OUT, Door, Guest
from game.net.host import Host
from game.net.link import ClientLink, HostLink, memory_link
from game.net.members import HELD, BotSeat, Member, Members
from game.net.messages import (
    Again,
    BotLevel,
    Bots,
    Closed,
    Digest,
    Heir,
    Heirs,
    House,
    Leave,
    Look,
    Room,
    Seat,
    Shown,
    ToClient,
    ToHost,
    Told,
    Welcome,
)
from game.net.packet import DATA, TableInfo
from game.net.succession import Memory, dealt_anew
from game.net.wire import (
    WireError,
    decode_down,
    decode_up,
    digest,
    encode_down,
    snapshot,
)

LEAD = 45_000
"""Microseconds before its time that a landing may be judged: what it takes to reach the others."""
CALM = 100_000
"""Microseconds in play within which all are told but once of who comes and goes: the moves go first."""
SILENT = 3_000_000
"""Microseconds after which a line is given up."""
_WATCHERS = 256
"""Bytes of the watchers' names that are told of in full: with the longest names at all seats the message
still fits a packet."""


class Terms(NamedTuple):
    """What is played."""

    house: dict[str, bool]
    target: int
    rounds: int


class Driven(NamedTuple):
    """A seat at a match in play that a bot of the host's plays."""

    level: BotLevel
    client: ClientLink


class NetTable:
    """Times in microseconds of the host's clock."""

    def __init__(
        self,
        name: str,
        seats: int,
        terms: Terms,
        rules: Callable[[dict[str, bool]], Rules],
        seed: Callable[[], int],
        code: str = "",
        owner: bytes | None = None,
        identity: tuple[bytes, int] | None = None,
        bot_names: Sequence[str] = (),
    ) -> None:
        """`rules` raises ValueError for house rules that there are not.

        `owner`: the token of the member who sets the rules; else it is whoever comes first.
        `identity`: id and epoch of a table that goes on here.
        """
        identity = identity or (os.urandom(8), 0)
        self.id, self.epoch, self.name = identity[0], identity[1], name
        self.terms = terms
        self.members = Members(seats)
        self.host: Host | None = None
        self.driven: dict[int, Driven] = {}
        """By seat, the bots that have to be played from outside."""
        self.disagreed = 0
        """How often a client's table was another than this one at the end of a round."""
        self._rules, self._seed, self._code = rules, seed, bool(code)
        self._bot_names = bot_names
        self._owner_token = owner
        self._owner: int | None = None
        self._door = Door(self.id, code, self._admit)
        self._now = 0
        self._counted = 0
        self._digest = 0
        self._room: Room | None = None
        self._told = 0
        """When all were told of it."""
        self._heritage: tuple[Memory, int, int] | None = None
        """The match of the table that goes on here, until when others may add to what is known of it, and
        how many have to come."""
        self._last: list[tuple[bytes, Address]] = []
        """What those are still told whose line is closed."""

    @property
    def match(self) -> Match | None:
        """The match, if one is played."""
        return self.host.match if self.host else None

    @property
    def info(self) -> TableInfo:
        """What whoever looks for tables is told."""
        taken = sum(not chair.empty for chair in self.members.chairs)
        seats = len(self.members.chairs)
        return TableInfo(self.id, self.epoch, self.name, taken, seats, self.host is not None, self._code)

    @property
    def _playing(self) -> bool:
        """Whether there is a match, or one that is about to go on here."""
        return self.host is not None or self._heritage is not None

    @property
    def _at_home(self) -> int:
        """The member at the host's own machine, if there is one; else -1."""
        return self._owner if self._owner_token and self._owner is not None else -1

    # -- in and out

    def receive(self, data: bytes, address: Address, now: int) -> bytes | None:
        """Take a datagram; an answer to it if it came without a line."""
        self._now = now
        if data[:1] != bytes((DATA,)):
            return answer(data, self.info) or self._door.knock(data, address, now)
        if (heard := self._door.hears(data, address, now)) is None:
            return None
        guest, messages = heard
        if member := self.members.at(address):
            for message in messages:
                if member.guest is guest:  # else it has just said goodbye
                    self._take(member, message, guest)
            guest.believe(now)
        return None

    def update(self, now: int) -> list[tuple[bytes, Address]]:
        """Let happen what is due; the datagrams to send."""
        self._now = now
        for member in list(self.members.all.values()):
            if member.guest and now - member.guest.line.heard > SILENT:
                self._lose(member)
            elif not member.guest and now - member.gone > HELD:
                self._remove(member)
        if self.host and not any(chair.member for chair in self.members.chairs):
            self.reopen()
        self._seat_waiting()
        self._play(now)
        self._tell_room()
        guests = self._door.guests
        last, self._last = self._last, []
        return last + [(guests[a].packet(now), a) for a in [a for a in guests if guests[a].line.due <= now]]

    def next_time(self) -> int:
        """When to call `update` if nothing comes before."""
        times = [guest.line.due for guest in self._door.guests.values()]
        if self.host and (landing := self.host.next_time(self._now)) is not None:
            times.append(landing)
        return min(times, default=self._now + 1_000_000)

    def ask(self, seat: int, request: Request, now: int) -> None:
        """A driven bot's request."""
        if self.host and seat in self.driven:
            self.host.ask(seat, request, now)

    def close(self, now: int) -> list[tuple[bytes, Address]]:
        """Say goodbye to all; the datagrams to send."""
        self._now = now
        for member in self.members.all.values():
            self._say(member, Closed("left"))
        return [(guest.packet(now), address) for address, guest in self._door.guests.items()]

    def seat_bot(self, level: BotLevel, name: str) -> bool:
        """Put a bot on the last free place: people come first."""
        free = [place for place, chair in enumerate(self.members.chairs) if chair.empty]
        if free:
            self._put_bot(free[-1], level, name)
        return bool(free)

    def reopen(self) -> None:
        """End the match: back to the table before it."""
        self.host, self.driven, self._counted = None, {}, 0
        for chair in self.members.chairs:
            if chair.left:
                chair.clear()
            elif chair.member:
                chair.member.ready = False
        self._seat_waiting()

    # -- members

    def _admit(self, guest: Guest) -> int | None:
        join = guest.join
        if self.members.banned(guest.address):
            return SHOWN_OUT
        member = self.members.find(join.token) if join.token else None
        back = member is not None
        if member is None:
            owner = join.token if join.token and join.token == self._owner_token else None
            member = self.members.add(join, self._playing, owner)
            if member is None:
                return FULL
        if (other := self.members.at(guest.address)) and other is not member:
            self._lose(other)
        self._drop(member)
        member.guest = guest
        if self._owner is None or member.token == self._owner_token:
            self._owner = member.number
        self._say(member, Welcome(member.number, member.token, self.id, self.epoch))
        if not back or member.place is None:
            self._seat_waiting()
        self._tell_room(member)
        self._connect(member)
        return None

    def _connect(self, member: Member) -> None:
        """Let a member hear of the match in play, at its seat or watching."""
        host = self.host
        if not host or not member.guest:
            return
        for message in snapshot(host.match.state, host.told):
            self._say(member, message)
        link = _GuestLink(self, member)
        if member.place is not None and member.place < len(host.links):
            host.links[member.place] = link
            self.driven.pop(member.place, None)
            self.members.chairs[member.place].bot = None
        else:
            host.watchers.append(link)

    def _lose(self, member: Member) -> None:
        """The line is gone; its seat is kept for a while."""
        self._drop(member)
        member.gone = self._now
        if member.place is None:
            self._remove(member)

    def _drop(self, member: Member) -> None:
        """Close a member's line, if there is one."""
        guest, member.guest = member.guest, None
        if guest:
            self._door.close(guest)
        self._unlink(member)

    def _unlink(self, member: Member) -> None:
        if self.host:
            self.host.watchers = [w for w in self.host.watchers if not _is_of(w, member)]
            self.host.links = [None if _is_of(link, member) else link for link in self.host.links]

    def _remove(self, member: Member) -> None:
        self._drop(member)
        if member.number in self.members.all:
            self.members.remove(member, self.host is not None)
        if self._owner == member.number:
            self._owner = next((m.number for m in self.members.all.values() if m.guest), None)

    def _seat_waiting(self) -> None:
        """Seat those who wait for a place: before a match, or between two rounds."""
        host = self.host
        if self._playing and not (host and host.match.state.phase == SCORED):
            return
        for member in self.members.watchers:
            if not member.wants:
                continue
            place = self._place_for()
            if place is None:
                return
            if host and place == len(host.links):
                if not host.sit(self._now):
                    return
                host.links.append(None)
            self._unlink(member)
            self.members.sit(member, place)
            if host:
                self.driven.pop(place, None)
                host.links[place] = _GuestLink(self, member)

    def _place_for(self) -> int | None:
        chairs = self.members.chairs
        if not self.host:
            return next((i for i, chair in enumerate(chairs) if chair.empty), None)
        playing = range(len(self.host.links))
        left = [i for i in playing if chairs[i].left] or [i for i in playing if not chairs[i].member]
        if left:
            return left[0]
        return len(playing) if len(playing) < len(chairs) else None

    # -- what members ask

    def _take(self, member: Member, data: bytes, guest: Guest) -> None:
        try:
            message = decode_up(data)
        except WireError:
            self._remove(member)
            return
        seat, host = member.place, self.host
        if isinstance(message, Play | Knock | Shout | Cheer):
            if host and seat is not None and seat < len(host.links):
                host.ask(seat, message, self._now, guest.watermark)
            elif not host and isinstance(message, Knock) and seat is not None:
                member.ready = True
        elif isinstance(message, Digest):
            self._compare(member, message)
        elif isinstance(message, Leave):
            self._remove(member)
        elif isinstance(message, Told):
            self._learn(message)
        elif isinstance(message, Look):
            if not host:
                member.name = message.name
                self.members.give_back(member, message.back)
        elif isinstance(message, Seat):
            self._seat(member, message.down)
        elif member.number == self._owner:
            self._obey(message)

    def _obey(self, message: ToHost) -> None:
        """What only the owner may ask."""
        match message:
            case House(target, rounds, house) if not self.host and (target or rounds):
                with suppress(ValueError):  # such rules there are none
                    self._rules(house)
                    if self.terms != Terms(house, target, rounds):
                        self.terms = Terms(house, target, rounds)
                        self.members.unready()  # they knocked for other rules
            case Bots(place, level) if place < len(self.members.chairs):
                self._set_bot(place, level)
            case Again() if self.match and self.match.state.phase == WON:
                self.reopen()

    def _set_bot(self, place: int, level: BotLevel | None) -> None:
        """As the owner wishes: a bot on the place or in for who is away, or whoever sits there away."""
        chair = self.members.chairs[place]
        away = chair.left or (chair.member and not chair.member.guest)
        if level and (away or not (self.host or chair.member)):
            self._put_bot(place, level, chair.bot.name if chair.bot else "")
        elif level:
            return
        elif chair.bot and self.host and away:
            chair.bot = None
            self.driven.pop(place, None)
            self.host.links[place] = None
        elif chair.bot and not self.host and not chair.member:
            chair.clear()
        elif chair.member and chair.member.number != self._owner:
            self._kick(chair.member)

    def _seat(self, member: Member, down: bool) -> None:
        member.wants = down
        if down:
            self._seat_waiting()
        elif member.place is not None and not self.host and not self.members.crowded:
            self.members.chairs[member.place].clear()
            member.place, member.ready = None, False

    def _kick(self, member: Member) -> None:
        if member.guest:
            self._say(member, Closed("kicked"))
            self._last.append((member.guest.packet(self._now), member.guest.address))
            self.members.ban(member.guest.address)
        self._remove(member)

    def _put_bot(self, place: int, level: BotLevel, name: str) -> None:
        chair = self.members.chairs[place]
        if chair.member or chair.left:
            back = chair.member.back if chair.member else chair.back
        else:
            back = chair.bot.back if chair.bot else self.members.free_back(place)
        chair.bot = BotSeat(level, name or self._bot_name(), back)
        if self.host and place < len(self.host.links):
            self._drive(place)

    def _bot_name(self) -> str:
        """A name that no one at the table has."""
        taken = {chair.shown().name for chair in self.members.chairs}
        return next((name for name in self._bot_names if name not in taken), "")

    def _compare(self, member: Member, said: Digest) -> None:
        if self.match and said.round == self.match.state.round and self._digest and said.crc != self._digest:
            self.disagreed += 1
            for message in snapshot(self.match.state, self.host.told if self.host else 0):
                self._say(member, message)

    # -- the match

    def _play(self, now: int) -> None:
        if self._heritage:
            memory, until, least = self._heritage
            there = sum(member.guest is not None for member in self.members.all.values())
            if there == len(self.members.all) or (now >= until and there >= least):
                self._go_on(memory, now)
            return
        if not self.host:
            if self._all_ready():
                self._start(now)
            return
        self.host.update(now)
        self._stand_in(self.host, now)
        if len(self.host.match.results) > self._counted:
            self._counted = len(self.host.match.results)
            self._digest = digest(self.host.match.state)

    def _stand_in(self, host: Host, now: int) -> None:
        """A seat that nobody plays is ready, and agrees to what all the others have agreed to."""
        match, absent = host.match, [seat for seat, link in enumerate(host.links) if link is None]
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

    def _all_ready(self) -> bool:
        chairs = [chair for chair in self.members.chairs if not chair.empty]
        people = [chair.member for chair in chairs if chair.present and not chair.present.bot]
        if len(chairs) < 2 or not any(chair.present for chair in chairs):
            return False
        if not people:
            return len(chairs) == len(self.members.chairs)
        return all(person.ready for person in people if person)

    def _start(self, now: int) -> None:
        seats = self.members.compact()
        terms = self.terms
        match = Match(self._rules(terms.house), seats, self._seed(), terms.target, terms.rounds)
        self.host = Host(match, [None] * seats, LEAD)
        for chair in self.members.chairs:
            if chair.member and not chair.member.guest:
                chair.bot = None
        self._tell_room()
        for place, chair in enumerate(self.members.chairs[:seats]):
            if chair.present:
                self.host.links[place] = _GuestLink(self, chair.present)
            elif chair.bot:
                self._drive(place)
        self.host.watchers = [_GuestLink(self, member) for member in self.members.watchers]
        for member in list(self.members.all.values()):
            for message in snapshot(match.state, 0):
                self._say(member, message)
        self.host.start()
        for seat in range(seats):
            self.host.ask(seat, Knock(), now)

    def inherit(
        self, room: Room, heirs: Sequence[Heir], memory: Memory, wait: int, least: int, now: int
    ) -> None:
        """Go on with a table that another machine had.

        Its match goes on when all have come, or after `wait` microseconds if `least` have.
        """
        self.members.inherit(room.places, heirs, now)
        self._now = now
        if room.playing and memory.state.totals:
            self._heritage = memory, now + wait, least

    def _learn(self, told: Told) -> None:
        """Another client may have heard more of the match than this machine."""
        if self._heritage:
            with suppress(WireError, IndexError, ValueError):
                shown = decode_down(told.event)
                if isinstance(shown, Shown):
                    self._heritage[0].catch_up(told.number, shown.event)

    def _go_on(self, memory: Memory, now: int) -> None:
        """Play the inherited match on, with the unseen cards dealt anew."""
        self._heritage = None
        seats, seed, terms = len(memory.state.totals), self._seed(), self.terms
        rules = self._rules(terms.house)
        owners = [spot.seat for spot in rules.spots(seats)]
        match = Match(rules, seats, seed, terms.target, terms.rounds)
        table = memory.state.table
        match.resume(
            memory.state._replace(table=dealt_anew(table, owners, seed)) if table.piles else memory.state, now
        )
        self.host = Host(match, [None] * seats, LEAD)
        self.host.told = memory.count
        for member in list(self.members.all.values()):
            self._connect(member)
        for place, chair in enumerate(self.members.chairs[:seats]):
            if chair.bot and not chair.present:
                self._drive(place)

    def _drive(self, place: int) -> None:
        """Let a bot of the host's play a seat."""
        bot = self.members.chairs[place].bot
        assert self.host and bot
        state = self.host.match.state
        link, client = memory_link()
        link.send(Resumed(state._replace(table=state.table.view())), 0)
        self.host.links[place] = link
        self.driven[place] = Driven(bot.level, client)

    # -- what members are told

    def _say(self, member: Member, message: ToClient) -> None:
        if member.guest:
            try:
                member.guest.line.send(encode_down(message), self._now)
            except Overflow:
                self._lose(member)

    def _tell_room(self, to: Member | None = None) -> None:
        """Tell everyone who is there if that has changed; tell it to one who has just come."""
        shown = tuple(chair.shown() for chair in self.members.chairs)
        watchers = tuple(member.name for member in self.members.watchers)
        if sum(len(name.encode()) for name in watchers) > _WATCHERS:
            watchers = tuple(name[:4] for name in watchers)
        room = Room(
            self.name,
            shown,
            watchers,
            self._owner if self._owner is not None else -1,
            self._playing,
            self.terms.target,
            self.terms.rounds,
            self.terms.house,
        )
        pause = self._told + CALM if self._playing and self._room and self._room.playing else 0
        if room != self._room and self._now >= pause:
            self._room, self._told = room, self._now
            heirs = Heirs(self.members.heirs(self._at_home))
            for member in list(self.members.all.values()):
                self._say(member, room)
                self._say(member, heirs)
        elif to:
            self._say(to, room)


def _is_of(link: HostLink | None, member: Member) -> bool:
    return isinstance(link, _GuestLink) and link.member is member


class _GuestLink:
    """A host's link to a member: what it asks comes with its datagrams."""

    def __init__(self, table: NetTable, member: Member) -> None:
        self.member, self._table = member, table

    @property
    def watermark(self) -> int | None:
        return self.member.guest.watermark if self.member.guest else 0

    def send(self, event: Event, at: int) -> None:
        self._table._say(self.member, Shown(at, event))

    def receive(self) -> list[Request]:
        return []
