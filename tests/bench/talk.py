"""Processes that talk through a bad network: a host that passes every message on to all, and its clients.

`python -m tests.bench.talk '{"role": ...}'` runs one of them; hosts and the network print their port first,
clients print how long each message took in the end. Both ways of talking are given the same load.
"""

import contextlib
import heapq
import json
import random
import select
import struct
import sys
import time
from collections.abc import Callable, Iterator
from hashlib import sha256
from importlib import import_module

from game.lan.udp import Ports, open_client, open_ports
from game.net.address import Address
from game.net.client.connection import PLAYING_INTERVAL
from game.net.server.handshakes import INTERVAL
from game.net.server.peer import NOTED
from game.net.transport.cipher import PacketCipher
from game.net.transport.endpoint import CLIENT_NOTE, HOST_NOTE, STAMP, TIME, WATERMARK, Endpoint
from tests.net.impair import Way
from tests.net.relay import Relay

CLIENTS, RATE = 8, 30
"""How many clients, and how many messages a second each sends."""
SETTLE, DRAIN = 2.0, 3.0
"""Seconds of talk before it counts, and of listening after it."""
MESSAGE = struct.Struct("<Q")
"""A message of eight bytes: the microsecond in which it was sent, and in the lowest bits by whom."""


def microseconds() -> int:
    """A clock that all processes of this machine share."""
    return time.monotonic_ns() // 1000


class Talk:
    """When each client says something, and what has been heard of it."""

    def __init__(self, seconds: float, seed: int) -> None:
        chance = random.Random(seed)
        self.begin = microseconds() + int(SETTLE * 1e6)
        self.end = self.begin + int(seconds * 1e6)
        self._next = [
            (microseconds() + int(chance.random() * 1e6 / RATE), client) for client in range(CLIENTS)
        ]
        heapq.heapify(self._next)
        self.sent = 0
        self.took: list[int] = []

    @property
    def next_time(self) -> int:
        """When somebody speaks next."""
        return self._next[0][0]

    def due(self, now: int) -> Iterator[tuple[int, bytes]]:
        """The clients that speak now, and what they say."""
        while self._next[0][0] <= now:
            at, client = self._next[0]
            heapq.heapreplace(self._next, (at + 1_000_000 // RATE, client))
            if now < self.end:
                self.sent += now >= self.begin
                yield client, MESSAGE.pack(now << 3 | client)

    def hear(self, message: bytes) -> None:
        """A message has come back to one of the clients."""
        sent = MESSAGE.unpack(message)[0] >> 3
        if self.begin <= sent:
            self.took.append(microseconds() - sent)

    def report(self) -> None:
        """Print what came of it: milliseconds, and how many messages never came."""
        took = sorted(self.took)
        at = {50: 0.5, 95: 0.95, 99: 0.99}
        figures: dict[str, float] = {
            f"p{name}_ms": round(took[int(share * len(took))] / 1000, 2) if took else -1
            for name, share in at.items()
        }
        print(json.dumps(figures | {"missing": CLIENTS * self.sent - len(took), "heard": len(took)}))


def pair(number: int) -> tuple[PacketCipher, PacketCipher]:
    """The host's and the client's cipher of a line."""
    up, down = (sha256(f"{way} {number}".encode()).digest() for way in ("up", "down"))
    return PacketCipher(down, up), PacketCipher(up, down)


def own_host() -> None:
    """Pass on, with the game's own lines."""
    ports = open_ports(0)
    print(ports.port, flush=True)
    now = microseconds()
    free = [Endpoint(pair(number)[0], CLIENT_NOTE, INTERVAL, now) for number in range(CLIENTS)]
    lines: dict[Address, Endpoint] = {}
    noted = dict.fromkeys(free, now - NOTED)
    while True:
        wait = min((line.due for line in lines.values()), default=now + 100_000) - microseconds()
        ports.wait(wait / 1e6)
        said: list[bytes] = []
        now = microseconds()
        for data, sender in ports.receive():
            if sender in lines:
                heard = lines[sender].open(data, now)
            else:
                heard, line = next((h, line) for line in free if (h := line.open(data, now)))
                lines[sender] = line
                free.remove(line)
            said += heard.messages if heard else []
        for line in lines.values():
            for message in said:
                line.send(message, now)
        for address, line in lines.items():
            if line.due <= now < noted[line] + NOTED:
                ports.send(line.packet(0, b"", now), address)
            elif line.due <= now:
                noted[line] = now
                ports.send(line.packet(TIME, bytes(12), now), address)


def own_clients(port: int, seconds: float, seed: int) -> None:
    """Speak and listen, with the game's own lines."""
    to: Address = ("127.0.0.1", port)
    now = microseconds()
    ends: list[tuple[Ports, Endpoint]] = [
        (open_client(to), Endpoint(pair(number)[1], HOST_NOTE, PLAYING_INTERVAL, now))
        for number in range(CLIENTS)
    ]
    sockets = [ports.sockets[0] for ports, _line in ends]
    talk = Talk(seconds, seed)
    while now < talk.end + DRAIN * 1e6:
        due = min(talk.next_time, *(line.due for _ports, line in ends))
        readable = select.select(sockets, [], [], max(0, due - microseconds()) / 1e6)[0]
        now = microseconds()
        for client, message in talk.due(now):
            ends[client][1].send(message, now)
        for ports, line in ends:
            for data, _sender in ports.receive() if ports.sockets[0] in readable else ():
                heard = line.open(data, now)
                for message in heard.messages if heard else ():
                    talk.hear(message)
            if line.due <= now:
                ports.send(line.packet(STAMP | WATERMARK, bytes(9), now), to)
    talk.report()


def enet_host() -> None:
    """Pass on, with ENet's reliable packets."""
    enet = import_module("enet")
    host = enet.Host(enet.Address(b"127.0.0.1", 0), CLIENTS, 1, 0, 0)
    print(host.address.port, flush=True)
    while True:
        event = host.service(5)
        while event.type != enet.EVENT_TYPE_NONE:
            if event.type == enet.EVENT_TYPE_RECEIVE:
                host.broadcast(0, enet.Packet(event.packet.data, enet.PACKET_FLAG_RELIABLE))
            event = host.service(0)
        host.flush()


def enet_clients(port: int, seconds: float, seed: int) -> None:
    """Speak and listen, with ENet's reliable packets."""
    enet = import_module("enet")
    hosts = [enet.Host(None, 1, 1, 0, 0) for _ in range(CLIENTS)]
    peers = [host.connect(enet.Address(b"127.0.0.1", port), 1) for host in hosts]
    sockets = [host.socket.fileno() for host in hosts]
    talk = Talk(seconds, seed)
    while microseconds() < talk.end + DRAIN * 1e6:
        wait = min(talk.next_time - microseconds(), 2_000)
        select.select(sockets, [], [], max(0, wait) / 1e6)
        for client, message in talk.due(microseconds()):
            with contextlib.suppress(OSError):  # it has lost its connection
                peers[client].send(0, enet.Packet(message, enet.PACKET_FLAG_RELIABLE))
        for host in hosts:
            event = host.service(0)
            while event.type != enet.EVENT_TYPE_NONE:
                if event.type == enet.EVENT_TYPE_RECEIVE:
                    talk.hear(event.packet.data)
                event = host.service(0)
            host.flush()
    talk.report()


def network(port: int, delay: int, jitter: int, loss: float, seed: int) -> None:
    """Stand between."""
    way = Way(delay, jitter, loss)
    with Relay(("127.0.0.1", port), way, way, seed) as relay:
        print(relay.address[1], flush=True)
        while True:
            time.sleep(60)


ROLES: dict[str, Callable[..., None]] = {
    "own_host": own_host,
    "own_clients": own_clients,
    "enet_host": enet_host,
    "enet_clients": enet_clients,
    "network": network,
}
"""What a process can be."""

if __name__ == "__main__":
    options = json.loads(sys.argv[1])
    ROLES[options.pop("role")](**options)
