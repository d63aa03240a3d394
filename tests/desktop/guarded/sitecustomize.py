"""Loaded when Python starts a program of the journeys: nothing is sent to other machines of a real network.

Broadcasts and multicasts go out; single addresses are only this machine's. A monkey may press anything.
"""

import errno
import socket
import sys
from contextlib import closing
from functools import cache
from ipaddress import ip_address


@cache
def _allowed(host: str) -> bool:
    """Whether a datagram may go to this address."""
    address = ip_address(host.partition("%")[0])
    if address.is_loopback or address.is_multicast or host.endswith(".255") or address.version == 6:
        return True
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as here:
        try:
            here.bind((host, 0))
        except OSError:
            return False
    return True


def _watch(event: str, args: tuple[object, ...]) -> None:
    if event == "socket.sendto" and isinstance(args[1], tuple) and not _allowed(str(args[1][0])):
        raise PermissionError(errno.EPERM, "tests leave the machines nearby alone")


sys.addaudithook(_watch)
