"""A virtual X server, and a hand and an eye on it: presses through the XTEST extension, pixels read back."""

import ctypes
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from ctypes.util import find_library
from pathlib import Path
from types import TracebackType

ROOT = Path(__file__).parents[2]
ZPIXMAP, ALL_PLANES = 2, (1 << 64) - 1


def missing() -> str:
    """Why no real window can be had here; empty if one can."""
    if not shutil.which("Xvfb"):
        return "no Xvfb on this machine"
    lacking = [name for name in ("X11", "Xtst") if not find_library(name)]
    return f"no lib{lacking[0]} on this machine" if lacking else ""


class _Image(ctypes.Structure):
    """The head of Xlib's XImage, as far as the pixels' address and the bytes of a line."""

    _fields_ = [
        *((name, ctypes.c_int) for name in ("width", "height", "xoffset", "format")),
        ("data", ctypes.c_void_p),
        *((name, ctypes.c_int) for name in ("byte_order", "unit", "bit_order", "pad", "depth", "per_line")),
    ]


class Screen:
    """An X server of its own with one screen, as a context manager."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.size = size

    def __enter__(self) -> "Screen":
        read, write = os.pipe()
        width, height = self.size
        self._server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"],
            pass_fds=[write],
            stderr=subprocess.DEVNULL,
        )
        os.close(write)
        with os.fdopen(read) as pipe:
            self.name = f":{pipe.readline().strip()}"
        self._x, self._test = (ctypes.CDLL(find_library(name)) for name in ("X11", "Xtst"))
        self._x.XOpenDisplay.restype = ctypes.c_void_p
        self._x.XGetImage.restype = ctypes.POINTER(_Image)
        self._x.XGetImage.argtypes = [
            ctypes.c_void_p,
            ctypes.c_ulong,
            *[ctypes.c_int] * 4,
            ctypes.c_ulong,
            ctypes.c_int,
        ]
        self._x.XDefaultRootWindow.restype = ctypes.c_ulong
        self._display = ctypes.c_void_p(self._x.XOpenDisplay(self.name.encode()))
        self._root = self._x.XDefaultRootWindow(self._display)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._x.XCloseDisplay(self._display)
        self._server.terminate()
        self._server.wait()

    def environment(self) -> dict[str, str]:
        """For a program that is to show itself here, without sound."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("SDL_")}
        return kept | {"DISPLAY": self.name, "SDL_AUDIODRIVER": "dummy"}

    def start(self, *arguments: str) -> "subprocess.Popen[str]":
        """Start the game on this screen."""
        return subprocess.Popen(
            [sys.executable, "main.py", *arguments],
            cwd=ROOT,
            env=self.environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def point(self, x: int, y: int) -> None:
        """Move the pointer."""
        self._test.XTestFakeMotionEvent(self._display, -1, x, y, 0)
        self._x.XFlush(self._display)

    def press(self, button: int = 1, down: bool = True) -> None:
        """Press or release a button of the mouse."""
        self._test.XTestFakeButtonEvent(self._display, button, down, 0)
        self._x.XFlush(self._display)

    def click(self, x: int, y: int, button: int = 1) -> None:
        """Click at a place."""
        self.point(x, y)
        self.press(button)
        self.press(button, down=False)

    def key(self, name: str, *held: str) -> None:
        """Strike a key by its X name, with others held."""
        codes = [
            self._x.XKeysymToKeycode(self._display, ctypes.c_ulong(self._x.XStringToKeysym(key.encode())))
            for key in (*held, name)
        ]
        for code in codes:
            self._test.XTestFakeKeyEvent(self._display, code, 1, 0)
        for code in reversed(codes):
            self._test.XTestFakeKeyEvent(self._display, code, 0, 0)
        self._x.XFlush(self._display)

    def pixels(self, x: int, y: int, width: int, height: int) -> bytes:
        """What the screen shows there, four bytes a pixel."""
        image = self._x.XGetImage(self._display, self._root, x, y, width, height, ALL_PLANES, ZPIXMAP)
        content = ctypes.string_at(image.contents.data, image.contents.per_line * height)
        self._x.XDestroyImage(image)
        return content

    def picture(self) -> bytes:
        """The whole screen."""
        return self.pixels(0, 0, *self.size)


def wait_for(condition: Callable[[], bool], seconds: float = 10) -> None:
    """Wait until it holds. Raises TimeoutError."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError
        time.sleep(0.02)
