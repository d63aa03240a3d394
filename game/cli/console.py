"""The console of Windows, which tells a program that it closes in a thread of its own."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from game.system import here

_CLOSED: Final = 2
"""CTRL_CLOSE_EVENT; before it Ctrl+C and Ctrl+Break, which are signals anyway, after it other ends."""
_SIGNAL: Final = getattr(signal, "SIGBREAK", signal.SIGTERM)
_LEFT: Final = 10.0
"""Seconds in which the program ends by itself; Windows waits for five."""


def heard(event: int) -> bool:
    """Make a signal of an event after which Windows ends the program, once this returns.
    Returns whether nobody else is to hear of it."""
    if event >= _CLOSED:
        signal.raise_signal(_SIGNAL)
        here().clock.pause(_LEFT)
    return False


@contextmanager
def listening() -> Iterator[None]:
    """A context in which it is heard."""
    if sys.platform != "win32":
        yield
        return
    import ctypes  # noqa: PLC0415 - only there

    handler = ctypes.WINFUNCTYPE(ctypes.c_int, ctypes.c_ulong)(heard)
    kernel = ctypes.WinDLL("kernel32")
    kernel.SetConsoleCtrlHandler(handler, True)
    try:
        yield
    finally:
        kernel.SetConsoleCtrlHandler(handler, False)
