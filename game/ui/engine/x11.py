"""What SDL does not report of an X display: the socket of its connection, the size of its screen, and whether
its windows are managed."""

import struct
from typing import Any, Final

import pygame

_ATTRIBUTES: Final = "6iPL4i2LiL2il"
"""Xlib's XWindowAttributes, up to what anybody wants to hear of a window."""
_REDIRECT: Final = 1 << 20
"""There: what the windows within it ask for. Only a window manager may."""


def connection() -> int | None:
    """The socket of SDL's connection to an X server; None if there is none, or it cannot be found."""
    return _ask("XConnectionNumber")


def dots() -> float | None:
    """Pixels a millimetre of the X screen; None if there is none, or it does not say."""
    wide, pixels = _ask("XDisplayWidthMM", 0), _ask("XDisplayWidth", 0)
    return pixels / wide if wide and pixels else None


def managed() -> bool:
    """Whether something heeds what a window asks for, as to fill the screen: on X only a window manager."""
    if (root := _ask("XDefaultRootWindow")) is None:
        return True
    import ctypes  # noqa: PLC0415 - as below

    found = ctypes.create_string_buffer(256)
    _ask("XGetWindowAttributes", ctypes.c_ulong(root), found)
    return bool(struct.unpack_from(_ATTRIBUTES, found)[-1] & _REDIRECT)


def _ask(function: str, *arguments: Any) -> int | None:
    """The result of a function of libX11 for SDL's display; None if it cannot be called."""
    if pygame.display.get_driver() != "x11":
        return None
    import ctypes  # noqa: PLC0415 - after the first frame, and only here

    try:
        pointer = ctypes.pythonapi.PyCapsule_GetPointer
        pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
        display = ctypes.c_void_p(pointer(pygame.display.get_wm_info()["display"], b"display"))
        return int(getattr(ctypes.CDLL("libX11.so.6"), function)(display, *arguments))
    except (OSError, AttributeError, KeyError, ValueError):
        return None
