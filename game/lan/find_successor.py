"""Other machines asked whether they have the table: the successors of a lost host, whoever has gone on while
a host was asleep, and the other half of a network that was cut in two.
"""

from collections.abc import Collection, Mapping, Set
from contextlib import suppress
from typing import NamedTuple

from game.lan.client import AFTER, LanClient
from game.lan.udp import Ports, open_ports, reached_from_here, write_address
from game.net.address import Address, parse_address
from game.net.client.table_client import TableClient
from game.net.discovery.finder import Finder
from game.net.keys import LONE, rank
from game.net.transport.noise import fingerprint
from game.net.wire.packet import TableInfo
from game.system import Clock

ASLEEP = 1.0
"""Seconds between two turns of a host after which its clients may have taken its table over."""
ANSWER = 0.3
"""Seconds in which a machine that has the table answers so, and whoever is still here is heard."""
DECISION = 2.0
"""Seconds after which the host goes on in any case, if nobody has."""
_PAUSE = 0.01
_EVERY = 3.0
"""Seconds between two questions, while somebody at the table is away."""
_FORMER, _UNKNOWN = -1, -256
"""Stand for the numbers of the member at a former host, and of one that came to the table later."""
_HEARD = 200_000
"""Microseconds in which guests of a host where the match goes on say so: who was shown out may be quicker."""


class Machine(NamedTuple):
    """A machine that may take a table over, or has."""

    member: int
    address: Address
    player: bytes
    """The fingerprint of its player's key, by which the host knew it."""
    signs: bytes
    """That of the key that it signs with."""


class Claim(NamedTuple):
    """What a host that has taken a table over can say for itself: of two that do not play yet the greater one
    goes on, and the other joins it."""

    epoch: tuple[bool, int]
    """Its rank."""
    there: int
    """How many machines are with it."""
    order: int
    """Decides between equals: the lower member number is the greater claim."""


class FoundHost(NamedTuple):
    """A machine that has the table, by its own word or by that of its guests."""

    address: Address
    player: bytes
    playing: bool
    """Whether its match has continued, which means that others have joined."""
    guests: int
    """How many others of those asked say that it has the table: who was shown out has only its own word."""
    claim: Claim


def word_of(client: LanClient) -> TableInfo | None:
    """What a guest says to who asks for its table: who has it, and where; None while it is not sure."""
    table, welcome, room = client.table, client.table.welcome, client.table.room
    if not (welcome and room) or table.closed or client.quiet > AFTER:
        return None
    host, at = fingerprint(table.connection.host_key), write_address(client.address)
    return TableInfo(welcome.table, welcome.epoch, "", 0, 2, room.playing, False, host=host, at=at)


def _where(info: TableInfo, sender: Address) -> Address | None:
    """Where the host is of whom somebody at this address speaks: there, or where its guest sees it."""
    if not info.host:
        return sender
    with suppress(ValueError):
        return reached_from_here(*parse_address(info.at), sender)
    return None


def successors_of(table: TableClient, old_host: Address) -> dict[Address, Machine]:
    """By address and port, the other machines that a client knows as possible successors of its host, each
    also as if it were this one: who plays beside somebody at one screen finds them there without a network.

    `old_host`: the address of the host that it was connected to when it heard of them.
    """
    own = table.connection.player, table.connection.join.spare
    known: dict[Address, Machine] = {
        at[:2]: Machine(successor.member, at, successor.player, successor.signs)
        for machine, successor in table.known.items()
        if machine != own and (at := reached_from_here(successor.host, successor.port, old_host))
    }
    here = {("127.0.0.1", one.address[1]): one for one in known.values()}
    return {at: one._replace(address=at) for at, one in here.items()} | known


class SuccessorFinder:
    """Asks for tables as discovery does, but only at the successors' addresses."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._ports: Ports | None = None
        self._finder = Finder(0)
        self._begun = 0

    def look(
        self, table: bytes, machines: Mapping[Address, Machine], but: Collection[bytes], epoch: int = LONE
    ) -> FoundHost | None:
        """Call it repeatedly; returns the machine that has the table of that id now, of this epoch or a
        higher rank, once it is known: one where the match goes on, or the one with the greatest claim.
        `but`: the players whose machines are not to be found."""
        now = self._clock.microseconds()
        if self._ports is None:
            self._begun = now
            try:
                self._ports = open_ports(0)
            except OSError:  # no network for now
                return None
            self._finder = Finder(now)
        if not machines:
            return None
        for data, sender in self._ports.receive():
            if sender[:2] in machines:
                self._finder.take(data, sender, now)
        if question := self._finder.question(now):
            for machine in machines.values():
                self._ports.send(question, machine.address)
        named, hosts = {one.signs: one for one in machines.values()}, dict[bytes, FoundHost]()
        for info, address, key in self._finder.hosts(now):
            one = named.get(fingerprint(key.signing))
            at = _where(info, address) if one and info.id == table else None
            player = info.host or (one.player if one else b"")
            if not (one and at) or player in but or rank(info.epoch) < rank(epoch):
                continue
            claim = Claim(rank(info.epoch), info.there, _UNKNOWN if info.host else -one.member)
            host = hosts.get(player, FoundHost(at, player, info.playing, 0, claim))
            if not info.host:
                host = host._replace(address=at, claim=claim, playing=info.playing)
            hosts[player] = host._replace(guests=host.guests + bool(info.host))
        heard = [one for one in hosts.values() if not one.playing or now - self._begun >= _HEARD]
        return max(heard, key=lambda one: (one.playing, one.guests, one.claim), default=None)

    def rest(self, seconds: float) -> None:
        """Wait for an answer, but not for longer."""
        if self._ports:
            self._clock.wait(self._ports.sockets, seconds)
        else:
            self._clock.pause(seconds)

    def close(self) -> None:
        """Close the socket."""
        if self._ports:
            self._ports.close()
        self._ports = None


class SleepDetector:
    """Notices that this machine or program did not run. The calendar's clock counts too: on some systems the
    other one stops while the machine sleeps."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = clock.seconds(), clock.wall()

    def noticed(self) -> bool:
        """Call it every turn: whether more than ASLEEP seconds have passed since the last one."""
        last, self._last = self._last, (self._clock.seconds(), self._clock.wall())
        return max(now - before for now, before in zip(self._last, last, strict=True)) > ASLEEP


class TakeoverQuery:
    """Asks the machines that were there whether one has the table now."""

    def __init__(
        self, clock: Clock, table: bytes, epoch: int, machines: Mapping[Address, Machine], host: bytes
    ) -> None:
        """`host`: who asks, in this `epoch`. `machines`: by the address of their connection to it."""
        self._host = host
        self.found: FoundHost | None = None
        """The host that has gone on with the match."""
        self._clock, self._table, self._epoch, self._machines = clock, table, epoch, machines
        self._finder = SuccessorFinder(clock)
        self._until, self._last = clock.seconds() + ANSWER, clock.seconds() + DECISION
        self._here: set[Address] = set()
        """Whose packets have come since it was last judged whether most are here."""

    def ask(self, senders: Set[Address]) -> bool:
        """Call it repeatedly, with who has sent something; whether the question is still open. It takes no
        time but a short rest.

        No other host has gone on if at least half of the machines are still here; if they are not, who has
        gone on alone counts, too.
        """
        if self.found:
            return False
        self._here |= self._machines.keys() & senders
        at: dict[Address, Machine] = {machine.address[:2]: machine for machine in self._machines.values()}
        now, all_ = self._clock.seconds(), len(self._machines)
        epoch = self._epoch if now < self._last - ANSWER else LONE
        host = self._finder.look(self._table, at, [self._host], epoch)
        if host and host.playing:
            self.found = host
        settled = now > self._until and len(self._here) >= all_ - all_ // 2
        if self.found or settled or now > self._last:
            self._finder.close()
            return False
        if now > self._until:
            self._until, self._here = now + ANSWER, set()
        self._finder.rest(_PAUSE)
        return True


class SplitWatch:
    """Asks the machines that are no longer at the table whether they have it too."""

    def __init__(self, clock: Clock) -> None:
        self.found: Address | None = None
        """Where the other half plays on: it did so at two questions in a row."""
        self._former: Machine | None = None
        """The host that this client was connected to before."""
        self._clock, self._finder = clock, SuccessorFinder(clock)
        self._next = 0.0
        self._suspected: Address | None = None

    def leave(self, client: LanClient) -> None:
        """Remember the host of a connection that is replaced."""
        if welcome := client.table.welcome:
            keys = client.table.connection.host_key, welcome.host
            self._former = Machine(_FORMER, client.address, *map(fingerprint, keys))

    def watch(self, client: LanClient) -> None:
        """Call it repeatedly while the host is heard."""
        if self._clock.seconds() < self._next:
            return
        self._next = self._clock.seconds() + _EVERY
        table, welcome, room = client.table, client.table.welcome, client.table.room
        away = bool(room and room.playing and any(place.kind == "away" for place in room.places))
        if not (away and welcome):
            self.close()
            return
        machines = successors_of(table, client.address)
        if self._former:
            machines[self._former.address[:2]] = self._former
        machines.pop(client.address[:2], None)
        host = self._finder.look(welcome.table, machines, [fingerprint(table.connection.host_key)])
        other = host.address if host and host.playing else None
        if other and other == self._suspected:
            self.found = other
        self._suspected = other

    def close(self) -> None:
        """Stop asking."""
        self._suspected = None
        self._finder.close()
