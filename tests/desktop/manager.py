"""A window manager for virtual screens: maps, focuses, fills the screen, minimises.

Run as `python -m tests.desktop.manager DISPLAY`; prints a line when it is ready, and runs until the server
ends.
"""

import ctypes
import sys
from ctypes.util import find_library

REDIRECT, NOTIFY = 1 << 20, 1 << 19
MAP_REQUEST, CONFIGURE_REQUEST, CLIENT_MESSAGE, DESTROYED = 20, 23, 33, 17
NORMAL, ICONIC = 1, 3
REMOVE, ADD, TOGGLE = range(3)
REPLACE, ATOM, WINDOW = 0, 4, 33

Window = ctypes.c_ulong
_HANDLER = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
_patient = _HANDLER(lambda _display, _error: 0)


def _fields(**kinds: object) -> list[tuple[str, object]]:
    head = {"kind": ctypes.c_int, "serial": ctypes.c_ulong, "sent": ctypes.c_int, "display": ctypes.c_void_p}
    return [*head.items(), *kinds.items()]


class _Asked(ctypes.Structure):
    """Xlib's XMapRequestEvent; an XDestroyWindowEvent begins alike."""

    _fields_ = _fields(parent=Window, window=Window)  # type: ignore[assignment]


class _Configured(ctypes.Structure):
    """Xlib's XConfigureRequestEvent."""

    _fields_ = _fields(  # type: ignore[assignment]
        parent=Window,
        window=Window,
        **dict.fromkeys(("x", "y", "width", "height", "border"), ctypes.c_int),
        above=Window,
        detail=ctypes.c_int,
        mask=ctypes.c_ulong,
    )


class _Message(ctypes.Structure):
    """Xlib's XClientMessageEvent."""

    _fields_ = _fields(window=Window, name=ctypes.c_ulong, bits=ctypes.c_int, data=ctypes.c_long * 5)  # type: ignore[assignment]


class _Event(ctypes.Union):
    _fields_ = (
        ("kind", ctypes.c_int),
        ("asked", _Asked),
        ("configured", _Configured),
        ("message", _Message),
        ("room", ctypes.c_long * 24),
    )


class Manager:
    """Windows without frames, stacked."""

    def __init__(self, name: str) -> None:
        self._x = x = ctypes.CDLL(find_library("X11"))
        pointer, integer, count = ctypes.c_void_p, ctypes.c_int, ctypes.c_uint
        x.XOpenDisplay.restype = pointer
        x.XDefaultRootWindow.restype = x.XCreateSimpleWindow.restype = Window
        x.XCreateSimpleWindow.argtypes = [
            pointer,
            Window,
            *[integer] * 2,
            *[count] * 3,
            *[ctypes.c_ulong] * 2,
        ]
        x.XInternAtom.restype = ctypes.c_ulong
        x.XSelectInput.argtypes = [pointer, Window, ctypes.c_long]
        x.XMapWindow.argtypes = x.XUnmapWindow.argtypes = x.XRaiseWindow.argtypes = [pointer, Window]
        x.XMoveResizeWindow.argtypes = [pointer, Window, integer, integer, count, count]
        x.XSetInputFocus.argtypes = [pointer, Window, integer, ctypes.c_ulong]
        x.XChangeProperty.argtypes = [
            *(pointer, Window, ctypes.c_ulong, ctypes.c_ulong),
            *(integer, integer, pointer, integer),
        ]
        x.XGetGeometry.argtypes = [pointer, Window, *[pointer] * 7]
        self._display = ctypes.c_void_p(x.XOpenDisplay(name.encode()))
        x.XSetErrorHandler(_patient)
        self._root = x.XDefaultRootWindow(self._display)
        x.XSelectInput(self._display, self._root, REDIRECT | NOTIFY)
        self._size = x.XDisplayWidth(self._display, 0), x.XDisplayHeight(self._display, 0)
        self._before: dict[int, tuple[int, int, int, int]] = {}
        """The earlier boxes of windows that fill the screen."""
        self._announce()

    def _announce(self) -> None:
        """Announce the window manager and its features."""
        own = self._x.XCreateSimpleWindow(self._display, self._root, -9, -9, 1, 1, 0, 0, 0)
        for window in (self._root, own):
            self._set(window, "_NET_SUPPORTING_WM_CHECK", WINDOW, own)
        names = ("", "_FULLSCREEN", "_HIDDEN")
        self._set(self._root, "_NET_SUPPORTED", ATOM, *(self._atom(f"_NET_WM_STATE{name}") for name in names))

    def run(self) -> None:
        """Run until the server ends, and this process with it."""
        event = _Event()
        while True:
            self._x.XNextEvent(self._display, ctypes.byref(event))
            if event.kind == MAP_REQUEST:
                self._show(event.asked.window)
            elif event.kind == CONFIGURE_REQUEST:
                self._configure(event.configured)
            elif event.kind == CLIENT_MESSAGE:
                self._take(event.message)
            elif event.kind == DESTROYED:
                self._before.pop(event.asked.window, None)  # the next program's window may have its number

    def _show(self, window: int) -> None:
        self._x.XMapWindow(self._display, window)
        self._x.XRaiseWindow(self._display, window)
        self._set(window, "WM_STATE", self._atom("WM_STATE"), NORMAL, 0)
        self._states(window)
        self._x.XSetInputFocus(self._display, window, 2, 0)

    def _configure(self, asked: _Configured) -> None:
        """Grant a window's request for a box, unless it fills the screen."""
        if asked.window in self._before:
            return
        now = self._box(asked.window)
        wanted = (asked.x, asked.y, asked.width, asked.height)
        box = (
            want if asked.mask >> i & 1 else have
            for i, (want, have) in enumerate(zip(wanted, now, strict=True))
        )
        self._x.XMoveResizeWindow(self._display, asked.window, *box)

    def _take(self, message: _Message) -> None:
        window = message.window
        if message.name == self._atom("WM_CHANGE_STATE") and message.data[0] == ICONIC:
            self._set(window, "WM_STATE", self._atom("WM_STATE"), ICONIC, 0)
            self._states(window, "_NET_WM_STATE_HIDDEN")
            self._x.XUnmapWindow(self._display, window)
        elif self._atom("_NET_WM_STATE_FULLSCREEN") in message.data[1:3]:
            full = window in self._before
            self._fill(window, not full if message.data[0] == TOGGLE else message.data[0] == ADD)

    def _fill(self, window: int, on: bool) -> None:
        """Fill the screen, or restore the window's earlier box."""
        if on and window not in self._before:
            self._before[window] = self._box(window)
            self._states(window)
            self._x.XMoveResizeWindow(self._display, window, 0, 0, *self._size)
        elif not on and window in self._before:
            box = self._before.pop(window)
            self._states(window)
            self._x.XMoveResizeWindow(self._display, window, *box)

    def _states(self, window: int, *more: str) -> None:
        full = ("_NET_WM_STATE_FULLSCREEN",) if window in self._before else ()
        self._set(window, "_NET_WM_STATE", ATOM, *(self._atom(name) for name in (*full, *more)))

    def _box(self, window: int) -> tuple[int, int, int, int]:
        root, place = Window(), [ctypes.c_int() for _ in range(6)]
        self._x.XGetGeometry(self._display, window, ctypes.byref(root), *map(ctypes.byref, place))
        x, y, width, height = (each.value for each in place[:4])
        return x, y, width, height

    def _set(self, window: int, name: str, kind: int, *values: int) -> None:
        data = (ctypes.c_ulong * max(1, len(values)))(*values)
        self._x.XChangeProperty(self._display, window, self._atom(name), kind, 32, REPLACE, data, len(values))

    def _atom(self, name: str) -> int:
        return int(self._x.XInternAtom(self._display, name.encode(), 0))


if __name__ == "__main__":
    manager = Manager(sys.argv[1])
    print("ready", flush=True)
    manager.run()
