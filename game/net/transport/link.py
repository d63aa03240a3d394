"""Links carry messages between a host and one client. Here: within one process, at once."""

from collections import deque
from typing import Protocol

from game.core.requests import Request
from game.core.state import Event


class HostLink(Protocol):
    """The host's end of a link to one client; messages arrive whole, once and in order."""

    @property
    def watermark(self) -> int | None:
        """Host's time up to which all that the client claims has come; None: nothing is ever on its way."""

    def send(self, event: Event, at: int) -> None:
        """Tell the client what it shall show at `at` (host's clock, microseconds)."""

    def receive(self) -> list[Request]:
        """All that has come since the last call."""
        ...


class ClientLink(Protocol):
    """The client's end of it."""

    def send(self, request: Request) -> None:
        """Ask the host."""

    def receive(self, now: int) -> list[Event]:
        """All that is to be shown by `now` (host's clock) and was not given before."""
        ...


class _HostEnd:
    watermark = None

    def __init__(self, down: deque[tuple[int, Event]], up: deque[Request]) -> None:
        self._down, self._up = down, up

    def send(self, event: Event, at: int) -> None:
        self._down.append((at, event))

    def receive(self) -> list[Request]:
        requests = list(self._up)
        self._up.clear()
        return requests


class _ClientEnd:
    def __init__(self, down: deque[tuple[int, Event]], up: deque[Request]) -> None:
        self._down, self._up = down, up

    def send(self, request: Request) -> None:
        self._up.append(request)

    def receive(self, now: int) -> list[Event]:
        events = []
        while self._down and self._down[0][0] <= now:
            events.append(self._down.popleft()[1])
        return events


def memory_link() -> tuple[HostLink, ClientLink]:
    """Both ends of a link inside this process: nothing is lost, nothing takes time."""
    down: deque[tuple[int, Event]] = deque()
    up: deque[Request] = deque()
    return _HostEnd(down, up), _ClientEnd(down, up)
