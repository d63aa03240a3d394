"""Searches for tables on the network, in a thread of its own."""

import select
import threading
import time
from collections.abc import Callable
from contextlib import closing
from typing import TYPE_CHECKING

from game.lan.known_hosts import KnownHosts

if TYPE_CHECKING:
    from game.net.discovery.finder import Foreign, Found

_LONGEST = 0.2
"""Seconds between two checks of the list, so that a table that has fallen silent leaves it."""


class TableBrowser:
    """Searches for tables until it is closed."""

    def __init__(self, port: int, woken: Callable[[], None], hosts: KnownHosts) -> None:
        """`woken` is called, in the searching thread, when something has changed."""
        self.tables: tuple[Found, ...] = ()
        """The tables that answer."""
        self.foreign: tuple[Foreign, ...] = ()
        """Hosts of other versions."""
        self._port, self._woken, self._hosts = port, woken, hosts
        self._wanted = threading.Event()
        self._closed = False
        threading.Thread(target=self._run, daemon=True).start()
        self._wanted.set()

    def pause(self, on: bool) -> None:
        """Stop asking for now, or go on."""
        if on:
            self._wanted.clear()
        else:
            self._wanted.set()

    def close(self) -> None:
        """Stop asking for good; does not wait for the thread."""
        self._closed = True
        self._wanted.set()

    def _run(self) -> None:
        # Imported here because it takes longer than a frame.
        from game.lan.discovery import DiscoverySockets  # noqa: PLC0415

        hosts = self._hosts
        search = DiscoverySockets(_microseconds(), self._port, hosts.knows, hosts.last_addresses())
        with closing(search) as sockets:
            while not self._closed:
                wait = min(_LONGEST, (sockets.next_time - _microseconds()) / 1e6)
                if wait > 0 and sockets.sockets:
                    select.select(sockets.sockets, [], [], wait)
                elif wait > 0:  # on Windows, select fails without sockets
                    time.sleep(wait)
                self._wanted.wait()
                now = _microseconds()
                sockets.update(now)
                found = tuple(sockets.finder.tables(now)), tuple(sockets.finder.foreign(now))
                if found != (self.tables, self.foreign) and not self._closed:
                    self.tables, self.foreign = found
                    self._woken()


def _microseconds() -> int:
    return int(time.perf_counter() * 1e6)
