"""Waiting for input events: asleep where the display signals them, else by polling."""

import math
import os
import sys
from contextlib import suppress
from functools import cached_property
from threading import RLock
from typing import Final

import pygame
from pygame.event import Event

from game.system import here
from game.ui.engine import x11

WAKE: Final = pygame.event.custom_type()
"""An event that only wakes the loop."""

_POLL = 0.012
"""Seconds between polls while nothing moves: too short to notice, at almost no CPU."""
_FINE = 0.0015
"""Seconds before the end from which the wait is a plain sleep: event.wait counts milliseconds.
And between polls while something moves, where there is no better way."""

_wake_pipes: list[int] = []
"""The write end of the pipe that wakes each waiter."""
_wake_lock = RLock()
"""Held while pipes are written or closed: the number of a closed one may already be another file's. A signal
may interrupt either."""


class EventWaiter:
    """Waits for events; a loop has one, and closes it at its end.

    On X11 it sleeps on the connection to the server. Measured under Xvfb, from key to event:
    0.5 ms at 0.03 % of a core, against 4.4 ms at 1.9 % by SDL's own polling and 10 ms at 0.4 % by ours.
    """

    @cached_property
    def _files(self) -> tuple[int, int, int] | None:
        """The X connection and the read end of a pipe, to sleep on; the pipe's write end. None: poll."""
        connection = x11.connection()
        if sys.platform == "win32" or connection is None:
            return None
        reader, writer = os.pipe()
        os.set_blocking(writer, False)
        with _wake_lock:
            _wake_pipes.append(writer)
        return connection, reader, writer

    def close(self) -> None:
        """Close its pipe."""
        if self._files:
            _, reader, writer = self._files
            with _wake_lock:
                _wake_pipes.remove(writer)
                os.close(writer)
            os.close(reader)

    def until(self, end: float, at_play: bool, look: float = math.inf) -> list[Event]:
        """The next events as soon as there are any; an empty list at `end`, in seconds of
        the clock. If nothing moves (not `at_play`) they may come a little later. `look`:
        seconds between looks at what no display signals, as gamepads."""
        if self._files:
            return _sleep(*self._files[:2], end, look)
        if at_play and pygame.display.get_driver() != "windows":  # SDL's timer there: 10 ms at least
            return _wait(end)
        return _poll(end, _FINE if at_play else _POLL)


def wake() -> None:
    """Have the loop step its scene now, from any thread: something has arrived over the network."""
    if pygame.display.get_init():
        _post(WAKE)


def request_quit() -> None:
    """Have the loop end as if the window had been closed."""
    _post(pygame.QUIT)


def _post(kind: int) -> None:
    pygame.event.post(Event(kind))
    with _wake_lock:
        for writer in _wake_pipes:
            with suppress(BlockingIOError):  # it is full: the loop wakes anyway
                os.write(writer, b"!")


def _sleep(connection: int, wake_pipe: int, end: float, look: float) -> list[Event]:
    # SDL may already have read what the server sent: ask it before each sleep.
    while not (events := pygame.event.get()) and (left := end - here().clock.seconds()) > 0:
        ready = here().clock.wait([connection, wake_pipe], min(left, look))
        if wake_pipe in ready:
            os.read(wake_pipe, 512)
    return events


def _poll(end: float, pause: float) -> list[Event]:
    """Poll rarely while nothing moves: event.wait polls every millisecond, 3 % of a core."""
    while not (events := pygame.event.get()) and (left := end - here().clock.seconds()) > 0:
        here().clock.pause(min(pause, left))
    return events


def _wait(end: float) -> list[Event]:
    while (left := end - here().clock.seconds()) > 0:
        if left < _FINE:
            here().clock.pause(left)
            break
        event = pygame.event.wait(int((left - _FINE / 2) * 1000) or 1)
        if event.type != pygame.NOEVENT:
            return [event, *pygame.event.get()]
    return pygame.event.get()
