"""Scenes, their stack, and what they all share."""

import math
import re
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.i18n import N_, Lang, language, set_language
from game.storage.archive import Archive
from game.storage.data_folder import BackgroundWriter
from game.storage.settings import Settings, save_settings
from game.ui.engine import assets, requests, text, theme, window
from game.ui.engine.assets import CardImages
from game.ui.engine.description import Description
from game.ui.engine.devices import PAD_PRESS, TARGET, Fingers, Pads, Touch
from game.ui.engine.sound import PATIENCES, Sounds
from game.ui.engine.window import Window


class Scene:
    """One screenful. Times are seconds of the clock. Only the topmost scene is stepped.

    The loop calls `draw` after each step and each input event; a scene with nothing new to show returns no
    rects. Lay out in `draw` when `full` is set: the size of the window may be new.
    """

    overlay = False
    """Whether the scene beneath is drawn first in a full redraw."""
    input_delay = 0.0
    """Seconds after its first frame in which keys and buttons are ignored: they were meant for the scene
    before. For scenes that open by themselves during play."""
    kind = ""
    """What it is called in descriptions, if not by the name of its class."""
    about = ""
    """The game it is about, if it is about one."""
    takes_pads = False
    """Whether it handles PAD_PRESS; other scenes receive the key that means the same."""
    takes_files = True
    """Whether a replay dropped on the window may be shown on top of it."""
    dated = False
    """Whether it shows what depends on the date: once the day turns, it resumes."""
    fingers: Fingers = "menu"
    """What fingers on a touch screen mean here."""
    music: str | None = None
    """The music that is played while it is on top; empty: none; None: that of the scene beneath."""
    visible_since: float | None = None
    """When its first frame was on the screen."""

    _look: object = None

    def enter(self, ctx: "Context") -> None:
        """Called when it has been put on the stack."""
        self.ctx = ctx

    def look_changed(self) -> bool:
        """Whether the player has chosen another look for everything since the last call."""
        before, self._look = self._look, self.ctx.look
        return before not in (None, self._look)

    def suspend(self) -> None:
        """Called before another scene is put on top of it."""

    def resume(self) -> None:
        """Called when it is topmost again. A step always follows, whatever `rest` says; open further scenes
        in that step, not here."""

    def leave(self) -> None:
        """Called when it has been removed from the stack; it must not open anything any more."""

    def back(self) -> None:
        """Return to the scene beneath, wherever in the stack this one is."""
        self.ctx.pop(self)

    def shown(self, now: float) -> None:
        """Called when a frame of it is on the screen."""
        if self.visible_since is None:
            self.visible_since = now

    def accepts(self, event: Event, now: float) -> bool:
        """Whether to handle an input event at this time."""
        if not self.input_delay or event.type not in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, PAD_PRESS):
            return True
        return self.visible_since is not None and now >= self.visible_since + self.input_delay

    def receive(self, event: Event, now: float) -> None:
        """Take an input event that was read at `now`, if it counts; F1 does, in every scene and at once."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_F1:
            self.show_help()
        elif self.accepts(event, now):
            self.handle(event, now)

    def handle(self, event: Event, now: float) -> None:
        """Handle an input event that was read at `now`."""

    def show_help(self) -> None:
        """Open what helps here: the rules of its game, or the list of all games with lessons and rules."""
        self.ctx.open(requests.Rulebook(self.about) if self.about else requests.HowToPlay())

    def step(self, now: float) -> None:
        """Advance by one step of 1/60 s that was due at `now`."""

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """Draw what changed, or everything, and return the rects touched (not needed when `full`).

        `alpha`: how far the time is past the last step, 0 to 1 of a step.
        """
        raise NotImplementedError

    def rest(self, now: float) -> float:
        """Seconds until its next step is needed: 0 for 60 steps a second, infinity to wait for input only."""
        return math.inf

    def renew_keys(self) -> None:
        """Called when the keys that it shows may be others now: of another device, or chosen anew."""

    def targets(self) -> list[Rect]:
        """What a finger can hit: all controls, and the own piles."""
        page = Description()
        self.describe(page)
        own = (pile for pile in page.piles if pile["seat"] == page.seat)
        return [Rect(each["rect"]) for each in (*page.controls, *own)]

    def describe(self, page: Description) -> None:
        """Add what it shows to the page."""


@dataclass
class Context:
    """What every scene shares, and the stack of scenes."""

    window: Window
    cards: CardImages
    sounds: Sounds
    settings: Settings
    folder: Path | None = None
    """The data folder; None: nothing is saved."""
    pads: Pads = field(default_factory=Pads)
    touch: Touch = field(default_factory=Touch)
    notices: list[object] = field(default_factory=list)
    """What the player should know, such as a damaged file; converted by str() when it is shown."""
    seen: int = 0
    """How many notices have been shown."""
    words: list[object] = field(default_factory=list)
    """What is only said in passing, and has not been shown yet."""
    port: int | None = None
    """The UDP port for opening and finding tables; None: the default."""
    stack: list[Scene] = field(default_factory=list)
    changed: bool = True
    """Whether everything must be redrawn, as when the topmost scene has changed."""
    tv: bool = field(init=False)
    """Whether who watches a match sees all seats alike, as on a TV."""
    background: BackgroundWriter = field(init=False)
    """Writes files while the scenes go on."""
    _removing: bool = False
    """Whether scenes are being removed; meanwhile none may be pushed."""

    def __post_init__(self) -> None:
        self.tv = self.settings.tv
        self.background = BackgroundWriter(self.notify)
        self._kept = self._saved = deepcopy(self.settings)

    @cached_property
    def archive(self) -> Archive:
        """What one has played."""
        return Archive(self.folder, self.notify, self.background, window.wake)

    def open(self, what: requests.Request) -> None:
        """Put the screen on top that answers a request, if there is anything to be opened."""
        screen = requests.answer(what)
        if scene := screen(*what) if isinstance(screen, type) else screen(self, *what):
            self.push(scene)

    @property
    def scene(self) -> Scene | None:
        """The topmost scene."""
        return self.stack[-1] if self.stack else None

    @property
    def music(self) -> str:
        """The music for what is on the screen; empty: none."""
        piece = next((scene.music for scene in reversed(self.stack) if scene.music is not None), "")
        return piece if self.settings.patience_music or piece not in PATIENCES else ""

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
        """Remove a scene and all above it; without scenes the program ends."""
        if scene in self.stack:
            self._remove(self.stack[self.stack.index(scene) :])

    def pop_to(self, scene: Scene) -> None:
        """Remove all scenes above this one."""
        if scene in self.stack:
            self._remove(self.stack[self.stack.index(scene) + 1 :])

    def remove(self, scene: Scene) -> None:
        """Remove one scene, leaving those above it."""
        if scene in self.stack:
            self._remove([scene])

    def replace(self, old: Scene, new: Scene) -> None:
        """Replace a scene, and all above it, by another."""
        if old in self.stack:
            self._remove(self.stack[self.stack.index(old) :], resume=False)
            self.push(new)

    def quit(self) -> None:
        """Remove all scenes: the loop ends."""
        self._remove(self.stack)

    def close(self) -> None:
        """Remove all scenes, and wait until all that they leave is on disk."""
        self.quit()
        self.archive.close()
        self.keep_settings()
        self.background.flush()

    def _remove(self, scenes: Sequence[Scene], resume: bool = True) -> None:
        """Remove scenes in one go: none of them resumes or opens anything on its way out; only the scene that
        is topmost afterwards resumes."""
        top, self.stack = self.scene, [scene for scene in self.stack if scene not in scenes]
        self.changed |= bool(scenes)
        self._removing = True
        for scene in reversed(scenes):
            scene.leave()
        self._removing = False
        if resume and self.scene and self.scene is not top:
            self.scene.resume()
            window.wake()  # events that arrived meanwhile only woke the removed scenes

    def redraw(self) -> None:
        """Redraw everything, as after a change of language."""
        self.changed = True

    def notify(self, notice: object) -> None:
        """Show the player a notice, unless it has been shown already. Any thread may call it."""
        if str(notice) not in map(str, self.notices):
            self.notices.append(notice)
            self.redraw()
            window.wake()

    def say(self, words: object) -> None:
        """Tell the player this in passing: once, each time that it is said, and it is nowhere to be read
        again."""
        self.words.append(words)
        self.redraw()

    def take_unseen(self) -> list[object]:
        """What has not been shown yet. The caller shows it."""
        fresh, said = self.notices[self.seen :], self.words
        self.seen += len(fresh)  # other threads may have added more by now
        self.words = []
        return [*fresh, *said]

    @property
    def look(self) -> object:
        """The settings that show at a table. When they change, it is built anew."""
        settings = self.settings
        colors = settings.table_top, settings.high_contrast, assets.chosen(settings)
        own = settings.back, settings.portrait, settings.second_portrait
        return colors, own, settings.reduced_motion, settings.text_scale, settings.captions, language()

    @property
    def finger(self) -> float:
        """The least size in pixels of a target for a finger; 0 while none is in use."""
        return TARGET * self.window.dots if self.touch.used else 0.0

    def apply_settings(self) -> None:
        """Let the settings take effect, now that some have changed."""
        settings = self.settings
        apart = settings.others_volume, settings.fanfare_volume
        self.sounds.set_volume(settings.volume, settings.muted, *apart, settings.music)
        recolored = theme.set_palette(settings.table_top, settings.high_contrast)
        if recolored or text.letters.scale != settings.text_scale:
            self.redraw()
        if self.cards.set_style(assets.chosen(settings)):
            self.redraw()
        for scene in self.stack:
            scene.renew_keys()

    def turn_tv(self) -> None:
        """Show all seats alike to who watches from now on, or no more; the next time, too."""
        self.tv = self.settings.tv = not self.tv
        self.redraw()

    def speak(self, lang: Lang) -> None:
        """Speak this language from now on."""
        self.settings.lang = set_language(lang)
        self.apply_settings()  # courts may have other letters now
        self.redraw()

    def keep_settings(self) -> None:
        """Have the settings saved if the player has changed any."""
        if self.settings != self._kept:
            self._kept = deepcopy(self.settings)
            self.save_settings()

    def save_settings(self) -> None:
        """Have the settings saved as they are now; the player is notified if that fails."""
        if folder := self.folder:
            settings = deepcopy(self.settings)

            def save() -> None:
                save_settings(folder, settings, self._saved)
                self._saved = settings

            self.background.do("settings", save, N_("The settings could not be saved: {reason}."))


def scene_name(scene: type) -> str:
    """The public name of a kind of scene: its class name in lower case with hyphens, without Scene."""
    name = scene.__name__.removesuffix("Scene")
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()
