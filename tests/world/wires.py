"""What stands for `socket` and `select` in a world: UDP over IPv4 between its machines."""

import errno
import hashlib
import random
import socket
from collections.abc import Sequence
from typing import Any, Self

from tests.world.world import SECOND, Datagrams, Machine, world

BASE, SPREAD = 1500, 1500
"""The least microseconds of a datagram's way, and how many more it takes at most."""
_FULL = 4000
"""Datagrams at a port, beyond which more are lost."""
_EVERYONE = ("255.255.255.255", "10.0.0.255")


class Network:
    """Carries datagrams from machine to machine."""

    def __init__(self, seed: str) -> None:
        self._chance = random.Random(f"network {seed}")
        self.sent, self._digest = 0, hashlib.sha256()

    @property
    def digest(self) -> str:
        """What has been sent until now, with its times."""
        return self._digest.hexdigest()[:16]

    def carry(self, machine: Machine, port: int, data: bytes, host: str, to: int) -> None:
        """Take a datagram on its way."""
        self.sent += 1
        self._digest.update(b"%d %d %d %d %s" % (world().now, machine.number, port, to, host.encode()) + data)
        if host.startswith("127.") or host == machine.ip:
            own = machine.ports[port].host
            self._arrive(machine, to, data, (own if own.startswith("127.") else host, port), host)
        elif host in _EVERYONE or host.startswith("239."):
            for other in list(world().machines.values()):
                self._travel(machine, other, to, data, port, host)
        elif found := world().machines.get(host):
            self._travel(machine, found, to, data, port, host)

    def _travel(self, machine: Machine, other: Machine, to: int, data: bytes, port: int, host: str) -> None:
        if machine is other:
            self._arrive(other, to, data, (machine.ip, port), host)
            return
        delay = BASE + self._chance.randrange(SPREAD) + machine.lag + other.lag
        lost, copied = self._chance.random(), self._chance.random()
        now = world().now
        cut = machine.side != other.side or machine.unplugged > now or other.unplugged > now
        if cut or lost < max(machine.loss, other.loss):
            return
        for copy in range(2 if copied < max(machine.copies, other.copies) else 1):
            self._arrive(other, to, data, (machine.ip, port), host, delay + copy * SPREAD)

    @staticmethod
    def _arrive(
        machine: Machine, to: int, data: bytes, sender: tuple[str, int], host: str, delay: int = 0
    ) -> None:
        def there() -> None:
            found = machine.ports.get(to)
            if (
                found
                and found.host in ("0.0.0.0", machine.ip, host)
                and not machine.dead
                and len(found.queue) < _FULL
            ):
                found.queue.append((data, sender))
                for task in found.waiters:
                    world().wake(task)
                found.waiters.clear()

        if delay:
            world().later(world().now + delay, there)
        else:  # within a machine
            there()


_network: list[Network] = []


def lay(seed: str) -> Network:
    """Another network."""
    _network[:] = [Network(seed)]
    return _network[0]


class Socket:
    """A UDP socket of a machine."""

    def __init__(
        self,
        family: int = socket.AF_INET,
        held: Datagrams | None = None,
    ) -> None:
        if family != socket.AF_INET:
            raise OSError(errno.EAFNOSUPPORT, "no IPv6 here")
        self.family = socket.AF_INET
        self.held = held or Datagrams(world().here)
        self.open = True
        self._blocks = True
        self._timeout: float | None = None
        self._to: tuple[Any, ...] | None = None

    def setblocking(self, on: bool) -> None:
        """Whether to wait for datagrams."""
        self._blocks = on

    def settimeout(self, seconds: float | None) -> None:
        """Wait for so long; None: for ever."""
        self._blocks = seconds != 0
        self._timeout = seconds

    def setsockopt(self, *_option: object) -> None:
        """Every option is as it should be."""

    def fileno(self) -> int:
        """Negative once it is closed."""
        return 0 if self.open else -1

    def bind(self, address: tuple[Any, ...]) -> None:
        """Take a port. Raises OSError."""
        machine, (host, port) = self.held.machine, address[:2]
        if host not in ("", "0.0.0.0", machine.ip) and not host.startswith("127."):
            raise OSError(errno.EADDRNOTAVAIL, "not of this machine")
        if port in machine.ports:
            raise OSError(errno.EADDRINUSE, "taken")
        if not port:
            port, machine.free_port = machine.free_port, machine.free_port + 1
        self.held.host, self.held.port = host or "0.0.0.0", port
        machine.ports[port] = self.held

    def connect(self, address: tuple[Any, ...]) -> None:
        """Send there."""
        self._to = address

    def getsockname(self) -> tuple[str, int]:
        """Where it is."""
        return self.held.machine.ip if self._to else self.held.host, self.held.port

    def sendto(self, data: bytes, address: tuple[Any, ...]) -> int:
        """Send a datagram. Raises OSError."""
        host, port = address[:2]
        machine = self.held.machine
        if not self.open:
            raise OSError(errno.EBADF, "closed")
        if not self.held.port:
            self.bind(("", 0))
        own = host.startswith("127.") or (host == machine.ip and machine.bare <= world().now)
        if machine.unplugged > world().now and not own:
            raise OSError(errno.ENETUNREACH, "no network")
        _network[0].carry(machine, self.held.port, bytes(data), host, port)
        return len(data)

    def recvfrom(self, _size: int) -> tuple[bytes, tuple[Any, ...]]:
        """The next datagram, and who has sent it. Raises OSError."""
        if not self.open:
            raise OSError(errno.EBADF, "closed")
        if not self.held.queue:
            if not self._blocks:
                raise BlockingIOError(errno.EAGAIN, "none")
            select([self], self._timeout)
            if not self.held.queue:
                raise TimeoutError
        return self.held.queue.popleft()

    def recv(self, size: int) -> bytes:
        """The next datagram. Raises OSError."""
        return self.recvfrom(size)[0]

    def dup(self) -> "Socket":
        """Another one of the same port."""
        self.held.holders += 1
        return Socket(held=self.held)

    def close(self) -> None:
        """Give the port back with the last one."""
        if self.open:
            self.open = False
            self.held.holders -= 1
            ports = self.held.machine.ports
            if not self.held.holders and ports.get(self.held.port) is self.held:
                del ports[self.held.port]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()


def select(reads: Sequence[Socket], seconds: float | None = None) -> list[Any]:
    """Wait until there is something to read."""
    if not all(each.open for each in reads):
        raise ValueError("file descriptor cannot be a negative integer (-1)")
    if not any(each.held.queue for each in reads):
        task = world().current
        for each in reads:
            each.held.waiters.append(task)
        world().block(None if seconds is None else world().now + round(max(0.0, seconds) * SECOND))
        for each in reads:
            if task in each.held.waiters:
                each.held.waiters.remove(task)
    return [each for each in reads if each.open and each.held.queue]
