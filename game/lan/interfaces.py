"""This machine's network interfaces, and what they lead to."""

import re
import socket
from collections.abc import Iterable, Sequence
from contextlib import suppress
from ipaddress import IPv4Address, IPv4Interface, IPv4Network, IPv6Address, ip_address
from pathlib import Path
from typing import Literal, NamedTuple

from game.net.address import Address
from game.net.wire.messages import ADDRESSES
from game.system import here

_VPN = re.compile(
    r"(tun|tap|utun|wg|ppp|ipsec|tailscale|zt)|.*(vpn|wireguard|wintun|tap-windows|anyconnect|fortinet|nordlynx"
    r"|proton|mullvad|tailscale|zerotier|globalprotect)",
    re.IGNORECASE,
)
_INSIDE = re.compile(
    r"(docker|br-|virbr|veth|vmnet|vboxnet|lxc|lxdbr|podman|cni|bridge1\d\d|awdl|llw|anpi)|.*(hyper-v|virtualbox"
    r"|vmware|vethernet|loopback)",
    re.IGNORECASE,
)
_RADIO = re.compile(r".*(wi-?fi|wlan|wireless|802\.11)", re.IGNORECASE)
_TUNNELS = ("65534", "512")
"""Linux' types of interfaces without an own link: tun, WireGuard; PPP."""


_ANYWHERE: Address = ("192.0.2.1", 9)
"""An address that nobody has (RFC 5737); nothing is sent there."""
_TOLD = 2
"""The most addresses of this machine that people are told."""
Kind = Literal["link", "tunnel", "inside"]
"""What an interface leads to: other machines here; a VPN; virtual machines and containers on this one."""


class Interface(NamedTuple):
    """A network interface: its index and addresses; its name, what it leads to, and whether everything beyond
    the own networks goes there."""

    number: int
    ipv4: tuple[IPv4Interface, ...]
    ipv6: tuple[IPv6Address, ...]
    name: str = ""
    kind: Kind = "link"
    default: bool = False

    @property
    def hosts(self) -> list[str]:
        """Its addresses as text."""
        return [str(ip) for ip in (*(each.ip for each in self.ipv4), *self.ipv6)]


def interfaces() -> list[Interface]:
    """This machine's interfaces that have an address, except loopback."""
    try:
        adapters = list(here().net.adapters())
    except (OSError, AssertionError):  # ifaddr asserts on what it cannot read
        return []
    found, way = [], _way_out()
    for adapter in adapters:
        ipv4 = [IPv4Interface(f"{ip.ip}/{ip.network_prefix}") for ip in adapter.ips if ip.is_IPv4]
        ipv4 = [ip for ip in ipv4 if not ip.is_loopback]
        ipv6 = [IPv6Address(ip.ip[0].partition("%")[0]) for ip in adapter.ips if ip.is_IPv6]
        ipv6 = [each for each in ipv6 if not each.is_loopback]
        if ipv4 or ipv6:
            default, name = way in [str(ip.ip) for ip in ipv4], adapter.nice_name
            kind = kind_of(name, default)
            found.append(Interface(adapter.index or 0, tuple(ipv4), tuple(ipv6), name, kind, default))
    return found


def addresses_here() -> tuple[str, ...]:
    """This machine's addresses, as many as a host tells of, except loopback."""
    return tuple(host for each in interfaces() for host in each.hosts)[:ADDRESSES]


def reached_at(hosts: Sequence[str], port: int) -> list[Address]:
    """Where a machine that says it has these addresses may be reached from here, on any interface; nothing
    that means many machines."""
    links = [interface.number for interface in interfaces() if interface.ipv6]
    found: list[Address] = []
    for host in hosts:
        with suppress(ValueError):
            ip = ip_address(host)
            if ip.is_multicast or ip.is_reserved or ip.is_unspecified or ip.is_loopback:
                continue
            scopes = links if ip.version == 6 and ip.is_link_local else [0]
            found += [(host, port, 0, scope) if ip.version == 6 else (host, port) for scope in scopes]
    return found


def told_addresses(port: int) -> list[Address]:
    """Where others reach this port of this machine, the likeliest to work first: IPv4, or else IPv6, or else
    by this machine's name."""
    own = [each for each in interfaces() if each.kind == "link"]
    ipv4 = [ip.ip for each in own for ip in each.ipv4]
    ipv4.sort(key=lambda ip: (ip.is_link_local, not ip.is_private, not str(ip).startswith("192.168.")))
    ipv6 = sorted((ip for each in own for ip in each.ipv6), key=lambda ip: ip.is_link_local)
    six: list[Address] = [(str(ip), port, 0, 0) for ip in ipv6[:1]]
    return [(str(ip), port) for ip in ipv4[:_TOLD]] or six or [(here().net.name(), port)]


def kind_of(name: str, default: bool) -> Kind:
    """What the interface of this name leads to, by its name and by what Linux says of it. A virtual switch
    that everything goes through is the machine's link."""
    try:
        type_ = Path("/sys/class/net", name, "type").read_text().strip()
    except (OSError, ValueError):
        type_ = ""
    if type_ in _TUNNELS or _VPN.match(name):
        return "tunnel"
    return "inside" if _INSIDE.match(name) and not default else "link"


def neighbours(own: Iterable[Interface]) -> list[IPv4Address]:
    """The other addresses of the own networks, of a large one only the /24 around the own address; none of a
    VPN's, or of those inside this machine."""
    found: dict[IPv4Address, None] = {}
    for ip in (ip for each in own if each.kind == "link" for ip in each.ipv4):
        if ip.network.prefixlen < 31:
            near = IPv4Network((ip.ip, max(24, ip.network.prefixlen)), strict=False)
            found |= dict.fromkeys(other for other in near.hosts() if other != ip.ip)
    return list(found)


def by_radio(to: Address) -> bool:
    """Whether what is sent there leaves this machine by Wi-Fi, as far as is known."""
    names = [each.name for each in interfaces() if _way_out(to) in each.hosts]
    return any(_RADIO.match(name) or Path("/sys/class/net", name, "wireless").is_dir() for name in names)


def _way_out(to: Address = _ANYWHERE) -> str:
    """The own address from which what is sent there goes, or all beyond the own networks; empty: there is no
    way."""
    family = socket.AF_INET6 if len(to) == 4 else socket.AF_INET
    with suppress(OSError), here().net.socket(family) as sock:
        sock.connect(to)
        return str(sock.getsockname()[0])
    return ""
