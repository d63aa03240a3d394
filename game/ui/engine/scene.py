"""What a scene is, and what it is given to work with."""

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

    The loop calls `draw` after each step and after each input; a scene that has nothing new to show
    returns no rects. Places are worked out in `draw` when `full` is set: then the size may be new.
    """

    overlay = False
    """True: when everything is drawn, the scene beneath is drawn first."""
    input_delay = 0.0
    """Seconds from its first picture on in which keys and buttons do nothing: they were meant for what was
    there before. For scenes that come by themselves, in the middle of play."""
    _since: float | None = None
    """When its first picture was there."""

    def enter(self, ctx: "Context") -> None:
        """It has been put on the stack."""
        self.ctx = ctx

    def covered(self) -> None:
        """Another scene comes to lie over it."""

    def resume(self) -> None:
        """It is topmost again: what lay above it has gone. A step follows, however long it rests; what it
        opens then, it opens in that step."""

    def leave(self) -> None:
        """It has been taken from the stack, and opens nothing any more."""

    def back(self) -> None:
        """Go back to the scene beneath, wherever in the stack this one is."""
        self.ctx.pop(self)

    def shown(self, now: float) -> None:
        """A picture of it is on the screen."""
        if self._since is None:
            self._since = now

    def restart_input_delay(self) -> None:
        """With its next picture it is as good as new: it is deaf for a moment again."""
        self._since = None

    def accepts(self, event: Event, now: float) -> bool:
        """Whether an input event counts."""
        if not self.input_delay or event.type not in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            return True
        return self._since is not None and now >= self._since + self.input_delay

    def handle(self, event: Event, now: float) -> None:
        """One input event, read at `now`."""

    def step(self, now: float) -> None:
        """One step of 1/60 s; `now` is when it was due."""

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """Draw what changed, or everything, and return the rects touched (not needed when `full`).

        `alpha` is how far the time is past the last step, 0 to 1 of a step.
        """
        raise NotImplementedError

    def rest(self, now: float) -> float:
        """Seconds until it needs its next step: 0 keeps 60 a second, infinity waits for input alone."""
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
    """Where the settings are kept; None: nowhere."""
    launcher: Launcher = field(init=False)
    """Begins games; set by the wiring."""
    notices: list[object] = field(default_factory=list)
    """What the player should know, as text when asked for: damaged settings, an unwritable folder."""
    seen: int = 0
    """How many of them have been on the screen."""
    port: int | None = None
    """The UDP port where tables are opened and looked for; None: the usual one."""
    stack: list[Scene] = field(default_factory=list)
    changed: bool = True
    """The topmost scene is another: everything has to be drawn."""
    _leaving: bool = False
    """Scenes are on their way out."""

    @property
    def scene(self) -> Scene | None:
        """The topmost scene."""
        return self.stack[-1] if self.stack else None

    def push(self, scene: Scene) -> None:
        """Put a scene on top; the one beneath waits."""
        if self._leaving:
            return
        if self.stack:
            self.stack[-1].covered()
        self.stack.append(scene)
        self.changed = True
        scene.enter(self)

    def pop(self, scene: Scene) -> None:
        """Take a scene away with all that lies above it; with the last one the game ends."""
        if scene in self.stack:
            self._take(self.stack[self.stack.index(scene) :])

    def pop_to(self, scene: Scene) -> None:
        """Take away all that lies above a scene."""
        if scene in self.stack:
            self._take(self.stack[self.stack.index(scene) + 1 :])

    def remove(self, scene: Scene) -> None:
        """Take a scene away from under what lies above it."""
        if scene in self.stack:
            self._take([scene])

    def replace(self, old: Scene, new: Scene) -> None:
        """Put a scene in the place of another and of all that lies above that."""
        if old in self.stack:
            self._take(self.stack[self.stack.index(old) :], wake=False)
            self.push(new)

    def quit(self) -> None:
        """Take all scenes away: the loop ends."""
        self._take(self.stack)

    def close(self) -> None:
        """Take all scenes away, and wait until what they leave behind is on the disk."""
        self.quit()
        self.launcher.close()

    def _take(self, going: Sequence[Scene], wake: bool = True) -> None:
        """Take scenes away in one step: on its way out none of them wakes or opens anything, and only the
        one that is topmost afterwards resumes."""
        top, self.stack = self.scene, [scene for scene in self.stack if scene not in going]
        self.changed |= bool(going)
        self._leaving = True
        for scene in reversed(going):
            scene.leave()
        self._leaving = False
        if wake and self.scene and self.scene is not top:
            self.scene.resume()
            waiting.wake()  # what came meanwhile has woken the scenes above it

    def redraw(self) -> None:
        """Have everything drawn anew, as after a change of language."""
        self.changed = True

    def notify(self, notice: object) -> None:
        """Have something told to the player, if it has not been already."""
        if str(notice) not in map(str, self.notices):
            self.notices.append(notice)
            self.redraw()

    def take_unseen(self) -> list[object]:
        """The notices that have not been on the screen yet; they are shown now."""
        fresh = self.notices[self.seen :]
        self.seen += len(fresh)  # more may have come from other threads by now
        return fresh

    def save_settings(self) -> None:
        """Keep the settings, or tell why not."""
        if self.folder is None:
            return
        try:
            save_settings(self.folder, self.settings)
        except DataFolderError as error:
            self.notify(Notice(N_("The settings could not be saved: {reason}."), reason=error))
