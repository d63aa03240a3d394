"""The game as a program in a window of its own, observed and operated from outside."""

import atexit
import itertools
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import psutil
import pygame

from tests.desktop.seen import Control, Pile, Seen
from tests.desktop.x11 import ROOT, Screen
from tests.waiting import PATIENCE, until

T = TypeVar("T")
_LONG = 0.8
"""Seconds that a resting finger rests."""
_LOOK = 0.4
"""Seconds for which a program is watched to see whether it is idle."""
IDLE = 25.0
"""The most CPU an idle program may use, in percent of a core."""
_SEAT = 8.0
"""The most that each further player with a connection of its own may add to it."""
_HURRIED = 10.0
"""The most in a second of its own clock, in percent, where that runs faster: a host's table goes on."""
SIZE = (1280, 720)


class Built(NamedTuple):
    """A built program: how it is started, in an environment that is empty but for this."""

    command: tuple[str, ...]
    environment: dict[str, str]


class Program:
    """One program, its window and the virtual screen it is on."""

    def __init__(
        self,
        screen: Screen,
        folder: Path,
        arguments: Sequence[str],
        pads: bool = False,
        built: Built | None = None,
        times: float = 0,
    ) -> None:
        """`folder`: for its data and its description of the screen. `pads`: gamepads can be plugged in.
        `built`: a built program instead of the sources. `times`: how many times as fast its clock runs, with
        quick bots."""
        self.screen, self.folder = screen, folder
        folder.mkdir(parents=True, exist_ok=True)
        self._said = folder / "shown.json"
        self._errors = b""
        self.data = Path(arguments[arguments.index("--data") + 1])
        self.ended = False
        """Whether the journey has seen it end."""
        self.times = times
        self.players = 1
        """How many play at it."""
        hurried = ("-m", "tests.desktop.hurried", str(times)) if times else ("main.py",)
        sources = [sys.executable, *(("-m", "tests.desktop.padded") if pads else hurried)]
        environment = screen.environment() | {"LC_ALL": "C.UTF-8"}
        bare = {"DISPLAY": screen.name, "HOME": str(folder)}
        self.process = subprocess.Popen(
            [*(built.command if built else sources), *arguments, "--describe", str(self._said)],
            cwd=folder if built else ROOT,
            stdin=subprocess.PIPE if pads else subprocess.DEVNULL,
            text=True,
            env=bare | built.environment if built else environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        assert self.process.stderr
        os.set_blocking(self.process.stderr.fileno(), False)
        self.wait(lambda seen: seen.scene, "the first scene")
        until(lambda: any(self.screen.windows()), "its window")
        self.screen.focus()

    # -- what is shown

    @property
    def seen(self) -> Seen:
        """What it describes now."""
        try:
            return Seen(json.loads(self._said.read_bytes()))
        except FileNotFoundError:
            return Seen({})

    def wait(self, condition: Callable[[Seen], T | None], what: str = "", seconds: float = PATIENCE) -> T:
        """The condition's result once it is true of what is shown. Raises AssertionError."""
        end = time.monotonic() + seconds
        while not (found := condition(self.seen)):
            assert self.process.poll() is None, (
                f"it has ended while {what or 'this'} was awaited: {self.errors}"
            )
            assert time.monotonic() < end, f"{what or 'this'} does not come"
            self._hear_errors()
            time.sleep(0.02)
        return found

    def wait_scene(self, *names: str, seconds: float = PATIENCE) -> Seen:
        """What is shown once one of these scenes is on top and accepts input."""
        return self.wait(
            lambda seen: seen if seen.scene in names and seen.hears else None, " or ".join(names), seconds
        )

    def wait_words(self, words: str, seconds: float = PATIENCE) -> Seen:
        """What is shown once these words appear anywhere."""
        return self.wait(lambda seen: seen if words in seen.words else None, repr(words), seconds)

    def wait_still(self) -> Seen:
        """What is shown once no card is moving."""
        return self.wait(lambda seen: seen if seen.still else None, "standstill")

    def wait_control(self, label: str, role: str = "", seconds: float = PATIENCE) -> Control:
        """The control with this label, once it is shown and enabled."""

        def usable(seen: Seen) -> Control | None:
            return next((each for each in seen.controls_of(label, role) if each.enabled and seen.hears), None)

        return self.wait(usable, f"{role or 'control'} {label!r}", seconds)

    def colors(self, rect: tuple[int, int, int, int]) -> Counter[tuple[int, int, int]]:
        """The colours in a rectangle of the window as red, green, blue, and how many pixels have each."""
        data, (left, top, *_) = self.screen.picture(), self.screen.box
        x, y, w, h = rect[0] + left, rect[1] + top, *rect[2:]
        found: Counter[tuple[int, int, int]] = Counter()
        for line in range(y, y + h):
            begin = 4 * (line * self.screen.size[0] + x)
            row = data[begin : begin + 4 * w]
            found.update(zip(row[2::4], row[1::4], row[::4], strict=True))
        return found

    # -- input

    def click(self, label: str, role: str = "", button: int = 1) -> None:
        """Click on the control with this label, once it is shown."""
        at = None
        while at != (at := self.wait_control(label, role).middle):  # it may move as we come near
            if not self.touches:
                self.point(*at)
        self.click_at(*at, button)

    touches = False
    """Whether fingers do what otherwise the mouse does; for a program to which gamepads can be plugged in."""

    def click_at(self, x: int, y: int, button: int = 1) -> None:
        """Click at a pixel of the window; for the right button a finger rests there."""
        if self.touches:
            self.finger("down", (x, y))
            if button == 3:
                time.sleep(_LONG)
            self.finger("up", (x, y))
            return
        left, top, *_ = self.screen.box
        self.screen.click(left + x, top + y, button)

    def point(self, x: int, y: int) -> None:
        """Move the pointer to a pixel of the window."""
        left, top, *_ = self.screen.box
        self.screen.point(left + x, top + y)

    def drag(self, start: tuple[int, int], end: tuple[int, int], drop: bool = True) -> None:
        """Press at one pixel of the window, move to another in a few steps, and release there."""
        if self.touches:
            self.finger("down", start)
            for i in range(1, 9):
                x, y = (round(a + (b - a) * i / 8) for a, b in zip(start, end, strict=True))
                self.finger("move", (x, y))
            self.finger("up", end)
            return
        self.point(*start)
        self.screen.press()
        for i in range(1, 9):
            self.point(*(round(a + (b - a) * i / 8) for a, b in zip(start, end, strict=True)))
        if drop:
            self.screen.press(down=False)

    def key(self, name: str, *held: str) -> None:
        """Press a key by its X name (Return, Escape, space, F1, a, 7), with others held."""
        self.screen.key(name, *held)

    def fill(self, label: str, words: str, shows: str | None = None) -> None:
        """Empty the field with this label and type into it; `shows`: what it then shows, if not all of it."""
        self.click_at(*self.wait_control(label, "field").middle)
        while left := self.value(label, "field"):
            self.key("BackSpace")
            self._wait_other(label, "field", left)
        for letter in words:
            self.screen.type(letter)
        wanted = words if shows is None else shows
        self.wait(lambda seen: seen.control(label, "field").value == wanted, f"{wanted!r} in {label!r}")

    def value(self, label: str, role: str = "") -> object:
        """The value of the control with this label."""
        return self.wait_control(label, role).value

    def _wait_other(self, label: str, role: str, value: object) -> None:
        def other(seen: Seen) -> bool:
            return seen.has(label, role) and seen.control(label, role).value != value

        self.wait(other, f"another {label!r}")

    def choose(self, label: str, value: str) -> None:
        """Step through a choice until it shows this value."""
        tried: set[object] = set()
        while (now := self.value(label, "choice")) != value:
            assert now not in tried, f"{label!r} does not offer {value!r}"
            tried.add(now)
            self.click(label, "choice")
            self._wait_other(label, "choice", now)

    def switch(self, label: str, on: bool) -> None:
        """Set a switch."""
        if self.wait_control(label, "switch").value != on:
            self.click(label, "switch")
        self.wait(
            lambda seen: seen.control(label, "switch").value == on, f"{label!r} {'on' if on else 'off'}"
        )

    def play(self, card: str, to: Pile) -> None:
        """Drag a visible card onto a pile."""
        self.drag(self.seen.card(card), to.target)

    # -- gamepads

    def pad(self, line: str) -> None:
        """Operate a gamepad, as `tests/desktop/padded.py` says: "plug 0 playstation"."""
        assert self.process.stdin
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def press(self, *buttons: str, pad: int = 0) -> None:
        """Press buttons of a gamepad, one after the other."""
        for button in buttons:
            self.pad(f"down {pad} {button}")
            self.pad(f"up {pad} {button}")

    # -- fingers, where gamepads can be plugged in

    def finger(self, what: str, at: tuple[int, int], number: int = 1) -> None:
        """A finger goes down, moves or goes up, at a point of the window."""
        wide, high = self.seen.size
        self.pad(f"finger {number} {what} {at[0] / (wide - 1):.6f} {at[1] / (high - 1):.6f}")

    def tap(self, *points: tuple[int, int]) -> None:
        """Tap with as many fingers together as there are points."""
        for what in ("down", "up"):
            for number, at in enumerate(points):
                self.finger(what, at, number)

    # -- the end

    @property
    def errors(self) -> str:
        """What it wrote to standard error."""
        self._hear_errors()
        return self._errors.decode("utf-8", "replace")

    def _hear_errors(self) -> None:
        """Read on: a full pipe would stop it."""
        assert self.process.stderr
        with suppress(BlockingIOError):
            while said := os.read(self.process.stderr.fileno(), 65536):
                self._errors += said

    def wait_end(self, code: int | None = 0) -> None:
        """Wait until it has ended by itself, with this code if one is given."""
        self.process.wait(PATIENCE)
        self.ended = True
        assert code is None or self.process.returncode == code, self.errors
        assert "Traceback" not in self.errors, self.errors

    def close(self) -> None:
        """Close its window; it must end with 0."""
        self.screen.close()
        self.wait_end()

    def kill(self) -> None:
        """Kill it, like a crash or an empty battery."""
        self.process.kill()
        self.wait_end(None)

    def check(self) -> None:
        """Check that it is idle and answers. Raises AssertionError."""
        process, used = psutil.Process(self.process.pid), 100.0
        end = time.monotonic() + PATIENCE
        while used > max(IDLE + _SEAT * (self.players - 1), _HURRIED * self.times):
            before, since = sum(process.cpu_times()[:2]), time.monotonic()
            assert since < end, f"{used:.0f} % CPU with nobody there"
            time.sleep(_LOOK)
            used = 100 * (sum(process.cpu_times()[:2]) - before) / (time.monotonic() - since)
        assert self.screen.answers(), "the window does not answer"

    def evidence(self) -> str:
        """What it left behind, for finding out what went wrong."""
        picture = self.folder / "screen.png"
        with suppress(OSError, ValueError):
            surface = pygame.image.frombuffer(self.screen.picture(), self.screen.size, "BGRA")
            pygame.image.save(surface.convert(24), picture)
        seen = self.seen
        controls = [f"{each.role} {each.label!r}: {each.value!r} {each.words}" for each in seen.controls]
        return (
            f"{self.folder.name} shows {seen.scene!r} on {seen.said.get('beneath')}: see {picture}\n"
            f"  words: {seen.words}\n  controls: {', '.join(controls)}\n"
            f"  ended with: {self.process.poll()}, stderr: {self.errors or 'empty'}"
        )


_idle: dict[tuple[tuple[int, int], int, bool], list[Screen]] = {}
"""Screens that are free for the next program, by size, depth, and whether they are managed."""


@contextmanager
def screen_of(size: tuple[int, int], depth: int = 24, managed: bool = True) -> Iterator[Screen]:
    """A screen without a window: one that another journey is done with, if there is one."""
    free = _idle.setdefault((size, depth, managed), [])
    screen = free.pop() if free else Screen(size, depth, managed).__enter__()
    try:
        yield screen
        until(lambda: not any(screen.windows()), "an empty screen")
        screen.point(size[0] // 2, size[1] // 2)
    except BaseException:
        screen.__exit__(None, None, None)
        raise
    free.append(screen)


@atexit.register
def close_screens() -> None:
    """End the X servers."""
    for screen in itertools.chain(*_idle.values()):
        screen.__exit__(None, None, None)


class Start:
    """Starts programs for one test: each with its own screen and data folder, all on one UDP port."""

    def __init__(self, folder: Path, port: int) -> None:
        self._folder, self._count, self.port = folder, 0, port

    @contextmanager
    def __call__(
        self,
        *arguments: str,
        size: tuple[int, int] = SIZE,
        screen: tuple[int, int] | None = None,
        data: Path | None = None,
        lang: str = "en",
        pads: bool = False,
        built: Built | None = None,
        times: float = 0,
        depth: int = 24,
        managed: bool = True,
        **settings: Any,
    ) -> Iterator[Program]:
        """A program that is checked at the end of the block: idle, answering, ending with 0 when its window
        is closed.

        `size`: of its window; `screen`: of the screen, by default slightly larger. `data`: its data folder,
        by default a new one. `pads`: gamepads can be plugged in. `built`: a built program, instead of the
        sources. `times`: how many times as fast its clock runs, with quick bots.
        `depth`: bits of a pixel of the screen. `managed`: whether a window manager is there.
        `settings`: chosen earlier, as in settings.json.
        """
        self._count += 1
        folder = self._folder / f"program{self._count}"
        data = data or folder / "data"
        data.mkdir(parents=True, exist_ok=True)
        chosen = data / "settings.json"
        if settings or not chosen.exists():  # a journey shall not depend on how long it rests on the title
            first = settings or {"taught": False}
            chosen.write_text(json.dumps({"attract": False, "taught": True} | first), "utf-8")
        common = ["--lang", lang, "--data", str(data), "--port", str(self.port)]
        with screen_of(screen or (size[0] + 40, size[1] + 40), depth, managed) as virtual:
            window = ["--size", f"{size[0]}x{size[1]}"]
            program = Program(virtual, folder, [*arguments, *window, *common], pads, built, times)
            program.players = settings.get("players", 1)
            try:
                yield program
                if not program.ended:
                    program.check()
                    program.close()
            except BaseException as error:
                error.add_note(program.evidence())
                raise
            finally:
                with suppress(OSError):
                    os.kill(program.process.pid, 9)
                program.process.wait()
