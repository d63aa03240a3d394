"""Fingers on a touch screen: what SDL reports of them becomes presses of a pointer, and gestures.

A tap presses where the finger went down, moved onto the nearest control if that is small; a moving finger
drags or, in a menu, scrolls; at a table a resting one presses the right button, and two fingers are a gesture
of their own. One finger drags at a time, and meanwhile the others do nothing.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

import pygame
from pygame import Rect
from pygame.event import Event

Fingers = Literal["menu", "table", "press"]
"""What fingers mean to a scene: taps and scrolling; or taps, drags, long presses and two fingers; or, for
games of speed, a press as soon as they are down."""
TWO_FINGERS: Final = pygame.event.custom_type()
"""Two fingers tapped together: `pos`, of one of them."""
TARGET: Final = 9.0
"""The least size in millimetres of what a finger can hit."""

_RAW = (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP)
_MOUSE = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION)
_STILL = 2.5
"""Millimetres that a finger may move and still tap."""
_LONG = 0.5
"""Seconds after which a resting finger presses the right button."""
_TOGETHER, _SPAN = 0.08, 80.0
"""How far apart two fingers of one hand go down at most, in seconds and millimetres."""
_LINE = 9.0
"""Millimetres of scrolling for a step of the wheel."""

Point = tuple[int, int]
State = Literal["down", "pair", "drag", "scroll", "void"]


@dataclass
class _Finger:
    start: Point
    since: float
    scene: object
    """What was shown when it went down."""
    pos: Point
    state: State = "down"
    scrolled: int = 0
    """Steps of the wheel so far."""


class Touched(NamedTuple):
    """What the fingers are on."""

    scene: object
    fingers: Fingers
    size: Point
    """Of the window."""
    dots: float
    """Pixels a millimetre."""
    targets: Callable[[], Sequence[Rect]]
    """What can be hit."""


class Touch:
    """The fingers on the screen. Times are seconds of the clock."""

    def __init__(self) -> None:
        self.used = False
        """Whether the last input came from a finger."""
        self._fingers: dict[tuple[int, int], _Finger] = {}
        self._on = Touched(None, "menu", (1, 1), 1.0, tuple)

    @property
    def due(self) -> float:
        """When a resting finger presses the right button; infinity: none rests."""
        if self._on.fingers != "table":
            return math.inf
        return min((f.since + _LONG for f in self._fingers.values() if f.state == "down"), default=math.inf)

    def read(self, events: Sequence[Event], now: float, on: Touched) -> list[Event]:
        """The events with those of fingers replaced by a pointer's, marked `touch`, and by gestures; a mouse
        that SDL makes of fingers is left out. `on`: what is shown now."""
        if not self._fingers and not any(event.type in _RAW or _made_up(event) for event in events):
            return list(events)
        self._on = on
        found: list[Event] = []
        for event in events:
            if event.type in _RAW:
                at = round(event.x * (on.size[0] - 1)), round(event.y * (on.size[1] - 1))
                found += self._take(event, (event.touch_id, event.finger_id), at, now)
            elif not _made_up(event):
                found.append(event)
        for finger in self._fingers.values():
            if on.fingers == "table" and finger.state == "down" and finger.since + _LONG <= now:
                finger.state = "void"
                if finger.scene is on.scene:
                    found += self._click(finger.start, pygame.BUTTON_RIGHT)
        return found

    def _take(self, event: Event, key: tuple[int, int], at: Point, now: float) -> list[Event]:
        if event.type == pygame.FINGERDOWN:
            lost = self._lift(key)  # its end was never reported
            return lost + self._put_down(key, _Finger(at, now, self._on.scene, at))
        if (finger := self._fingers.get(key)) is None:
            return []
        if event.type == pygame.FINGERMOTION:
            return self._move(finger, at)
        finger.pos = at
        return self._lift(key)

    def _put_down(self, key: tuple[int, int], finger: _Finger) -> list[Event]:
        others, self._fingers[key] = list(self._fingers.values()), finger
        if self._on.fingers == "press":
            finger.state = "void"
            return self._click(finger.start)
        if any(other.state in ("drag", "scroll") for other in others):
            finger.state = "void"
            return []
        for other in others:
            near = math.dist(other.start, finger.start) <= _SPAN * self._on.dots
            if other.state == "down" and finger.since - other.since <= _TOGETHER and near:
                other.state = finger.state = "pair"
        return []

    def _move(self, finger: _Finger, at: Point) -> list[Event]:
        before, finger.pos = finger.pos, at
        x, y = at[0] - finger.start[0], at[1] - finger.start[1]
        if finger.state in ("down", "pair") and math.hypot(x, y) > _STILL * self._on.dots:
            taken = any(other.state in ("drag", "scroll") for other in self._fingers.values())
            if taken or finger.state == "pair" or finger.scene is not self._on.scene:
                finger.state = "void"
            elif self._on.fingers == "menu" and abs(y) > abs(x):
                finger.state = "scroll"
            else:
                finger.state, before = "drag", self._aimed(finger.start)
                begun = [_motion(before), _button(pygame.MOUSEBUTTONDOWN, before)]
                return [*begun, _motion(at, before)]
        if finger.state == "drag":
            return [_motion(at, before)]
        if finger.state == "scroll":
            steps = int(y / (_LINE * self._on.dots))
            by, finger.scrolled = steps - finger.scrolled, steps
            return [Event(pygame.MOUSEWHEEL, x=0, y=by, pos=finger.start, touch=True)] if by else []
        return []

    def _lift(self, key: tuple[int, int]) -> list[Event]:
        if (finger := self._fingers.pop(key, None)) is None:
            return []
        if finger.state == "drag":
            return [_button(pygame.MOUSEBUTTONUP, finger.pos), *self._leave()]
        if finger.scene is not self._on.scene:
            return []
        if finger.state == "pair":
            pair = [other for other in self._fingers.values() if other.state == "pair"]
            return [] if pair else [Event(TWO_FINGERS, pos=finger.start, touch=True)]
        return self._click(finger.start) if finger.state == "down" else []

    def _click(self, at: Point, button: int = pygame.BUTTON_LEFT) -> list[Event]:
        """A press of a button, as near to the point as something can be hit."""
        pos = self._aimed(at)
        down, up = (_button(kind, pos, button) for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP))
        return [_motion(pos), down, up, *self._leave()]

    def _leave(self) -> list[Event]:
        """The pointer leaves a table with the finger: nothing stays marked."""
        return [] if self._on.fingers == "menu" else [_motion((-1, -1))]

    def _aimed(self, at: Point) -> Point:
        return aimed(at, self._on.targets(), TARGET * self._on.dots)


def aimed(at: Point, targets: Sequence[Rect], least: float) -> Point:
    """The point, or the nearest one on a target if it lies on none and beside one: each target counts as
    large as `least` pixels either way, as far as no other is nearer."""
    if any(target.collidepoint(at) for target in targets):
        return at
    found = [(math.dist(at, near), near) for near in (_nearest(at, each, least) for each in targets) if near]
    return min(found)[1] if found else at


def _nearest(at: Point, target: Rect, least: float) -> Point | None:
    """The nearest point of a target that counts as `least` pixels large; None: too far from it."""
    reach_x, reach_y = (max(0, math.ceil((least - side) / 2)) for side in target.size)
    x = min(max(at[0], target.left), target.right - 1)
    y = min(max(at[1], target.top), target.bottom - 1)
    return (x, y) if abs(at[0] - x) <= reach_x and abs(at[1] - y) <= reach_y else None


def _made_up(event: Event) -> bool:
    """Whether SDL made this event of a mouse from a finger."""
    return event.type in _MOUSE and bool(getattr(event, "touch", False))


def _motion(pos: Point, before: Point | None = None) -> Event:
    x, y = before or pos
    return Event(pygame.MOUSEMOTION, pos=pos, rel=(pos[0] - x, pos[1] - y), buttons=(1, 0, 0), touch=True)


def _button(kind: int, pos: Point, button: int = pygame.BUTTON_LEFT) -> Event:
    return Event(kind, pos=pos, button=button, touch=True)
