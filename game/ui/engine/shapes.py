"""Shapes that are drawn at once, by the rasteriser that reads the pictures. Lengths are pixels."""

import io
from collections.abc import Iterable
from pathlib import Path

import pygame
from pygame import Surface

_Color = tuple[int, ...]
_Points = Iterable[tuple[float, float] | pygame.Vector2]


def sketch(size: tuple[int, int], *shapes: str) -> Surface:
    """These shapes, each over the one before, on nothing. `size`: at least a pixel each way."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]} {size[1]}">'
    return raster(io.BytesIO(f"{head}{''.join(shapes)}</svg>".encode()), size)


def raster(file: Path | io.BytesIO, size: tuple[int, int]) -> Surface:
    """The drawing in an SVG file, as large as it can be in this size. Raises OSError and pygame.error."""
    drawn = pygame.image.load_sized_svg(file, size)
    # Not convert_alpha: that needs the window, which may be changing its size while a thread draws.
    return drawn.convert(Surface((1, 1), pygame.SRCALPHA, 32))


def line(points: _Points, color: _Color, wide: float) -> str:
    """A line through these points, round at its ends."""
    return f'<path d="{_way(points)}" fill="none" {_stroke(color, wide)}/>'


def area(points: _Points, color: _Color, rim: float = 0) -> str:
    """What these points enclose, and so much more round it."""
    return f'<path d="{_way(points)}Z" {_ink("fill", color)} {_stroke(color, 2 * rim) if rim else ""}/>'


def dot(middle: tuple[float, float], radius: float, color: _Color, wide: float = 0) -> str:
    """A disc, or its rim only, if that is so `wide`."""
    look = f'fill="none" {_stroke(color, wide)}' if wide else _ink("fill", color)
    return f'<circle cx="{middle[0]}" cy="{middle[1]}" r="{radius - wide / 2}" {look}/>'


def _way(points: _Points) -> str:
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in points)


def _stroke(color: _Color, wide: float) -> str:
    return f'{_ink("stroke", color)} stroke-width="{wide}" stroke-linecap="round" stroke-linejoin="round"'


def _ink(kind: str, color: _Color) -> str:
    red, green, blue, alpha = *color[:3], color[3] if len(color) > 3 else 255
    return f'{kind}="#{red:02x}{green:02x}{blue:02x}" {kind}-opacity="{alpha / 255:.3f}"'
