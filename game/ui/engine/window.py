"""The window: opening, fullscreen and back, presenting frames; and waiting for its events, asleep where the
display signals them, else by polling. Last, what SDL does not report of an X display or do on Windows."""

import math
import os
import struct
import sys
import warnings
from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from threading import RLock
from typing import Any, Final

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.i18n import N_, Notice
from game.system import here

SMALLEST: Final = (1024, 600)
"""The smallest size of the window, at which everything can still be laid out."""

_DOTS, _FEWEST, _MOST = 96 / 25.4, 60 / 25.4, 600 / 25.4
"""Pixels a millimetre: usual, and the fewest and most that a screen may claim."""
_SHARE = 0.8
"""Share of the desktop's height and width, for a window opened the first time."""


class NoDisplay(Exception):
    """There is no display to open a window on."""


class NoWindow(NoDisplay):
    """There is a display, but no window can be opened there; the text says why, for the player."""


class Window:
    """One window with one surface, which stays the same object through every change of size.

    Fullscreen does not use display.set_mode: coming back from it leaves the wrong size. The window object
    beneath gets it right every time, and the display module keeps update(rects). It only asks the window
    manager, so without one the window is made as large as the desktop.
    """

    def __init__(self, size: tuple[int, int] | None = None, fullscreen: bool = False) -> None:
        """Open it at `size`, or at a share of the desktop. Raises NoDisplay."""
        _init_display()
        pygame.font.init()
        pygame.display.set_icon(Surface((1, 1)))  # else pygame looks for its own
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a window manager may choose another size
            self.surface = _opened(_fitted(size))
            self._window = pygame.Window.from_display_module()
        self._window.size = self.surface.get_size()  # pygame has opened one that it scales as large as it can
        self._window.minimum_size = _fitted(SMALLEST)
        self._window.title = "Haisty"
        self.fullscreen = False
        self._before: tuple[tuple[int, int], tuple[int, int]] | None = None
        """Size and position of a window that fills the desktop by itself, before it did."""
        if fullscreen:
            self.toggle_fullscreen()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the surface in pixels."""
        return self.surface.get_size()

    @cached_property
    def dots(self) -> float:
        """Pixels a millimetre, as the system says; 96 an inch where it does not, since such systems scale
        windows themselves."""
        dots = _x_dots() or _windows_dots() or _DOTS
        return dots if _FEWEST <= dots <= _MOST else _DOTS

    def toggle_fullscreen(self) -> None:
        """Fill the desktop, or return to the window and its earlier size."""
        window = self._window
        if self._before:
            (window.size, window.position), self._before = self._before, None
        elif self.fullscreen:
            window.set_windowed()
        elif _managed():
            window.set_fullscreen(True)
        else:
            self._before = window.size, window.position
            window.size, window.position = pygame.display.get_desktop_sizes()[0], (0, 0)
        self.fullscreen = not self.fullscreen
        self.refresh()

    def refresh(self) -> None:
        """Get the new surface after the window has changed its size, perhaps on another screen."""
        self.__dict__.pop("dots", None)
        self.surface = pygame.display.get_surface() or self.surface

    def present(self, rects: Sequence[Rect] | None = None) -> None:
        """Show what was drawn: everything, or only inside the rects."""
        if rects is None:
            pygame.display.flip()
        elif rects:
            pygame.display.update(rects)

    def set_icon(self, icon: Surface) -> None:
        """Set the window's icon."""
        self._window.set_icon(icon)

    def close(self) -> None:
        """Close the window and release the display."""
        pygame.display.quit()


def _opened(size: tuple[int, int]) -> Surface:
    """The surface of a new window: of 8 bits a colour, as all pictures are that are made to fit it. Where the
    display has others, pygame scales such a surface to the window. Raises NoWindow."""
    why = ""
    for flags in (pygame.RESIZABLE, pygame.RESIZABLE | pygame.SCALED):
        try:
            surface = pygame.display.set_mode(size, flags)
        except pygame.error as error:
            why = why or str(error)
            continue
        if surface.get_losses()[:3] == (0, 0, 0):
            return surface
    raise NoWindow(Notice(N_("no window can be opened on this display: {reason}"), reason=why))


def _init_display() -> None:
    """Start only SDL's display: starting all of pygame takes three times as long."""
    # Without this SDL takes a GL frame buffer on X11, six times slower without a graphics card.
    chosen = "SDL_FRAMEBUFFER_ACCELERATION" in os.environ
    os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
    os.environ.setdefault("SDL_TOUCH_MOUSE_EVENTS", "0")  # fingers are read as such
    os.environ.setdefault("SDL_HINT_RENDER_SCALE_QUALITY", "1")  # what is scaled fills the window,
    os.environ.setdefault("SDL_RENDER_SCALE_QUALITY", "linear")  # and smoothly
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")  # else Windows enlarges what is drawn
    os.environ.setdefault("SDL_TIMER_RESOLUTION", "0")  # see program.fine_timers
    os.environ["SDL_VIDEO_X11_WMCLASS"] = "haisty"  # also on Wayland; pygame has put the script's name there
    asked = sys.platform.startswith("linux") and "SDL_VIDEODRIVER" not in os.environ
    if asked:
        # By itself SDL would choose "offscreen", draw into nothing and report success.
        os.environ["SDL_VIDEODRIVER"] = _drivers()
    try:
        pygame.display.init()
        _claim("org.haisty.game")
        if pygame.display.get_driver() == "wayland" and not chosen:
            # Wayland has no software frame buffer: let SDL choose.
            del os.environ["SDL_FRAMEBUFFER_ACCELERATION"]
    except pygame.error as error:
        raise NoDisplay(str(error)) from error
    finally:
        if asked:
            del os.environ["SDL_VIDEODRIVER"]


def _drivers() -> str:
    """SDL's names for the displays in the environment. Raises NoDisplay if there is none."""
    names = {"DISPLAY": "x11", "WAYLAND_DISPLAY": "wayland"}
    if found := ",".join(driver for variable, driver in names.items() if os.environ.get(variable)):
        return found
    raise NoDisplay("neither DISPLAY nor WAYLAND_DISPLAY is set")


def _fitted(size: tuple[int, int] | None) -> tuple[int, int]:
    """The requested size, or a share of the desktop but at least SMALLEST; never more than the desktop."""
    if pygame.display.get_driver() == "dummy":  # its desktop size is made up
        return size or SMALLEST
    wide, high = pygame.display.get_desktop_sizes()[0]
    width, height = size or (max(SMALLEST[0], int(wide * _SHARE)), max(SMALLEST[1], int(high * _SHARE)))
    return min(width, wide), min(height, high)


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
        connection = x_connection()
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


_ATTRIBUTES: Final = "6iPL4i2LiL2il"
"""Xlib's XWindowAttributes, up to what anybody wants to hear of a window."""
_REDIRECT: Final = 1 << 20
"""There: what the windows within it ask for. Only a window manager may."""


def x_connection() -> int | None:
    """The socket of SDL's connection to an X server; None if there is none, or it cannot be found."""
    return _ask_x("XConnectionNumber")


def _x_dots() -> float | None:
    """Pixels a millimetre of the X screen; None if there is none, or it does not say."""
    wide, pixels = _ask_x("XDisplayWidthMM", 0), _ask_x("XDisplayWidth", 0)
    return pixels / wide if wide and pixels else None


def _managed() -> bool:
    """Whether something heeds what a window asks for, as to fill the screen: on X only a window manager."""
    if (root := _ask_x("XDefaultRootWindow")) is None:
        return True
    import ctypes  # noqa: PLC0415 - as below

    found = ctypes.create_string_buffer(256)
    _ask_x("XGetWindowAttributes", ctypes.c_ulong(root), found)
    return bool(struct.unpack_from(_ATTRIBUTES, found)[-1] & _REDIRECT)


def _ask_x(function: str, *arguments: Any) -> int | None:
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


def _windows_dots() -> float | None:
    """Pixels a millimetre at the scale chosen for the window's screen; None on other systems."""
    if pygame.display.get_driver() != "windows":
        return None
    import ctypes  # noqa: PLC0415 - only here

    window = ctypes.c_void_p(pygame.display.get_wm_info()["window"])
    return int(ctypes.WinDLL("user32").GetDpiForWindow(window)) / 25.4  # type: ignore[attr-defined]


def _claim(name: str) -> None:
    """Have the taskbar keep this program's windows together under this name, not under Python's."""
    if pygame.display.get_driver() == "windows":
        import ctypes  # noqa: PLC0415 - only here

        ctypes.WinDLL("shell32").SetCurrentProcessExplicitAppUserModelID(ctypes.c_wchar_p(name))  # type: ignore[attr-defined]
