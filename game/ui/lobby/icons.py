"""Small pictures as nodes: card backs; icons of a host known from before, or with another one's name, of a
lock and of a bot."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise

import pygame
from pygame import Rect, Surface

from game.ui.engine import theme
from game.ui.engine.assets import CardImages
from game.ui.engine.theme import Color
from game.ui.view.leaves import Icon

_FINER = 4
_Drawing = Callable[[Surface, int, Color], None]
"""Drawn larger by this and scaled down, for smooth edges."""


def icon(name: str, high: int) -> Surface:
    """One of the icons in a square of this size in pixels. Cached: do not draw on it."""
    color, draw = _ICONS[name]
    return _icon(draw, high, getattr(theme.colors, color))


@lru_cache(maxsize=16)
def _icon(draw: _Drawing, high: int, color: Color) -> Surface:
    big = high * _FINER
    sheet = Surface((big, big), pygame.SRCALPHA, 32)
    sheet.fill((*color[:3], 0))
    draw(sheet, big, color)
    return pygame.transform.smoothscale(sheet, (high, high))


def back_picture(back: int, wide: float, cards: CardImages) -> Icon:
    """A card back, `wide` in units."""
    return Icon(("back", back), lambda rect, u: cards.back(back, rect.w), wide=wide)


def icon_picture(name: str, high: int, wide: float) -> Icon:
    """An icon, `high` and `wide` in units."""
    return Icon(("icon", name), lambda rect, u: icon(name, round(high * u)), wide=wide)


def _known(sheet: Surface, big: int, color: Color) -> None:
    """A tick in a round seal."""
    pygame.draw.circle(sheet, color, (big / 2, big / 2), big / 2)
    corners = [(0.27, 0.53), (0.43, 0.69), (0.74, 0.35)]
    _stroke(sheet, [(x * big, y * big) for x, y in corners], round(big * 0.13))


def _changed(sheet: Surface, big: int, color: Color) -> None:
    """An exclamation mark in a triangle."""
    pygame.draw.polygon(sheet, color, [(big / 2, big * 0.04), (big, big * 0.96), (0, big * 0.96)])
    bar = Rect(0, 0, round(big * 0.12), round(big * 0.34))
    bar.midtop = (big // 2, round(big * 0.36))
    pygame.draw.rect(sheet, theme.INK, bar, 0, bar.w // 2)
    pygame.draw.circle(sheet, theme.INK, (big / 2, big * 0.83), big * 0.07)


def _lock(sheet: Surface, big: int, color: Color) -> None:
    stroke = big // 8
    body = Rect(0, round(big * 0.44), round(big * 0.8), round(big * 0.56))
    body.centerx = big // 2
    bow = Rect(0, stroke // 2, round(big * 0.5), round(big * 0.8))
    bow.centerx = big // 2
    pygame.draw.rect(sheet, color, bow, stroke, bow.w // 2)
    pygame.draw.rect(sheet, color, body, 0, stroke)


def _bot(sheet: Surface, big: int, color: Color) -> None:
    """A robot's head."""
    face = Rect(round(0.08 * big), round(0.3 * big), round(0.84 * big), round(0.64 * big))
    pygame.draw.rect(sheet, color, face, 0, round(0.16 * big))
    antenna = max(_FINER, round(0.09 * big))
    pygame.draw.line(sheet, color, (big / 2, 0.08 * big), (big / 2, 0.34 * big), antenna)
    pygame.draw.circle(sheet, color, (big / 2, 0.1 * big), 0.1 * big)
    for x in (0.34, 0.66):
        pygame.draw.circle(sheet, (*theme.colors.tray[:3], 255), (x * big, 0.58 * big), 0.1 * big)


def _stroke(sheet: Surface, points: Sequence[tuple[float, float]], wide: int) -> None:
    """A line with round ends and corners."""
    for one, other in pairwise(points):
        pygame.draw.line(sheet, theme.INK, one, other, wide)
    for point in points:
        pygame.draw.circle(sheet, theme.INK, point, wide / 2)


_ICONS: dict[str, tuple[str, _Drawing]] = {
    "known": ("on", _known),
    "changed": ("gold", _changed),
    "lock": ("mist", _lock),
    "bot": ("mist", _bot),
}
"""The names of their colours, and what draws them."""
