"""A port for several programs, which is told to them before any of them has it."""

import random
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress


@contextmanager
def kept_port() -> Iterator[int]:
    """A free UDP port. It is none that systems give out by themselves, and its TCP namesake is held
    meanwhile, so that no other test gets it, whatever process that is in."""
    with socket.socket() as held:
        while True:
            port = random.randrange(20_000, 32_000)
            with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as tried:
                tried.bind(("", port))
                held.bind(("", port))
                break
        yield port
