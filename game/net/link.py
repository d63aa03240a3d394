"""Links carry messages between a host and one client. Here: within one process, at once."""

from collections import deque
from typing import Generic, Protocol, TypeVar

from game.core.requests import Request
from game.core.state import Event


class HostLink(Protocol):
    """The host's end of a link to one seat; messages arrive whole, once and in order."""

    def send(self, message: Event) -> None:
        """Hand a message over for the other end."""

    def receive(self) -> list[Request]:
        """All that has come since the last call."""
        ...


class ClientLink(Protocol):
    """The seat's end of it."""

    def send(self, message: Request) -> None:
        """Hand a message over for the other end."""

    def receive(self) -> list[Event]:
        """All that has come since the last call."""
        ...


A = TypeVar("A")
B = TypeVar("B")


class MemoryLink(Generic[A, B]):
    """One end of a link inside this process: nothing is lost, nothing takes time."""

    def __init__(self, outgoing: deque[A], incoming: deque[B]) -> None:
        self._outgoing, self._incoming = outgoing, incoming

    def send(self, message: A) -> None:
        """Hand a message over for the other end."""
        self._outgoing.append(message)

    def receive(self) -> list[B]:
        """All that has come since the last call."""
        messages = list(self._incoming)
        self._incoming.clear()
        return messages


def memory_link() -> tuple[HostLink, ClientLink]:
    """Both ends of a link: the host's and the client's."""
    down: deque[Event] = deque()
    up: deque[Request] = deque()
    return MemoryLink(down, up), MemoryLink(up, down)
