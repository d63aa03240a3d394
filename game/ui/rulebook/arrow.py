"""Arrows and signs in the pictures of examples: what moves where, and what does not."""

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

import pygame
from pygame import Rect, Surface

from game.ui.engine.theme import Color

Point = tuple[float, float]
_DARK = (3, 16, 11)
_WIDE, _HEAD, _RIM = 4.2, 15.0, 2.0
"""An arrow's width, the length of its head, and the dark rim that sets it off from cards, in units."""
_STEPS = 24


def bow(a: Point, b: Point) -> list[Point]:
    """A way from `a` to `b`, bent downwards, away from the ranks of cards beside it."""
    bend = 0.14 * abs(b[0] - a[0])
    middle = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2 + bend
    return [_between(a, middle, b, i / _STEPS) for i in range(_STEPS + 1)]


def hairpin(a: Point, b: Point, wide: float) -> list[Point]:
    """A way from `a` almost to `b` and back to where it came from."""
    far = math.hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    along = (b[0] - a[0]) / far, (b[1] - a[1]) / far
    aside = -along[1] * wide, along[0] * wide
    if aside[0] > 0 or (aside[0] == 0 and aside[1] < 0):
        aside = -aside[0], -aside[1]
    end = a[0] + along[0] * (far - wide), a[1] + along[1] * (far - wide)
    out, back = (a[0] - aside[0], a[1] - aside[1]), (a[0] + aside[0], a[1] + aside[1])
    turn = [
        (
            end[0] - aside[0] * math.cos(i * math.pi / 12) + along[0] * wide * math.sin(i * math.pi / 12),
            end[1] - aside[1] * math.cos(i * math.pi / 12) + along[1] * wide * math.sin(i * math.pi / 12),
        )
        for i in range(13)
    ]
    return [out, *turn, back]


def draw_arrow(surface: Surface, way: Sequence[Point], color: Color, u: float) -> None:
    """An arrow along the way, smooth, with a dark rim."""
    reach = (_HEAD + _RIM) * u
    left, top = min(x for x, _ in way) - reach, min(y for _, y in way) - reach
    right, low = max(x for x, _ in way) + reach, max(y for _, y in way) + reach
    box = Rect(math.floor(left), math.floor(top), math.ceil(right - left), math.ceil(low - top))
    k = 3 if u < 2 else 2
    big = Surface((box.w * k, box.h * k), pygame.SRCALPHA, 32)
    big.fill((*_DARK, 0))
    points = [((x - box.x) * k, (y - box.y) * k) for x, y in way]
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


def _between(a: Point, b: Point, c: Point, t: float) -> Point:
    """A point of the quadratic curve from `a` to `c` that `b` bends."""
    p, q, r = (1 - t) ** 2, 2 * t * (1 - t), t * t
    return p * a[0] + q * b[0] + r * c[0], p * a[1] + q * b[1] + r * c[1]


def _stroke(
    surface: Surface, way: Sequence[Point], wide: float, head: float, grow: float, color: Color
) -> None:
    """The line and the head; `grow`: how much larger on every side."""
    tip = way[-1]
    near = next((p for p in reversed(way) if math.dist(p, tip) >= head), way[0])
    far = math.dist(near, tip) or 1.0
    along = (tip[0] - near[0]) / far, (tip[1] - near[1]) / far
    neck = tip[0] - along[0] * head * 0.8, tip[1] - along[1] * head * 0.8
    line = [p for p in way if math.dist(p, tip) >= head * 0.8] + [neck]
    for a, b in pairwise(line):
        pygame.draw.line(surface, color, a, b, round(wide))
        pygame.draw.circle(surface, color, b, wide / 2)
    pygame.draw.circle(surface, color, line[0], wide / 2)
    half, front, rear = head * 0.52 + 1.4 * grow, head * 0.0 + 1.6 * grow, head + grow
    pygame.draw.polygon(
        surface,
        color,
        [
            (tip[0] + along[0] * front, tip[1] + along[1] * front),
            (tip[0] - along[0] * rear - along[1] * half, tip[1] - along[1] * rear + along[0] * half),
            (tip[0] - along[0] * rear + along[1] * half, tip[1] - along[1] * rear - along[0] * half),
        ],
    )
