"""Colours, the unit of size, and rounded shapes."""

import io
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

import pygame
from pygame import Rect, Surface

Color = tuple[int, ...]
"""Red, green, blue, and alpha if not opaque, 0 to 255."""

GOLD: Final = (232, 190, 92)
"""Only for what needs attention."""
INK: Final = (24, 26, 32)
PAPER: Final = (255, 253, 246)
BACKS: Final = (
    (104, 158, 246),
    (236, 84, 98),
    (134, 208, 104),
    (250, 224, 92),
    (184, 138, 248),
    (152, 232, 236),
    (202, 208, 216),
    (246, 138, 58),
)
"""The colours of the card backs, light enough for any table: what a seat has done is shown in its own."""


class Palette(NamedTuple):
    """The colours of everything: they depend on the table and on the contrast."""

    table: str
    """The table's name."""
    ivory: Color
    """Primary text."""
    mist: Color
    """Secondary text."""
    tray: Color
    """Panels on the table."""
    tray_edge: Color
    raised: Color
    """A button or slot at rest."""
    raised_hover: Color
    on: Color
    off: Color
    """A switch."""
    plate: Color
    """The ground of words that lie over cards; more or less of it may show."""
    place: Color
    """An empty place for cards; little of it shows."""
    rule: Color
    """Thin lines that part or measure."""
    shade: Color
    """Over what is covered."""
    sheet: Color
    """A sheet over what is covered."""
    strong: bool = False
    """Whether contrast is high."""
    gold: Color = GOLD
    ink: Color = INK
    paper: Color = PAPER


_BAIZE = Palette(
    table="baize",
    ivory=(244, 239, 226),
    mist=(190, 210, 197),
    tray=(4, 22, 15, 150),
    tray_edge=(150, 200, 172, 54),
    raised=(214, 240, 224, 22),
    raised_hover=(214, 240, 224, 48),
    on=(58, 140, 98),
    off=(6, 30, 21),
    plate=(3, 16, 11),
    place=(150, 214, 178),
    rule=(52, 92, 74),
    shade=(0, 8, 5, 205),
    sheet=(6, 30, 21, 245),
)


def _other(table: str, dark: Color, pale: Color, on: Color) -> Palette:
    """The colours on another table, from its darkest and its palest shade and the colour of a switch."""

    def deep(part: float, *alpha: int) -> Color:
        return (*(round(part * each) for each in dark), *alpha)

    def light(part: float) -> Color:
        return tuple(round(part * each) for each in pale)

    return _BAIZE._replace(
        table=table,
        mist=light(0.85),
        tray=deep(0.4, 165),
        tray_edge=(*light(0.8), 60),
        raised=(*pale, 22),
        raised_hover=(*pale, 50),
        on=on,
        off=deep(0.7),
        plate=deep(0.5),
        place=light(0.8),
        rule=tuple((2 * low + high) // 3 for low, high in zip(dark, pale, strict=True)),
        shade=deep(0.2, 205),
        sheet=deep(1.0, 248),
    )


_TABLES = (
    _BAIZE,
    _other("wood", (34, 20, 12), (250, 226, 200), _BAIZE.on),
    _other("night", (11, 16, 36), (206, 220, 255), (66, 112, 196)),
    _other("claret", (38, 9, 17), (250, 206, 210), (176, 62, 84)),
    _other("slate", (22, 25, 30), (222, 228, 236), (104, 128, 150)),
    _other("gilt", (20, 16, 10), (246, 222, 164), (176, 132, 44)),
)
_PALETTES = {palette.table: palette for palette in _TABLES}
colors = _BAIZE
"""The palette in use."""


def set_palette(table: str, high_contrast: bool) -> bool:
    """Use the colours of this table, with stronger contrast if wanted. Returns whether any has changed."""
    global colors  # noqa: PLW0603 - one player, one look
    before, palette = colors, _PALETTES[table]
    colors = _stronger(palette) if high_contrast else palette
    return colors != before


def _stronger(palette: Palette) -> Palette:
    """White text on dark, opaque panels with clear edges."""
    white = (255, 255, 255)
    return palette._replace(
        strong=True,
        ivory=white,
        mist=(226, 228, 230),
        tray=(*palette.plate, 255),
        tray_edge=(*white, 190),
        raised=(*white, 34),
        raised_hover=(*white, 64),
        place=white,
        rule=(150, 152, 156),
        shade=(0, 0, 0, 225),
        sheet=(*palette.plate, 255),
    )


_SMALL = 250_000
"""The most pixels of a cached shape: panels are drawn rarely, and take a megabyte or more."""


def unit(size: tuple[int, int]) -> float:
    """Pixels per unit of length in a window of this size: 1 at 1280 x 720."""
    return min(size[0] / 1280, size[1] / 720)


def rounded(
    size: tuple[int, int],
    radius: int,
    fill: Color,
    edge: Color | None = None,
    width: int = 1,
) -> Surface:
    """A smooth rounded rectangle with transparent corners; `width` is the edge's in pixels. Small ones are
    cached: do not draw on it. Where there is no room it is empty."""
    size = max(0, size[0]), max(0, size[1])
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
    return shape


_cached_shape = lru_cache(maxsize=128)(_shape)


def _corner(radius: int, fill: Color, edge: Color | None, width: int) -> Surface:
    """The top left corner."""
    middle, line = (radius, radius), width if edge else 0
    inside = dot(middle, radius - line, fill)
    return sketch(middle, inside, dot(middle, radius, edge, line) if edge and line else "")


def panel(surface: Surface, rect: Rect, u: float, fill: Color | None = None) -> None:
    """Draw a panel on the table, of the usual colour or another."""
    shape = rounded(rect.size, round(10 * u), fill or colors.tray, colors.tray_edge, max(1, round(u)))
    surface.blit(shape, rect)


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
