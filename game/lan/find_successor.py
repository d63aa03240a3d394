"""Other machines asked whether they have the table: the successors of a lost host, whoever has gone on while
a host was asleep, and the other half of a network that was cut in two.
"""

from collections.abc import Mapping, Set
from typing import NamedTuple

from game.lan.client import LanClient
from game.lan.udp import Ports, open_ports, reached_from_here
from game.net.address import Address
from game.net.client.table_client import TableClient
from game.net.discovery.finder import Finder
from game.net.keys import LONE, rank
from game.net.transport.noise import fingerprint
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
_FORMER = -1
"""Stands for the number of the member at a former host."""


class Machine(NamedTuple):
    """A machine that may take a table over, or has."""

    member: int
    address: Address
    player: bytes
    """The fingerprint of its player's key, by which the host knew it."""


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
    """A machine that has the table."""

    address: Address
    player: bytes
    playing: bool
    """Whether its match has continued, which means that others have joined."""
    claim: Claim


def successors_of(table: TableClient, old_host: Address) -> dict[Address, Machine]:
    """By address and port, the other machines that a client knows as possible successors of its host, each
    also as if it were this one: who plays beside somebody at one screen finds them there without a network.

    `old_host`: the address of the host that it was connected to when it heard of them.
    """
    own = table.connection.player, table.connection.join.spare
    known: dict[Address, Machine] = {
        at[:2]: Machine(successor.member, at, successor.player)
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

    def look(self, table: bytes, machines: Mapping[Address, Machine], epoch: int = LONE) -> FoundHost | None:
        """Call it repeatedly; returns the machine that has the table of that id now, of this epoch or a
        higher rank, once it has answered: one where the match goes on, or the one with the greatest claim."""
        now = self._clock.microseconds()
        if self._ports is None:
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
        hosts = []
        for info, address, host in self._finder.hosts(now):
            found = machines.get(address[:2])
            if info.id != table or rank(info.epoch) < rank(epoch):
                continue
            if found and found.player == fingerprint(host.exchange):
                claim = Claim(rank(info.epoch), info.there, -found.member)
                hosts.append(FoundHost(address, found.player, info.playing, claim))
        return max(hosts, key=lambda one: (one.playing, one.claim), default=None)

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

    def __init__(self, clock: Clock, table: bytes, epoch: int, machines: Mapping[Address, Machine]) -> None:
        """`epoch`: that of the asking host. `machines`: by the address of their connection to it."""
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
        host = self._finder.look(self._table, at, self._epoch if now < self._last - ANSWER else LONE)
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
        self._former = Machine(_FORMER, client.address, fingerprint(client.table.connection.host_key))

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
        host = self._finder.look(welcome.table, machines)
        here = fingerprint(table.connection.host_key)
        other = host.address if host and host.playing and host.player != here else None
        if other and other == self._suspected:
            self.found = other
        self._suspected = other

    def close(self) -> None:
        """Stop asking."""
        self._suspected = None
        self._finder.close()
