"""Asking the successors of a lost host whether they have taken its table over."""

from collections.abc import Mapping
from typing import NamedTuple

from game.lan.clock import Clock
from game.lan.resolve import reached_from_here
from game.lan.udp import Ports, open_ports
from game.net.address import Address
from game.net.client.table_client import TableClient
from game.net.discovery.finder import Finder
from game.net.transport.noise import fingerprint


class Machine(NamedTuple):
    """A machine that may take a table over, or has."""

    member: int
    address: Address
    player: bytes
    """The fingerprint of its player's key, by which the host knew it."""


class Claim(NamedTuple):
    """What a host that has taken a table over can say for itself: of two that do not play yet the greater one
    goes on, and the other joins it."""

    epoch: int
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
    """By address and port, the other machines that a client knows as possible successors of its host.

    `old_host`: the address of the host that it was connected to when it heard of them.
    """
    assert table.welcome
    return {
        at[:2]: Machine(successor.member, at, successor.player)
        for successor in table.known.values()
        if successor.member != table.welcome.member
        and (at := reached_from_here(successor.host, successor.port, old_host))
    }


class SuccessorFinder:
    """Asks for tables as discovery does, but only at the successors' addresses."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._ports: Ports | None = None
        self._finder = Finder(0)

    def look(self, table: bytes, machines: Mapping[Address, Machine], epoch: int = 0) -> FoundHost | None:
        """Call it repeatedly; returns the machine that has the table of that id now, of this epoch or a later
        one, once it has answered: one where the match goes on, or the one with the greatest claim."""
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
            if info.id != table or info.epoch < epoch:
                continue
            if found and found.player == fingerprint(host.exchange):
                claim = Claim(info.epoch, info.there, -found.member)
                hosts.append(FoundHost(address, found.player, info.playing, claim))
        return max(hosts, key=lambda one: (one.playing, one.claim), default=None)

    def rest(self, seconds: float) -> None:
        """Wait for an answer, but not for longer."""
        if self._ports:
            self._clock.wait(self._ports, seconds)
        else:
            self._clock.pause(seconds)

    def close(self) -> None:
        """Close the socket."""
        if self._ports:
            self._ports.close()
        self._ports = None
