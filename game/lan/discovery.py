"""Sockets that ask for tables on every network this machine is on, and the multicast groups of hosts."""

import contextlib
import errno
import socket
import struct
import sys
from collections.abc import Callable, Iterable, Iterator

from game.lan.interfaces import Interface, interfaces, neighbours
from game.lan.udp import BUFFER, Ports, open_ports
from game.net.address import Address
from game.net.discovery.finder import Finder
from game.net.keys import HostKey
from game.net.wire.packet import PORT

GROUP4 = "239.255.72.65"
"""The hosts' IPv4 multicast group; 239.255/16 stays within the site (RFC 2365)."""
GROUP6 = "ff12::4861:6973:7479"
"""The hosts' IPv6 multicast group: not assigned to anyone, this link only (RFC 4291)."""
RESCAN = 5_000_000
"""Microseconds after which interfaces are listed again, as they come and go."""
PACE, AT_ONCE = 4_000, 4
"""Microseconds between two questions to single addresses, and how many of them may be made up for at once: at
most 254 in any second."""
REFUSALS = {errno.EPERM, errno.EACCES} | ({errno.EHOSTUNREACH} if sys.platform == "darwin" else set())
"""The errors by which a system says that this program may not send."""


def join_groups(host: socket.socket) -> None:
    """Make a host's socket receive the questions multicast on every interface.

    Broadcasts reach it anyway if it is bound to 0.0.0.0. Call it again when interfaces have changed.
    """
    for interface in interfaces():
        # An interface may not support it, or have joined already: failures are independent.
        if host.family == socket.AF_INET6:
            group6 = socket.inet_pton(socket.AF_INET6, GROUP6) + struct.pack("@I", interface.number)
            with contextlib.suppress(OSError):
                host.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_JOIN_GROUP, group6)
            continue
        for ip in interface.ipv4:
            with contextlib.suppress(OSError):
                group4 = socket.inet_aton(GROUP4) + ip.packed
                host.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group4)


class DiscoverySockets:
    """Asks for tables repeatedly; times are microseconds of a steady clock.

    Wait until `next_time`, then call `update`.
    """

    def __init__(
        self,
        now: int,
        port: int = PORT,
        known: Callable[[HostKey], bool] = lambda _host: False,
        last: Iterable[Address] = (),
    ) -> None:
        """For `last` see below, for `known` see Finder."""
        self.finder = Finder(now, known)
        self._all, self._one = _open(), _open()
        """Those that ask everyone, and those that ask one by one: what waits in them for machines that are
        not there leaves the others room."""
        self.errors: set[tuple[int, int]] = set()
        """How it went last time: each interface's number, with 0 where a question went out."""
        self._port = port
        self._interfaces: list[Interface] = []
        self._rescan = now
        self._here: list[Address] = [("127.0.0.1", port), ("::1", port, 0, 0)]
        """Asked first: the shortest route to a table on this machine wins."""
        self.last = last
        """Addresses that are asked one by one."""
        self._swept: dict[Address, None] = {}
        """The addresses nearby that were asked; they may not hear what all are asked."""
        self._queue: dict[Address, None] = {}
        """The addresses to be asked one by one."""
        self._paced = now
        """When the next of them may be asked."""

    @property
    def sockets(self) -> list[socket.socket]:
        """Sockets to read from; empty if this machine has no network at all."""
        return [*self._one.sockets, *self._all.sockets]

    @property
    def refused(self) -> bool:
        """Whether the system lets no question out to any network."""
        errors = {error for _, error in self.errors}
        return 0 not in errors and bool(errors & REFUSALS)

    @property
    def asking(self) -> bool:
        """Whether there are single addresses yet to be asked."""
        return bool(self._queue)

    @property
    def next_time(self) -> int:
        """When to call `update` at the latest."""
        return min(self.finder.next_time, self._paced) if self._queue else self.finder.next_time

    def wait(self, seconds: float) -> None:
        """Wait at most `seconds` for an answer."""
        self._all.wait(seconds, *self._one.sockets)

    def look_further(self) -> int:
        """Ask every address near the own ones, once; returns how many there are."""
        self._swept = dict.fromkeys((str(ip), self._port) for ip in neighbours(interfaces()))
        self._queue |= self._swept
        return len(self._swept)

    def close(self) -> None:
        """Close the sockets."""
        self._all.close()
        self._one.close()
        self._all = self._one = Ports([])

    def update(self, now: int) -> None:
        """Read the answers that have arrived, and ask if it is time to."""
        self._receive(now)
        question = self.finder.question(now)
        if question is not None:
            answering = (each for each in self.finder.addresses(now) if each in self._swept)
            self._queue |= dict.fromkeys([*self._here, *self.last, *answering])
        self._ask_singly(now)
        if question is not None:
            self._ask_all(question, now)

    def _ask_all(self, question: bytes, now: int) -> None:
        """Ask every network by broadcast and multicast."""
        if now >= self._rescan:
            self._interfaces = interfaces()
            self._rescan = now + RESCAN
        self.errors = set()
        for sock in self._all.sockets:
            self.errors.update((self._ask4 if sock.family == socket.AF_INET else self._ask6)(sock, question))

    def _ask_singly(self, now: int) -> None:
        """Ask as many single addresses as it is time for."""
        self._paced = max(self._paced, now - (AT_ONCE - 1) * PACE)
        while self._queue and self._paced <= now:
            self._paced += PACE
            del self._queue[address := next(iter(self._queue))]
            if self._one.send(self.finder.last_question(), address) == errno.EWOULDBLOCK:
                self._queue[address] = None

    def _receive(self, now: int) -> None:
        for ports in (self._one, self._all):
            for data, address in ports.receive():
                self.finder.take(data, address, now)

    def _ask4(self, sock: socket.socket, question: bytes) -> Iterator[tuple[int, int]]:
        """Yields each interface's number with the error there, 0 if there was none."""
        for interface in self._interfaces:
            for ip in interface.ipv4:
                if ip.network.prefixlen < 31:  # longer prefixes join two machines and have no broadcast
                    to = str(ip.network.broadcast_address)
                    yield interface.number, self._all.send(question, (to, self._port))
                # Without this everything would leave through the default route's interface, which may be a
                # VPN.
                with contextlib.suppress(OSError):
                    sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, ip.packed)
                    yield interface.number, self._all.send(question, (GROUP4, self._port))

    def _ask6(self, _sock: socket.socket, question: bytes) -> Iterator[tuple[int, int]]:
        for interface in self._interfaces:
            if interface.ipv6:
                to = (GROUP6, self._port, 0, interface.number)
                yield interface.number, self._all.send(question, to)


def _open() -> Ports:
    """Sockets to ask with; none if this machine has no network at all."""
    try:
        found = open_ports(0)
    except OSError:
        return Ports([])
    for sock in found.sockets:
        with contextlib.suppress(OSError):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER)
    return found
