"""Colours, the unit of size, the felt, and rounded shapes."""

import math
import random
from functools import lru_cache
from itertools import pairwise
from typing import Final

import pygame
from pygame import Rect, Surface

Color = tuple[int, ...]
"""Red, green, blue, and alpha if not opaque, 0 to 255."""

IVORY: Final = (244, 239, 226)
"""Primary text."""
MIST: Final = (164, 186, 172)
"""Secondary text."""
GOLD: Final = (232, 190, 92)
"""Only for what needs attention."""
INK: Final = (24, 26, 32)
PAPER: Final = (255, 253, 246)
TRAY: Final = (4, 22, 15, 150)
"""Panels on the felt."""
TRAY_EDGE: Final = (150, 200, 172, 54)
RAISED: Final = (214, 240, 224, 22)
"""A button or slot at rest."""
RAISED_HOVER: Final = (214, 240, 224, 48)
ON: Final = (58, 140, 98)
OFF: Final = (6, 30, 21)
"""A switch."""

_SHADE, _SHEET = (0, 8, 5, 205), (6, 30, 21, 245)
_FELT_LIGHT = (30, 98, 68)
_FELT_DARK = (5, 27, 20)
_TILE = 256
_CORNER_SAMPLES = 4
_SMALL = 250_000
"""The most pixels of a cached shape: panels are drawn rarely, and take a megabyte or more."""


def unit(size: tuple[int, int]) -> float:
    """Pixels per unit of length in a window of this size: 1 at 1280 x 720."""
    return min(size[0] / 1280, size[1] / 720)


@lru_cache(maxsize=1)
def felt(size: tuple[int, int]) -> Surface:
    """The cloth for a window of this size: light from above, dark at the rim, a fine weave."""
    low = Surface((64, 36), 0, 32)
    for y in range(36):
        for x in range(64):
            away = math.hypot((x - 31.5) / 40, (y - 15) / 27)
            shade = min(1.0, away) ** 1.6
            low.set_at(
                (x, y), [round(a + (b - a) * shade) for a, b in zip(_FELT_LIGHT, _FELT_DARK, strict=True)]
            )
    cloth = pygame.transform.smoothscale(low.convert(), size)
    tile = _weave()
    xs, ys = range(0, size[0], _TILE), range(0, size[1], _TILE)
    cloth.fblits([(tile, (x, y)) for y in ys for x in xs], pygame.BLEND_RGB_ADD)
    return cloth


@lru_cache(maxsize=1)
def _weave() -> Surface:
    """Grain added to the cloth: it hides the gradient's banding and gives the cloth threads."""
    noise = random.Random(8).randbytes(_TILE * _TILE)
    grain = bytearray(noise.translate(bytes(n % 5 for n in range(256))))
    raised, two = noise.translate(bytes(n % 5 + 2 for n in range(256))), 2 * _TILE
    for line in range(0, len(grain), two):  # the threads are two pixels wide, shifted in every other line
        for x in (2, 3) if line % (2 * two) == 0 else (0, 1):
            grain[line + x : line + two : 4] = raised[line + x : line + two : 4]
    tile = pygame.image.frombuffer(bytes(grain), (_TILE, _TILE), "P")
    tile.set_palette([(v, v, v) for v in range(256)])
    return tile.convert()


def rounded(
    size: tuple[int, int],
    radius: int,
    fill: Color,
    edge: Color | None = None,
    width: int = 1,
) -> Surface:
    """A smooth rounded rectangle with transparent corners; `width` is the edge's in pixels. Small ones are
    cached: do not draw on it."""
    make = _cached_shape if size[0] * size[1] <= _SMALL else _shape
    return make(size, radius, fill, edge, width)


def _shape(size: tuple[int, int], radius: int, fill: Color, edge: Color | None, width: int) -> Surface:
    shape = Surface(size, pygame.SRCALPHA, 32)
    radius = min(radius, size[0] // 2, size[1] // 2)
    shape.fill(edge if edge and width else fill)
    if edge and width:
        shape.fill(fill, Rect(width, width, size[0] - 2 * width, size[1] - 2 * width))
    if radius:
        corner = _corner(radius, fill, edge, width)
        for x, flip_x in ((0, False), (size[0] - radius, True)):
            for y, flip_y in ((0, False), (size[1] - radius, True)):
                shape.fill((0, 0, 0, 0), (x, y, radius, radius))
                shape.blit(pygame.transform.flip(corner, flip_x, flip_y), (x, y))
    return shape.convert_alpha()


_cached_shape = lru_cache(maxsize=128)(_shape)


def _corner(radius: int, fill: Color, edge: Color | None, width: int) -> Surface:
    """The top left corner, drawn large and scaled down for smooth edges."""
    k = _CORNER_SAMPLES
    big = Surface((radius * k, radius * k), pygame.SRCALPHA, 32)
    rim = edge if edge and width else fill
    big.fill((*rim[:3], 0))  # the colour under the transparency bleeds into the edge when scaled
    pygame.draw.circle(big, rim, (radius * k, radius * k), radius * k)
    if edge and width:
        pygame.draw.circle(big, fill, (radius * k, radius * k), (radius - width) * k)
    return pygame.transform.smoothscale(big, (radius, radius))


@lru_cache(maxsize=16)
def chevron(high: int, color: Color, left: bool) -> Surface:
    """A smooth arrowhead of this height."""
    k, wide = _CORNER_SAMPLES, max(2, round(high * 0.62))
    big = Surface((wide * k, high * k), pygame.SRCALPHA, 32)
    big.fill((*color[:3], 0))
    stroke, end = max(k, high * k // 5), high * k
    points = [(stroke, stroke), (wide * k - stroke, end // 2), (stroke, end - stroke)]
    for a, b in pairwise(points):
        pygame.draw.line(big, color, a, b, stroke)
    for point in points:
        pygame.draw.circle(big, color, point, stroke // 2)
    small = pygame.transform.smoothscale(big, (wide, high))
    return pygame.transform.flip(small, left, False).convert_alpha()


def panel(surface: Surface, rect: Rect, u: float, fill: Color = TRAY) -> None:
    """Draw a panel on the felt."""
    shape = rounded(rect.size, round(10 * u), fill, TRAY_EDGE, max(1, round(u)))
    surface.blit(shape, rect)


def sheet(surface: Surface, size: tuple[float, float]) -> tuple[Rect, float]:
    """Darken everything and draw a panel of `size` units in the middle; returns its rectangle and the
    unit."""
    u = unit(surface.get_size())
    shade = Surface(surface.get_size(), pygame.SRCALPHA)
    shade.fill(_SHADE)
    surface.blit(shade, (0, 0))
    rect = Rect(0, 0, round(size[0] * u), round(size[1] * u))
    rect.center = surface.get_rect().center
    panel(surface, rect, u, _SHEET)
    return rect, u
