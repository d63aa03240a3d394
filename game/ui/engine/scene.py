"""Scenes, the stack they lie in, and what they all share."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.i18n import N_, Notice
from game.storage.data_folder import DataFolderError
from game.storage.settings import Settings, save_settings
from game.ui.engine import waiting
from game.ui.engine.assets import CardImages
from game.ui.engine.launcher import Launcher
from game.ui.engine.page import Describable, Page
from game.ui.engine.sound import Sounds
from game.ui.engine.window import Window


class Scene:
    """One screenful. Times are seconds of time.perf_counter(). Only the topmost scene is stepped.

    The loop calls `draw` after each step and each input event; a scene with nothing new to show returns no
    rects. Lay out in `draw` when `full` is set: the size of the window may be new.
    """

    overlay = False
    """Whether the scene beneath is drawn first when everything is drawn."""
    input_delay = 0.0
    """Seconds after its first picture in which keys and buttons do nothing: they were meant for what was
    there before. For scenes that open by themselves in the middle of play."""
    visible_since: float | None = None
    """When its first picture was on the screen."""

    def enter(self, ctx: "Context") -> None:
        """Called when it has been put on the stack."""
        self.ctx = ctx

    def suspend(self) -> None:
        """Called before another scene is put on top of it."""

    def resume(self) -> None:
        """Called when it is topmost again. A step follows, however long it rests: scenes that it then opens
        are opened in that step."""

    def leave(self) -> None:
        """Called when it has been taken from the stack; it opens nothing any more."""

    def back(self) -> None:
        """Go back to the scene beneath, wherever in the stack this one lies."""
        self.ctx.pop(self)

    def shown(self, now: float) -> None:
        """Called when a picture of it is on the screen."""
        if self.visible_since is None:
            self.visible_since = now

    def restart_input_delay(self) -> None:
        """Ignore keys and buttons again for `input_delay` from the next picture on."""
        self.visible_since = None

    def accepts(self, event: Event, now: float) -> bool:
        """Whether an input event counts at this time."""
        if not self.input_delay or event.type not in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            return True
        return self.visible_since is not None and now >= self.visible_since + self.input_delay

    def handle(self, event: Event, now: float) -> None:
        """Take an input event that was read at `now`."""

    def step(self, now: float) -> None:
        """Go on by one step of 1/60 s that was due at `now`."""

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """Draw what changed, or everything, and return the rects touched (not needed when `full`).

        `alpha`: how far the time is past the last step, 0 to 1 of a step.
        """
        raise NotImplementedError

    def rest(self, now: float) -> float:
        """Seconds until it needs its next step: 0 for 60 steps a second, infinity to wait for input alone."""
        return math.inf

    def describe(self, page: Page) -> None:
        """Add what it shows to the page: by default all of its parts that can describe themselves."""
        for part in vars(self).values():
            if isinstance(part, Describable) and not isinstance(part, Scene):
                part.describe(page)


@dataclass
class Context:
    """What every scene shares, and the stack of scenes."""

    window: Window
    cards: CardImages
    sounds: Sounds
    settings: Settings
    folder: Path | None = None
    """The data folder; None: nothing is kept."""
    launcher: Launcher = field(init=False)
    """Begins games; set by the wiring."""
    notices: list[object] = field(default_factory=list)
    """What the player should know, such as a damaged file; each is text as str() when it is shown."""
    seen: int = 0
    """How many notices have been on the screen."""
    port: int | None = None
    """The UDP port where tables are opened and looked for; None: the usual one."""
    stack: list[Scene] = field(default_factory=list)
    changed: bool = True
    """Everything has to be drawn, as when the topmost scene is another."""
    _removing: bool = False
    """Whether scenes are being removed, when none may be put on the stack."""

    @property
    def scene(self) -> Scene | None:
        """The topmost scene."""
        return self.stack[-1] if self.stack else None

    def push(self, scene: Scene) -> None:
        """Put a scene on top; the one beneath is suspended."""
        if self._removing:
            return
        if self.stack:
            self.stack[-1].suspend()
        self.stack.append(scene)
        self.changed = True
        scene.enter(self)

    def pop(self, scene: Scene) -> None:
        """Remove a scene and all above it; with the last one the game ends."""
        if scene in self.stack:
            self._remove(self.stack[self.stack.index(scene) :])

    def pop_to(self, scene: Scene) -> None:
        """Remove all scenes above this one."""
        if scene in self.stack:
            self._remove(self.stack[self.stack.index(scene) + 1 :])

    def remove(self, scene: Scene) -> None:
        """Remove a scene alone, from beneath those above it."""
        if scene in self.stack:
            self._remove([scene])

    def replace(self, old: Scene, new: Scene) -> None:
        """Put a scene in the place of another one and of all above that."""
        if old in self.stack:
            self._remove(self.stack[self.stack.index(old) :], resume=False)
            self.push(new)

    def quit(self) -> None:
        """Remove all scenes: the loop ends."""
        self._remove(self.stack)

    def close(self) -> None:
        """Remove all scenes, and wait until what they leave behind is on the disk."""
        self.quit()
        self.launcher.close()

    def _remove(self, scenes: Sequence[Scene], resume: bool = True) -> None:
        """Remove scenes in one step: none of them resumes or opens anything on its way out, only the scene
        that is topmost afterwards resumes."""
        top, self.stack = self.scene, [scene for scene in self.stack if scene not in scenes]
        self.changed |= bool(scenes)
        self._removing = True
        for scene in reversed(scenes):
            scene.leave()
        self._removing = False
        if resume and self.scene and self.scene is not top:
            self.scene.resume()
            waiting.wake()  # what arrived meanwhile has woken the scenes above it

    def redraw(self) -> None:
        """Draw everything anew, as after a change of language."""
        self.changed = True

    def notify(self, notice: object) -> None:
        """Show the player a notice, unless it has been shown already."""
        if str(notice) not in map(str, self.notices):
            self.notices.append(notice)
            self.redraw()

    def take_unseen(self) -> list[object]:
        """The notices that have not been on the screen yet. The caller shows them."""
        fresh = self.notices[self.seen :]
        self.seen += len(fresh)  # more may have come from other threads by now
        return fresh

    def save_settings(self) -> None:
        """Save the settings, or notify the player why that failed."""
        if self.folder is None:
            return
        try:
            save_settings(self.folder, self.settings)
        except DataFolderError as error:
            self.notify(Notice(N_("The settings could not be saved: {reason}."), reason=error))
