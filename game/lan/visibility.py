"""Whether others can see a table that is hosted here: it is asked over every interface, as they would ask."""

from collections.abc import Callable
from contextlib import closing

from game.lan.diagnosis import Facts, Finding, why_not_seen
from game.lan.discovery import DiscoverySockets
from game.lan.interfaces import Interface, interfaces
from game.lan.server import Server
from game.lan.surroundings import completed
from game.net.address import Address
from game.system import here

_EVERY = 15.0
"""Seconds between two looks."""
_ANSWER = 1_000_000
"""Microseconds in which the table must answer."""


class Visibility:
    """Looks again and again, unless a match is played, until it is closed or a question has come from another
    machine."""

    def __init__(self, server: Server, tell: Callable[[tuple[Finding, ...]], None]) -> None:
        """`tell` is called with the findings, in a thread of this, when they have changed."""
        self._server, self._port, self._tell = server, server.ports.port, tell
        self._facts: Facts | None = None
        self._closed = here().jobs.event()
        here().jobs.start(self._run)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Why others cannot see the table, or may not; empty as far as is known, they can."""
        return why_not_seen(self._facts) if self._facts and not self._server.reached else ()

    def close(self) -> None:
        """Stop looking; does not wait for the thread."""
        self._closed.set()

    def _run(self) -> None:
        while not (self._server.reached or self._closed.is_set()):
            if not self._server.table.room.match:
                self._look()
            self._closed.wait(_EVERY)

    def _look(self) -> None:
        deaf, at = is_unheard(self._server.table.id, self._port)
        facts = completed(Facts(self._port), (), {})._replace(deaf=deaf, deaf_at=at)
        if facts != self._facts and not self._closed.is_set():
            self._facts = facts
            self._tell(self.findings)


def is_unheard(table: bytes, port: int) -> tuple[bool, str]:
    """Whether the table at this port of this machine answers what this machine is asked, but not what all on
    its networks, or on one of them, are; and then the interface that leads there, if others are heard."""
    links = [each for each in interfaces() if each.kind == "link"]
    begun, now, answering = here().clock.microseconds(), 0, False
    asked = deaf = links
    with closing(DiscoverySockets(now, port)) as search:
        while search.sockets:
            search.update(now)
            hosts = [each.address for each in search.finder.hosts(now) if each.info.id == table]
            numbers = {number for number, error in search.errors if not error}
            asked = [each for each in links if each.number in numbers]
            deaf = [each for each in asked if not any(_is_at(each, host) for host in hosts)]
            answering = bool(hosts)
            if (answering and not deaf) or now >= _ANSWER:
                break
            search.wait((search.next_time - now) / 1e6)
            now = here().clock.microseconds() - begun
    drop_notice = answering and bool(deaf)
    return drop_notice, deaf[0].name if drop_notice and len(deaf) < len(asked) else ""


def _is_at(link: Interface, address: Address) -> bool:
    """Whether an own address is that of this interface."""
    return address[0] in link.hosts or (len(address) == 4 and address[3] == link.number)
