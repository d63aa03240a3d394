"""Colours, the unit of size, and rounded shapes."""

import io
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

import pygame
from pygame import Rect, Surface

from game.ui.engine.kept import kept

Color = tuple[int, ...]
"""Red, green, blue, and alpha if not opaque, 0 to 255."""

GOLD: Final = (242, 191, 78)
"""Only for what needs attention."""
INK: Final = (29, 27, 32)
PAPER: Final = (255, 253, 246)
RED: Final = (150, 12, 34)
"""What gold is on dark grounds, on pale ones."""
CREAM: Final = (255, 246, 226)
_BROWN, _STRAW, _EDGE = (70, 54, 38), (236, 220, 190), (201, 180, 140)


class Ground(NamedTuple):
    """What lies behind words, and the colours in which they are read on it."""

    fill: Color
    edge: Color
    ivory: Color
    """Primary text."""
    mist: Color
    """Secondary text."""
    gold: Color
    """What needs attention."""
    rule: Color
    """Thin lines that part or measure."""
    lit: Color
    """The fill under the pointer, and of what is chosen."""
    radius: float = 8
    line: float = 1
    """The edge's width in units."""
    depth: float = 0
    """How much of its front is seen below it, in units: it lies so high."""


_SHEET = Ground((255, 248, 231), _EDGE, INK, _BROWN, RED, (214, 196, 158), (255, 253, 246), depth=2)
_TAG = _SHEET._replace(fill=(246, 233, 205), radius=7, depth=3)
_PLATE = Ground((23, 10, 4, 184), (243, 226, 196, 72), CREAM, _STRAW, GOLD, (120, 96, 66), (72, 48, 30, 220))
_MAPLE = Ground(
    (214, 163, 102),
    (122, 74, 34),
    (18, 6, 2),
    (42, 20, 8),
    (84, 2, 16),
    (122, 74, 34),
    (226, 174, 110),
    12,
    2,
    7,
)
_GROUNDS = {
    "": _PLATE,
    "sheet": _SHEET,
    "tag": _TAG,
    "off": _TAG._replace(fill=(217, 200, 166), ivory=_BROWN),
    "stock": _SHEET._replace(fill=PAPER, edge=(200, 16, 46), radius=10, line=2, depth=0),
    "plate": _PLATE,
    "note": _PLATE._replace(fill=(23, 10, 4, 236), edge=GOLD, line=1.5),
    "maple": _MAPLE,
    "lit": _MAPLE._replace(fill=(240, 184, 116), edge=GOLD, line=3),
    "gold": _SHEET._replace(fill=GOLD, edge=(178, 122, 34), mist=INK, gold=INK, radius=14),
}
"""Nothing: words on the table itself, where they are as on a plate; a sheet of paper, what is read; a tag,
what is pressed, and what cannot be now; card stock, what is to be pressed first; a plate of stained wood; one
over cards; maple, as it is and lit up; what needs attention."""


def _strong(ground: Ground) -> Ground:
    """Black on white, or white on black, with clear edges."""
    if ground.ivory == CREAM:
        white = (255, 255, 255)
        return ground._replace(
            fill=(0, 0, 0), edge=white, ivory=white, mist=(232, 232, 232), rule=(150, 150, 150)
        )
    black, fill = (0, 0, 0), GOLD if GOLD in (ground.fill, ground.edge) else (255, 255, 255)
    return ground._replace(
        fill=fill, edge=black, ivory=black, mist=black, rule=(90, 90, 90), lit=(255, 240, 200)
    )


_STRONG = {name: _strong(ground) for name, ground in _GROUNDS.items()}


def ground(name: str) -> Ground:
    """The ground of this name, by the contrast in use."""
    return (_STRONG if colors.strong else _GROUNDS)[name]


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
    """What the table and the contrast decide."""

    table: str
    """The table's name."""
    strong: bool = False
    """Whether contrast is high."""
    shade: Color = (20, 10, 4, 190)
    """Over what is covered."""

    @property
    def ivory(self) -> Color:
        """Primary text on the table."""
        return ground("plate").ivory

    @property
    def mist(self) -> Color:
        """Secondary text there."""
        return ground("plate").mist

    @property
    def plate(self) -> Color:
        """The ground of words that lie over cards; more or less of it may show."""
        return ground("plate").fill[:3]

    @property
    def place(self) -> Color:
        """An empty place for cards; little of it shows."""
        return PAPER


TABLES: Final = ("baize", "wood", "night", "claret", "slate", "gilt")
colors = Palette(TABLES[0])
"""The palette in use."""


def set_palette(table: str, high_contrast: bool) -> bool:
    """Use this table, with stronger contrast if wanted. Returns whether anything has changed. Raises
    ValueError for a table that is none of TABLES."""
    global colors  # noqa: PLW0603 - one player, one look
    if table not in TABLES:
        raise ValueError(table)
    before, shade = colors, (0, 0, 0, 225) if high_contrast else Palette(table).shade
    colors = Palette(table, high_contrast, shade)
    return colors != before


_SHADED = 0.8
"""How much darker a front is than the edge above it."""


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
    """A smooth rounded rectangle with transparent corners; `width` is the edge's in pixels. It is kept: do
    not draw on it. Where there is no room it is empty."""
    return _shape((max(0, size[0]), max(0, size[1])), radius, fill, edge, width)


@kept
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


def _corner(radius: int, fill: Color, edge: Color | None, width: int) -> Surface:
    """The top left corner."""
    middle, line = (radius, radius), width if edge else 0
    inside = dot(middle, radius - line, fill)
    return sketch(middle, inside, dot(middle, radius, edge, line) if edge and line else "")


def lay(surface: Surface, rect: Rect, u: float, name: str) -> None:
    """Draw the ground of this name."""
    surface.blit(laid(rect.size, u, ground(name)), rect)


def laid(size: tuple[int, int], u: float, on: Ground) -> Surface:
    """A ground of this size in pixels. It is kept: do not draw on it."""
    radius, line, depth = round(on.radius * u), max(1, round(on.line * u)), round(on.depth * u)
    if not depth:
        return rounded(size, radius, on.fill, on.edge, line)
    return _block(size, radius, on.fill, on.edge, line, depth)


@kept
def _block(size: tuple[int, int], radius: int, fill: Color, edge: Color, line: int, depth: int) -> Surface:
    """A ground with its front below it."""
    front = tuple(round(_SHADED * part) for part in edge[:3])
    block = rounded(size, radius, front, front, line).copy()
    top = rounded((size[0], max(0, size[1] - depth)), radius, fill, edge, line)
    block.blit(top, (0, 0))
    return block


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
