"""Whether others can see a table that is hosted here: it is asked over every interface, as they would ask."""

import select
import threading
import time
from collections.abc import Callable
from contextlib import closing

from game.lan.diagnosis import Facts, Finding, why_not_seen
from game.lan.discovery import DiscoverySockets
from game.lan.server import Server
from game.lan.surroundings import completed
from game.net.address import is_loopback

_EVERY = 15.0
"""Seconds between two looks."""
_ANSWER = 1_000_000
"""Microseconds in which the table must answer."""


class Visibility:
    """Looks again and again until it is closed, or until a question has come from another machine."""

    def __init__(self, server: Server, tell: Callable[[tuple[Finding, ...]], None]) -> None:
        """`tell` is called with the findings, in a thread of this, when they have changed."""
        self._server, self._port, self._tell = server, server.ports.port, tell
        self._facts: Facts | None = None
        self._closed = threading.Event()
        threading.Thread(target=self._run, daemon=True).start()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Why others cannot see the table, or may not; empty as far as is known, they can."""
        return why_not_seen(self._facts) if self._facts and not self._server.reached else ()

    def close(self) -> None:
        """Stop looking; does not wait for the thread."""
        self._closed.set()

    def _run(self) -> None:
        while not (self._server.reached or self._closed.is_set()):
            deaf = is_unheard(self._server.table.id, self._port)
            facts = completed(Facts(self._port), (), {})._replace(deaf=deaf)
            if facts != self._facts and not self._closed.is_set():
                self._facts = facts
                self._tell(self.findings)
            self._closed.wait(_EVERY)


def is_unheard(table: bytes, port: int) -> bool:
    """Whether the table at this port of this machine answers what this machine is asked, but not what all on
    its networks are."""
    begun, now, answering = time.perf_counter(), 0, False
    with closing(DiscoverySockets(now, port)) as search:
        while now < _ANSWER and search.sockets:
            search.update(now)
            hosts = [
                is_loopback(each.address[0]) for each in search.finder.hosts(now) if each.info.id == table
            ]
            if not all(hosts):
                return False
            answering = bool(hosts)
            select.select(search.sockets, [], [], max(0, search.next_time - now) / 1e6)
            now = int((time.perf_counter() - begun) * 1e6)
        return answering and 0 in search.errors
