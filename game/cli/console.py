"""The console of Windows, which tells a program that it closes in a thread of its own."""

import signal
import sys
from typing import Final

from game.cli.outcome import SIGNALS
from game.system import here

_CLOSED: Final = 2
"""CTRL_CLOSE_EVENT; before it Ctrl+C and Ctrl+Break, which are signals anyway, after it other ends."""
_LEFT: Final = 10.0
"""Seconds in which the program ends by itself; Windows waits for five."""


def heard(event: int) -> bool:
    """Make a signal of an event after which Windows ends the program, once this returns.
    Returns whether nobody else is to hear of it."""
    if event >= _CLOSED:
        signal.raise_signal(SIGNALS[-1])
        here().clock.pause(_LEFT)
    return False


if sys.platform == "win32":
    import ctypes

    _HEARD: Final = ctypes.WINFUNCTYPE(ctypes.c_int, ctypes.c_ulong)(heard)  # as long as it may be called
    ctypes.WinDLL("kernel32").SetConsoleCtrlHandler(_HEARD, True)
