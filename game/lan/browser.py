"""Searches for tables on the network, in a thread of its own; and finds out why there is none, in another."""

from collections.abc import Callable
from contextlib import closing
from typing import TYPE_CHECKING

from game.lan.diagnosis import Facts
from game.lan.known_hosts import KnownHosts
from game.net.address import Address
from game.system import here

if TYPE_CHECKING:
    from game.net.discovery.finder import Foreign, Found

_LONGEST = 0.2
"""Seconds between two checks of the list, so that a table that has fallen silent leaves it."""
_EXPLAIN = 10_000_000
"""Microseconds between two looks for why there is no table."""
_FIRST = 1_000_000
"""Microseconds without a table before the first."""
_CLOSING = 2.0
"""Seconds for which a table that has just been closed here may still have its port."""
_SETTLED = 500_000
"""Microseconds in which who has been asked must have answered."""


class TableBrowser:
    """Searches for tables until it is closed."""

    def __init__(
        self, port: int, woken: Callable[[], None], hosts: KnownHosts, explains: bool = True
    ) -> None:
        """`woken` is called, in a thread of this, when something has changed. `explains`: finds out why there
        is no table; else it stops once no seat can be kept any more and there is none."""
        self.tables: tuple[Found, ...] = ()
        """The tables that answer."""
        self.foreign: tuple[Foreign, ...] = ()
        """Hosts of other versions."""
        self.facts: Facts | None = None
        """What is known of why there is no table, once one has been looked for in vain."""
        self.further = False
        """Whether every address nearby is asked as well, once."""
        self._port, self._woken, self._hosts, self._explains = port, woken, hosts, explains
        self._wanted = here().jobs.event()
        self._closed = False
        here().jobs.start(self._run)
        self._wanted.set()

    def pause(self, on: bool) -> None:
        """Stop asking for now, or go on."""
        if on:
            self._wanted.clear()
        else:
            self._wanted.set()

    def look_further(self) -> None:
        """Also ask every address nearby, once."""
        self.further = True

    def close(self) -> None:
        """Stop asking for good; does not wait for the thread."""
        self._closed = True
        self._wanted.set()

    def _run(self) -> None:
        # Imported here because it takes longer than a frame.
        from game.lan.discovery import DiscoverySockets  # noqa: PLC0415
        from game.net.server.members import HELD  # noqa: PLC0415

        begun, near = here().clock.microseconds(), None
        explain, hosts = begun + (_FIRST if self._explains else HELD), self._hosts
        with closing(DiscoverySockets(begun, self._port, hosts.knows, hosts.asked())) as sockets:
            while not self._closed:
                sockets.wait(min(_LONGEST, (sockets.next_time - here().clock.microseconds()) / 1e6))
                if not self._wanted.is_set():
                    self._wanted.wait()
                    sockets.last = hosts.asked()
                now = here().clock.microseconds()
                if self.further and near is None:
                    near, explain = sockets.look_further(), now
                sockets.update(now)
                if sockets.asking:
                    explain = max(explain, now + _SETTLED)
                guests = tuple(sockets.finder.guests(now))
                found = tuple(sockets.finder.tables(now)), tuple(sockets.finder.foreign(now)), guests
                if found != (self.tables, self.foreign, hosts.guests) and not self._closed:
                    self.tables, self.foreign, hosts.guests = found
                    self._woken()
                if not found[0] and now >= explain:
                    if not self._explains:
                        return
                    explain = now + _EXPLAIN
                    facts = Facts(self._port, refused=sockets.refused, foreign=found[1], near=near or 0)
                    known = facts, sockets.finder.addresses(now), hosts.last_addresses()
                    here().jobs.start(self._explain, *known)

    def _explain(self, facts: Facts, answering: list[Address], last: dict[Address, str]) -> None:
        """Gather the facts."""
        from game.lan.surroundings import completed, is_taken  # noqa: PLC0415 - see _run

        facts = completed(facts, answering, last)
        if facts.taken:
            here().clock.pause(_CLOSING)
            facts = facts._replace(taken=is_taken(facts.port))
        if facts != self.facts and not self._closed:
            self.facts = facts
            self._woken()
