"""Addresses that depend on this machine: host names resolved, interfaces by name."""

import socket
import sys

from game.net.address import Address, is_loopback


def resolve(host: str, port: int) -> list[Address]:
    """The addresses of a host, the most promising first; never empty.

    May block on a name server: not for the thread that draws. Raises OSError if there is no such host.
    """
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
