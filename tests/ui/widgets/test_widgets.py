"""Every widget can be used by keyboard and by mouse alike, and draws only itself anew."""

from collections.abc import Callable

import pygame
import pytest
from pygame import Rect
from pygame.event import Event

from game.ui.engine.window import Window
from game.ui.widgets.fields import Switch, TextField
from game.ui.widgets.group import Group, place_column
from game.ui.widgets.rows import Button, Choice, Widget


class Bench:
    """One of each widget, and what was done with them."""

    def __init__(self) -> None:
        self.surface = Window((1280, 720)).surface
        self.done: list[object] = []
        self.button = Button("Play", lambda: self.done.append("played"), primary=True)
        self.choice = Choice("Level", [(1, "one"), (2, "two"), (3, "three")], 1, self.done.append)
        self.toggle = Switch("Sound", False, self.done.append)
        self.field = TextField("Name", "", self.done.append, 4)
        widgets: list[Widget] = [self.button, self.choice, self.toggle, self.field]
        self.group = Group(widgets)
        place_column(widgets, 100, 100, 400, 1)
        self.surface.fill((10, 60, 40))
        self.group.draw(self.surface, True)

    def key(self, key: int, mod: int = 0) -> bool:
        return self.group.handle(Event(pygame.KEYDOWN, key=key, mod=mod, unicode=""))

    def mouse(self, kind: int, pos: tuple[int, int]) -> None:
        self.group.handle(Event(kind, pos=pos, button=pygame.BUTTON_LEFT, rel=(0, 0), buttons=(1, 0, 0)))

    def click(self, pos: tuple[int, int]) -> None:
        for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.mouse(kind, pos)

    def focus(self, widget: Widget) -> None:
        while not widget.focused:
            self.key(pygame.K_TAB)


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_tab_and_arrows_go_round(bench: Bench) -> None:
    seen = []
    for _ in bench.group.widgets:
        seen.append(bench.group.index)
        bench.key(pygame.K_TAB)
    assert seen == list(range(4))
    assert bench.group.index == 0
    bench.key(pygame.K_TAB, pygame.KMOD_LSHIFT)
    assert bench.group.index == 3
    bench.key(pygame.K_DOWN)
    bench.key(pygame.K_DOWN)
    bench.key(pygame.K_UP)
    assert bench.group.index == 0
    assert [widget.focused for widget in bench.group.widgets].count(True) == 1


def test_left_and_right_move_on_from_what_has_no_value(bench: Bench) -> None:
    bench.key(pygame.K_RIGHT)
    assert bench.choice.focused
    assert bench.done == []


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE])
def test_button_by_key(bench: Bench, key: int) -> None:
    assert bench.key(key)
    assert bench.done == ["played"]


def test_button_by_mouse_only_if_let_go_on_it(bench: Bench) -> None:
    bench.click(bench.button.rect.center)
    bench.mouse(pygame.MOUSEBUTTONDOWN, bench.button.rect.center)
    bench.mouse(pygame.MOUSEBUTTONUP, (5, 5))
    assert bench.done == ["played"]


def test_choice_by_key_and_mouse(bench: Bench) -> None:
    bench.focus(bench.choice)
    bench.key(pygame.K_RIGHT)
    bench.key(pygame.K_LEFT)
    bench.key(pygame.K_LEFT)
    bench.key(pygame.K_RETURN)
    bench.click((bench.choice.field().right - 5, bench.choice.rect.centery))
    bench.click((bench.choice.field().x + 5, bench.choice.rect.centery))
    assert bench.done == [2, 1, 3, 1, 2, 1]


def test_toggle_by_key_and_mouse(bench: Bench) -> None:
    bench.focus(bench.toggle)
    bench.key(pygame.K_SPACE)
    bench.key(pygame.K_RIGHT)
    bench.key(pygame.K_LEFT)
    bench.click(bench.toggle.rect.center)
    assert bench.done == [True, False, True]


def test_field_takes_text_up_to_its_limit(bench: Bench) -> None:
    bench.focus(bench.field)
    for typed in ("Å", "sa", "\t", "!!"):
        bench.group.handle(Event(pygame.TEXTINPUT, text=typed))
    bench.key(pygame.K_BACKSPACE)
    assert bench.done[-1] == "Åsa"
    assert pygame.key.get_repeat()[0] > 0
    bench.group.blur()
    assert pygame.key.get_repeat() == (0, 0)


def test_enter_in_a_line_of_text_is_its_done(bench: Bench) -> None:
    entered: list[str] = []
    field = TextField("Code", "", entered.append, 8, submitted=lambda: entered.append("done"))
    group = Group([field])
    group.handle(Event(pygame.TEXTINPUT, text="x"))
    for key in (pygame.K_SPACE, pygame.K_RETURN):
        assert group.handle(Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
    assert entered == ["x", "done"]
    group.blur()


def test_other_rows_leave_focus_and_held_button_where_they_are(bench: Bench) -> None:
    bench.mouse(pygame.MOUSEBUTTONDOWN, bench.button.rect.center)
    bench.group.set_widgets([bench.toggle, bench.button])
    assert bench.group.index == 1
    bench.mouse(pygame.MOUSEBUTTONUP, bench.button.rect.center)
    assert bench.done == ["played"]
    bench.mouse(pygame.MOUSEBUTTONDOWN, bench.button.rect.center)
    bench.group.set_widgets([bench.toggle])
    bench.mouse(pygame.MOUSEBUTTONUP, bench.button.rect.center)
    assert bench.done == ["played"]
    assert bench.toggle.focused
    assert not bench.button.focused


def test_keys_that_mean_nothing_are_left_to_the_scene(bench: Bench) -> None:
    assert not bench.key(pygame.K_F1)
    assert not bench.key(pygame.K_ESCAPE)


@pytest.mark.parametrize(
    "change",
    [
        lambda bench: bench.key(pygame.K_TAB),
        lambda bench: bench.mouse(pygame.MOUSEMOTION, bench.toggle.rect.center),
        lambda bench: bench.click(bench.toggle.rect.center),
        lambda bench: bench.click(bench.choice.rect.center),
    ],
)
def test_partial_drawing_equals_full_drawing(bench: Bench, change: Callable[[Bench], None]) -> None:
    change(bench)
    rects = bench.group.draw(bench.surface, False)
    assert 0 < len(rects) < len(bench.group.widgets)
    partial = bench.surface.copy()
    bench.surface.fill((10, 60, 40))
    bench.group.draw(bench.surface, True)
    assert partial.get_buffer().raw == bench.surface.get_buffer().raw


def test_nothing_is_drawn_outside_the_rects(bench: Bench) -> None:
    whole = bench.surface.copy()
    bench.key(pygame.K_TAB)
    for rect in bench.group.draw(bench.surface, False):
        bench.surface.blit(whole, rect, rect)
    assert whole.get_buffer().raw == bench.surface.get_buffer().raw


def test_nothing_new_draws_nothing(bench: Bench) -> None:
    assert bench.group.draw(bench.surface, False) == []


def test_a_field_shows_the_letter_typed_last_however_long_the_text() -> None:
    surface = Window((1280, 720)).surface
    pictures = set()
    for last in "AI":
        field = TextField("Name", "W" * 23, lambda value: None, 24)
        field.u, field.rect = 1.0, Rect(100, 100, 504, 44)
        field.set_focused(True)
        field.insert(last)
        surface.fill("black")
        field.draw(surface)
        field.set_focused(False)
        pictures.add(bytes(surface.subsurface(field.rect).copy().get_buffer().raw))
    assert len(pictures) == 2
