"""Who has a table, and where: the machines that were there are asked, and say so. For whoever has lost the
host, has been asleep as the host, or is in one half of a network that was cut in two.
"""

from collections.abc import Callable, Collection, Mapping, Set
from contextlib import suppress
from typing import NamedTuple

from game.lan.client import AFTER, LanClient
from game.lan.udp import Ports, open_ports, reached_from_here, write_address
from game.net.address import Address, at_port, parse_address
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
_HOST, _UNKNOWN = -1, -256
"""Stand for the numbers of the member at a host, and of one of whom only others speak."""
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


class FoundHost(NamedTuple):
    """A machine that has the table, by its own word or by that of its guests. The greatest is to be followed:
    of two that do not play yet it goes on, and the other joins it."""

    playing: bool
    """Whether its match has continued, which means that others have joined."""
    guests: int
    """How many others of those asked say that it has the table: who was shown out has only its own word."""
    epoch: tuple[bool, int]
    """The rank of that."""
    there: int
    """How many machines are with it."""
    order: int
    """Decides between equals: the lower member number is the greater."""
    player: bytes
    """The fingerprint of the key that it has to prove."""
    address: Address

    @property
    def claim(self) -> tuple[tuple[bool, int], int, int]:
        """What it can say for itself before its match goes on."""
        return self.epoch, self.there, self.order


def word_of(client: LanClient) -> TableInfo | None:
    """What a guest says to who asks for its table: who has it, and where; None while it is not sure."""
    table, welcome, room = client.table, client.table.welcome, client.table.room
    woken = client.clock.seconds() - client.woke < 2 * AFTER
    if not (welcome and room) or table.closed or client.quiet > AFTER or woken:
        return None
    host, at = fingerprint(table.connection.host_key), write_address(client.address)
    return TableInfo(welcome.table, welcome.epoch, "", 0, 2, room.playing, False, host=host, at=at)


def host_of(client: LanClient) -> Machine | None:
    """The machine that a client is connected to, or was."""
    key, welcome = client.table.connection.host_key, client.table.welcome
    return Machine(_HOST, client.address, *map(fingerprint, (key, welcome.host))) if welcome else None


def machines_of(client: LanClient, before: Machine | None = None) -> list[Machine]:
    """The machines that may know of a client's table: those that its host has named, that one, and the one
    `before`. Each is also looked for where its table would be opened, as a program started anew has another
    port; and as if it were this one: who plays beside somebody at one screen finds it there without a
    network."""
    table, port = client.table, client.table.welcome.port if client.table.welcome else 0
    own = table.connection.player, table.connection.join.spare
    found = [one for one in (host_of(client), before) if one] + [
        Machine(one.member, at, one.player, one.signs)
        for machine, one in table.known.items()
        if machine != own and (at := reached_from_here(one.host, one.port, client.address))
    ]
    opened = [one._replace(address=at_port(one.address, port)) for one in found if port]
    return [*found, *opened, *(one._replace(address=("127.0.0.1", one.address[1])) for one in found)]


class Whereabouts:
    """Asks for a table as discovery does, but only at certain machines."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._ports: Ports | None = None
        self._finder = Finder(0)
        self._begun = 0

    def look(
        self, table: bytes, machines: Collection[Machine], wanted: Callable[[FoundHost], bool]
    ) -> FoundHost | None:
        """Call it repeatedly; returns the machine that has the table of that id now, once it is known: of
        those `wanted` one where the match goes on, or the one with the greatest claim."""
        now = self._clock.microseconds()
        if not machines or not self._open(now):
            return None
        assert self._ports
        for data, sender in self._ports.receive():
            self._finder.take(data, sender, now)
        if question := self._finder.question(now):
            for each in machines:
                self._ports.send(question, each.address)
        found = [one for one in self._heard(table, machines, now) if wanted(one)]
        if now - self._begun < _HEARD:
            found = [one for one in found if not one.playing]
        return max(found, default=None)

    def _heard(self, table: bytes, machines: Collection[Machine], now: int) -> Collection[FoundHost]:
        """The hosts of that table of whom these machines speak."""
        named, hosts = {one.signs: one for one in machines}, dict[bytes, FoundHost]()
        for info, sender, key in self._finder.hosts(now):
            one = named.get(fingerprint(key.signing)) if info.id == table else None
            at = _where(info, sender) if one else None
            if one and at:
                guests, order = (1, _UNKNOWN) if info.host else (0, -one.member)
                player, epoch = info.host or one.player, rank(info.epoch)
                said = FoundHost(info.playing, guests, epoch, info.there, order, player, at)
                known = hosts.get(player, said._replace(guests=0))
                own = said if order > known.order else known  # its own word says more
                hosts[player] = own._replace(guests=known.guests + guests)
        return hosts.values()

    def _open(self, now: int) -> bool:
        if self._ports is None:
            with suppress(OSError):  # no network for now
                self._ports, self._finder, self._begun = open_ports(0), Finder(now), now
        return self._ports is not None

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


def _where(info: TableInfo, sender: Address) -> Address | None:
    """Where the host is of whom somebody at this address speaks: there, or where its guest sees it."""
    if not info.host:
        return sender
    with suppress(ValueError):
        return reached_from_here(*parse_address(info.at), sender)
    return None


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
        self._finder = Whereabouts(clock)
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
        now, all_ = self._clock.seconds(), len(self._machines)
        least = rank(self._epoch if now < self._last - ANSWER else LONE)
        self.found = self._finder.look(
            self._table,
            self._machines.values(),
            lambda one: one.playing and one.player != self._host and one.epoch >= least,
        )
        settled = now > self._until and len(self._here) >= all_ - all_ // 2
        if self.found or settled or now > self._last:
            self._finder.close()
            return False
        if now > self._until:
            self._until, self._here = now + ANSWER, set()
        self._finder.rest(_PAUSE)
        return True
