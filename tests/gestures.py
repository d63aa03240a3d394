"""What hands do at a window, as the events that SDL makes of it."""

from collections.abc import Iterator

import pygame
from pygame.event import Event

_PLACES = {"[": "LEFTBRACKET", ";": "SEMICOLON", "'": "APOSTROPHE"}
_STEPS = 2

Point = tuple[int, int]


def clicked(at: Point, button: int = 1) -> list[Event]:
    """A click at a pixel of the window."""
    return [_moved(at, 0), _pressed(at, button), _released(at, button)]


def dragged(start: Point, end: Point, drop: bool = True) -> Iterator[list[Event]]:
    """Pressed at one pixel, moved in steps to another, and released there, after a moment each."""
    yield [_moved(start, 0), _pressed(start, 1)]
    for step in range(1, _STEPS + 1):
        x, y = (a + (b - a) * step // _STEPS for a, b in zip(start, end, strict=True))
        yield [_moved((x, y), 1)]
    if drop:
        yield [_released(end, 1)]


def struck(name: str) -> list[Event]:
    """A key, by its name, pressed and released."""
    name = name.lower()
    place = getattr(pygame, f"KSCAN_{_PLACES.get(name, name.upper())}", 0)
    letter = name if len(name) == 1 else " " if name == "space" else ""
    what = {"key": pygame.key.key_code(name), "mod": 0, "unicode": letter, "scancode": place}
    return [Event(pygame.KEYDOWN, what), Event(pygame.KEYUP, what)]


def _moved(at: Point, held: int) -> Event:
    return Event(pygame.MOUSEMOTION, pos=at, rel=(5, 5), buttons=(held, 0, 0), touch=False)


def _pressed(at: Point, button: int) -> Event:
    return Event(pygame.MOUSEBUTTONDOWN, pos=at, button=button, touch=False)


def _released(at: Point, button: int) -> Event:
    return Event(pygame.MOUSEBUTTONUP, pos=at, button=button, touch=False)
