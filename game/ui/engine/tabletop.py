"""The table behind every scene: planks under one lamp, and where cards are common a felt mat sewn round with
yarn. Lengths are units at 1080 lines, two thirds of the usual one, if not said otherwise."""

import math
import random
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

import pygame
from pygame import Rect, Surface

from game.ui.engine import theme
from game.ui.engine.assets import art

_PLANK, _SOFT = 180, 1300
"""The height of a plank; from so many lines on grain is drawn at half the size: wood may be soft."""
_CORNER, _BAND, _STITCH = 44, 20, 27
"""The corner of a mat, how wide its edge with the yarn is, and from one stitch to the next."""
_SHADOW, _PAD = 144, 28
"""The picture of a mat's shadow, square, and how far it reaches out."""
_TILE = 256
_LIGHT = (255, 252, 244), (84, 72, 80)
"""What the lamp leaves of a colour right below it, and far away."""
_POOL = (30, 21, 8), (0, 0, 0)
"""What it adds there."""
_GRID = 32, 18
"""So soft a picture is drawn small."""
Mats = tuple[tuple[int, int, int, int], ...]
"""Their boxes in pixels."""


class _Cloth(NamedTuple):
    """The colours of a table."""

    felt: theme.Color
    edge: theme.Color
    yarn: theme.Color
    wood: theme.Color
    light: theme.Color
    grain: theme.Color
    seam: theme.Color


def _cloth(*colors: str) -> _Cloth:
    return _Cloth(*(tuple(bytes.fromhex(color)) for color in colors))


_WALNUT = "684127", "875a38", "412413", "1f1007"
_DARK = "533420", "6c482d", "341d0f", "190d06"
_TABLES = {
    "baize": _cloth("2c7652", "17402c", "f1e3bf", "9b6238", "bb8150", "6d3f20", "351b0c"),
    "wood": _cloth("7a5e3e", "3d2a17", "f1e3bf", *_WALNUT),
    "night": _cloth("324c88", "17264e", "dfe6f5", "5a5560", "787280", "3c3842", "1b191f"),
    "claret": _cloth("922e42", "4c0f1f", "f6dfc8", "84492c", "a5643f", "562a17", "2a1108"),
    "slate": _cloth("565e6c", "262b34", "dfe6f5", *_DARK),
    "gilt": _cloth("4a4030", "221c12", "f2bf4e", *_DARK),
}


def tabletop(size: tuple[int, int], *mats: Rect) -> Surface:
    """The chosen table for a window of this size, with mats in these boxes. Do not draw on it."""
    palette = theme.colors
    return _tabletop(palette.table, palette.strong, size, tuple(tuple(mat) for mat in mats))


def bare(surface: Surface, rect: Rect) -> None:
    """Fill a part of the first frame, which does not wait for the planks, with the colour of their wood."""
    surface.fill(_TABLES[theme.colors.table].wood, rect)


def forget() -> None:
    """Drop the picture: whoever has it draws on it."""
    _tabletop.cache_clear()


def cloth(size: tuple[int, int]) -> Surface:
    """A piece of the mats' felt of this size in pixels."""
    palette = theme.colors
    felt, piece = _TABLES[palette.table].felt, Surface(size)
    if palette.strong:
        felt = tuple(part // 2 for part in felt)
    piece.fblits(_tiles(_felt(felt), piece.get_rect()))
    return piece


@lru_cache(maxsize=1)
def _tabletop(table: str, strong: bool, size: tuple[int, int], mats: Mats) -> Surface:
    cloth, u = _TABLES[table], theme.unit(size) / 1.5
    if strong:
        cloth = _Cloth(*(tuple(part // 2 for part in color) for color in cloth))
    top = _wood(cloth, size, u)
    for box in mats:
        _mat(top, Rect(box), cloth, u)
    if not strong:
        top.blit(_lamp(size, (0.72, 0.9), 1.9, *_LIGHT), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
        top.blit(_lamp(size, (0.46, 0.62), 0.9, *_POOL), (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    return top.convert(24)  # it is kept as long as its scene, and copied in small parts


def light(near: theme.Color, far: theme.Color, size: tuple[int, int], reach: float = 1.5) -> Surface:
    """Light of one colour on a ground of another, which may be nothing; `reach`: how high it is, in heights
    of the ground."""
    small = Surface((64, 36), pygame.SRCALPHA if len(far) > 3 else 0)
    small.fill(far)
    lamp = art("light/lamp", round(36 * reach), near)
    small.blit(lamp, lamp.get_rect(center=(32, 16)))
    return pygame.transform.smoothscale(small, size)


def _lamp(
    size: tuple[int, int], radii: tuple[float, float], power: float, near: theme.Color, far: theme.Color
) -> Surface:
    """The lamp above the middle, a little up, from its light to the dark far away."""
    wide, high = _GRID
    across = [((x + 0.5) / wide - 0.5) / radii[0] for x in range(wide)]
    down = [((y + 0.5) / high - 0.4) / radii[1] for y in range(high)]
    values = bytes(round(255 * min(1.0, math.hypot(x, y)) ** power) for y in down for x in across)
    tones = [tuple(a + (b - a) * v // 255 for a, b in zip(near, far, strict=True)) for v in range(256)]
    return pygame.transform.smoothscale(_picture(values, wide, tones), size)


def _picture(values: bytes, wide: int, tones: Sequence[theme.Color]) -> Surface:
    picture = pygame.image.frombuffer(values, (wide, len(values) // wide), "P")
    picture.set_palette(tones)
    return picture.convert()


def _wood(cloth: _Cloth, size: tuple[int, int], u: float) -> Surface:
    """Planks from side to side, of two kinds, turned and shifted."""
    (wide, high), deep, part = size, round(_PLANK * u), 2 if size[1] >= _SOFT else 1
    top, kinds = Surface(size), list[Surface]()
    for kind in ("table/plank-1", "table/plank-2"):
        look = partial(art, kind, deep // part, wood=cloth.wood, light=cloth.light)
        plank = look(grain=cloth.grain, seam=cloth.seam).convert()
        kinds.append(
            plank if part == 1 else pygame.transform.smoothscale_by(plank, (part, deep / plank.height))
        )
    for number in range(math.ceil(high / deep)):
        plank = pygame.transform.flip(kinds[number % 2], number % 4 > 1, False)
        begin = round((number * 0.37 % 1 - 1) * plank.width)
        top.fblits([(plank, (x, number * deep)) for x in range(begin, wide, plank.width)])
    return top


def _mat(top: Surface, box: Rect, cloth: _Cloth, u: float) -> None:
    """A mat on the wood, drawn of one corner, one stitch and one tile: it costs its edge, not its area."""
    _shade(top, box, u)
    corner, tile = round(_CORNER * u), _felt(cloth.felt)
    for part in (box.inflate(-2 * corner, 0), box.inflate(0, -2 * corner)):
        top.set_clip(part)
        top.fblits(_tiles(tile, part))
    top.set_clip(None)
    sewn = partial(art, edge=cloth.edge, yarn=cloth.yarn)
    round_, mask = sewn("table/corner", corner), art("table/mask", corner)
    for right in (False, True):
        for low in (False, True):
            felt = Surface((corner, corner), pygame.SRCALPHA, 32)
            felt.fblits(_tiles(tile, felt.get_rect()))
            turned = pygame.transform.flip(mask, right, low)
            felt.blit(turned, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
            felt.blit(pygame.transform.flip(round_, right, low), (0, 0))
            top.blit(felt, (box.right - corner if right else box.x, box.bottom - corner if low else box.y))
    stitch = sewn("table/stitch", round(_BAND * u))
    across, down = (_seam(stitch, length - 2 * corner, u) for length in box.size)
    up = pygame.transform.rotate(down, 90)
    top.blit(across, (box.x + corner, box.y))
    top.blit(pygame.transform.flip(across, False, True), (box.x + corner, box.bottom - across.height))
    top.blit(up, (box.x, box.y + corner))
    top.blit(pygame.transform.flip(up, True, False), (box.right - up.width, box.y + corner))


def _seam(stitch: Surface, length: int, u: float) -> Surface:
    """As many whole stitches as fit an edge of this length, drawn together or out a little."""
    count = max(1, round(length / (_STITCH * u)))
    wide = math.ceil(length / count)
    one = pygame.transform.smoothscale(stitch, (wide, stitch.height))
    seam = Surface((length, stitch.height), pygame.SRCALPHA, 32)
    seam.fblits([(one, (round(number * length / count), 0)) for number in range(count)])
    return seam


def _shade(top: Surface, box: Rect, u: float) -> None:
    """The shadow of a mat: the corners of one picture, and its edges drawn out."""
    shadow, pad = art("table/shadow", round(_SHADOW * u)), round(_PAD * u)
    size, around = shadow.height // 2 - 1, box.inflate(2 * pad, 2 * pad)
    far, wide, high = shadow.height - size, around.w - 2 * size, around.h - 2 * size
    for y, x in ((0, 0), (0, far), (far, 0), (far, far)):
        at = around.right - size if x else around.x, around.bottom - size if y else around.y
        top.blit(shadow, at, (x, y, size, size))
    for edge in (0, far):
        flat = shadow.subsurface((size, edge, 1, size)), shadow.subsurface((edge, size, size, 1))
        lying, standing = (
            pygame.transform.scale(strip, length)
            for strip, length in zip(flat, ((wide, size), (size, high)), strict=True)
        )
        top.blit(lying, (around.x + size, around.bottom - size if edge else around.y))
        top.blit(standing, (around.right - size if edge else around.x, around.y + size))


def _tiles(tile: Surface, box: Rect) -> Iterator[tuple[Surface, tuple[int, int]]]:
    """The tile where it lies on the box, laid out from the window's corner."""
    for y in range(box.y - box.y % _TILE, box.bottom, _TILE):
        for x in range(box.x - box.x % _TILE, box.right, _TILE):
            yield tile, (x, y)


@lru_cache(maxsize=1)
def _felt(color: theme.Color) -> Surface:
    """Cloth of this colour with its threads, two pixels wide and shifted in every other line."""
    noise = random.Random(8).randbytes(_TILE * _TILE)
    grain = bytearray(noise.translate(bytes(n % 7 for n in range(256))))
    raised, two = noise.translate(bytes(n % 6 + 4 for n in range(256))), 2 * _TILE
    for line in range(0, len(grain), two):
        for x in (2, 3) if line % (2 * two) == 0 else (0, 1):
            grain[line + x : line + two : 4] = raised[line + x : line + two : 4]
    return _picture(bytes(grain), _TILE, [tuple(part + v for part in color) for v in range(16)])
