"""The real program, from its context up, before a window that nobody looks at but by its description."""

import gc
import importlib
import logging
import os
import pkgutil
import resource
import sys
import traceback
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pygame
from pygame import Rect, Surface
from pygame._sdl2 import controller
from pygame.event import Event

import game
from game import faults, i18n
from game.lan import server
from game.net.client import connection, table_client
from game.signing import signing_key
from game.storage.data_folder import LADDER
from game.storage.settings import Settings, load_settings, save_settings
from game.ui.engine import assets, loop, text, theme, window
from game.ui.engine.assets import CardImages
from game.ui.engine.devices import Pads
from game.ui.engine.loop import Loop, described
from game.ui.engine.scene import Context
from game.ui.engine.sound import Sounds
from game.ui.engine.window import Window
from game.ui.menu.title import TitleScene
from tests.challenges.forged import KIM, file, played
from tests.desktop.seen import Seen
from tests.evening.acts import Guest
from tests.world.world import EPOCH, Machine, world

PORT = 7000
MET = signing_key(KIM).public_key().public_bytes_raw().hex()
"""The key of somebody who has been met before."""
NOBODY = 65534
"""The user who may do nothing in particular."""
FULL, LOCKED = set[str](), set[str]()
"""The programs whose disk is full, and those whose folder cannot be written to."""
STEP, PACKETS = 1 / 20, 24_000
"""Seconds that a step lasts, and microseconds from one packet to the next at play, as on a slow machine and
line: half as many are twice as quick."""
_LAST = 4.0
"""Seconds in which a program that has been closed ends."""


class Unseen(Window):
    """A window on no screen."""

    dots = 96 / 25.4

    def __init__(self, size: tuple[int, int]) -> None:
        self.surface, self.fullscreen = Surface(size, 0, 32), False

    def toggle_fullscreen(self) -> None:
        self.fullscreen = not self.fullscreen

    def refresh(self) -> None:
        pass

    def present(self, rects: Sequence[Rect] | None = None) -> None:
        pass

    def set_icon(self, icon: Surface) -> None:
        pass

    def close(self) -> None:
        pass


class Silent(Sounds):
    """No device."""

    def _open(self) -> bool:
        return False


class Pad:
    """A gamepad, by its number."""

    name = "Pad"

    def __init__(self, number: int) -> None:
        self._number = number

    def as_joystick(self) -> "Pad":
        return self

    def get_instance_id(self) -> int:
        return self._number

    def rumble(self, _strong: float, _weak: float, _milliseconds: int) -> None:
        pass


class Waiter:
    """Waits for the events of the machine's window."""

    def until(self, end: float, at_play: bool, look: float = 0.0) -> list[Event]:
        """The next events, or none at `end`."""
        machine, until = world().here, None if end > 1e9 else int(end * 1e6) + 1
        while not machine.events:
            machine.waiter = world().current
            world().block(until)
            machine.waiter = None
            if until is not None and world().now >= until:
                break
        events, machine.events = machine.events, []
        return events

    def close(self) -> None:
        """Nothing to close."""


class SparseLoop(Loop):
    """A loop that draws what is new once somebody looks at it, and all of it at once."""

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self._waiter = Waiter()  # type: ignore[assignment]
        self._stale = False

    def _paint(self, now: float) -> None:
        self._stale = not self._ctx.changed
        if self._ctx.changed:
            super()._paint(now)
        elif self._ctx.stack:
            self._ctx.stack[-1].shown(now)
            self._painted = now

    def look(self) -> None:
        """Draw what is new since the last time."""
        if self._stale and self._ctx.stack:
            self._stale = False
            super()._paint(world().seconds)


def load() -> None:
    """Read in the whole game; what is one for all windows of a process is swapped from now on."""
    for each in pkgutil.walk_packages(game.__path__, "game."):
        if not each.name.startswith(("game.cli", "game.solve.hints.worker")):
            importlib.import_module(each.name)
    importlib.import_module("encodings.idna")  # not to be read once a folder is locked
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((16, 16))
    text.start_recording()
    drawn: dict[tuple[object, tuple[int, int]], Surface] = {}
    rasterise = assets._rasterise

    def once(file: Any, path: Path, size: tuple[int, int]) -> Surface:
        key = (file.getvalue() if hasattr(file, "getvalue") else path), size
        if key not in drawn:
            drawn[key] = rasterise(file, path, size)
        return drawn[key]

    def post(kind: int) -> None:
        if machine := world().current.machine:
            machine.events.append(Event(kind))
            machine.wake()

    setattr(assets, "_rasterise", once)  # noqa: B010 - mypy would have it the same
    setattr(window, "_post", post)  # noqa: B010
    setattr(loop, "STEP", STEP)  # noqa: B010
    setattr(connection, "PLAYING_INTERVAL", PACKETS)  # noqa: B010
    setattr(table_client, "PLAYING_INTERVAL", PACKETS)  # noqa: B010
    setattr(server, "GATHER", PACKETS // 2)  # noqa: B010
    setattr(loop, "trim_heap", lambda: None)  # noqa: B010
    setattr(loop, "keep_large_blocks_apart", lambda: None)  # noqa: B010
    setattr(Pads, "open", lambda self: None)  # noqa: B010
    setattr(controller, "Controller", Pad)  # noqa: B010
    log = logging.getLogger("haisty")
    log.addHandler(_Heard())
    log.propagate = False
    sys.excepthook = _fault
    gc.freeze()


class _Heard(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        machine = world().current.machine
        world().logged.append((machine.name if machine else "", record.getMessage()))


def _fault(_kind: object, error: BaseException, _trace: object) -> None:
    """A fault that the program has caught and handed on."""
    machine, told = world().current.machine, "".join(traceback.format_exception(error))
    world().faults.append((machine.name if machine else "", told))
    if not machine:
        print(told, file=sys.stderr)


def swap(old: Machine | None, new: Machine | None) -> None:
    """Put in place what a process has once and each window another of."""
    if FULL or LOCKED or os.geteuid() == NOBODY:
        name, most = new.name if new else "", resource.RLIM_INFINITY
        resource.setrlimit(resource.RLIMIT_FSIZE, (0 if name in FULL else most, most))
        if os.getuid() == 0:
            os.seteuid(NOBODY if name in LOCKED else 0)
    if old and old.look:
        old.look = i18n._catalogue, i18n._code, theme.colors, text.letters, faults.tell
    if new and new.look:
        i18n._catalogue, i18n._code, theme.colors, text.letters, faults.tell = new.look
        i18n._.cache_clear()


class Program:
    """A program with its data folder; it may be killed, and started again."""

    def __init__(self, guest: Guest, number: int, folder: Path, seats: int) -> None:
        self.guest, self.number, self.folder = guest, number, folder
        self.name = guest.name
        self.machine: Machine | None = None
        self.ctx: Context | None = None
        self._loop: SparseLoop | None = None
        self.starts = 0
        self.sent = 0.0
        """The evening's second at which somebody last did anything before the window."""
        self.told: Callable[[str], object] = bool
        """Hears what its person does."""
        self._looked: tuple[int, Seen | None] = -1, None
        """When somebody last looked at its window, and what they saw."""
        chosen: dict[str, Any] = {
            "name": self.name,
            "lang": "en",
            "taught": True,
            "muted": True,
            "attract": False,
            "rounds": 2,
            "table_seats": seats,
            "back": number,
        }
        folder.mkdir()
        for name, value in guest.settings:
            if name == "met":
                _have_met(folder)
            else:
                chosen[name] = setting(name, value)
        save_settings(folder, Settings(**chosen))

    @property
    def alive(self) -> bool:
        """Whether it runs."""
        return self.machine is not None and not self.machine.dead

    def start(self, sits: Callable[["Program"], None]) -> None:
        """Start it; `sits`: somebody sits down before it."""
        self.machine = machine = Machine(world(), self.name, self.number, self.starts)
        machine.look = i18n._catalogue, i18n._code, theme.colors, text.letters, i18n.drop_notice
        self.starts += 1
        self.ctx = self._loop = None
        world().machines[machine.ip] = machine
        world().start(machine, partial(self._main, machine), "main")
        world().start(machine, partial(sits, self), "person")

    def kill(self) -> None:
        """End it at once, as when the power fails."""
        if self.machine:
            self.machine.dead = True
            self.machine.ports.clear()

    def _main(self, machine: Machine) -> None:
        settings, damaged = load_settings(self.folder)
        i18n.set_language(settings.lang)
        window, notices = Unseen(settings.size or (1024, 600)), [damaged] if damaged else []
        self.ctx = ctx = Context(
            window, CardImages(), Silent(muted=True), settings, self.folder, notices=[*notices]
        )
        faults.tell = ctx.notify
        ctx.apply_settings()
        ctx.port = PORT
        try:
            ctx.push(TitleScene())
            self._loop = SparseLoop(ctx)
            self._loop.run()
        finally:
            ctx.close()
        end = world().seconds + _LAST
        while machine.ports and world().seconds < end:
            world().sleep(0.1)
        self.kill()

    # -- its window

    @property
    def seen(self) -> Seen | None:
        """What it says it shows; None: nothing yet."""
        if not self.alive or not self.ctx or not self.ctx.scene:
            return None
        return Seen(described(self.ctx, self.ctx.scene, world().seconds))

    def look(self) -> Seen | None:
        """What it says it shows, for somebody who is not of the program."""
        if self.machine and not self.machine.dead and self._looked[0] != world().now:
            with world().at_window(self.machine):
                try:
                    if self._loop:
                        self._loop.look()
                except Exception:
                    world().faults.append((self.name, traceback.format_exc()))
                self._looked = world().now, self.seen
        return self._looked[1] if self.alive else None

    def send(self, *events: Event) -> None:
        """Have the window read these."""
        assert self.machine
        self.sent = world().passed
        self.machine.events += events
        self.machine.wake()

    def resize(self, size: tuple[int, int]) -> None:
        """Make the window as large."""
        if self.ctx:
            self.ctx.window.surface = Surface(size, 0, 32)
            self.send(Event(pygame.WINDOWSIZECHANGED))


def _have_met(folder: Path) -> None:
    """Put a run of the day on the ladder there, by somebody who has been met."""
    day = datetime.fromtimestamp(EPOCH, UTC).date()
    (folder / LADDER).mkdir()
    (folder / LADDER / f"{day}-{MET}.run").write_bytes(file(played(day), KIM))


def setting(name: str, value: str | float) -> Any:
    """A setting of this name from what an evening's text says."""
    if name == "size":
        return size_of(str(value))
    kind = str(Settings.__annotations__[name])
    if "bool" in kind:
        return bool(value)
    return round(value) if isinstance(value, float) and "float" not in kind else value


def size_of(words: str) -> tuple[int, int]:
    """A window's size from text as 1280x720."""
    wide, high = words.split("x")
    return int(wide), int(high)
