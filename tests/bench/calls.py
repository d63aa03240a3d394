"""What the window does for one frame, one click and many motions: calls of Python and of C, counted."""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from types import FrameType
from unittest.mock import patch

import pygame
from pygame.event import Event

from game.core.match import Match
from game.core.state import Knock
from game.rules.haisty import Haisty
from game.sessions.live_run import LiveRun
from game.sessions.local import LocalSession
from game.storage.settings import Settings
from game.system import here
from game.ui.engine.assets import CardImages
from game.ui.engine.loop import Loop
from game.ui.engine.scene import Context, Scene
from game.ui.engine.sound import Sounds
from game.ui.engine.window import Window
from game.ui.play.match.tables import match_table
from game.ui.play.patience.game import solo_table
from game.ui.play.scene import PlayScene
from tests.ui.lobby.screens import Party
from tests.world.system import alone_in_a_world

FRAMES, MOTIONS = 300, 100
_TESTS = str(Path(__file__).parents[1])


class Table:
    """A scene drawn at a simulated time, 60 frames a second."""

    def __init__(self) -> None:
        self.time = 0.0
        self.ctx = Context(Window((1920, 1080)), CardImages(), Sounds(muted=True), Settings())

    def clock(self) -> float:
        return self.time

    def frame(self) -> None:
        """A step, and what has changed by it."""
        self.time += 1 / 60
        assert self.ctx.scene
        self.ctx.scene.step(self.time)
        self.draw()

    def draw(self) -> None:
        """Bring the surface up to date."""
        assert self.ctx.scene
        full, self.ctx.changed = self.ctx.changed, False
        self.ctx.scene.draw(self.ctx.window.surface, self.time, 0.0, full)

    def frames(self, count: int) -> None:
        for _ in range(count):
            self.frame()


def counted(work: Callable[[], object], times: int = 1) -> dict[str, int]:
    """Calls of Python and of C functions in this work, a mean over so many times; not those of a simulated
    machine."""
    calls = {"call": 0, "c_call": 0}

    def note(frame: FrameType, kind: str, what: object) -> None:
        if kind in calls and not frame.f_code.co_filename.startswith(_TESTS):
            calls[kind] += 1

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return {"python": round(calls["call"] / times), "c": round(calls["c_call"] / times)}


def match(table: Table) -> dict[str, int]:
    """A frame of a match of four in which something happens; its three bots play."""
    bots = dict.fromkeys(range(1, 4), "hard")
    names, backs = tuple("ABCD"), (0, 1, 2, 3)
    session = LocalSession(Match(Haisty(), 4, 7), bots, names, backs, table.clock, lambda: None)
    table.ctx.push(match_table(session))
    table.frames(120)
    session.ask(Knock())
    table.frames(180)
    found = []
    for _ in range(FRAMES):
        before = session.state
        calls = counted(table.frame)
        if session.state is not before:
            found.append(calls)
    return {kind: round(median(calls[kind] for calls in found)) for kind in ("python", "c")}


def guest() -> dict[str, int]:
    """A frame of a guest in which something happens, in a match of four, two of them bots: its window alone,
    the network has threads of its own."""
    with alone_in_a_world("guest"):
        party = Party()
        party.open(4, bots=2, rounds=1)
        screen = party.visit("Bo")
        party.begin()
        found = []
        for _ in range(FRAMES):
            here().clock.pause(1 / 60)
            party.screens[0].turn(drawn=False)
            before = screen.lan.state
            calls = counted(screen.turn)
            if screen.lan.state is not before and isinstance(screen.scene, PlayScene):
                found.append(calls)
        return {kind: round(median(calls[kind] for calls in found)) for kind in ("python", "c")}


def patience(table: Table) -> tuple[dict[str, int], ...]:
    """A frame of Haisty alone, still, whose clock runs; a click on its stock until it is shown; and a key
    that means nothing there."""
    session = LiveRun(Haisty(), 3, table.clock)
    scene = solo_table(session)
    table.ctx.push(scene)
    table.frames(120)
    assert scene.stage
    pos = pygame.Rect(scene.stage.layout.places[scene.stage.find("stock", 0)].box).center

    def click() -> None:
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            scene.receive(Event(kind, pos=pos, button=pygame.BUTTON_LEFT, touch=False), table.time)
        table.draw()

    scene.receive(Event(pygame.MOUSEMOTION, pos=pos, rel=(9, 9), buttons=(0, 0, 0), touch=False), table.time)
    before = session.state
    clicked = counted(click)
    assert session.state is not before
    table.frames(120)
    key = Event(pygame.KEYDOWN, key=pygame.K_x, mod=0, unicode="", scancode=0)
    pressed = counted(lambda: scene.receive(key, table.time))
    return counted(lambda: table.frames(FRAMES), FRAMES), clicked, pressed


def motions(ctx: Context) -> int:
    """How many of 100 motions that wait are handled."""
    handled = 0

    class Pointed(Scene):
        def handle(self, event: Event, now: float) -> None:
            nonlocal handled
            handled += event.type == pygame.MOUSEMOTION

        def draw(self, *_: object) -> list[pygame.Rect]:
            return []

    scene, loop = Pointed(), Loop(ctx)
    ctx.push(scene)
    pygame.event.clear()
    for x in range(MOTIONS):
        pygame.event.post(Event(pygame.MOUSEMOTION, pos=(x, 5), rel=(1, 0), buttons=(0, 0, 0), touch=False))
    loop.turn(scene, time.perf_counter())
    return handled


def measure() -> dict[str, object]:
    """Calls for a frame of a match, a frame and a click of a patience; motions handled of 100."""
    os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    pygame.init()
    found: dict[str, object] = {"motions_handled_of_100": motions(Table().ctx)}
    table = Table()
    with patch("time.perf_counter", table.clock):
        found["frame_of_a_match_with_an_event"] = match(table)
    found["frame_of_a_guest_with_an_event"] = guest()
    table = Table()
    with patch("time.perf_counter", table.clock):
        kinds = "frame_of_a_still_patience", "click_on_the_stock_until_shown", "key_without_meaning"
        found |= zip(kinds, patience(table), strict=True)
    return found
