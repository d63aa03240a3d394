"""The window: opening, fullscreen and back, presenting frames."""

import os
import sys
import warnings
from collections.abc import Sequence
from functools import cached_property
from typing import Final

import pygame
from pygame import Rect, Surface

from game.i18n import N_, Notice
from game.ui.engine import win32, x11

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
        dots = x11.dots() or win32.dots() or _DOTS
        return dots if _FEWEST <= dots <= _MOST else _DOTS

    def toggle_fullscreen(self) -> None:
        """Fill the desktop, or return to the window and its earlier size."""
        window = self._window
        if self._before:
            (window.size, window.position), self._before = self._before, None
        elif self.fullscreen:
            window.set_windowed()
        elif x11.managed():
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
        win32.claim("org.haisty.game")
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
