"""The file that describes the screen as JSON, for other programs to read."""

import json
import re
from errno import EEXIST
from os import strerror
from pathlib import Path

import pygame
from pygame.event import Event

from game.storage.files import followed, move
from game.ui.engine import text
from game.ui.engine.description import Described, Description
from game.ui.engine.scene import Context, Scene

_PRESS = Event(pygame.KEYDOWN)
"""Any key or button press."""


def scene_name(scene: type) -> str:
    """The public name of a kind of scene: its class name in lower case with hyphens, without Scene."""
    name = scene.__name__.removesuffix("Scene")
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()


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
