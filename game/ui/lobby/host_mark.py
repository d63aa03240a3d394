"""The mark of a host in the list of tables: known from before, or with a name that is another host's."""

from functools import lru_cache
from itertools import pairwise

import pygame
from pygame import Rect, Surface

from game.ui.engine import theme
from game.ui.view.leaves import Picture

_INK = theme.INK
_FINER = 4
"""Drawn larger by this and scaled down, for smooth edges."""


@theme.recolored
@lru_cache(maxsize=8)
def host_mark(standing: str, high: int) -> Surface:
    """A tick in a round seal, or an exclamation mark in a triangle, of this height."""
    big = high * _FINER
    sheet = Surface((big, big), pygame.SRCALPHA, 32)
    known = standing == "known"
    color = theme.ON if known else theme.GOLD
    sheet.fill((*color[:3], 0))
    if known:
        pygame.draw.circle(sheet, color, (big / 2, big / 2), big / 2)
        corners = [(0.27, 0.53), (0.43, 0.69), (0.74, 0.35)]
        _stroke(sheet, [(x * big, y * big) for x, y in corners], round(big * 0.13))
    else:
        pygame.draw.polygon(sheet, color, [(big / 2, big * 0.04), (big, big * 0.96), (0, big * 0.96)])
        bar = Rect(0, 0, round(big * 0.12), round(big * 0.34))
        bar.midtop = (big // 2, round(big * 0.36))
        pygame.draw.rect(sheet, _INK, bar, 0, bar.w // 2)
        pygame.draw.circle(sheet, _INK, (big / 2, big * 0.83), big * 0.07)
    return pygame.transform.smoothscale(sheet, (high, high)).convert_alpha()


def host_mark_picture(standing: str) -> Picture:
    """The mark as a node."""

    def draw(surface: Surface, rect: Rect, u: float) -> None:
        mark = host_mark(standing, round(20 * u))
        surface.blit(mark, mark.get_rect(center=rect.center))

    return Picture(("host", standing), draw, wide=22)


def _stroke(sheet: Surface, points: list[tuple[float, float]], wide: int) -> None:
    """A line with round ends and corners."""
    for one, other in pairwise(points):
        pygame.draw.line(sheet, _INK, one, other, wide)
    for point in points:
        pygame.draw.circle(sheet, _INK, point, wide / 2)
