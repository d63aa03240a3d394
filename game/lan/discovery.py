"""Sockets that ask for tables on every network this machine is on, and the multicast groups of hosts."""

import contextlib
import socket
import struct
from collections.abc import Callable, Iterator, Sequence
from ipaddress import IPv4Interface, ip_address
from typing import NamedTuple

import ifaddr

from game.net.address import Address, is_loopback
from game.net.discovery.finder import Finder
from game.net.keys import HostKey
from game.net.wire.messages import ADDRESSES
from game.net.wire.packet import CAP, PORT

GROUP4 = "239.255.72.65"
"""The hosts' IPv4 multicast group; 239.255/16 stays within the site (RFC 2365)."""
GROUP6 = "ff12::4861:6973:7479"
"""The hosts' IPv6 multicast group: not assigned to anyone, this link only (RFC 4291)."""
RESCAN = 5_000_000
"""Microseconds after which interfaces are listed again, as they come and go."""
BATCH = 256
"""The most datagrams read at once: a flood cannot hold the caller."""


class Interface(NamedTuple):
    """A network interface: its index, IPv4 addresses and whether it has IPv6."""

    number: int
    ipv4: tuple[IPv4Interface, ...]
    ipv6: bool


def interfaces() -> list[Interface]:
    """This machine's interfaces that have an address, except loopback."""
    try:
        adapters = list(ifaddr.get_adapters())
    except (OSError, AssertionError):  # ifaddr asserts on what it cannot read
        return []
    found = []
    for adapter in adapters:
        ipv4 = [IPv4Interface(f"{ip.ip}/{ip.network_prefix}") for ip in adapter.ips if ip.is_IPv4]
        ipv4 = [ip for ip in ipv4 if not ip.is_loopback]
        ipv6 = any(ip.is_IPv6 and ip.ip[0] != "::1" for ip in adapter.ips)
        if ipv4 or ipv6:
            found.append(Interface(adapter.index or 0, tuple(ipv4), ipv6))
    return found


def addresses_here() -> tuple[str, ...]:
    """This machine's addresses, as many as a host tells of, except loopback."""
    try:
        every = [ip for adapter in ifaddr.get_adapters() for ip in adapter.ips]
    except (OSError, AssertionError):
        return ()
    hosts = [(ip.ip if isinstance(ip.ip, str) else ip.ip[0]).partition("%")[0] for ip in every]
    return tuple(host for host in hosts if not is_loopback(host))[:ADDRESSES]


def reached_at(hosts: Sequence[str], port: int) -> list[Address]:
    """Where a machine that says it has these addresses may be reached from here, on any interface; nothing
    that means many machines."""
    links = [interface.number for interface in interfaces() if interface.ipv6]
    found: list[Address] = []
    for host in hosts:
        with contextlib.suppress(ValueError):
            ip = ip_address(host)
            if ip.is_multicast or ip.is_reserved or ip.is_unspecified or ip.is_loopback:
                continue
            scopes = links if ip.version == 6 and ip.is_link_local else [0]
            found += [(host, port, 0, scope) if ip.version == 6 else (host, port) for scope in scopes]
    return found


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

    Sleep in select on `sockets` until `finder.next_time`, then call `update`.
    """

    def __init__(
        self, now: int, port: int = PORT, known: Callable[[HostKey], bool] = lambda _host: False
    ) -> None:
        """For `known` see Finder."""
        self.finder = Finder(now, known)
        self.sockets = [sock for family in (socket.AF_INET, socket.AF_INET6) for sock in _open(family)]
        """Sockets to read from; empty if this machine has no network at all."""
        self._port = port
        self._interfaces: list[Interface] = []
        self._rescan = now

    def close(self) -> None:
        """Close the sockets."""
        for sock in self.sockets:
            sock.close()
        self.sockets = []

    def update(self, now: int) -> None:
        """Read the answers that have arrived, and ask if it is time to."""
        self._receive(now)
        question = self.finder.question(now)
        if question is None:
            return
        if now >= self._rescan:
            self._interfaces = interfaces()
            self._rescan = now + RESCAN
        for sock in self.sockets:
            if sock.family == socket.AF_INET:
                self._ask4(sock, question)
            else:
                self._ask6(sock, question)

    def _receive(self, now: int) -> None:
        for sock in self.sockets:
            for _ in range(BATCH):
                try:
                    data, address = sock.recvfrom(CAP + 1)
                except BlockingIOError:
                    break
                except OSError:
                    continue  # Windows reports here that nobody listens where we asked
                self.finder.take(data, address, now)

    def _ask4(self, sock: socket.socket, question: bytes) -> None:
        """Ask this machine first (its shortest route wins), then every network by broadcast and multicast."""
        _send(sock, question, ("127.0.0.1", self._port))
        for interface in self._interfaces:
            for ip in interface.ipv4:
                if ip.network.prefixlen < 31:  # longer prefixes join two machines and have no broadcast
                    _send(sock, question, (str(ip.network.broadcast_address), self._port))
                # Without this everything would leave through the default route's interface, which may be a
                # VPN.
                with contextlib.suppress(OSError):
                    sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, ip.packed)
                    sock.sendto(question, (GROUP4, self._port))

    def _ask6(self, sock: socket.socket, question: bytes) -> None:
        _send(sock, question, ("::1", self._port))
        for interface in self._interfaces:
            if interface.ipv6:
                _send(sock, question, (GROUP6, self._port, 0, interface.number))


def _open(family: socket.AddressFamily) -> Iterator[socket.socket]:
    """A socket to ask with, if this machine supports `family`."""
    try:
        sock = socket.socket(family, socket.SOCK_DGRAM)
    except OSError:
        return
    try:
        sock.setblocking(False)
        if family == socket.AF_INET:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
            sock.bind(("0.0.0.0", 0))
        else:
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            sock.bind(("::", 0))
    except OSError:
        sock.close()
        return
    yield sock


def _send(sock: socket.socket, data: bytes, address: Address) -> None:
    """Send, ignoring errors: an interface that is down must not keep the others from being asked."""
    with contextlib.suppress(OSError):
        sock.sendto(data, address)
