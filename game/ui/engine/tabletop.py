"""The table in the background of every scene: green baize, walnut, or another cloth."""

import random
from collections.abc import Sequence
from functools import lru_cache

import pygame
from pygame import Rect, Surface

from game.ui.engine import theme
from game.ui.engine.assets import art

Tones = Sequence[theme.Color]
_LIGHTS = {
    "baize": ((25, 84, 58), (5, 27, 20)),
    "wood": ((255, 255, 255), (92, 86, 82)),
    "night": ((26, 40, 78), (6, 9, 22)),
    "claret": ((98, 26, 42), (30, 7, 14)),
    "slate": ((62, 68, 78), (17, 19, 23)),
    "gilt": ((46, 40, 30), (9, 8, 6)),
}
"""The colour under the lamp and at the rim; of wood only how much of the boards' own it leaves."""
_TILE = 256
_BOARDS = 6
_STREAKS = 34
"""Streaks of grain across a board."""
_WALNUT, _SEAM = ((66, 38, 21), (116, 72, 42)), (24, 13, 7)
"""The darkest and the lightest streak; the line between two boards."""


def tabletop(size: tuple[int, int]) -> Surface:
    """The chosen table for a window of this size: light from above, dark at the rim. Do not draw on it."""
    return _tabletop(theme.colors.table, size)


@lru_cache(maxsize=1)
def _tabletop(table: str, size: tuple[int, int]) -> Surface:
    if table == "wood":
        top = _boards(size)
        top.blit(light(*_LIGHTS["wood"], size), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
        return top
    cloth = light(*_LIGHTS[table], size)
    tile = _weave()
    xs, ys = range(0, size[0], _TILE), range(0, size[1], _TILE)
    cloth.fblits([(tile, (x, y)) for y in ys for x in xs], pygame.BLEND_RGB_ADD)
    return cloth


def forget() -> None:
    """Drop the picture: whoever has it draws on it."""
    _tabletop.cache_clear()


def light(near: theme.Color, far: theme.Color, size: tuple[int, int], reach: float = 1.5) -> Surface:
    """Light of one colour on a ground of another, which may be nothing; `reach`: how high it is, in heights
    of the ground. So soft a picture is drawn small."""
    small = Surface((64, 36), pygame.SRCALPHA if len(far) > 3 else 0)
    small.fill(far)
    lamp = art("light/lamp", round(36 * reach), near)
    small.blit(lamp, lamp.get_rect(center=(32, 16)))
    return pygame.transform.smoothscale(small, size)


@lru_cache(maxsize=1)
def _weave() -> Surface:
    """Grain added to the cloth: it hides the gradient's banding and gives the cloth threads."""
    noise = random.Random(8).randbytes(_TILE * _TILE)
    grain = bytearray(noise.translate(bytes(n % 5 for n in range(256))))
    raised, two = noise.translate(bytes(n % 5 + 2 for n in range(256))), 2 * _TILE
    for line in range(0, len(grain), two):  # the threads are two pixels wide, shifted in every other line
        for x in (2, 3) if line % (2 * two) == 0 else (0, 1):
            grain[line + x : line + two : 4] = raised[line + x : line + two : 4]
    return _picture(bytes(grain), _TILE, [(v, v, v) for v in range(256)])


def _boards(size: tuple[int, int]) -> Surface:
    """Boards of walnut from side to side: streaks of noise drawn out along the grain, each board lighter or
    darker than the next."""
    chance, (wide, high) = random.Random(3), size
    top = Surface(size)
    for board in range(_BOARDS):
        begin, end = high * board // _BOARDS, high * (board + 1) // _BOARDS
        joint = round(wide * chance.uniform(0.15, 0.85))
        for left, right in ((0, joint), (joint, wide)):
            box = Rect(left, begin, right - left, end - begin)
            top.blit(_board(chance, box.size, wide), box)
            seam = max(1, round(high / 540))
            top.fill(_SEAM, (box.x, box.y, box.w, seam))
            if left:
                top.fill(_SEAM, (box.x, box.y, seam, box.h))
    return top


def _board(chance: random.Random, size: tuple[int, int], wide: int) -> Surface:
    tone = chance.uniform(0.78, 1.0)
    drawn = _grain(chance, size, (max(2, 9 * size[0] // wide), _STREAKS // 3), _tones(tone * 0.5))
    fine = _grain(chance, size, (max(2, 14 * size[0] // wide), _STREAKS * 2), _tones(tone * 0.5))
    drawn.blit(fine, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    return drawn


def _tones(part: float) -> Tones:
    """256 tones of walnut, darkened to this part."""
    pairs = list(zip(*_WALNUT, strict=True))
    return [tuple([round(part * (a + (b - a) * v / 255)) for a, b in pairs]) for v in range(256)]


def _grain(
    chance: random.Random,
    size: tuple[int, int],
    cells: tuple[int, int],
    tones: Tones,
) -> Surface:
    """Noise of this number of cells, enlarged to the size."""
    noise = _picture(chance.randbytes(cells[0] * cells[1]), cells[0], tones)
    return pygame.transform.smoothscale(noise, size)


def _picture(values: bytes, wide: int, tones: Tones) -> Surface:
    picture = pygame.image.frombuffer(values, (wide, len(values) // wide), "P")
    picture.set_palette(tones)
    return picture.convert()
