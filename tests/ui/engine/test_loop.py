"""The loop steps at 60 a second, answers input at once, and sleeps when there is nothing to do."""

import ctypes
import math
import sys
from collections.abc import Callable, Sequence

import pygame
import pytest
from pygame import Rect, Surface, mixer
from pygame.event import Event

from game.system import here
from game.ui.engine.loop import STEP, Loop
from game.ui.engine.scene import Context, Scene
from game.ui.engine.sound import Sounds
from game.ui.engine.window import WAKE, wake
from tests.ui.pilot import context


class Probe(Scene):
    """Notes what the loop does with it, and ends after some steps."""

    def __init__(self, steps: int = 0, still: bool = False, overlay: bool = False) -> None:
        self.left, self.still, self.overlay = steps, still, overlay
        self.log: list[str] = []
        self.stepped: list[float] = []

    def enter(self, ctx: Context) -> None:
        super().enter(ctx)
        self.log.append("enter")

    def resume(self) -> None:
        self.log.append("resume")

    def leave(self) -> None:
        self.log.append("leave")

    def handle(self, event: Event, now: float) -> None:
        if event.type == pygame.KEYDOWN:
            self.log.append(pygame.key.name(event.key))
            if event.key == pygame.K_q:
                self.ctx.quit()
        elif event.type == pygame.WINDOWFOCUSLOST:
            self.log.append("away")
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self.log.append("click")

    def step(self, now: float) -> None:
        self.stepped.append(now)
        self.left -= 1
        if self.left == 0:
            self.back()

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        assert 0 <= alpha <= 1
        self.log.append("full" if full else "draw")
        return []

    def rest(self, now: float) -> float:
        return math.inf if self.still else 0


@pytest.fixture
def ctx() -> Context:
    ctx = context()
    pygame.event.clear()
    return ctx


def press(key: int, mod: int = 0) -> None:
    pygame.event.post(Event(pygame.KEYDOWN, key=key, mod=mod, unicode=""))


def test_steps_lie_a_sixtieth_apart(ctx: Context) -> None:
    probe = Probe(steps=8)
    ctx.push(probe)
    Loop(ctx).run()
    gaps = [b - a for a, b in zip(probe.stepped, probe.stepped[1:], strict=False)]
    assert gaps == pytest.approx([STEP] * 7)
    assert probe.log[0] == "enter"
    assert probe.log[1] == "full"
    assert probe.log[-1] == "leave"


def test_still_scene_is_not_stepped_but_hears_input(ctx: Context) -> None:
    probe = Probe(still=True)
    press(pygame.K_a)
    press(pygame.K_q)
    ctx.push(probe)
    Loop(ctx).run()
    assert probe.stepped == []
    assert [entry for entry in probe.log if entry in "aq"] == ["a", "q"]


def test_a_scene_that_looks_at_the_clock_now_and_then_does_so_however_much_the_pointer_moves(
    ctx: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    probe, loop = Probe(), Loop(ctx)
    monkeypatch.setattr(probe, "rest", lambda now: 0.05)
    ctx.push(probe)
    for _ in range(25):
        pygame.event.post(Event(pygame.MOUSEMOTION, pos=(9, 9), rel=(1, 1), buttons=(0, 0, 0)))
        loop.turn(probe, here().clock.seconds())
        here().clock.pause(0.01)
    assert 3 <= len(probe.stepped) <= 6


def test_a_still_scene_is_stepped_once_what_covered_it_has_gone(ctx: Context) -> None:
    below, above, loop = Probe(still=True), Probe(still=True), Loop(ctx)
    ctx.push(below)
    ctx.push(above)
    wake()
    loop.turn(above, here().clock.seconds())
    assert (len(above.stepped), len(below.stepped)) == (1, 0)
    ctx.pop(above)
    loop.turn(below, here().clock.seconds())
    assert len(below.stepped) == 1


def test_input_counts_from_when_it_was_read_however_long_the_one_before_it_took(ctx: Context) -> None:
    reads: list[float] = []

    class Slow(Probe):
        def handle(self, event: Event, now: float) -> None:
            if event.type == pygame.KEYDOWN:
                reads.append(now)
                here().clock.pause(0.05)

    probe, loop = Slow(still=True), Loop(ctx)
    ctx.push(probe)
    press(pygame.K_a)
    press(pygame.K_b)
    loop.turn(probe, here().clock.seconds())
    assert len(reads) == 2
    assert reads[1] - reads[0] < 0.05


def test_motions_that_wait_together_are_handled_as_one(ctx: Context) -> None:
    """A mouse reports up to a thousand times a second; a press stays where it was made."""

    class Pointed(Probe):
        def handle(self, event: Event, now: float) -> None:
            if event.type == pygame.MOUSEMOTION:
                self.log.append(f"{event.pos} {event.rel}")
            super().handle(event, now)

    def move(start: int, count: int, buttons: tuple[int, int, int]) -> None:
        for x in range(start, start + count):
            pygame.event.post(Event(pygame.MOUSEMOTION, pos=(x, 5), rel=(1, 0), buttons=buttons, touch=False))

    scene = Pointed(still=True)
    ctx.push(scene)
    move(1, 100, (0, 0, 0))
    pygame.event.post(Event(pygame.MOUSEBUTTONDOWN, pos=(100, 5), button=1, touch=False))
    move(101, 40, (1, 0, 0))
    pygame.event.post(Event(pygame.KEYDOWN, key=pygame.K_q, mod=0, unicode=""))
    Loop(ctx).run()
    assert [line for line in scene.log if line != "full"] == [
        "enter",
        "(100, 5) (100, 0)",
        "click",
        "(140, 5) (40, 0)",
        "q",
        "leave",
    ]


def test_still_scene_is_drawn_after_input(ctx: Context) -> None:
    probe, loop = Probe(still=True), Loop(ctx)
    ctx.push(probe)
    press(pygame.K_a)
    loop.turn(probe, here().clock.seconds())
    assert probe.log[-2:] == ["a", "full"]
    press(pygame.K_b)
    loop.turn(probe, here().clock.seconds())
    assert probe.log[-2:] == ["b", "draw"]


def test_missed_time_is_dropped(ctx: Context) -> None:
    probe, loop = Probe(steps=1000), Loop(ctx)
    ctx.push(probe)
    loop.turn(probe, here().clock.seconds())
    here().clock.pause(0.4)
    loop.turn(probe, here().clock.seconds())
    assert len(probe.stepped) < 4


def test_scene_beneath_an_overlay_is_drawn_first(ctx: Context) -> None:
    below, above = Probe(), Probe(steps=1, overlay=True)
    ctx.push(below)
    loop = Loop(ctx)
    ctx.push(above)
    loop.turn(above, here().clock.seconds())
    assert below.log == ["enter", "resume", "full"]
    assert above.log == ["enter", "leave"]


def test_a_scene_that_came_by_itself_is_deaf_for_a_moment(ctx: Context) -> None:
    probe, loop = Probe(still=True), Loop(ctx)
    probe.input_delay = 0.1
    ctx.push(probe)

    def turn(key: int) -> None:
        press(key)
        pygame.event.post(Event(pygame.MOUSEBUTTONDOWN, pos=(1, 1), button=1))
        loop.turn(probe, here().clock.seconds())

    turn(pygame.K_a)  # before its first picture
    turn(pygame.K_b)
    here().clock.pause(0.11)
    turn(pygame.K_c)
    assert [entry for entry in probe.log if entry in ("a", "b", "c", "click")] == ["c", "click"]
    turn(pygame.K_d)
    assert probe.log[-3:-1] == ["d", "click"]


def test_keys_of_the_loop_do_not_reach_the_scene(ctx: Context) -> None:
    probe = Probe(still=True)
    press(pygame.K_F11)
    press(pygame.K_RETURN, pygame.KMOD_LALT)
    press(pygame.K_RETURN)
    press(pygame.K_q)
    ctx.push(probe)
    Loop(ctx).run()
    assert [entry for entry in probe.log if entry in ("f11", "return", "q")] == ["return", "q"]
    assert not ctx.settings.fullscreen


def test_closing_the_window_ends_the_loop(ctx: Context) -> None:
    probe = Probe(still=True)
    pygame.event.post(Event(pygame.QUIT))
    ctx.push(probe)
    Loop(ctx).run()
    assert probe.log[-1] == "leave"


def test_size_of_the_window_is_remembered_but_not_that_of_the_screen(ctx: Context) -> None:
    probe, loop = Probe(still=True), Loop(ctx)
    ctx.push(probe)
    ctx.window.toggle_fullscreen()
    loop.turn(probe, here().clock.seconds())
    assert ctx.settings.size is None
    ctx.window.toggle_fullscreen()
    loop.turn(probe, here().clock.seconds())
    assert ctx.settings.size == (1280, 720)


def test_a_sound_device_that_comes_after_the_last_was_taken_is_played_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: list[None] = []
    init = mixer.init
    monkeypatch.setattr(mixer, "init", lambda *what, **more: opened.append(init(*what, **more)))
    ctx = context(sounds=Sounds())
    probe, loop = Probe(still=True), Loop(ctx)
    ctx.push(probe)
    ctx.sounds.warm_up()
    counts = []
    for kind, which in (
        (pygame.AUDIODEVICEADDED, 1),  # one more
        (pygame.AUDIODEVICEREMOVED, 0),  # that one is gone again
        (pygame.AUDIODEVICEREMOVED, 2),
        (pygame.AUDIODEVICEADDED, 0),
        (pygame.AUDIODEVICEADDED, 1),
    ):
        pygame.event.post(Event(kind, which=which, iscapture=0))
        loop.turn(probe, here().clock.seconds())
        counts.append(len(opened))
    ctx.sounds.play("knock")
    assert mixer.get_busy()
    mixer.quit()
    assert counts == [1, 1, 1, 2, 2]


def test_music_is_that_of_the_scene_and_only_while_the_player_is_there(
    ctx: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    probe, loop, asked = Probe(still=True), Loop(ctx), list[str]()
    monkeypatch.setattr(ctx.sounds, "play_music", asked.append)
    ctx.push(probe)
    probe.music = "title"
    for kind in (WAKE, pygame.WINDOWFOCUSLOST, WAKE, pygame.WINDOWFOCUSGAINED, pygame.WINDOWMINIMIZED, WAKE):
        pygame.event.post(Event(kind))
        loop.turn(probe, here().clock.seconds())
    over = Probe(still=True)
    ctx.push(over)
    pygame.event.post(Event(pygame.WINDOWFOCUSGAINED))
    for _turn in range(2):
        wake()
        loop.turn(over, here().clock.seconds())
    assert asked == ["title", "title", "", "", "title", "", "", "title"]
    assert "away" in probe.log, "the scene is told, too: a patience pauses, a card in the hand goes home"


def test_the_loop_wakes_when_the_bar_ends(ctx: Context) -> None:
    probe, loop = Probe(still=True), Loop(ctx)
    ctx.push(probe)
    ctx.sounds.play_music = lambda piece: None  # type: ignore[method-assign]
    due = here().clock.seconds() + 0.05
    ctx.sounds._audible, ctx.sounds._turn = True, round(due * 1e6)
    loop.turn(probe, here().clock.seconds())
    assert 0 <= here().clock.seconds() - due < 0.05


def test_timers_are_fine_only_while_something_moves(ctx: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    class Winmm:
        def __getattr__(self, name: str) -> Callable[[int], None]:
            return lambda milliseconds: asked.append(f"{name} {milliseconds}")

    monkeypatch.setattr(ctypes, "WinDLL", lambda _name: Winmm(), raising=False)
    monkeypatch.setattr(sys, "platform", "win32")
    probe, loop = Probe(), Loop(ctx)
    ctx.push(probe)
    heard = []
    for still in (False, False, True, True, False):
        probe.still = still
        wake()
        loop.turn(probe, here().clock.seconds())
        heard.append(len(asked))
    press(pygame.K_q)
    loop.run()
    assert heard == [1, 1, 2, 2, 3]
    assert asked == ["timeBeginPeriod 1", "timeEndPeriod 1"] * 2
