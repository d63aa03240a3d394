"""UDP sockets, and the addresses they reach. A host has them on one port for IPv4 and IPv6, a client one to
its host."""

import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress

from game.net.address import Address, at_port, is_loopback, parse_address
from game.net.rate_limit import remember
from game.net.wire.packet import CAP
from game.system import here

BUFFER = 1 << 19
"""Bytes buffered in a socket while the program is busy."""
_EXPEDITED = 0xB8
"""The class of packets that wait for no others, as those of a call (EF, RFC 3246): radios send them first.
Windows marks no packets for a program."""
_ALONE: int | None = getattr(socket, "SO_EXCLUSIVEADDRUSE", None)
"""Windows' option by which no other program takes what comes to a port."""
_CALLERS = 1024
"""The most senders of whom it is remembered where they have called."""
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
            with suppress(OSError, AttributeError):  # not every system lets a program say so
                if sock.family == socket.AF_INET6:
                    sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_TCLASS, _EXPEDITED)
                else:
                    sock.setsockopt(socket.IPPROTO_IP, socket.IP_TOS, _EXPEDITED)
        self._by_family = {sock.family: sock for sock in self.sockets}
        self._called: dict[Address, socket.socket] | None = None
        """Where each sender has called last, if there is another port besides."""

    @property
    def port(self) -> int:
        """The port's number."""
        return int(self.sockets[0].getsockname()[1])

    def answer_at(self, port: int) -> None:
        """Read what comes to this port, too, if it is free; whoever calls there is answered from there."""
        with suppress(OSError):
            if port not in [sock.getsockname()[1] for sock in self.sockets]:
                self.sockets += open_ports(port).sockets
                self._called = {}

    def renew(self) -> None:
        """Send from fresh sockets of all families from now on; the last ones are still read until the next
        time. Raises OSError."""
        fresh, last = open_ports(0), list(self._by_family.values())
        for sock in self.sockets:
            if sock not in last:
                sock.close()
        self.sockets, self._by_family = [*fresh.sockets, *last], fresh._by_family

    def copy(self) -> "Ports":
        """Duplicates of the sockets: closing one leaves the other open. Raises OSError."""
        return Ports([sock.dup() for sock in self.sockets])

    def wait(self, seconds: float, *others: socket.socket) -> Sequence[socket.socket]:
        """Wait at most `seconds` for something to read; returns the sockets that have it."""
        return here().clock.wait([*self.sockets, *others], seconds)

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
                if self._called is not None:
                    remember(self._called, sender, sock, _CALLERS)
                if len(data) <= CAP:
                    yield data, sender

    def send(self, data: bytes, address: Address) -> int:
        """Send a datagram, which may be lost like any other; returns the error of a system that has found no
        way for it, or 0."""
        if sock := self.way_to(address):
            try:
                sock.sendto(data, address)
            except OSError as error:
                return error.errno or 0
        return 0

    def way_to(self, address: Address) -> socket.socket | None:
        """The socket from which is sent there, if there is one."""
        family = socket.AF_INET6 if len(address) == 4 else socket.AF_INET
        return (self._called or {}).get(address) or self._by_family.get(family)

    def close(self) -> None:
        """Close the sockets."""
        for sock in self.sockets:
            sock.close()


def open_ports(port: int) -> Ports:
    """Sockets on the port for IPv4 and, if available, IPv6; 0: a free port. Raises OSError."""
    four = here().net.socket(socket.AF_INET)
    try:
        four.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        _bind(four, "", port)
    except OSError:
        four.close()
        raise
    sockets = [four]
    with suppress(OSError):
        six = here().net.socket(socket.AF_INET6)
        try:
            six.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            _bind(six, "::", four.getsockname()[1])
            sockets.append(six)
        except OSError:
            six.close()
    return Ports(sockets)


def _bind(sock: socket.socket, host: str, port: int) -> None:
    if _ALONE is not None:
        sock.setsockopt(socket.SOL_SOCKET, _ALONE, 1)
    sock.bind((host, port))


def open_client(address: Address) -> Ports:
    """A socket for talking to the address. Raises OSError."""
    family = socket.AF_INET6 if len(address) == 4 else socket.AF_INET
    sock = here().net.socket(family)
    sock.bind(("::" if family == socket.AF_INET6 else "", 0))
    return Ports([sock])


def resolve(host: str, port: int) -> list[Address]:
    """The addresses of a host, the most promising first; never empty.

    May block on a name server: not for the thread that draws. Raises OSError if there is no such host.
    """
    from game.lan.interfaces import reached_at  # noqa: PLC0415 - it takes longer than a frame

    if "%" not in host and (numbers := reached_at([host], port)):
        return numbers
    found: list[Address] = []
    for family, _, _, _, address in socket.getaddrinfo(host, port, type=socket.SOCK_DGRAM):
        if family not in (socket.AF_INET, socket.AF_INET6) or not isinstance(address[0], str):
            continue
        if address not in found:
            found.append(address)
    if not found:
        raise socket.gaierror(socket.EAI_NONAME, "no IPv4 or IPv6 address")
    return found


def write_address(address: Address) -> str:
    """The text that `net.address.parse_address` reads as this address."""
    host, port = address[:2]
    if len(address) == 2:
        return f"{host}:{port}"
    scope = address[3]
    if scope and "%" not in host:
        host = f"{host}%{_interface(scope)}"
    return f"[{host}]:{port}"


def reached_from_here(host: str, port: int, seen_by: Address) -> Address | None:
    """The address here of a machine that the one at `seen_by` sees at `host`; None if it is not an address.

    There, the machine at `seen_by` has a loopback address, and interfaces have other names than here.
    """
    if is_loopback(host):
        host = seen_by[0]
    if "%" in host and len(seen_by) == 4:
        host = f"{host.partition('%')[0]}%{seen_by[3]}"
    return numeric(host, port)


def is_own(address: Address) -> bool:
    """Whether the address is this machine's."""
    family = socket.AF_INET6 if len(address) == 4 else socket.AF_INET
    with suppress(OSError), here().net.socket(family) as sock:
        sock.bind(at_port(address, 0))
        return True
    return False


def read_address(text: str) -> Address | None:
    """The address that `write_address` wrote; None if it is none of this machine's now."""
    try:
        return numeric(*parse_address(text))
    except ValueError:
        return None


def numeric(host: str, port: int) -> Address | None:
    """The address of a host given by numbers; None if it is not. Asks no name server."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_DGRAM, flags=socket.AI_NUMERICHOST)
    except (OSError, UnicodeError):
        return None
    address = found[0][4]
    return address if isinstance(address[0], str) else None


def _interface(index: int) -> str:
    """An interface's name in addresses: on Windows its number."""
    if sys.platform == "win32":
        return str(index)
    try:
        return socket.if_indextoname(index)
    except OSError:
        return str(index)
