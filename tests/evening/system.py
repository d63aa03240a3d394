"""Puts the world in place of the system: clocks, waiting, threads, entropy, sockets, interfaces, processes.

`install` comes before anything of the game is imported, in a process that does nothing else.
"""

import errno
import os
import queue
import socket
import subprocess
import threading
import time
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, NoReturn

os.environ["TZ"] = "UTC"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
time.tzset()

import ifaddr  # noqa: E402 - the time zone comes first

from game.system import Clock, Entropy, System, T  # noqa: E402
from tests.evening import threads, wires  # noqa: E402
from tests.evening.world import Machine, begin, world  # noqa: E402

cpu_seconds = time.process_time
real_seconds = time.monotonic
"""The real ones, for the figures."""


def install() -> None:
    """Put it in place."""
    first = begin("import")
    first.current.machine = Machine(first, "import", 250)
    for name in ("Thread", "Timer", "Event", "Lock", "RLock", "Condition", "current_thread"):
        setattr(threading, name, getattr(threads, name))
    _put(queue, SimpleQueue=threads.SimpleQueue)
    _put(socket, socket=wires.Socket, gethostname=lambda: world().here.name)
    _put(subprocess.Popen, __init__=_refuse)
    _put(ifaddr, get_adapters=_adapters)


def _put(owner: object, **what: object) -> None:
    for name, value in what.items():
        setattr(owner, name, value)


class _Clock(Clock):
    """The world's, whose calendar may be set."""

    def seconds(self) -> float:
        return world().seconds

    def microseconds(self) -> int:
        return world().now

    def wall(self) -> float:
        return world().seconds

    def calendar(self) -> float:
        return world().calendar

    def wait(self, files: Sequence[T], seconds: float) -> Sequence[T]:
        sockets: Any = files
        return wires.select(sockets, seconds) if files else super().wait(files, seconds)

    def pause(self, seconds: float) -> None:
        world().sleep(seconds)


class _Entropy(Entropy):
    """That of the program, so that what one does changes nothing of what another draws."""

    def draw(self, count: int) -> bytes:
        machine = world().current.machine
        return (machine.entropy if machine else world().chance).randbytes(count)


SYSTEM = System(_Clock(), _Entropy())
"""What every program of an evening runs on."""


def _refuse(*_args: object, **_more: object) -> NoReturn:
    raise FileNotFoundError(errno.ENOENT, "no processes here")


def _adapters(*_args: object, **_more: object) -> list[Any]:
    cable = {"nice_name": "cable"}
    ip = SimpleNamespace(ip=world().here.ip, network_prefix=24, is_IPv4=True, is_IPv6=False, **cable)
    return [SimpleNamespace(ips=[ip], index=2, name="cable", **cable)]
