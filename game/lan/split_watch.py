"""A network cut in two, each half with a table of its own: noticing, once it has healed, that the other one
plays on.
"""

from game.lan.client import LanClient
from game.lan.clock import Clock
from game.lan.find_successor import Machine, SuccessorFinder, successors_of
from game.net.address import Address
from game.net.transport.noise import fingerprint

_EVERY = 3.0
"""Seconds between two questions, while somebody at the table is away."""
_FORMER = -1
"""Stands for the number of the member at a former host."""


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
