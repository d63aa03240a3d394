"""A process that answers for a table, like a host does, and loses datagrams on purpose if told to.

Takes one JSON object: `port`, `loss` (share lost on the way in, and again on the way out), `seed`, `burst`
(seconds in which either all is lost or nothing; 0: each datagram has its own fate).
"""

import contextlib
import json
import random
import socket
import sys

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from game.lan.discovery import join_groups
from game.net.address import Address
from game.net.discovery.answer import Answerer
from game.net.discovery.finder import Finder
from game.net.keys import TABLE_ID, host_key
from game.net.wire.packet import PORT, TableInfo
from game.signing import KEY
from game.system import here

HOST = X25519PrivateKey.from_private_bytes(b"host".ljust(KEY))
INFO = TableInfo(b"kitchen.", 0, "Kitchen", 2, 4, False, False)
HOST_KEY = host_key(HOST)
SEEKER: Address = ("10.0.0.9", 50000)


def answer(data: bytes, info: TableInfo, host: X25519PrivateKey = HOST) -> bytes | None:
    """What a host with this table answers."""
    return Answerer(host).answer(data, SEEKER, info, 0)


def ask(finder: Finder) -> bytes:
    """The next question of a seeker."""
    question = finder.question(finder.next_time)
    assert question
    return question


def said(question: bytes, info: TableInfo = INFO, host: X25519PrivateKey = HOST) -> bytes:
    """The answer that this question gets."""
    data = answer(question, info, host)
    assert data
    return data


def other_table(number: int) -> bytes:
    """The id of another table."""
    return number.to_bytes(TABLE_ID, "big")


def host_sockets(port: int) -> list[socket.socket]:
    """What a host listens on: one socket for IPv4 and one for IPv6, if the machine speaks it."""
    ipv4 = here().net.socket(socket.AF_INET)
    ipv4.bind(("0.0.0.0", port))
    sockets = [ipv4]
    try:
        ipv6 = here().net.socket(socket.AF_INET6)
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
        for sock in here().clock.wait(sockets, 3600):
            data, address = sock.recvfrom(1500)
            reply = answer(data, INFO)
            if here().clock.seconds() >= until:
                lost = chance.random() < loss or chance.random() < loss
                until = here().clock.seconds() + burst
            if reply and not lost:
                with contextlib.suppress(OSError):  # no way back over this family: another copy has one
                    sock.sendto(reply, address)


if __name__ == "__main__":
    main(**json.loads(sys.argv[1]))
