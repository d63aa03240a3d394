"""Somebody at a window under test, and the loop's work done by hand. The word is Textual's."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
from pygame import Rect
from pygame.event import Event

from game.storage.settings import Settings
from game.system import here
from game.ui.cards.stage import Stage
from game.ui.engine.assets import CardImages
from game.ui.engine.description import Description
from game.ui.engine.requests import Request
from game.ui.engine.scene import Context, Scene
from game.ui.engine.sound import Sounds
from game.ui.engine.window import Window
from game.ui.view.leaves import Text
from game.ui.view.node import Placed
from game.ui.view.tree import Tree

STEP = 1 / 60
WAITED = 1 / 30
"""Seconds from one step to the next while a test only waits: half as many as in earnest."""
FRAME = 6
"""After how many of these a frame is drawn."""


class Heard(Sounds):
    """Silence, and a list of the sounds that were played."""

    def __init__(self) -> None:
        super().__init__(muted=True)
        self.names: list[str] = []
        self.pitches: list[int] = []
        """By how many semitones each chime was raised."""
        self.played: list[tuple[str, int]] = []
        """Each sound, and by how many semitones it was raised."""

    def play(
        self, name: str, gain: float = 1.0, pan: float = 0.0, pitch_steps: int = 0, others: bool = False
    ) -> None:
        self.names.append(name)
        self.played.append((name, pitch_steps))
        if name == "chime":
            self.pitches.append(pitch_steps)


def context(
    folder: Path | None = None,
    size: tuple[int, int] = (1280, 720),
    sounds: Sounds | None = None,
    **settings: Any,
) -> Context:
    """A window with all that its scenes share."""
    return Context(Window(size), CardImages(), sounds or Sounds(muted=True), Settings(**settings), folder)


def asked(ctx: Context) -> list[Request]:
    """What scenes ask to be opened from now on, instead of opening it."""
    wanted: list[Request] = []
    ctx.open = wanted.append  # type: ignore[assignment, method-assign]
    return wanted


def draw(ctx: Context, now: float | None = None, alpha: float = 1.0) -> int:
    """Draw what is new as the loop does; how many rects of the topmost scene were touched."""
    now = here().clock.seconds() if now is None else now
    full, ctx.changed = ctx.changed, False
    shown = len(ctx.stack) - 1
    while full and shown > 0 and ctx.stack[shown].overlay:
        shown -= 1
    rects = [scene.draw(ctx.window.surface, now, alpha, full) for scene in ctx.stack[max(0, shown) :]]
    return len(rects[-1]) if rects else 0


def send(ctx: Context, kind: int, now: float | None = None, **what: Any) -> None:
    """Hand an event to the topmost scene, however fresh it is."""
    assert ctx.scene
    ctx.scene.handle(Event(kind, **what), here().clock.seconds() if now is None else now)


def press(ctx: Context, *keys: int, mod: int = 0, **more: Any) -> None:
    """Press keys one after the other."""
    for key in keys:
        send(ctx, pygame.KEYDOWN, key=key, mod=mod, unicode="", **more)


def type_text(ctx: Context, text: str) -> None:
    """Type into the field in focus."""
    send(ctx, pygame.TEXTINPUT, text=text)


def point(ctx: Context, kind: int, pos: tuple[int, int]) -> None:
    """A press, a release or a motion of the mouse."""
    send(ctx, kind, pos=pos, button=pygame.BUTTON_LEFT, rel=(0, 0), buttons=(0, 0, 0), touch=False)


def click(ctx: Context, rect: Rect) -> None:
    """Click in the middle."""
    for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        point(ctx, kind, rect.center)


def labels(tree: Tree) -> list[str]:
    """What the controls are called."""
    return [each.control.label for each in tree.controls if each.control]


def labelled(tree: Tree, label: str) -> Placed:
    """The control with this label. Raises StopIteration if there is none."""
    return next(each for each in tree.controls if each.control and each.control.label == label)


def described(scene: Scene) -> Description:
    """What a scene tells of itself."""
    page = Description()
    scene.describe(page)
    return page


def told(stage: Stage | None, name: str) -> str:
    """The words of what is said at the table under this name, a line each; empty if nothing is."""
    said = stage.overlay._said.get(name) if stage else None
    return "\n".join(node.words for node in said.nodes if isinstance(node, Text)) if said else ""


class Pilot:
    """Somebody at a window whose time passes only as it is told to."""

    def __init__(self, ctx: Context, begin: float = 0.0) -> None:
        self.ctx, self.time = ctx, begin

    @property
    def top(self) -> Scene | None:
        """What lies on top."""
        return self.ctx.scene

    def draw(self) -> None:
        """A frame."""
        draw(self.ctx, self.time, 0.0)
        if self.ctx.scene:
            self.ctx.scene.shown(self.time)

    def step(self, drawn: bool = True, seconds: float = STEP) -> None:
        """So long and, if wanted, a frame."""
        self.time += seconds
        assert self.ctx.scene
        self.ctx.scene.step(self.time)
        if drawn:
            self.draw()

    def wait(self, seconds: float) -> None:
        """Let time pass, in as many steps whatever the time is: a step's time is no whole number."""
        end = self.time + seconds - STEP / 100
        self.until(lambda: self.time >= end, seconds + 1, STEP)

    def until(self, done: Callable[[], object], seconds: float = 400, step: float = WAITED) -> None:
        """Let time pass until it is so. Only some frames are drawn meanwhile, and the last one."""
        end, steps = self.time + seconds, 0
        while not done():
            assert self.time < end, "it never came about"
            steps += 1
            self.step(steps % FRAME == 0, step)
        if steps % FRAME:
            self.draw()

    def send(self, kind: int, **what: Any) -> None:
        """Hand an event to the topmost scene as the loop does, and draw."""
        assert self.ctx.scene
        self.ctx.scene.receive(Event(kind, **what), self.time)
        self.draw()

    def key(self, *keys: int, mod: int = 0, **more: Any) -> None:
        """Press keys one after the other."""
        for key in keys:
            letter = chr(key) if pygame.K_a <= key <= pygame.K_z else ""
            self.send(pygame.KEYDOWN, key=key, mod=mod, unicode=letter, **more)

    def click_at(self, pos: tuple[int, int], button: int = pygame.BUTTON_LEFT) -> None:
        """Press and release a button of the mouse."""
        self.send(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0))
        self.send(pygame.MOUSEBUTTONDOWN, pos=pos, button=button)
        self.send(pygame.MOUSEBUTTONUP, pos=pos, button=button)
