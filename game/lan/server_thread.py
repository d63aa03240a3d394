"""A table that is served beside the rest of the program, in a thread of its own."""

import threading
from contextlib import suppress

from game.lan.server import Server
from game.lan.udp import open_ports

_LAST = 2.0
"""Seconds that it is given to say goodbye."""


class ServerThread:
    """It runs until it is ended."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self._stop = threading.Event()
        self._thread = threading.Thread(target=server.run, args=(self._stop.is_set,), daemon=True)
        self._thread.start()

    @property
    def alone(self) -> bool:
        """Whether nobody but the own player is connected."""
        members = list(self.server.table.members.all.values())  # another thread changes them
        return sum(member.peer is not None for member in members) <= 1

    @property
    def live(self) -> bool:
        """Whether a match is played."""
        return self.server.table.room.live is not None

    def answer_at(self, port: int) -> None:
        """Answer whoever looks for the table at this port, too, if it is free here."""
        if self.server.discovery is None:
            with suppress(OSError):
                self.server.discovery = open_ports(port)

    def end(self) -> None:
        """Have it say goodbye, without waiting for that."""
        self._stop.set()

    def close(self) -> None:
        """Have it say goodbye, and wait until it has."""
        self._stop.set()
        self._thread.join(_LAST)
