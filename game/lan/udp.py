"""UDP sockets: a host's on one port for IPv4 and IPv6, a client's to one host."""

import select
import socket
from collections.abc import Iterator, Sequence
from contextlib import suppress

from game.net.address import Address
from game.net.wire.packet import CAP

BUFFER = 1 << 19
"""Bytes buffered in a socket while the program is busy."""
_BATCH = 64
"""The most datagrams read before anything else gets a turn."""


class Ports:
    """Sockets that share a port."""

    def __init__(self, sockets: Sequence[socket.socket]) -> None:
        self.sockets = list(sockets)
        for sock in self.sockets:
            sock.setblocking(False)
            with suppress(OSError):
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER)
        self._by_family = {sock.family: sock for sock in self.sockets}

    @property
    def port(self) -> int:
        """The port's number."""
        return int(self.sockets[0].getsockname()[1])

    def copy(self) -> "Ports":
        """Duplicates of the sockets: closing one leaves the other open. Raises OSError."""
        return Ports([sock.dup() for sock in self.sockets])

    def wait(self, seconds: float, *others: socket.socket) -> list[socket.socket]:
        """Wait at most `seconds` for something to read; returns the sockets that have it."""
        return select.select([*self.sockets, *others], [], [], max(0.0, seconds))[0]

    def receive(self, ready: Sequence[socket.socket] | None = None) -> Iterator[tuple[bytes, Address]]:
        """The datagrams that have arrived, each with its sender; `ready`: only from these sockets."""
        for sock in self.sockets if ready is None else [sock for sock in self.sockets if sock in ready]:
            for _ in range(_BATCH):
                try:
                    data, sender = sock.recvfrom(CAP + 1)
                except (BlockingIOError, InterruptedError):
                    break
                except OSError:  # Windows and Linux report here that another machine's port is closed
                    continue
                if len(data) <= CAP:
                    yield data, sender

    def send(self, data: bytes, address: Address) -> None:
        """Send a datagram; like the network, this may lose it."""
        family = socket.AF_INET6 if len(address) == 4 else socket.AF_INET
        if sock := self._by_family.get(family):
            with suppress(OSError):
                sock.sendto(data, address)

    def close(self) -> None:
        """Close the sockets."""
        for sock in self.sockets:
            sock.close()


def open_ports(port: int) -> Ports:
    """Sockets on the port for IPv4 and, if available, IPv6; 0: a free port. Raises OSError."""
    four = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        four.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        four.bind(("", port))
    except OSError:
        four.close()
        raise
    sockets = [four]
    with suppress(OSError):
        six = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)
        try:
            six.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            six.bind(("::", four.getsockname()[1]))
            sockets.append(six)
        except OSError:
            six.close()
    return Ports(sockets)


def open_client(address: Address) -> Ports:
    """A socket for talking to the address. Raises OSError."""
    family = socket.AF_INET6 if len(address) == 4 else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_DGRAM)
    sock.bind(("::" if family == socket.AF_INET6 else "", 0))
    return Ports([sock])
