"""Who is at a table: members with or without a connection, and who sits on which chair."""

import hmac
from collections.abc import Sequence

from msgspec.structs import replace

from game.core.limits import BACKS, HANDICAPS, SUCCESSORS, Handicap, Level
from game.core.portraits import Portrait, portrait_of
from game.names.line import distinct
from game.net.address import Address, is_loopback
from game.net.rate_limit import origin
from game.net.server.peer import Peer, PressLimit
from game.net.transport.noise import fingerprint
from game.net.wire.messages import WATCHERS, Join, Line, SeatInfo, Successor
from game.net.wire.packet import mark_of
from game.system import here

WATCHING = 4
"""The most from one machine who watch."""
HELD = 90_000_000
"""Microseconds that the seat of a disconnected member is kept."""
PRESENT = 400_000
"""Microseconds after its last packet in which a machine counts as here: less than it waits for this host."""


class Member:
    """Somebody who has joined; the connection may be lost for the moment."""

    def __init__(self, number: int, join: Join, token: bytes, mark: bytes, player: bytes) -> None:
        """`token`: empty for a member taken over from another host, until it comes.

        `mark`: by which it is recognised. `player`: the fingerprint of its key.
        """
        self.signs = join.signs
        self.number, self.token, self.mark, self.player = number, token, mark, player
        self.name, self.back, self.bot = join.name, join.back, join.bot
        self.portrait = join.portrait
        self.wish = join.name
        """The name that it would like to have."""
        self.peer: Peer | None = None
        self.limit: PressLimit | None = None
        """That of its connections, one after the other."""
        self.machine = ""
        """The machine that it last connected from."""
        self.seat: int | None = None
        """The number of its chair."""
        self.ready = False
        self.wants_seat = not join.watch
        self.waited, self.busy = True, False
        """Whether flights are long enough for its line; and whether it looks elsewhere."""
        self.lost = 0
        """When its connection was lost."""
        self.runs: tuple[bytes, ...] = ()
        """The own runs of the week that it has told, the latest last."""


class BotSeat:
    """One of the host's bots."""

    def __init__(self, level: Level, name: str, back: int, stays: bool = True) -> None:
        """`stays`: for the next match too; it did not only fill up this one."""
        self.level, self.name, self.back, self.stays = level, name, back, stays


class Chair:
    """A seat at the table: a member's, a bot's, that of somebody who has left for good, or empty."""

    def __init__(self) -> None:
        self.member: Member | None = None
        self.bot: BotSeat | None = None
        """The bot that sits there, or stands in for an absent member."""
        self.departed_name = ""
        """The name of the player who left in the middle of a match."""
        self.departed_key = b""
        """The fingerprint of that player's key: they have the name again when they come back."""
        self.back = 0
        self.portrait: Portrait = "star"
        self.handicap: Handicap = HANDICAPS[0]
        """How many cards its 13-pile has from the next deal on."""

    @property
    def empty(self) -> bool:
        """Whether there is neither a member nor a bot nor a player who has left in a match."""
        return not (self.member or self.bot or self.departed_name)

    @property
    def present(self) -> Member | None:
        """The member, if connected."""
        return self.member if self.member and self.member.peer else None

    @property
    def away(self) -> bool:
        """Whether its player is not connected or has left for good."""
        return bool(self.departed_name or (self.member and not self.member.peer))

    def clear(self) -> None:
        """Empty the seat."""
        self.member, self.bot, self.departed_name, self.handicap = None, None, "", HANDICAPS[0]

    def shown(self) -> SeatInfo:
        """The seat as all see it."""
        return replace(self._taken(), handicap=self.handicap)

    def _taken(self) -> SeatInfo:
        """Who sits there."""
        member, bot = self.member, self.bot
        level = bot.level if bot else None
        if member:
            kind = "away" if not member.peer else "bot" if member.bot else "person"
            return SeatInfo(
                kind,  # type: ignore[arg-type]
                member.name,
                member.back,
                member.ready,
                member.bot or level,
                member.number,
                member.portrait,
                busy=member.busy,
            )
        if self.departed_name:
            return SeatInfo("away", self.departed_name, self.back, False, level, None, self.portrait)
        if bot:
            return SeatInfo("bot", bot.name, bot.back, bot.stays, level, None, portrait_of(bot.name))
        return SeatInfo()


class Members:
    """All members and chairs of a table."""

    def __init__(self, chairs: int, owner: bytes | None = None) -> None:
        """`owner`: the token of the member who sets the rules; None: the first to come for a seat."""
        self.chairs = [Chair() for _ in range(chairs)]
        self.all: dict[int, Member] = {}
        self.owner: int | None = None
        """The member who may set the rules."""
        self.owner_token = owner
        self._banned: set[str] = set()

    @property
    def watchers(self) -> list[Member]:
        """Connected members without a seat."""
        return [member for member in self.all.values() if member.seat is None and member.peer]

    @property
    def peers(self) -> tuple[Peer, ...]:
        """The connections of all connected members."""
        return tuple(member.peer for member in self.all.values() if member.peer)

    def runs(self, peer: Peer) -> list[bytes]:
        """The runs that all but the member on this connection have told of."""
        return [run for member in self.all.values() if member.peer is not peer for run in member.runs]

    @property
    def at_host(self) -> Member | None:
        """The member on the host's own machine, if there is one."""
        token = self.owner_token
        return next((m for m in self.all.values() if token and m.token == token), None)

    def able(self, now: int) -> list[bytes]:
        """The players, by fingerprint, at the machines here that could host the table, and have been heard
        from just now."""
        here = [(m.player, m.peer) for m in self.all.values() if m.peer and m.peer.join.spare]
        return [player for player, peer in here if now - peer.endpoint.heard < PRESENT]

    @property
    def crowded(self) -> bool:
        """Whether there is no room for another watcher."""
        return len(self.watchers) >= WATCHERS

    def find(self, token: bytes, key: bytes) -> Member | None:
        """The member with this token and this lasting public key."""
        mark = mark_of(token, key)
        found = next((m for m in self.all.values() if hmac.compare_digest(m.mark, mark)), None)
        if found:
            found.token = token
        return found

    def at(self, address: Address) -> Member | None:
        """The member connected from this address."""
        return next((m for m in self.all.values() if m.peer and m.peer.address == address), None)

    def may_sit(self, machine: str) -> bool:
        """Whether one more from this machine may sit: it gets half of the seats, rounded up, so that
        others find one."""
        seated = sum(bool(chair.member and chair.member.machine == machine) for chair in self.chairs)
        return seated < (len(self.chairs) + 1) // 2

    def add(self, join: Join, key: bytes, playing: bool, address: Address) -> Member | None:
        """A new member, whose lasting public key this is; None if there is neither a free seat before the
        match nor room to watch."""
        machine = _machine(address)
        free = self.may_sit(machine) and any(chair.empty for chair in self.chairs)
        seat = free and not (join.watch or playing)
        watching = sum(member.seat is None and member.machine == machine for member in self.all.values())
        if not seat and (self.crowded or watching >= WATCHING):
            return None
        number = next(n for n in range(256) if n not in self.all)
        owner = join.token and join.token == self.owner_token and not self.at_host
        token = self.owner_token if owner and self.owner_token else here().entropy.draw(16)
        member = Member(number, join, token, mark_of(token, key), fingerprint(key))
        self.all[number] = member
        self.give_name(member, join.name)
        self.give_back(member, join.back)
        return member

    def connect(self, member: Member, peer: Peer) -> None:
        """Attach this connection to the member."""
        member.peer, member.machine, member.busy = peer, _machine(peer.address), False
        member.limit = peer.limit = member.limit or peer.limit
        if member.token == self.owner_token or (self.owner is None and member.wants_seat):
            self.owner = member.number

    def remove(self, member: Member, playing: bool) -> None:
        """Forget a member. During a match the seat stays, with nobody playing it."""
        del self.all[member.number]
        if self.owner == member.number:
            there = (m for m in self.all.values() if m.peer and (m.wants_seat or m.seat is not None))
            self.owner = next((m.number for m in there), None)
        if member.seat is not None:
            chair = self.chairs[member.seat]
            bot, name, handicap = chair.bot, member.name, chair.handicap
            chair.clear()
            if playing:
                chair.bot, chair.departed_name, chair.back = bot, name or "–", member.back
                chair.portrait, chair.handicap = member.portrait, handicap
                chair.departed_key = member.player

    def inherit(self, places: Sequence[SeatInfo], successors: Sequence[Successor], now: int) -> None:
        """Keep the seats of a table taken over from another machine; everyone counts as away at first."""
        known = {successor.member: successor for successor in successors}
        for seat, place in enumerate(places):
            chair = self.chairs[seat]
            chair.handicap = place.handicap
            if place.member is not None:
                bot = place.level if place.kind == "bot" else None
                one = known.get(place.member) or Successor(0, None, "", 0, here().entropy.draw(8), b"")
                join = Join(place.name, place.back, bot=bot, portrait=place.portrait, signs=one.signs)
                member = Member(place.member, join, b"", one.mark, one.player)
                member.seat, member.ready, member.lost = seat, place.ready, now
                self.all[member.number] = chair.member = member
            elif place.kind == "bot" and place.level:
                chair.bot = BotSeat(place.level, place.name, place.back, place.ready)
            elif place.kind == "away":
                chair.departed_name, chair.back = place.name or "–", place.back
                chair.portrait = place.portrait
                if place.level:
                    chair.bot = BotSeat(place.level, place.name, place.back)

    def sit(self, member: Member, seat: int) -> None:
        """Put the member on the seat. The name of who has left it is free again."""
        self.chairs[seat].clear()
        self.chairs[seat].member = member
        member.seat = seat
        self.give_name(member, member.wish)
        self.give_back(member, member.back)

    def stand(self, member: Member) -> None:
        """Have the member get up, and watch; who is not connected wants a seat again."""
        if member.seat is not None:
            self.chairs[member.seat].clear()
        member.seat, member.ready, member.wants_seat = None, False, not member.peer

    def unready(self) -> None:
        """Have everyone knock again."""
        for member in self.all.values():
            member.ready = False

    def give_name(self, member: Member, wish: str) -> None:
        """Give the member the wished name; with a number behind it if it looks like another's at the
        table."""
        others = [other.name for other in self.all.values() if other is not member]
        empty = [chair for chair in self.chairs if not chair.member]
        others += [
            each.shown().name
            for each in empty
            if not each.departed_name or each.departed_key != member.player
        ]
        member.wish, member.name = wish, distinct(wish, others)

    def give_back(self, member: Member, wish: int) -> None:
        """Give the member the wished card back, or the next that no other member has; a bot with it gets
        another."""
        others = {chair.member.back for chair in self.chairs if chair.member and chair.member is not member}
        member.back = _free(wish, others)
        for chair in self.chairs:
            if member.seat is not None and chair.bot and not chair.member and chair.bot.back == member.back:
                chair.bot.back = self.free_back(member.back)

    def free_back(self, wish: int) -> int:
        """The wished card back, or the next that nobody at the table has."""
        taken = {chair.member.back for chair in self.chairs if chair.member}
        return _free(wish, taken | {chair.bot.back for chair in self.chairs if chair.bot})

    def compact(self) -> int:
        """Close the gaps between the seats that are taken; returns how many there are."""
        self.chairs.sort(key=lambda chair: chair.empty)
        for seat, chair in enumerate(self.chairs):
            if chair.member:
                chair.member.seat = seat
        return sum(not chair.empty for chair in self.chairs)

    def ban(self, member: Member, address: Address) -> None:
        """Refuse the member, and everyone from that machine and the one it came from, from now on."""
        self._banned |= {_machine(address), member.machine, member.mark.hex()}

    def banned(self, token: bytes | None, key: bytes, address: Address) -> bool:
        """Whether somebody with this token and key, or from that machine, is refused."""
        return _machine(address) in self._banned or (
            token is not None and mark_of(token, key).hex() in self._banned
        )

    def lines(self, now: int) -> tuple[Line, ...]:
        """The lines of all who have a seat."""
        seated = [(one, one.peer) for one in self.all.values() if one.peer and one.seat is not None]
        lines = (peer.meter.line(one.number, peer.endpoint.lost, one.waited, now) for one, peer in seated)
        return tuple(line for line in lines if line)

    @property
    def successors(self) -> tuple[Successor, ...]:
        """The machines that could take the table over: people's first, those on the host's machine last.

        The host's own player, lost together with it, and those who are away are listed without a port, but
        may come back. Everyone with a seat is listed, and as many watchers as fit.
        """
        at_host = self.at_host
        known = [m for m in self.all.values() if m.peer or m.seat is not None]
        known = sorted(known, key=lambda m: m.seat is None)[:SUCCESSORS]
        known.sort(key=lambda m: (bool(m.peer and is_loopback(m.peer.address[0])), m.bot is not None))
        return tuple(
            Successor(m.number, m.seat, m.peer.address[0], m.peer.join.spare, m.mark, m.player, m.signs)
            if m.peer and m is not at_host
            else Successor(m.number, m.seat, "", 0, m.mark, m.player, m.signs)
            for m in known
        )


def _free(wish: int, taken: set[int]) -> int:
    return next((b for b in ((wish + i) % BACKS for i in range(BACKS)) if b not in taken), wish)


def _machine(address: Address) -> str:
    """Identifies the machine; for a loopback address, the program."""
    who = origin(address[0])
    return f"{who} {address[1]}" if who in ("127.0.0.1", "::1") else who
