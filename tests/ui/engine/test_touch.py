"""Fingers become presses and gestures: one way for each, and several at once do no harm."""

from collections.abc import Iterator

import pygame
import pytest
from pygame import Rect
from pygame.event import Event

from game.ui.engine.devices import TWO_FINGERS, Fingers, Touch, Touched, aimed
from game.ui.engine.window import Window
from tests.touches import touch

SIZE = 1280, 720
DOTS = 4.0
"""Pixels a millimetre."""
NAMES = {
    pygame.MOUSEBUTTONDOWN: "down",
    pygame.MOUSEBUTTONUP: "up",
    pygame.MOUSEMOTION: "to",
    pygame.MOUSEWHEEL: "wheel",
    TWO_FINGERS: "two",
}


class Screen:
    """A touch screen; what it reports comes through SDL's queue."""

    def __init__(self, fingers: Fingers = "table", targets: tuple[Rect, ...] = ()) -> None:
        self.touch, self.fingers, self.targets, self.scene = Touch(), fingers, targets, "one"
        self.now = 10.0

    def put(self, what: str, x: int, y: int, finger: int = 1, after: float = 0.1) -> list[str]:
        self.now += after
        touch(what, finger, x / (SIZE[0] - 1), y / (SIZE[1] - 1))
        return self.read()

    def read(self) -> list[str]:
        on = Touched(self.scene, self.fingers, SIZE, DOTS, lambda: self.targets)
        found = self.touch.read(pygame.event.get(), self.now, on)
        return [line for event in found if event.type in NAMES for line in told(event)]

    def tap(self, x: int, y: int, finger: int = 1) -> list[str]:
        return self.put("down", x, y, finger) + self.put("up", x, y, finger)


def told(event: Event) -> Iterator[str]:
    if event.type == pygame.MOUSEMOTION and event.pos == (-1, -1):
        return  # the pointer has left
    name = NAMES[event.type]
    if event.type == pygame.MOUSEWHEEL:
        yield f"wheel {event.y}"
    elif event.type == TWO_FINGERS:
        yield name
    else:
        button = " right" if getattr(event, "button", 1) == pygame.BUTTON_RIGHT else ""
        yield f"{name} {event.pos[0]} {event.pos[1]}{button}"


@pytest.fixture(autouse=True)
def window() -> Iterator[None]:
    Window(SIZE)
    pygame.event.clear()
    yield
    pygame.event.clear()


def test_a_tap_presses_where_the_finger_went_down() -> None:
    screen = Screen()
    assert screen.put("down", 300, 200) == []
    assert screen.put("move", 304, 203) == [], "a finger trembles"
    assert screen.put("up", 304, 203) == ["to 300 200", "down 300 200", "up 300 200"]


def test_a_finger_that_moves_drags_from_where_it_went_down() -> None:
    screen = Screen()
    screen.put("down", 300, 200)
    assert screen.put("move", 330, 210) == ["to 300 200", "down 300 200", "to 330 210"]
    assert screen.put("move", 400, 300) == ["to 400 300"]
    assert screen.put("up", 401, 301) == ["up 401 301"]


def test_a_resting_finger_presses_the_right_button_once() -> None:
    screen = Screen()
    screen.put("down", 300, 200)
    assert screen.touch.due == pytest.approx(screen.now + 0.5)
    screen.now = screen.touch.due
    assert screen.read() == ["to 300 200", "down 300 200 right", "up 300 200 right"]
    assert screen.put("up", 300, 200) == []
    assert screen.touch.due == float("inf")


def test_two_fingers_together_are_one_gesture_and_no_press() -> None:
    screen = Screen()
    assert screen.put("down", 300, 200) == []
    assert screen.put("down", 380, 190, 2, after=0.03) == []
    assert screen.put("up", 300, 200) == []
    assert screen.put("up", 380, 190, 2) == ["two"]


def test_quick_taps_of_two_hands_are_two_taps_however_they_overlap() -> None:
    screen = Screen()
    assert screen.put("down", 100, 200) == []
    assert screen.put("down", 1200, 600, 2, after=0.01) == [], "far apart: not one hand"
    assert screen.put("up", 100, 200)[1:] == ["down 100 200", "up 100 200"]
    assert screen.put("up", 1200, 600, 2)[1:] == ["down 1200 600", "up 1200 600"]
    screen.put("down", 100, 200)
    screen.put("down", 160, 200, 2, after=0.09)
    assert screen.put("up", 100, 200)[1:] == ["down 100 200", "up 100 200"], "not at once: not together"
    assert screen.put("up", 160, 200, 2)[1:] == ["down 160 200", "up 160 200"]


def test_while_a_finger_drags_the_others_do_nothing() -> None:
    screen = Screen()
    screen.put("down", 300, 200)
    screen.put("move", 350, 200)
    assert screen.tap(600, 500, 2) == []
    assert screen.put("down", 700, 500, 3) == []
    assert screen.put("move", 800, 500, 3) == []
    assert screen.put("move", 360, 200) == ["to 360 200"]
    assert screen.put("up", 360, 200) == ["up 360 200"]
    assert screen.put("up", 800, 500, 3) == []
    assert screen.tap(600, 500, 2)[1:] == ["down 600 500", "up 600 500"]


def test_in_a_menu_a_finger_scrolls_up_and_down_and_drags_across() -> None:
    screen = Screen("menu")
    screen.put("down", 300, 400)
    assert screen.put("move", 302, 320) == ["wheel -2"], "80 pixels are 20 mm"
    assert screen.put("move", 302, 290) == ["wheel -1"]
    assert screen.put("move", 302, 330) == ["wheel 2"]
    assert screen.put("up", 302, 330) == [], "and presses nothing"
    screen.put("down", 300, 400)
    assert screen.put("move", 340, 405)[0:2] == ["to 300 400", "down 300 400"], "a slider"
    assert screen.put("up", 340, 405) == ["up 340 405"]
    screen.put("down", 300, 400)
    screen.now += 2
    assert screen.read() == []
    assert screen.put("up", 300, 400) == ["to 300 400", "down 300 400", "up 300 400"], "however long"


def test_in_a_game_of_speed_each_finger_presses_as_soon_as_it_is_down() -> None:
    screen = Screen("press")
    assert screen.put("down", 100, 200) == ["to 100 200", "down 100 200", "up 100 200"]
    assert screen.put("down", 900, 200, 2, after=0.0) == ["to 900 200", "down 900 200", "up 900 200"]
    assert screen.put("up", 100, 200) + screen.put("up", 900, 200, 2) == []


def test_a_tap_begun_on_one_scene_presses_nothing_on_the_next() -> None:
    screen = Screen("menu")
    screen.put("down", 300, 200)
    screen.scene = "two"
    assert screen.put("up", 300, 200) == []
    assert screen.tap(300, 200) != []


def test_a_finger_whose_end_was_never_reported_lets_go() -> None:
    screen = Screen()
    screen.put("down", 300, 200)
    screen.put("move", 400, 200)
    assert screen.put("down", 500, 500) == ["up 400 200"]
    assert screen.put("up", 500, 500) == ["to 500 500", "down 500 500", "up 500 500"]


def test_the_mouse_that_sdl_makes_of_a_finger_is_left_out() -> None:
    screen = Screen()
    made_up = Event(pygame.MOUSEBUTTONDOWN, pos=(3, 4), button=1, touch=True)
    real = Event(pygame.MOUSEBUTTONDOWN, pos=(5, 6), button=1, touch=False)
    on = Touched("one", "table", SIZE, DOTS, tuple)
    assert screen.touch.read([made_up, real], 1.0, on) == [real]


def test_a_small_target_counts_as_large_as_it_may() -> None:
    small, beside = Rect(100, 100, 40, 20), Rect(100, 124, 40, 20)
    assert aimed((120, 95), [small, beside], 36) == (120, 100)
    assert aimed((120, 91), [small, beside], 36) == (120, 91), "too far"
    assert aimed((120, 121), [small, beside], 36) == (120, 119), "the nearer one"
    assert aimed((120, 123), [small, beside], 36) == (120, 124)
    assert aimed((139, 119), [small, beside], 36) == (139, 119), "on it: not moved"
    screen = Screen("menu", (small,))
    assert screen.tap(110, 94) == ["to 110 100", "down 110 100", "up 110 100"]
