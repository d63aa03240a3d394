"""Waiting for input: asleep where the display says when there is some, else by looking again and again."""

import os
import select
import time
from contextlib import suppress
from functools import cached_property
from threading import RLock
from typing import Final

import pygame
from pygame.event import Event

WAKE: Final = pygame.event.custom_type()
"""The event that says no more than: look."""

_DOZE = 0.012
"""Seconds between looks for input while nothing moves: too short to be felt, next to nothing in CPU."""
_FINE = 0.0015
"""Seconds before the end from which on the wait is a plain sleep: event.wait counts milliseconds."""

_ropes: list[int] = []
"""The bell of each that sleeps."""
_ringing = RLock()
"""Held while ropes are pulled or taken down: the number of one that is gone may be a file's by now. A signal
may come in the middle of either."""


class Waiting:
    """Gets the events that come until a time; there is one for a loop, to be closed after it.

    On X11 it sleeps on the connection to the server. SDL itself looks every millisecond, 3 % of a core,
    and has what has come a millisecond later.
    """

    @cached_property
    def _ends(self) -> tuple[int, int, int] | None:
        """What to sleep on, the connection and a bell, and the rope that rings the bell; None: on nothing."""
        if (connection := _connection()) is None:
            return None
        bell, rope = os.pipe()
        os.set_blocking(rope, False)
        with _ringing:
            _ropes.append(rope)
        return connection, bell, rope

    def close(self) -> None:
        """Give back what it holds."""
        if self._ends:
            _, bell, rope = self._ends
            with _ringing:
                _ropes.remove(rope)
                os.close(rope)
            os.close(bell)

    def until(self, end: float, at_play: bool) -> list[Event]:
        """The events that came, at once when they do; none if it is `end`, in seconds of
        time.perf_counter(). While nobody is `at_play` they may come a little later."""
        if self._ends:
            return _asleep(*self._ends[:2], end)
        return _wait(end) if at_play else _doze(end)


def wake() -> None:
    """Have the loop look at its scene now, from any thread: something has come over the network."""
    if pygame.display.get_init():
        _post(WAKE)


def close() -> None:
    """Have the loop end as if the window had been closed."""
    _post(pygame.QUIT)


def _post(kind: int) -> None:
    pygame.event.post(Event(kind))
    with _ringing:
        for rope in _ropes:
            with suppress(BlockingIOError):  # rung often enough
                os.write(rope, b"!")


def _connection() -> int | None:
    """The socket on which an X server talks to SDL; None if there is none, or none that can be found."""
    if pygame.display.get_driver() != "x11":
        return None
    import ctypes  # noqa: PLC0415 - after the first frame, and only here

    try:
        pointer = ctypes.pythonapi.PyCapsule_GetPointer
        pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
        number = ctypes.CDLL("libX11.so.6").XConnectionNumber
        number.restype, number.argtypes = ctypes.c_int, [ctypes.c_void_p]
        return int(number(pointer(pygame.display.get_wm_info()["display"], b"display")))
    except (OSError, AttributeError, KeyError, ValueError):
        return None


def _asleep(connection: int, bell: int, end: float) -> list[Event]:
    # What the server has sent may have been read already: ask SDL first, then sleep.
    while not (events := pygame.event.get()) and (left := end - time.perf_counter()) > 0:
        ready, _, _ = select.select([connection, bell], [], [], left)
        if bell in ready:
            os.read(bell, select.PIPE_BUF)
    return events


def _doze(end: float) -> list[Event]:
    """As _wait where nothing is at play: event.wait looks for input every millisecond, 3 % of a core."""
    while not (events := pygame.event.get()) and time.perf_counter() < end:
        time.sleep(_DOZE)
    return events


def _wait(end: float) -> list[Event]:
    while (left := end - time.perf_counter()) > 0:
        if left < _FINE:
            time.sleep(left)
            break
        event = pygame.event.wait(int((left - _FINE / 2) * 1000) or 1)
        if event.type != pygame.NOEVENT:
            return [event, *pygame.event.get()]
    return pygame.event.get()
