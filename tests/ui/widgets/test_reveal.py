"""What is shown part by part ends by itself, or at once for those who press."""

import pygame
import pytest
from pygame.event import Event

from game.ui.widgets.reveal import Reveal

HASTE = (
    Event(pygame.KEYDOWN, key=pygame.K_RETURN),
    Event(pygame.KEYDOWN, key=pygame.K_SPACE),
    Event(pygame.MOUSEBUTTONDOWN, button=pygame.BUTTON_LEFT),
)


def test_each_cue_comes_at_its_time_and_the_end_is_told_once() -> None:
    heard: list[str] = []
    reveal = Reveal(1.0, [(0.9, lambda: heard.append("b")), (0.3, lambda: heard.append("a"))])
    assert not reveal.step(50.0)
    assert not reveal.step(50.4) and heard == ["a"]
    assert 0 < reveal.part(0.2, 0.4) < 1 and reveal.part(0.5, 0.4) == 0
    assert reveal.step(51.2) and heard == ["a", "b"] and reveal.over
    assert reveal.part(0.5, 0.5) == 1
    assert not reveal.step(51.3)


@pytest.mark.parametrize("press", HASTE)
def test_a_press_shows_the_rest_with_the_last_cue_alone(press: Event) -> None:
    heard: list[str] = []
    reveal = Reveal(1.0, [(at / 10, lambda at=at: heard.append(str(at))) for at in range(1, 11)])  # type: ignore[misc]
    reveal.step(50.0)
    reveal.step(50.15)
    assert reveal.hurry(press) and reveal.part(0.0, 1.0) == 1
    assert not reveal.over and reveal.step(50.16) and heard == ["1", "10"]
    assert not reveal.hurry(press), "nothing is left to be hurried"


def test_after_a_help_page_has_lain_above_it_only_the_last_cue_happens() -> None:
    heard: list[str] = []
    reveal = Reveal(1.0, [(at / 10, lambda at=at: heard.append(str(at))) for at in range(1, 11)])  # type: ignore[misc]
    reveal.step(50.0)
    assert reveal.step(60.0) and heard == ["10"], "not all of the drums at once"


def test_other_presses_hurry_nothing() -> None:
    reveal = Reveal(1.0, [])
    assert not reveal.hurry(Event(pygame.KEYDOWN, key=pygame.K_ESCAPE))
    assert not reveal.hurry(Event(pygame.MOUSEBUTTONDOWN, button=pygame.BUTTON_RIGHT))
