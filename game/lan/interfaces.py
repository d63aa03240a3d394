"""This machine's network interfaces, and what they lead to."""

import re
from ipaddress import IPv4Address, IPv4Interface, IPv4Network
from pathlib import Path
from typing import NamedTuple

import ifaddr

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
_TUNNELS = ("65534", "512")
"""Linux' types of interfaces without an own link: tun, WireGuard; PPP."""


class Interface(NamedTuple):
    """A network interface: its index, IPv4 addresses, whether it has IPv6, and what it is called."""

    number: int
    ipv4: tuple[IPv4Interface, ...]
    ipv6: bool
    name: str = ""
    tunnel: bool = False
    """Whether it is a VPN's."""

    @property
    def inside(self) -> bool:
        """Whether it leads to virtual machines and containers here, not to others."""
        return bool(_INSIDE.match(self.name))


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
            name = adapter.nice_name
            found.append(Interface(adapter.index or 0, tuple(ipv4), ipv6, name, is_tunnel(name)))
    return found


def is_tunnel(name: str) -> bool:
    """Whether the interface of this name is a VPN's, by its name and by what Linux says of it."""
    try:
        kind = Path("/sys/class/net", name, "type").read_text().strip()
    except (OSError, ValueError):
        kind = ""
    return kind in _TUNNELS or bool(_VPN.match(name))


def neighbours(own: list[Interface]) -> list[IPv4Address]:
    """The other addresses of the own networks, of a large one only the /24 around the own address; none of a
    VPN's, or of those inside this machine."""
    found: dict[IPv4Address, None] = {}
    for interface in own:
        if interface.tunnel or interface.inside:
            continue
        for ip in interface.ipv4:
            if ip.network.prefixlen < 31:
                near = IPv4Network((ip.ip, max(24, ip.network.prefixlen)), strict=False)
                found |= dict.fromkeys(each for each in near.hosts() if each != ip.ip)
    return list(found)
