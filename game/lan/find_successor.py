"""Asking the successors of a lost host whether they have taken its table over."""

from typing import NamedTuple

from game.lan.clock import Clock
from game.lan.resolve import reached_from_here
from game.lan.udp import Ports, open_ports
from game.net.address import Address
from game.net.client.table_client import TableClient
from game.net.discovery.finder import Finder
from game.net.wire.messages import Successor


class FoundHost(NamedTuple):
    """A machine that has the table."""

    successor: Successor
    address: Address
    epoch: int
    playing: bool
    """Whether its match has continued, which means that others have joined."""


class SuccessorFinder:
    """Asks for tables as discovery does, but only at the successors' addresses."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._ports: Ports | None = None
        self._finder = Finder(0)

    def look(self, table: TableClient, old_host: Address) -> FoundHost | None:
        """Call it repeatedly; returns the machine that has the table now, once it has answered.

        `old_host`: the address of the host that the client was connected to.
        """
        now = self._clock.microseconds()
        if self._ports is None:
            try:
                self._ports = open_ports(0)
            except OSError:  # no network for now
                return None
            self._finder = Finder(now)
        assert table.welcome
        successors = {
            at[:2]: (successor, at)
            for successor in table.known.values()
            if successor.member != table.welcome.member
            and (at := reached_from_here(successor.host, successor.port, old_host))
        }
        if not successors:
            return None
        for data, sender in self._ports.receive():
            if sender[:2] in successors:
                self._finder.take(data, sender, now)
        if question := self._finder.question(now):
            for _, address in successors.values():
                self._ports.send(question, address)
        for info, address, _host in self._finder.tables(now):
            if info.id == table.welcome.table and address[:2] in successors:
                return FoundHost(successors[address[:2]][0], address, info.epoch, info.playing)
        return None

    def close(self) -> None:
        """Close the socket."""
        if self._ports:
            self._ports.close()
        self._ports = None
