"""Arrows in the pictures of examples: what moves where, and what does not."""

import math
from collections.abc import Sequence

from pygame import Rect, Vector2

from game.ui.cards.painter import Item
from game.ui.engine.shapes import area, line, sketch
from game.ui.engine.theme import Color

Point = tuple[float, float]
_DARK = (3, 16, 11)
_WIDE, _HEAD, _RIM = 4.2, 15.0, 2.0
"""An arrow's width, the length of its head, and the dark rim that sets it off from cards, in units."""
_STEPS = 24


def bow(a: Point, b: Point) -> list[Vector2]:
    """A way from `a` to `b`, bent downwards, away from the ranks of cards beside it."""
    start, end = Vector2(a), Vector2(b)
    bend = start.lerp(end, 0.5) + Vector2(0, 0.14 * abs(end.x - start.x))
    steps = (i / _STEPS for i in range(_STEPS + 1))
    return [start.lerp(bend, part).lerp(bend.lerp(end, part), part) for part in steps]


def hairpin(a: Point, b: Point, wide: float) -> list[Vector2]:
    """A way from `a` almost to `b` and back to where it came from."""
    along, turn = wide * (Vector2(b) - a).normalize(), 90
    if along.y < 0 or (along.y == 0 and along.x < 0):
        turn = -90
    aside = along.rotate(turn)
    end = [Vector2(b) - along - aside.rotate(turn * i / 6) for i in range(13)]
    return [a - aside, *end, a + aside]


def arrow(way: Sequence[Vector2], color: Color, u: float) -> Item:
    """An arrow along the way, with a dark rim, and where it goes."""
    reach, (across, down) = (_HEAD + _RIM) * u, zip(*way, strict=True)
    left, top, right, low = min(across) - reach, min(down) - reach, max(across) + reach, max(down) + reach
    box = Rect(math.floor(left), math.floor(top), math.ceil(right - left), math.ceil(low - top))
    points, head, rim = [point - box.topleft for point in way], _HEAD * u, _RIM * u
    tip = points[-1]
    near = next((p for p in reversed(points) if p.distance_to(tip) >= head), points[0])
    along = (tip - near).normalize()
    shaft = [p for p in points if p.distance_to(tip) >= head * 0.8] + [tip - along * head * 0.8]
    half = along.rotate(90) * (head * 0.52)
    ends = tip, tip - along * head + half, tip - along * head - half
    drawn = (
        line(shaft, _DARK, _WIDE * u + 2 * rim),
        area(ends, _DARK, rim),
        line(shaft, color, _WIDE * u),
        area(ends, color),
    )
    return sketch(box.size, *drawn), box.topleft
