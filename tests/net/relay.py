"""A bad network on this machine: a relay of UDP datagrams between clients and one host, in a thread."""

import heapq
import itertools
import socket
from types import TracebackType
from typing import NamedTuple, Self

from game.net.address import Address
from game.system import here
from tests.net.impair import Impaired, Way

_BATCH = 64


class Path(NamedTuple):
    """The two directions between one client and the host, and the relay's socket towards the host."""

    up: Impaired
    down: Impaired
    socket: socket.socket


def microseconds() -> int:
    """The relay's clock."""
    return here().clock.microseconds()


class Relay:
    """Stands between clients, who speak to `address`, and the host. The host sees each at a port of its own.

    Clients that come are numbered; each has fates of its own from the seed.
    """

    def __init__(self, host: Address, up: Way, down: Way, seed: int = 0) -> None:
        self._host, self._up, self._down, self._seed = host, up, down, seed
        self._front = _bound()
        self.address: Address = self._front.getsockname()
        self.paths: dict[Address, Path] = {}
        """By the client's address, in the order in which they came."""
        self._due: list[tuple[int, int, bytes, socket.socket, Address]] = []
        self._count = itertools.count()
        self._dark = 0
        self._forgotten: list[socket.socket] = []
        self._blocked: set[Address] = set()
        self._stop = here().jobs.event()

    def __enter__(self) -> Self:
        self._thread = here().jobs.start(self._run)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        self._thread.join()
        for sock in (self._front, *self._forgotten, *(path.socket for path in self.paths.values())):
            sock.close()

    def cut(self, seconds: float, up: bool = True, down: bool = True) -> None:
        """Lose everything, in one direction or both, for so long; if both, also of those who come then."""
        until = microseconds() + round(seconds * 1e6)
        self._dark = until if up and down else self._dark
        for path in list(self.paths.values()):
            if up:
                path.up.cut(until)
            if down:
                path.down.cut(until)

    def stall(self, seconds: float) -> None:
        """Hold everything back for so long, then let it go at once."""
        until = microseconds() + round(seconds * 1e6)
        for path in list(self.paths.values()):
            path.up.stall(until)
            path.down.stall(until)

    def forget(self) -> None:
        """As a router that has been started again: the host sees each client at another port from now on."""
        for client, path in list(self.paths.items()):
            self.paths[client] = path._replace(socket=_bound())
            self._forgotten.append(path.socket)

    def block(self) -> None:
        """Lose all that goes from or to the ports that clients have now."""
        self._blocked |= self.paths.keys()

    def _run(self) -> None:
        while not self._stop.is_set():
            now = microseconds()
            while self._due and self._due[0][0] <= now:
                _at, _number, data, sock, to = heapq.heappop(self._due)
                _send(sock, data, to)
            wait = min(0.05, (self._due[0][0] - now) / 1e6) if self._due else 0.05
            # Another thread may change both meanwhile.
            front, paths = self._front, self.paths.copy()
            clients = {path.socket: (client, path) for client, path in paths.items()}
            for sock in here().clock.wait([front, *clients], wait):
                for data, sender in _received(sock):
                    if sock is not front:
                        client, path = clients[sock]
                        if client not in self._blocked:
                            self._pass(path.down, data, front, client)
                    elif sender not in self._blocked:
                        path = self._path(sender)
                        self._pass(path.up, data, path.socket, self._host)

    def _path(self, client: Address) -> Path:
        if client not in self.paths:
            seed = self._seed + 2 * len(self.paths)
            self.paths[client] = Path(Impaired(self._up, seed), Impaired(self._down, seed + 1), _bound())
        return self.paths[client]

    def _pass(self, way: Impaired, data: bytes, sock: socket.socket, to: Address) -> None:
        for at in way.arrivals(microseconds()) if microseconds() >= self._dark else ():
            heapq.heappush(self._due, (at, next(self._count), data, sock, to))


def _bound() -> socket.socket:
    sock = here().net.socket(socket.AF_INET)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
    sock.bind(("127.0.0.1", 0))
    sock.setblocking(False)
    return sock


def _received(sock: socket.socket) -> list[tuple[bytes, Address]]:
    found: list[tuple[bytes, Address]] = []
    for _ in range(_BATCH):
        try:
            found.append(sock.recvfrom(2048))
        except OSError:  # nothing more, or somebody else's port is closed
            break
    return found


def _send(sock: socket.socket, data: bytes, to: Address) -> None:
    try:
        sock.sendto(data, to)
    except OSError:
        return
