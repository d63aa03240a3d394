"""The loop: steps of 1/60 s on absolute deadlines, input handled on arrival, sleep in between; and the file
that describes the screen as JSON, for other programs to read."""

import gc
import math
from collections.abc import Sequence
from contextlib import ExitStack
from functools import cache
from itertools import groupby
from pathlib import Path
from string import ascii_lowercase
from typing import TYPE_CHECKING, Final

import pygame
from pygame.event import Event

from game.i18n import N_, Notice, reason
from game.program import fine_timers
from game.system import here
from game.ui.engine import kept, requests, text, theme
from game.ui.engine.devices import PAD_GONE, PAD_PRESS, Make, Touched, as_input
from game.ui.engine.scene import Context, Scene, scene_name
from game.ui.engine.window import WAKE, EventWaiter

if TYPE_CHECKING:
    from ctypes import CDLL

import json
from errno import EEXIST
from os import strerror

from game.storage.files import followed, move
from game.ui.engine.description import Described, Description

STEP: Final = 1 / 60
"""Seconds a step lasts."""

_LATE = 0.25
"""Seconds of delay beyond which missed steps are dropped, as when the machine slept."""
_MOTION = 1 / 120
"""Seconds between repaints when only the pointer moves: mice report up to 1000 times a second."""
_NAP = 0.5
"""The longest wait in seconds: Python handles a keyboard interrupt only between waits."""
_SHAKES = 2
"""Pixels that a mouse may move without being used."""
_RESIZED = (pygame.WINDOWSIZECHANGED, pygame.VIDEORESIZE)
_TURNED = (pygame.WINDOWFOCUSGAINED, pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED)
_UNCOVERED = (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED)
TYPED: Final = pygame.key.ScancodeWrapper([False, *[True] * 511])
"""Whether any key of the player's layout types a letter: by its place there, which is 0 if none does."""
_LETTERS: Final = {getattr(pygame, f"KSCAN_{sign.upper()}"): ord(sign) for sign in ascii_lowercase}
"""By place, what types a letter in the American layout."""
_MMAP_THRESHOLD, _LARGE = -3, 1 << 18
"""glibc's M_MMAP_THRESHOLD, and the bytes it is set to: more than a card takes, less than a large word."""


class Loop:
    """Runs the scenes of a context until there are none left."""

    def __init__(self, ctx: Context, describer: "Describer | None" = None) -> None:
        """`describer` is kept up to date with what is on the screen."""
        self._ctx, self._describer = ctx, describer
        self._stepped, self._deadline = here().clock.seconds(), math.inf
        self._painted = 0.0
        self._idle = True
        self._fine = ExitStack()
        """Keeps the timers fine while something moves."""
        self._waiter = EventWaiter()
        self._today = here().clock.today()
        self._away = False
        """Whether the player has turned to another window."""
        self._make: Make | None = None
        """The make of the pad whose buttons are shown; None: keys are."""

    def run(self) -> None:
        """Show the first frame, open the sound device and the gamepads, and run until the stack of scenes is
        empty."""
        self._paint(here().clock.seconds())
        gc.enable()
        keep_large_blocks_apart()
        self._ctx.sounds.warm_up()
        if self._ctx.sounds.problem:
            self._ctx.notify(self._ctx.sounds.problem)
        self._ctx.pads.open()
        try:
            while scene := self._ctx.scene:
                now = here().clock.seconds()
                if self._ctx.changed:
                    self._paint(now)
                self.turn(scene, now)
                self._ctx.keep_settings()
                if self._describer:
                    self._describe(self._describer)
        finally:
            self._fine.close()
            self._waiter.close()

    def turn(self, scene: Scene, now: float) -> None:
        """Wait for input or the next step, whichever comes first, and bring the screen up to date."""
        self._ctx.sounds.play_music("" if self._away else self._ctx.music)
        rest = scene.rest(now)
        if rest > 0:
            if not self._idle:
                trim_heap()
                self._fine.close()
            soonest = self._deadline if self._idle else math.inf  # input does not postpone what is due
            self._deadline, self._idle = min(soonest, now + rest), True
        elif self._idle:
            self._deadline, self._idle = now, False
            self._fine.enter_context(fine_timers())
        nap = self._describer.INTERVAL if self._describer else _NAP
        pads, touch = self._ctx.pads, self._ctx.touch
        end = min(self._deadline, now + nap, pads.due, touch.due, self._ctx.sounds.due)
        at_play = rest < math.inf
        events = self._waiter.until(end, at_play, pads.look(now, at_play))
        read = here().clock.seconds()
        events = touch.read(pads.read(_latest(events), read), read, self._touched(scene))
        urgent = self._new_day()
        for event in events:
            urgent |= event.type != pygame.MOUSEMOTION
            if event.type == WAKE:
                if self._ctx.scene:  # it may be another scene by now
                    self._ctx.scene.step(here().clock.seconds())
                continue
            self._handle(event, read)
        now = here().clock.seconds()
        stepped = self._step(scene, now)
        if events and not urgent and not stepped and now - self._painted < _MOTION and not self._idle:
            return
        if stepped or urgent or events:
            self._paint(here().clock.seconds())

    def _new_day(self) -> bool:
        """Have the scene see to it if it is another day than before; returns whether it is."""
        before, self._today = self._today, here().clock.today()
        if (turned := before != self._today) and (scene := self._ctx.scene) and scene.dated:
            scene.resume()
            scene.step(here().clock.seconds())
        return turned

    def _touched(self, scene: Scene) -> Touched:
        window = self._ctx.window
        return Touched(scene, scene.fingers, window.size, window.dots, scene.targets)

    def _step(self, scene: Scene, now: float) -> bool:
        if now - self._deadline > _LATE:
            self._deadline = now
        stepped = False
        while self._deadline <= now and self._ctx.scene is scene:
            scene.step(self._deadline)
            self._stepped, stepped = self._deadline, True
            self._deadline += math.inf if self._idle else STEP
        return stepped

    def _handle(self, event: Event, now: float) -> None:
        ctx, event = self._ctx, _by_place(event)
        self._note_device(event)
        if event.type in _TURNED:
            self._away = event.type != pygame.WINDOWFOCUSGAINED
        if event.type in (PAD_PRESS, PAD_GONE) and ctx.scene:
            if not (meant := as_input(event, ctx.scene.takes_pads)):
                return
            event = meant
        if event.type == pygame.QUIT:
            ctx.quit()
        elif event.type in _RESIZED:
            ctx.window.refresh()
            if not ctx.window.fullscreen:
                ctx.settings.size = ctx.window.size
            ctx.redraw()
        elif event.type in _UNCOVERED:
            ctx.redraw()
        elif event.type == pygame.AUDIODEVICEREMOVED and event.which and not event.iscapture:  # 0: not ours
            ctx.sounds.device_gone()
        elif event.type == pygame.AUDIODEVICEADDED and not event.iscapture:
            ctx.sounds.device_there()
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_F8:
            ctx.settings.muted = not ctx.settings.muted
            ctx.apply_settings()
            ctx.redraw()
        elif event.type == pygame.KEYDOWN and _wants_fullscreen(event):
            toggle_fullscreen(ctx)
        elif event.type == pygame.DROPFILE:
            ctx.open(requests.Dropped(Path(event.file)))
        elif ctx.scene:
            ctx.scene.receive(event, now)

    def _note_device(self, event: Event) -> None:
        """Show the buttons of the pad in use, and no pointer then, nor for a finger; or keys and pointer
        again."""
        pads, touch = self._ctx.pads, self._ctx.touch
        touched, touch.used = touch.used, getattr(event, "touch", touch.used)
        if event.type == PAD_PRESS:
            pads.used = event.pad
        elif event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN) or _points(event):
            pads.used = None
        if self._make != pads.make or touch.used != touched or event.type in (PAD_GONE, pygame.KEYMAPCHANGED):
            self._make = pads.make
            pygame.mouse.set_visible(self._make is None and not touch.used)
            for scene in self._ctx.stack:
                scene.renew_keys()
            self._ctx.redraw()

    def _describe(self, describer: "Describer") -> None:
        try:
            describer.update(self._ctx, here().clock.seconds())
        except OSError as error:
            self._describer = None
            self._ctx.notify(
                Notice(N_("The description of the screen cannot be written: {reason}."), reason=reason(error))
            )

    def _paint(self, now: float) -> None:
        ctx = self._ctx
        if not ctx.stack:
            return
        surface, alpha = ctx.window.surface, min(1.0, max(0.0, (now - self._stepped) / STEP))
        if ctx.changed:
            ctx.changed = False
            kept.fit(surface.get_size())
            text.adapt(text.Letters(theme.unit(surface.get_size()), ctx.settings.text_scale))
            shown = len(ctx.stack) - 1
            while shown and ctx.stack[shown].overlay:
                shown -= 1
            for scene in ctx.stack[shown:]:
                text.erase(surface)
                scene.draw(surface, now, alpha, True)
            ctx.window.present()
        else:
            ctx.window.present(ctx.stack[-1].draw(surface, now, alpha, False))
        ctx.stack[-1].shown(now)
        self._painted = now


def toggle_fullscreen(ctx: Context) -> None:
    """Switch fullscreen on or off, also for the next start."""
    ctx.window.toggle_fullscreen()
    ctx.settings.fullscreen = ctx.window.fullscreen
    ctx.redraw()


def _latest(events: Sequence[Event]) -> list[Event]:
    """The events; of motions with nothing between them only the last, which moves as far as all of them."""
    found: list[Event] = []
    for held, run in groupby(events, _held):
        *earlier, last = run
        if held is None:
            found += earlier
        elif earlier:
            moved = [sum(way) for way in zip(*(each.rel for each in (*earlier, last)), strict=True)]
            last = Event(last.type, {**last.dict, "rel": tuple(moved)})
        found.append(last)
    return found


def _held(event: Event) -> object:
    """The buttons held during a motion of the mouse, and whether it is a finger's; None: another event."""
    motion = event.type == pygame.MOUSEMOTION
    return (event.buttons, getattr(event, "touch", False)) if motion else None


def _points(event: Event) -> bool:
    """Whether somebody moves the pointer; a table that shakes moves it a little, too."""
    return event.type == pygame.MOUSEMOTION and max(map(abs, event.rel)) > _SHAKES


def _by_place(event: Event) -> Event:
    """A key press; where no key of the layout types a letter, as in a Russian one, the key in its place
    does."""
    letter = _LETTERS.get(event.dict.get("scancode", 0)) if event.type == pygame.KEYDOWN else None
    return Event(event.type, event.dict | {"key": letter}) if letter and not TYPED[letter] else event


def _wants_fullscreen(event: Event) -> bool:
    return event.key == pygame.K_F11 or (event.key == pygame.K_RETURN and bool(event.mod & pygame.KMOD_ALT))


def keep_large_blocks_apart() -> None:
    """Map each large picture on its own, so that its place can be returned to the system: after three minutes
    of matches 112 MB are held, without it 135."""
    if glibc := _glibc():
        glibc.mallopt(_MMAP_THRESHOLD, _LARGE)


def trim_heap() -> None:
    """Return freed memory to the system: 107 MB are held after 25 minutes of matches, without it 134.
    It takes a millisecond: call it when nothing moves."""
    if glibc := _glibc():
        glibc.malloc_trim(0)


@cache
def _glibc() -> "CDLL | None":
    import ctypes  # noqa: PLC0415 - kept out of the first frame

    try:
        library = ctypes.CDLL(None)
        return library if hasattr(library, "malloc_trim") else None
    except (OSError, TypeError):
        return None


_PRESS = Event(pygame.KEYDOWN)
"""Any key or button press."""


class Describer:
    """Keeps a file that describes what is on the screen. Times are seconds of the clock."""

    INTERVAL = 0.05
    """The least seconds between two writes of the file."""

    def __init__(self, path: Path) -> None:
        """Raises OSError if the file cannot be written."""
        if path.exists() and not path.is_file():
            raise FileExistsError(EEXIST, strerror(EEXIST))
        self._path = followed(path)
        self._next = 0.0
        self._last: Described = {"scene": ""}
        self._write()
        text.start_recording()

    def update(self, ctx: Context, now: float) -> None:
        """Write the file if the screen has changed, but not too often. Raises OSError."""
        if now < self._next or not ctx.scene:
            return
        self._next = now + self.INTERVAL
        if (shown := described(ctx, ctx.scene, now)) != self._last:
            self._last = shown
            self._write()

    def _write(self) -> None:
        new = self._path.with_name(self._path.name + ".new")
        new.write_text(json.dumps(self._last, ensure_ascii=False), "utf-8")
        move(new, self._path)


def described(ctx: Context, scene: Scene, now: float) -> Described:
    """What this scene of the stack shows, and the state of the window."""
    page = Description()
    page.read(ctx.window.surface)
    scene.describe(page)
    return {
        "scene": scene.kind or scene_name(type(scene)),
        "hears": scene.accepts(_PRESS, now),
        "beneath": [each.kind or scene_name(type(each)) for each in ctx.stack if each is not scene],
        "size": [*ctx.window.size],
        "fullscreen": ctx.window.fullscreen,
        "notices": [str(notice) for notice in ctx.notices],
        **page.content,
    }
