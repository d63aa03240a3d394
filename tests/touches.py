"""Fingers that are not there: SDL's own events of a touch screen, put into its queue."""

import ctypes
from typing import ClassVar

import pygame

from game.ui.engine import window
from tests.pads import sdl

_KINDS = {"down": pygame.FINGERDOWN, "up": pygame.FINGERUP, "move": pygame.FINGERMOTION}


class _FingerEvent(ctypes.Structure):
    """SDL_TouchFingerEvent, as long as SDL_Event."""

    _fields_: ClassVar = [
        ("type", ctypes.c_uint32),
        ("timestamp", ctypes.c_uint32),
        ("touch", ctypes.c_int64),
        ("finger", ctypes.c_int64),
        *((name, ctypes.c_float) for name in ("x", "y", "dx", "dy", "pressure")),
        ("window", ctypes.c_uint32),
        ("padding", ctypes.c_uint8 * 72),
    ]


def touch(what: str, finger: int, x: float, y: float) -> None:
    """A finger goes down, moves or goes up, at this share of the window's width and height."""
    event = _FingerEvent(type=_KINDS[what], touch=1, finger=finger, x=x, y=y, pressure=1.0)
    assert sdl().SDL_PushEvent(ctypes.byref(event)) == 1
    window.wake()  # as the system does
