"""What the program asks the system for: nothing else in `game/` reads a clock, waits, draws by chance, starts
a thread or a process, or opens a socket.

A program runs `on` a System from its entry on, and so does each thread it starts: a simulation runs it on
another, and with the same one an evening is the same to the byte.
"""

import os
import select
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    import socket
    import subprocess
    from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
    from queue import SimpleQueue

    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
    from ifaddr import Adapter


_SLEEPING: int | None = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
"""The system's clock that goes on while it sleeps: the second is that of macOS, where it does so, too.
Windows has none by number; its monotonic one does so."""
T = TypeVar("T")


class Clock:
    """Times are seconds, of the steady clock unless it is said; its zero is arbitrary."""

    def seconds(self) -> float:
        """The time that passes while this machine runs; it never goes back. All programs share it."""
        return time.perf_counter()

    def microseconds(self) -> int:
        """`seconds` in whole microseconds."""
        return int(self.seconds() * 1e6)

    def wall(self) -> float:
        """The time that passes while the machine sleeps, too."""
        if sys.platform == "win32" or _SLEEPING is None:
            return time.monotonic()
        return time.clock_gettime(_SLEEPING)

    def calendar(self) -> float:
        """Seconds since 1970, as the system's calendar is set. Raises OverflowError after 2262."""
        return time.time()

    def today(self) -> date:
        """The date where the player is."""
        return date.fromtimestamp(self.calendar())

    def written(self, form: str, when: float | None = None) -> str:
        """A time of the calendar where the player is, by the form of strftime; None: now."""
        return time.strftime(form, time.localtime(self.calendar() if when is None else when))

    def wait(self, files: Sequence[T], seconds: float) -> Sequence[T]:
        """Wait at most `seconds` for something to read; returns the sockets or files that have it."""
        if not files:  # then Windows does not wait, but fails
            self.pause(max(0.0, seconds))
            return []
        ready: Any = files
        found: list[T] = select.select(ready, [], [], max(0.0, seconds))[0]
        return found

    def pause(self, seconds: float) -> None:
        """Let the time pass."""
        time.sleep(seconds)


class Entropy:
    """Chance that nobody can foretell."""

    def draw(self, count: int) -> bytes:
        """So many bytes."""
        return os.urandom(count)

    def below(self, limit: int) -> int:
        """A number from 0, below a limit that is far less than 2**64."""
        return int.from_bytes(self.draw(8)) % limit

    def key(self) -> "X25519PrivateKey":
        """A private key."""
        from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey  # noqa: PLC0415 - heavy

        return X25519PrivateKey.from_private_bytes(self.draw(32))


class Jobs:
    """What runs beside, on the same System."""

    def start(self, job: Callable[..., object], *what: object, waits: bool = False) -> threading.Thread:
        """Call it with this in a thread; `waits`: the program does not end before it has."""
        thread = threading.Thread(target=copy_context().run, args=(job, *what), daemon=not waits)
        thread.start()
        return thread

    def later(self, seconds: float, job: Callable[..., object], *what: object, waits: bool = False) -> None:
        """As `start`, in so many seconds."""
        timer = threading.Timer(seconds, copy_context().run, (job, *what))
        timer.daemon = not waits
        timer.start()

    def event(self) -> threading.Event:
        """A flag that threads wait for."""
        return threading.Event()

    def condition(self) -> threading.Condition:
        """A lock, with which threads wait for news."""
        return threading.Condition()

    def queue(self) -> "SimpleQueue[Any]":
        """A queue without end, from which threads take."""
        from queue import SimpleQueue  # noqa: PLC0415 - as those below: not on the way to the first frame

        return SimpleQueue()

    def process(self, command: Sequence[str], **how: Any) -> "subprocess.Popen[Any]":
        """Start a program; raises OSError. `how` is as subprocess.Popen has it."""
        import subprocess  # noqa: PLC0415

        return subprocess.Popen(command, **how)


class Net:
    """What connects this machine."""

    def socket(self, family: int) -> "socket.socket":
        """A UDP socket, for AF_INET or AF_INET6. Raises OSError."""
        import socket  # noqa: PLC0415

        return socket.socket(family, socket.SOCK_DGRAM)

    def http(self, port: int, handler: "type[BaseHTTPRequestHandler]") -> "ThreadingHTTPServer":
        """A server at this TCP port of all IPv4 addresses, at any if it is 0. Raises OSError."""
        from http.server import ThreadingHTTPServer  # noqa: PLC0415 - only who hands the program over waits

        class Server(ThreadingHTTPServer):
            allow_reuse_address = sys.platform != "win32"  # there two could be at one port

            def handle_error(self, *_asked: object) -> None:
                """Whoever asked has gone away."""

        return Server(("", port), handler)

    def adapters(self) -> "Iterable[Adapter]":
        """Its adapters with their addresses. Raises OSError or AssertionError if they cannot be read."""
        import ifaddr  # noqa: PLC0415

        return ifaddr.get_adapters()

    def name(self) -> str:
        """By which others may find it."""
        import socket  # noqa: PLC0415

        return socket.gethostname()


@dataclass(frozen=True)
class System:
    """All of it, as one value."""

    clock: Clock = field(default_factory=Clock)
    entropy: Entropy = field(default_factory=Entropy)
    jobs: Jobs = field(default_factory=Jobs)
    net: Net = field(default_factory=Net)


_here = ContextVar("system", default=System())  # noqa: B039 - it is frozen


def here() -> System:
    """What this program runs on."""
    return _here.get()


@contextmanager
def on(system: System) -> Iterator[None]:
    """Run on this one meanwhile."""
    token = _here.set(system)
    try:
        yield
    finally:
        _here.reset(token)
