"""A talk in simulated time: latency and bytes of the game's own connections, the same on every
machine and at every run.

Eight clients say eight bytes each 30 times a second; the host passes every message on to all eight.
"""

import heapq
import itertools
import random
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from struct import Struct

from game.net.client.connection import PLAYING_INTERVAL
from game.net.server.handshakes import INTERVAL
from game.net.server.peer import NOTED
from game.net.transport.cipher import PacketCipher
from game.net.transport.endpoint import CLIENT_NOTE, HOST_NOTE, STAMP, TIME, WATERMARK, Endpoint
from tests.net.impair import Impaired, Way

WAYS = {
    "lan": Way(300),
    "loss_0": Way(10_000, 5_000),
    "loss_5": Way(10_000, 5_000, 0.05),
    "loss_20": Way(10_000, 5_000, 0.2),
}
"""Each way between a client and the host."""
CLIENTS, RATE = 8, 30
"""How many clients, and how many messages a second each sends."""
MESSAGE = Struct("<Q")
"""A message of eight bytes: the microsecond in which it was sent."""
SECONDS, SETTLE = 15, 3
"""Seconds of talk that count, and before."""
SECOND = 1_000_000


def pair(number: int) -> tuple[PacketCipher, PacketCipher]:
    """The host's and the client's cipher of a line."""
    up, down = (sha256(f"{way} {number}".encode()).digest() for way in ("up", "down"))
    return PacketCipher(down, up), PacketCipher(up, down)


class Line:
    """Both ends of one connection, and the two ways between them."""

    def __init__(self, number: int, way: Way, seed: int) -> None:
        host, client = pair(number)
        self.host = Endpoint(host, CLIENT_NOTE, INTERVAL, 0)
        self.client = Endpoint(client, HOST_NOTE, PLAYING_INTERVAL, 0)
        self._noted = -NOTED
        self.up, self.down = Impaired(way, seed), Impaired(way, seed + 1)

    def packet(self, now: int) -> bytes:
        """What the host sends; some of its packets tell the time."""
        if now - self._noted < NOTED:
            return self.host.packet(0, b"", now)
        self._noted = now
        return self.host.packet(TIME, bytes(12), now)


class Talk:
    """Everyone talks; `took` is how long each message took to each client, in microseconds."""

    def __init__(self, way: Way, seed: int) -> None:
        self._lines = [Line(number, way, 1000 * seed + 2 * number) for number in range(CLIENTS)]
        self._due: list[tuple[int, int, Callable[[], None]]] = []
        self._count = itertools.count()
        self.now = 0
        self.took: list[int] = []
        self.sent = 0
        self.bytes = {"up": 0, "down": 0}
        self.packets = {"up": 0, "down": 0}
        chance = random.Random(seed)
        for line in self._lines:
            self._at(round(chance.random() * SECOND / RATE), partial(self._speak, line))

    @property
    def counts(self) -> bool:
        """Whether what happens now counts."""
        return SETTLE * SECOND <= self.now < (SETTLE + SECONDS) * SECOND

    def run(self) -> None:
        """Talk, and listen for a while longer."""
        end = (2 * SETTLE + SECONDS) * SECOND
        while self.now < end:
            ends = (end for line in self._lines for end in (line.host, line.client))
            self.now = max(self.now, min(self._due[0][0], *(end.due for end in ends)))
            while self._due and self._due[0][0] <= self.now:
                heapq.heappop(self._due)[2]()
            for line in self._lines:
                self._flush(line)

    def _at(self, at: int, what: Callable[[], None]) -> None:
        heapq.heappush(self._due, (at, next(self._count), what))

    def _speak(self, line: Line) -> None:
        if self.now < (SETTLE + SECONDS) * SECOND:
            line.client.send(MESSAGE.pack(self.now), self.now)
            self.sent += self.counts
        self._at(self.now + SECOND // RATE, partial(self._speak, line))

    def _flush(self, line: Line) -> None:
        if line.client.due <= self.now:
            data = line.client.packet(STAMP | WATERMARK, bytes(9), self.now)
            self._pass("up", line.up, data, lambda: self._reach_host(line, data))
        if line.host.due <= self.now:
            answer = line.packet(self.now)
            self._pass("down", line.down, answer, lambda: self._reach_client(line, answer))

    def _pass(self, name: str, way: Impaired, data: bytes, what: Callable[[], None]) -> None:
        if self.counts:
            self.bytes[name] += len(data)
            self.packets[name] += 1
        for at in way.arrivals(self.now):
            self._at(at, what)

    def _reach_host(self, line: Line, data: bytes) -> None:
        heard = line.host.open(data, self.now)
        for message in heard.messages if heard else ():
            for other in self._lines:
                other.host.send(message, self.now)

    def _reach_client(self, line: Line, data: bytes) -> None:
        heard = line.client.open(data, self.now)
        for message in heard.messages if heard else ():
            sent = MESSAGE.unpack(message)[0]
            if sent >= SETTLE * SECOND:
                self.took.append(self.now - sent)


def measure(seed: int = 1) -> dict[str, dict[str, float]]:
    """By network, the latency in milliseconds, and each client's bytes and packets a second."""
    found = {}
    for name, way in WAYS.items():
        talk = Talk(way, seed)
        talk.run()
        took, each = sorted(talk.took), CLIENTS * SECONDS
        shares = {"p50_ms": 0.5, "p95_ms": 0.95, "p99_ms": 0.99, "p99.9_ms": 0.999}
        found[name] = {key: round(took[int(share * len(took))] / 1000, 2) for key, share in shares.items()}
        found[name] |= {
            "missing": CLIENTS * talk.sent - len(took),
            "down_bytes_per_s": round(talk.bytes["down"] / each),
            "down_packets_per_s": round(talk.packets["down"] / each),
            "up_bytes_per_s": round(talk.bytes["up"] / each),
            "up_packets_per_s": round(talk.packets["up"] / each),
        }
    return found
