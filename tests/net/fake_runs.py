"""A program's runs that are none: bytes that keep what they are."""

from game.net.wire.messages import RUN


def run(number: int, size: int = 1900) -> bytes:
    """A run of so many bytes."""
    return f"{number} ".encode().ljust(size, b"x")[:RUN]


class FakeRuns:
    """Keeps what it is offered."""

    def __init__(self, *own: bytes) -> None:
        self.runs, self.heard, self.on = list(own), list[bytes](), True

    def own(self) -> list[bytes]:
        return self.runs

    def offer(self, run: bytes) -> None:
        self.heard.append(run)
