"""Arrows and signs in the pictures of examples: what moves where, and what does not."""

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

import pygame
from pygame import Rect, Surface, Vector2

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


def draw_arrow(surface: Surface, way: Sequence[Vector2], color: Color, u: float) -> None:
    """An arrow along the way, smooth, with a dark rim."""
    reach, (across, down) = (_HEAD + _RIM) * u, zip(*way, strict=True)
    left, top, right, low = min(across) - reach, min(down) - reach, max(across) + reach, max(down) + reach
    box = Rect(math.floor(left), math.floor(top), math.ceil(right - left), math.ceil(low - top))
    k = 3 if u < 2 else 2
    big = Surface((box.w * k, box.h * k), pygame.SRCALPHA, 32)
    big.fill((*_DARK, 0))
    points = [k * (point - box.topleft) for point in way]
    rim = _RIM * u * k
    for grow, shade in ((rim, (*_DARK, 255)), (0.0, (*color[:3], 255))):
        _stroke(big, points, _WIDE * u * k + 2 * grow, _HEAD * u * k, grow, shade)
    surface.blit(pygame.transform.smoothscale(big, box.size), box)


@lru_cache(maxsize=16)
def sign(right: bool, high: int, color: Color) -> Surface:
    """A tick or a cross on a dark disc, `high` pixels. Cached: do not draw on it."""
    k = 4
    size = high * k
    big = Surface((size, size), pygame.SRCALPHA, 32)
    big.fill((*_DARK, 0))
    pygame.draw.circle(big, (*_DARK, 255), (size / 2, size / 2), size / 2)
    pygame.draw.circle(big, color, (size / 2, size / 2), size * 0.44)
    wide = round(size * 0.13)
    if right:
        lines = [[(0.27, 0.52), (0.44, 0.69), (0.74, 0.34)]]
    else:
        lines = [[(0.32, 0.32), (0.68, 0.68)], [(0.68, 0.32), (0.32, 0.68)]]
    for line in lines:
        points = [(x * size, y * size) for x, y in line]
        pygame.draw.lines(big, (*_DARK, 255), False, points, wide)
        for point in points:
            pygame.draw.circle(big, (*_DARK, 255), point, wide / 2)
    return pygame.transform.smoothscale(big, (high, high))


def rings(high: int, color: Color) -> Surface:
    """Rings that go out from a knock."""
    k = 3
    size = high * k
    big = Surface((size, size), pygame.SRCALPHA, 32)
    big.fill((*color[:3], 0))
    for part, alpha in ((0.5, 90), (0.37, 160), (0.24, 255)):
        pygame.draw.circle(big, (*color[:3], alpha), (size / 2, size / 2), size * part, round(size * 0.045))
    return pygame.transform.smoothscale(big, (high, high))


def _stroke(
    surface: Surface, way: Sequence[Vector2], wide: float, head: float, grow: float, color: Color
) -> None:
    """The line and the head; `grow`: how much larger on every side."""
    tip = way[-1]
    near = next((p for p in reversed(way) if p.distance_to(tip) >= head), way[0])
    along = (tip - near).normalize()
    line = [p for p in way if p.distance_to(tip) >= head * 0.8] + [tip - along * head * 0.8]
    for a, b in pairwise(line):
        pygame.draw.line(surface, color, a, b, round(wide))
        pygame.draw.circle(surface, color, b, wide / 2)
    pygame.draw.circle(surface, color, line[0], wide / 2)
    base, half = tip - along * (head + grow), along.rotate(90) * (head * 0.52 + 1.4 * grow)
    pygame.draw.polygon(surface, color, [tip + along * 1.6 * grow, base + half, base - half])
