"""A table server in a thread of its own, beside the rest of the program."""

import threading
from contextlib import suppress

from game.lan.server import Server
from game.lan.udp import open_ports

_LAST = 2.0
"""The most seconds to wait for the table to be closed."""


class ServerThread:
    """Serves the table until it is ended."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self._stop = threading.Event()
        self._thread = threading.Thread(target=server.run, args=(self._stop.is_set,), daemon=True)
        self._thread.start()

    @property
    def alone(self) -> bool:
        """Whether nobody but the own player is connected."""
        members = list(self.server.table.members.all.values())  # copied: another thread changes it
        return sum(member.peer is not None for member in members) <= 1

    @property
    def live(self) -> bool:
        """Whether a match is being played."""
        return self.server.table.room.live is not None

    def answer_at(self, port: int) -> None:
        """Also answer discovery on this port, if it is free here."""
        with suppress(OSError):
            if self.server.discovery is None and port != self.server.ports.port:
                self.server.discovery = open_ports(port)

    def end(self) -> None:
        """Have the server close the table, without waiting for it."""
        self._stop.set()

    def close(self) -> None:
        """Have the server close the table, and wait until it has."""
        self._stop.set()
        self._thread.join(_LAST)
