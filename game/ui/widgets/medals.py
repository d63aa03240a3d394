"""Medals and difficulty pips, drawn smoothly at any size."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import cos, exp, pi, radians, sin
from typing import Final

import pygame
from pygame import Rect, Surface

from game.i18n import N_, _
from game.storage.settings import TableTop
from game.ui.engine import theme
from game.ui.engine.theme import Color
from game.ui.view.leaves import Icon, Picture

METALS: dict[str, tuple[Color, Color]] = {
    "author": ((150, 232, 188), (20, 88, 66)),
    "gold": ((240, 200, 92), (176, 124, 30)),
    "silver": ((216, 224, 228), (124, 138, 146)),
    "bronze": ((212, 148, 98), (134, 78, 40)),
}
"""Light and dark shade of each medal, the best first."""
WINS: Final[Sequence[tuple[TableTop, str, int]]] = (
    ("claret", "bronze", 5),
    ("slate", "silver", 10),
    ("gilt", "gold", 20),
)
"""The tables that medals win, and how many of which medal or a better one each takes."""
TABLES: Final[dict[TableTop, str]] = {
    "baize": N_("green baize"),
    "wood": N_("walnut"),
    "night": N_("night blue"),
    "claret": N_("claret"),
    "slate": N_("slate grey"),
    "gilt": N_("black and gold"),
}
"""What the tables are called."""
_RIBBON = ((178, 44, 54), (120, 24, 36))
_EMPTY = (214, 240, 224, 46)
_K = 4
"""Samples per pixel, each way."""
FALL: Final = 0.28
SETTLED: Final = 2.0
"""Seconds that a medal falls, and after which it hangs still."""
_SWING, _BEAT = 15, 0.75
"""How far it swings, in degrees, and how long it takes to and fro, in seconds."""


def metal_name(metal: str) -> str:
    """The name of a medal."""
    names = {"author": _("author"), "gold": _("gold"), "silver": _("silver"), "bronze": _("bronze")}
    return names[metal]


def to_win(medals: Mapping[str, int]) -> dict[TableTop, str]:
    """The tables that these medals do not win yet, and how they would be won."""
    metals, found = [*METALS], dict[TableTop, str]()
    words = {
        "bronze": _("For {wanted} medals you get the table “{table}”. You have {has}."),
        "silver": _("For {wanted} medals of silver or gold you get the table “{table}”. You have {has}."),
        "gold": _("For {wanted} gold medals you get the table “{table}”. You have {has}."),
    }
    for table, metal, wanted in WINS:
        has = sum(medals.get(better, 0) for better in metals[: metals.index(metal) + 1])
        if has < wanted:
            found[table] = words[metal].format(table=_(TABLES[table]), has=has, wanted=wanted)
    return found


@lru_cache(maxsize=32)
def medal(metal: str, high: int) -> Surface:
    """A medal of this height on its ribbon, with a star or two or three bars, the author's with a
    jagged edge; "": not yet won, a ring."""
    wide = round(high * 0.72)
    big = Surface((wide * _K, high * _K), pygame.SRCALPHA, 32)
    light, dark = METALS.get(metal, ((244, 239, 226), (20, 60, 44)))
    big.fill((*light, 0))
    w, h = big.get_size()
    radius = w / 2 - _K
    middle = w / 2, h - radius - _K
    if not metal:
        pygame.draw.circle(big, _EMPTY, middle, radius, max(_K, round(w * 0.06)))
        return _small(big, wide, high)
    for side, color in zip((-1, 1), _RIBBON, strict=True):
        x, across = middle[0], w * 0.27
        top = x + side * w * 0.3
        points = [(top - across / 2, 0.0), (top + across / 2, 0.0)]
        low = middle[1] - radius * 0.35
        points += [(x + across / 2, low), (x - across / 2, low)]
        pygame.draw.polygon(big, color, points)
    if metal == "author":
        for shade, part in ((dark, 1.0), (light, 0.9)):
            pygame.draw.polygon(big, shade, _star(middle, radius * part, 12, 0.84))
        pygame.draw.circle(big, dark, middle, radius * 0.7)
        pygame.draw.polygon(big, light, _star(middle, radius * 0.6))
        return _small(big, wide, high)
    pygame.draw.circle(big, dark, middle, radius)
    pygame.draw.circle(big, light, middle, radius * 0.9)
    pygame.draw.circle(big, dark, middle, radius * 0.72, max(_K, round(radius * 0.06)))
    if metal == "gold":
        pygame.draw.polygon(big, dark, _star(middle, radius * 0.5))
    else:  # the metals alone look much alike to some
        for bar in _bars(middle, radius * 0.44, 2 if metal == "silver" else 3):
            pygame.draw.rect(big, dark, bar, 0, _K)
    return _small(big, wide, high)


def medal_picture(metal: str, high: float, wide: float | None = None) -> Icon:
    """The medal as a node of this height in units."""
    picture = Icon(("medal", metal), lambda rect, u: medal(metal, rect.h), align="middle")
    return picture.replaced(high=high, wide=wide or 0.72 * high)


def clean_mark(high: float) -> Picture:
    """The mark of a clean run as a node of this height in units: a spark."""

    def draw(surface: Surface, rect: Rect, u: float) -> None:
        big = Surface((rect.h * _K, rect.h * _K), pygame.SRCALPHA, 32)
        half = rect.h * _K / 2
        pygame.draw.polygon(big, theme.colors.ivory, _star((half, half), half, 4, 0.32))
        surface.blit(_small(big, rect.h, rect.h), (rect.x, rect.y))

    return Picture("clean", draw, high=high, wide=high, align="middle")


def dropped_medal(metal: str, high: float, since: float) -> Picture:
    """The medal so many seconds after it was let go: it falls into its place, and swings on its ribbon."""
    since = min(since, SETTLED)
    swung, still = since - FALL, since == SETTLED
    above = 1 - min(1.0, since / FALL) ** 2
    angle = 0.0 if swung < 0 or still else _SWING * exp(-2.2 * swung) * sin(2 * pi * swung / _BEAT)

    def draw(surface: Surface, rect: Rect, u: float) -> None:
        picture = medal(metal, rect.h)
        if angle:
            picture = pygame.transform.rotozoom(picture, angle, 1)
        arm, turn, clip = rect.h / 2, radians(angle), surface.get_clip()
        middle = rect.centerx + arm * sin(turn), rect.y - above * rect.h + arm * cos(turn)
        surface.set_clip(rect.clip(clip))
        surface.blit(picture, picture.get_rect(center=(round(middle[0]), round(middle[1]))))
        surface.set_clip(clip)

    return Picture(("medal", metal, since), draw, high=high, wide=1.5 * high, align="middle")


@lru_cache(maxsize=64)
def pips(full: int, of: int, high: int, color: Color) -> Surface:
    """`full` of `of` dots filled, `high` pixels high."""
    step = high * 1.5
    wide = round(step * (of - 1) + high)
    big = Surface((wide * _K, high * _K), pygame.SRCALPHA, 32)
    big.fill((*color[:3], 0))
    for i in range(of):
        middle = (i * step + high / 2) * _K, high * _K / 2
        tint = color if i < full else (*color[:3], 60)
        pygame.draw.circle(big, tint, middle, high * _K / 2 - 1)
    return _small(big, wide, high)


def _bars(middle: tuple[float, float], radius: float, count: int) -> list[pygame.Rect]:
    """Upright bars side by side, for the second and the third place."""
    wide, gap = radius * 0.34, radius * 0.3
    left = middle[0] - (count * wide + (count - 1) * gap) / 2
    return [
        pygame.Rect(round(left + i * (wide + gap)), round(middle[1] - radius), round(wide), round(2 * radius))
        for i in range(count)
    ]


def _star(
    middle: tuple[float, float], radius: float, points: int = 5, inner: float = 0.42
) -> list[tuple[float, float]]:
    """The corners of a star; `inner`: how far out those between its points are, of the radius."""
    corners = []
    for i in range(2 * points):
        away = radius if i % 2 == 0 else radius * inner
        turn = pi * i / points
        corners.append((middle[0] + away * sin(turn), middle[1] - away * cos(turn)))
    return corners


def _small(big: Surface, wide: int, high: int) -> Surface:
    return pygame.transform.smoothscale(big, (wide, high))
