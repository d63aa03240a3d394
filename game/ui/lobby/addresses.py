"""Addresses of hosts as players write and read them."""

import re

from game.i18n import N_, _
from game.lan.udp import write_address
from game.net.address import Address, parse_address, pasted
from game.net.wire.packet import PORT

_SCANNED = re.compile(r"Haisty ?(\S+) ([0-9a-f]{32})")

# The reasons of game.net.address, marked for the catalogues.
N_("Enter a name or an address.")
N_("The port must be a number from 1 to 65535.")
N_("That is not an IPv4 or IPv6 address.")
N_("That is not the name of a computer.")


def invitation(address: str, mark: bytes) -> str:
    """What a picture to scan says: an address, and the fingerprint of its host's key."""
    return f"Haisty {address} {mark.hex()}"


def invited(typed: str) -> tuple[str, bytes | None]:
    """The address that a player typed, or had scanned, and then the only host's fingerprint."""
    typed = pasted(typed)
    found = _SCANNED.fullmatch(typed)
    return (found[1], bytes.fromhex(found[2])) if found else (typed, None)


def malformed(typed: str) -> str:
    """Why the text is not an address, for the player; empty if it is one."""
    try:
        parse_address(typed)
    except ValueError as error:
        return _(str(error))  # one of those marked above
    return ""


def short(address: Address) -> str:
    """The address as players write it: without the port, if it is the default."""
    written = write_address(address)
    if address[1] != PORT:
        return written
    return written.removesuffix(f":{PORT}").removeprefix("[").removesuffix("]")
