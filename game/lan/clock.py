"""The machine's clock, and waiting for datagrams by it: a value, so that a simulation can have its own."""

import time
from collections.abc import Sequence
from socket import socket

from game.lan.udp import Ports


class Clock:
    """The real one. Its zero is arbitrary."""

    def seconds(self) -> float:
        """The time that passes while this machine runs; it never goes back."""
        return time.perf_counter()

    def wall(self) -> float:
        """The time by the calendar: it passes while the machine sleeps, too, and may be set."""
        return time.time()

    def wait(self, ports: Ports, seconds: float, *others: socket) -> Sequence[socket]:
        """Wait at most `seconds` for something to read; returns the sockets that have it."""
        return ports.wait(seconds, *others)

    def pause(self, seconds: float) -> None:
        """Let the time pass."""
        time.sleep(seconds)

    def microseconds(self) -> int:
        """`seconds` in whole microseconds."""
        return int(self.seconds() * 1e6)


REAL = Clock()
