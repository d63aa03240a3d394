"""Addresses as players write them: a name, IPv4 or IPv6, with or without a port."""

import ipaddress
import re
from unicodedata import category

from game.core.limits import ADDRESS
from game.names.line import is_line
from game.net.wire.packet import PORT

Address = tuple[str, int] | tuple[str, int, int, int]
"""Where datagrams go: host and port, and for IPv6 the flow and the interface's index."""

EMPTY = "Enter a name or an address."
BAD_PORT = "The port must be a number from 1 to 65535."
BAD_NUMBERS = "That is not an IPv4 or IPv6 address."
BAD_NAME = "That is not the name of a computer."
"""Why a text is not an address."""

_SPACES = re.compile(r"\s*([.:%/\[\]])\s*")
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*://([^/?#]*).*", re.IGNORECASE)
_LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)", re.IGNORECASE)


def at_port(address: Address, port: int) -> Address:
    """Another port of the machine at this address."""
    return (address[0], port) if len(address) == 2 else (address[0], port, *address[2:])


def pasted(text: str) -> str:
    """The address in a text from elsewhere: without signs that are not seen, spaces beside its points, and a
    scheme with what belongs to it."""
    seen = "".join(sign for sign in text if category(sign) != "Cf").strip()
    return _SCHEME.sub(r"\1", _SPACES.sub(r"\1", seen))


def parse_address(text: str, port: int = PORT) -> tuple[str, int]:
    """Host and port of `name`, `10.0.0.5:41313`, `fe80::1%eth0`, `[::1]:41313`; `port` if none is given.

    Asks no name server. Raises ValueError with one of the reasons above.
    """
    if len(text.strip()) > ADDRESS or not is_line(text := pasted(text)):
        raise ValueError(BAD_NAME)
    if not text:
        raise ValueError(EMPTY)
    if text.startswith("["):
        host, bracket, rest = text[1:].partition("]")
        if not bracket or (rest and not rest.startswith(":")):
            raise ValueError(BAD_NUMBERS)
        return _ipv6(host), _port(rest[1:]) if rest else port
    if text.count(":") > 1:
        return _ipv6(text), port
    host, colon, digits = text.partition(":")
    return _name_or_ipv4(host), _port(digits) if colon else port


def is_loopback(host: str) -> bool:
    """Whether this numeric address can only be reached from this machine."""
    try:
        return ipaddress.ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return False


def _port(digits: str) -> int:
    if digits.isascii() and digits.isdigit() and len(digits) <= 5 and 1 <= int(digits) <= 65535:
        return int(digits)
    raise ValueError(BAD_PORT)


def _ipv6(text: str) -> str:
    try:
        return str(ipaddress.IPv6Address(text))
    except ValueError:
        raise ValueError(BAD_NUMBERS) from None


def _name_or_ipv4(text: str) -> str:
    """The name in ASCII, as name servers know it, or the IPv4 address."""
    labels = text.removesuffix(".").split(".")
    if labels[-1].isascii() and labels[-1].isdigit():
        try:
            return str(ipaddress.IPv4Address(text))
        except ValueError:
            raise ValueError(BAD_NUMBERS) from None
    try:
        name = text.encode("idna").decode("ascii")
    except UnicodeError:
        raise ValueError(BAD_NAME) from None
    if len(name) > 253 or not all(map(_LABEL.fullmatch, name.removesuffix(".").split("."))):
        raise ValueError(BAD_NAME)
    return name
