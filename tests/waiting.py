"""Waiting for what another thread, process or machine does."""

import time
from collections.abc import Callable
from typing import Final

PATIENCE: Final = 60.0
"""Seconds that a test waits for what should happen soon: the machine may be busy."""


def until(
    done: Callable[[], object],
    what: str = "this",
    meanwhile: Callable[[], object] = lambda: None,
    seconds: float = PATIENCE,
) -> None:
    """Wait until it is so; `meanwhile` is done again and again."""
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, f"{what} does not come"
        meanwhile()
        time.sleep(0.005)
