"""What SDL does not report of an X display: the socket of its connection, and the size of its screen."""

import pygame


def connection() -> int | None:
    """The socket of SDL's connection to an X server; None if there is none, or it cannot be found."""
    return _ask("XConnectionNumber")


def dots() -> float | None:
    """Pixels a millimetre of the X screen; None if there is none, or it does not say."""
    wide, pixels = _ask("XDisplayWidthMM", 0), _ask("XDisplayWidth", 0)
    return pixels / wide if wide and pixels else None


def _ask(function: str, *arguments: int) -> int | None:
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
