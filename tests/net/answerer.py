"""A process that answers for a table, like a host does, and loses datagrams on purpose if told to.

Takes one JSON object: `port`, `loss` (share lost on the way in, and again on the way out), `seed`, `burst`
(seconds in which either all is lost or nothing; 0: each datagram has its own fate).
"""

import contextlib
import json
import random
import select
import socket
import sys
import time

from game.lan.discovery import join_groups
from game.net.discovery.finder import answer
from game.net.wire.packet import PORT, TableInfo

INFO = TableInfo(b"table-id", 0, "Kitchen", 2, 4, False, False)


def host_sockets(port: int) -> list[socket.socket]:
    """What a host listens on: one socket for IPv4 and one for IPv6, if the machine speaks it."""
    ipv4 = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    ipv4.bind(("0.0.0.0", port))
    sockets = [ipv4]
    try:
        ipv6 = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)
        ipv6.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        ipv6.bind(("::", ipv4.getsockname()[1]))
        sockets.append(ipv6)
    except OSError:
        pass
    for sock in sockets:
        join_groups(sock)
    return sockets


def main(port: int = PORT, loss: float = 0.0, seed: int = 0, burst: float = 0.0) -> None:
    """Answer for ever; prints the port when it begins to."""
    sockets, chance = host_sockets(port), random.Random(seed)
    print(sockets[0].getsockname()[1], flush=True)
    lost, until = False, 0.0
    while True:
        for sock in select.select(sockets, [], [])[0]:
            data, address = sock.recvfrom(1500)
            reply = answer(data, INFO)
            if time.monotonic() >= until:
                lost = chance.random() < loss or chance.random() < loss
                until = time.monotonic() + burst
            if reply and not lost:
                with contextlib.suppress(OSError):  # no way back over this family: another copy has one
                    sock.sendto(reply, address)


if __name__ == "__main__":
    main(**json.loads(sys.argv[1]))
