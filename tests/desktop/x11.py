"""A virtual X server with input and output: presses through the XTEST extension, pixels read back."""

import ctypes
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes.util import find_library
from pathlib import Path
from string import ascii_lowercase, digits
from types import TracebackType

ROOT = Path(__file__).parents[2]
GUARDED = Path(__file__).parent / "guarded"
"""What Python loads first in a program under test: it keeps to this machine."""
ZPIXMAP, ALL_PLANES = 2, (1 << 64) - 1
SUBSTRUCTURE = 1 << 19
"""Xlib's mask for events of a window's children."""
CLIENT_MESSAGE, VIEWABLE, ICONIC = 33, 2, 3
REVERT_TO_NONE = 0
PRIMARY, REPLACE = 1, 0
"""Xlib's atom for the property in which SDL wants what is dropped, and its mode to set one."""
_APART = 0.005
"""Seconds between two presses of one key, whatever is pressed in between: within 2 ms SDL takes the second
for auto-repeat, if it comes to read them that late."""


def missing() -> str:
    """Why no real window is available here; empty if one is. Raises RuntimeError where one is required."""
    lacking = [] if shutil.which("Xvfb") else ["Xvfb"]
    lacking += [f"lib{name}" for name in ("X11", "Xtst") if not find_library(name)]
    reason = f"no {' and no '.join(lacking)} on this machine" if lacking else ""
    if reason and os.environ.get("REQUIRE_WINDOWS"):
        raise RuntimeError(reason)
    return reason


class _Image(ctypes.Structure):
    """The start of Xlib's XImage, up to the pixels' address and the bytes per line."""

    _fields_ = [
        *((name, ctypes.c_int) for name in ("width", "height", "xoffset", "format")),
        ("data", ctypes.c_void_p),
        *((name, ctypes.c_int) for name in ("byte_order", "unit", "bit_order", "pad", "depth", "per_line")),
    ]


class _ClassHint(ctypes.Structure):
    """Xlib's XClassHint."""

    _fields_ = [("name", ctypes.c_char_p), ("kind", ctypes.c_char_p)]


class _Message(ctypes.Structure):
    """Xlib's XClientMessageEvent, with room for any other event."""

    _fields_ = [
        ("kind", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("sent", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong),
        ("name", ctypes.c_ulong),
        ("bits", ctypes.c_int),
        ("data", ctypes.c_long * 5),
        ("room", ctypes.c_long * 24),
    ]


class _Attributes(ctypes.Structure):
    """Xlib's XWindowAttributes."""

    _fields_ = [
        *((name, ctypes.c_int) for name in ("x", "y", "width", "height", "border", "depth")),
        ("visual", ctypes.c_void_p),
        ("root", ctypes.c_ulong),
        *((name, ctypes.c_int) for name in ("kind", "bit_gravity", "gravity", "backing")),
        *((name, ctypes.c_ulong) for name in ("planes", "pixel")),
        ("save_under", ctypes.c_int),
        ("colormap", ctypes.c_ulong),
        *((name, ctypes.c_int) for name in ("installed", "state")),
        *((name, ctypes.c_long) for name in ("all_masks", "mask", "no_propagate")),
        ("override", ctypes.c_int),
        ("screen", ctypes.c_void_p),
    ]


_HANDLER = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
_patient = _HANDLER(lambda _display, _error: 0)
"""A window may go while it is queried: that must not end a test."""


class Screen:
    """A separate X server with one screen, as a context manager."""

    def __init__(self, size: tuple[int, int], depth: int = 24, managed: bool = True) -> None:
        """`depth`: bits of a pixel. `managed`: whether there is a window manager."""
        self.size, self._depth, self._managed = size, depth, managed
        self._spare: dict[str, int] = {}
        self._places: dict[int, int] = {}
        """While there is another layout: the keys by their symbols in the American one."""
        self._struck: dict[int, float] = {}
        """When each key was struck last."""

    def __enter__(self) -> "Screen":
        read, write = os.pipe()
        width, height = self.size
        self._server = subprocess.Popen(
            [
                "Xvfb",
                "-displayfd",
                str(write),
                "-screen",
                "0",
                f"{width}x{height}x{self._depth}",
                "-nolisten",
                "tcp",
            ],
            pass_fds=[write],
            stderr=subprocess.DEVNULL,
        )
        os.close(write)
        with os.fdopen(read) as pipe:
            self.name = f":{pipe.readline().strip()}"
        self._processes = [self._server, *([self._manage()] if self._managed else ())]
        self._x, self._test = (ctypes.CDLL(find_library(name)) for name in ("X11", "Xtst"))
        self._declare()
        self._display = ctypes.c_void_p(self._x.XOpenDisplay(self.name.encode()))
        self._x.XSetErrorHandler(_patient)
        self._root = self._x.XDefaultRootWindow(self._display)
        self._x.XSelectInput(self._display, self._root, SUBSTRUCTURE)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._x.XCloseDisplay(self._display)
        for process in reversed(self._processes):
            process.kill()
            process.wait()

    def _manage(self) -> "subprocess.Popen[bytes]":
        """Start a window manager."""
        manager = subprocess.Popen(
            [sys.executable, "-m", "tests.desktop.manager", self.name],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert manager.stdout
        manager.stdout.readline()
        return manager

    def _declare(self) -> None:
        """Declare to ctypes what is not an int."""
        x, window, pointer = self._x, ctypes.c_ulong, ctypes.c_void_p
        x.XOpenDisplay.restype = pointer
        x.XGetImage.restype = ctypes.POINTER(_Image)
        x.XGetImage.argtypes = [pointer, window, *[ctypes.c_int] * 4, ctypes.c_ulong, ctypes.c_int]
        x.XDefaultRootWindow.restype = window
        x.XSelectInput.argtypes = [pointer, window, ctypes.c_long]
        x.XInternAtom.restype = ctypes.c_ulong
        x.XInternAtom.argtypes = [pointer, ctypes.c_char_p, ctypes.c_int]
        x.XSendEvent.argtypes = [pointer, window, ctypes.c_int, ctypes.c_long, pointer]
        x.XStringToKeysym.restype = ctypes.c_ulong
        x.XkbKeycodeToKeysym.restype = ctypes.c_ulong
        x.XkbKeycodeToKeysym.argtypes = [pointer, ctypes.c_ubyte, ctypes.c_uint, ctypes.c_uint]
        for name in ("XMapWindow",):
            getattr(x, name).argtypes = [pointer, window]
        x.XResizeWindow.argtypes = [pointer, window, ctypes.c_uint, ctypes.c_uint]
        x.XMoveWindow.argtypes = [pointer, window, ctypes.c_int, ctypes.c_int]
        x.XSetInputFocus.argtypes = [pointer, window, ctypes.c_int, ctypes.c_ulong]
        x.XQueryTree.argtypes = [pointer, window, *[pointer] * 4]
        x.XFree.argtypes = [pointer]
        x.XChangeProperty.argtypes = [
            *(pointer, window, window, window, ctypes.c_int, ctypes.c_int),
            *(ctypes.c_char_p, ctypes.c_int),
        ]
        x.XGetClassHint.argtypes = [pointer, window, pointer]
        x.XGetWindowAttributes.argtypes = [pointer, window, pointer]

    def environment(self) -> dict[str, str]:
        """The environment for a program that shows itself here, without sound, and leaves the machines nearby
        alone."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("SDL_")}
        return kept | {"DISPLAY": self.name, "SDL_AUDIODRIVER": "dummy", "PYTHONPATH": str(GUARDED)}

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

    # -- input

    def point(self, x: int, y: int) -> None:
        """Move the pointer."""
        self._test.XTestFakeMotionEvent(self._display, -1, x, y, 0)
        self._x.XFlush(self._display)

    def press(self, button: int = 1, down: bool = True) -> None:
        """Press or release a mouse button."""
        self._test.XTestFakeButtonEvent(self._display, button, down, 0)
        self._x.XFlush(self._display)

    def click(self, x: int, y: int, button: int = 1) -> None:
        """Click at a position."""
        self.point(x, y)
        self.press(button)
        self.press(button, down=False)

    def key(self, name: str, *held: str) -> None:
        """Press a key by its X name, with others held."""
        self._strike([self._code(self._symbol(key)) for key in (*held, name)])

    def type(self, letter: str) -> None:
        """Type a character, even if the keyboard does not have it."""
        point = ord(letter)
        symbol = point if point < 0x100 else 0x01000000 + point
        code = self._code(symbol)
        if code and self._on(code, 0) == symbol:
            self._strike([code])
        elif code and self._on(code, 1) == symbol:
            self._strike([self._code(self._symbol("Shift_L")), code])
        else:
            self._strike([self._lend(letter, symbol)])

    def _symbol(self, key: str) -> int:
        return int(self._x.XStringToKeysym(key.encode()))

    def _code(self, symbol: int) -> int:
        return self._places.get(symbol) or int(
            self._x.XKeysymToKeycode(self._display, ctypes.c_ulong(symbol))
        )

    @contextmanager
    def layout(self, name: str, **moved: str) -> Iterator[None]:
        """Another layout of the keyboard; meanwhile keys go by what stands on them in the American one.
        `moved`: letters that it types, each at the place of another one there."""
        places = {ord(sign): self._code(ord(sign)) for sign in ascii_lowercase + digits}
        self._places = places | {ord(sign): places[ord(at)] for sign, at in moved.items()}
        try:
            self.lay_out(name)
            yield
        finally:
            self.lay_out("us")
            self._places = {}

    def lay_out(self, name: str) -> None:
        """Have the keyboard type as in this layout."""
        subprocess.run(["setxkbmap", "-display", self.name, name], check=True)

    def _on(self, code: int, level: int) -> int:
        return int(self._x.XkbKeycodeToKeysym(self._display, code, 0, level))

    def _strike(self, codes: list[int]) -> None:
        rested = max(self._struck.get(code, 0.0) for code in codes) + _APART
        time.sleep(max(0.0, rested - time.monotonic()))
        for code in codes:
            self._test.XTestFakeKeyEvent(self._display, code, 1, 0)
        for code in reversed(codes):
            self._test.XTestFakeKeyEvent(self._display, code, 0, 0)
        self._x.XSync(self._display, 0)  # the server has set the time on it
        self._struck |= dict.fromkeys(codes, time.monotonic())

    def _lend(self, letter: str, symbol: int) -> int:
        """Assign the character to an unused key from now on; returns that key."""
        if letter not in self._spare:
            taken = self._spare.values()
            code = next(c for c in range(254, 8, -1) if not self._on(c, 0) and c not in taken)
            both = (ctypes.c_ulong * 2)(symbol, symbol)
            self._x.XChangeKeyboardMapping(self._display, code, 2, both, 1)
            self._x.XSync(self._display, 0)
            self._spare[letter] = code
        return self._spare[letter]

    # -- the window

    def windows(self) -> Iterator[int]:
        """The windows on the screen."""
        root, parent = ctypes.c_ulong(), ctypes.c_ulong()
        children, count = ctypes.POINTER(ctypes.c_ulong)(), ctypes.c_uint()
        references = (ctypes.byref(each) for each in (root, parent, children, count))
        self._x.XQueryTree(self._display, self._root, *references)
        found = [children[i] for i in range(count.value)]
        if children:
            self._x.XFree(children)
        for window in found:
            if self._attributes(window).state == VIEWABLE:
                yield window

    @property
    def window(self) -> int:
        """The only window. Raises LookupError."""
        for window in self.windows():
            self._last = window
            return window
        raise LookupError("no window is on the screen")

    @property
    def box(self) -> tuple[int, int, int, int]:
        """The window's position and size."""
        at = self._attributes(self.window)
        return at.x, at.y, at.width, at.height

    @property
    def kind(self) -> str:
        """The class of the window, by which desktops know its program."""
        hint = _ClassHint()
        self._x.XGetClassHint(self._display, self.window, ctypes.byref(hint))
        return (hint.kind or b"").decode()

    def focus(self, on: bool = True) -> None:
        """Give the window the keyboard focus, or take it away."""
        self._x.XSetInputFocus(self._display, self.window if on else 0, REVERT_TO_NONE, 0)
        self._x.XSync(self._display, 0)

    def resize(self, width: int, height: int) -> None:
        """Resize the window."""
        self._x.XResizeWindow(self._display, self.window, width, height)
        self._x.XSync(self._display, 0)

    def minimise(self) -> None:
        """Minimise the window."""
        self._tell(self.window, self._root, SUBSTRUCTURE, "WM_CHANGE_STATE", ICONIC)

    def restore(self) -> None:
        """Restore it."""
        self._x.XMapWindow(self._display, self._last)
        self._x.XSync(self._display, 0)

    def close(self) -> None:
        """Close the window as its frame's button does."""
        self._send("WM_DELETE_WINDOW")

    def answers(self, seconds: float = 30) -> bool:
        """Whether the program answers a window manager's ping."""
        self._send("_NET_WM_PING")
        event, end = _Message(), time.monotonic() + seconds
        while time.monotonic() < end:
            while self._x.XCheckTypedEvent(self._display, CLIENT_MESSAGE, ctypes.byref(event)):
                if event.data[0] == self._atom("_NET_WM_PING"):
                    return True
            time.sleep(0.02)
        return False

    def drop(self, path: Path) -> None:
        """Drop a file on the window, by the protocol of file managers (XDND). What the window then asks for
        lies there already."""
        window, kind, said = self.window, self._atom("text/uri-list"), path.as_uri().encode() + b"\r\n"
        self._x.XChangeProperty(self._display, window, PRIMARY, kind, 8, REPLACE, said, len(said))
        self._tell(window, window, 0, "XdndEnter", self._root, 5 << 24, kind)
        self._tell(window, window, 0, "XdndPosition", self._root, 0, 0, 0, self._atom("XdndActionCopy"))
        self._tell(window, window, 0, "XdndDrop", self._root)

    def _send(self, words: str) -> None:
        window = self.window
        self._tell(window, window, 0, "WM_PROTOCOLS", self._atom(words), 0, window)

    def _tell(self, window: int, to: int, mask: int, name: str, *data: int) -> None:
        """Send a message about the window."""
        values = (ctypes.c_long * 5)(*data)
        message = _Message(CLIENT_MESSAGE, 0, 1, None, window, self._atom(name), 32, values)
        self._x.XSendEvent(self._display, to, 0, mask, ctypes.byref(message))
        self._x.XSync(self._display, 0)

    def _atom(self, name: str) -> int:
        return int(self._x.XInternAtom(self._display, name.encode(), 0))

    def _attributes(self, window: int) -> _Attributes:
        attributes = _Attributes()
        self._x.XGetWindowAttributes(self._display, window, ctypes.byref(attributes))
        return attributes

    # -- output

    def pixels(self, x: int, y: int, width: int, height: int) -> bytes:
        """The pixels shown there, four bytes each."""
        image = self._x.XGetImage(self._display, self._root, x, y, width, height, ALL_PLANES, ZPIXMAP)
        content = ctypes.string_at(image.contents.data, image.contents.per_line * height)
        self._x.XDestroyImage(image)
        return content

    def picture(self) -> bytes:
        """The whole screen."""
        return self.pixels(0, 0, *self.size)
