"""Waiting for what another thread, process or machine does."""

from collections.abc import Callable
from typing import Final

from game.system import here

PATIENCE: Final = 60.0
"""Seconds that a test waits for what should happen soon: where they are real, the machine may be busy."""


def until(
    done: Callable[[], object],
    what: str = "this",
    meanwhile: Callable[[], object] = lambda: None,
    seconds: float = PATIENCE,
) -> None:
    """Wait until it is so; `meanwhile` is done again and again."""
    clock = here().clock
    end = clock.seconds() + seconds
    while not done():
        assert clock.seconds() < end, f"{what} does not come"
        meanwhile()
        clock.pause(0.005)
