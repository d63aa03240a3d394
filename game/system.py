"""What the program asks the system for. Nothing else in `game/` draws by chance.

A program runs `on` a System from its entry on, and so does each thread it starts: a simulation runs it on
another, and with the same one an evening is the same to the byte.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey


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


@dataclass(frozen=True)
class System:
    """All of it, as one value."""

    entropy: Entropy = field(default_factory=Entropy)


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
