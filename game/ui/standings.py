"""The standings of a match as a picture: a row a seat, with a bar towards the target."""

from collections.abc import Sequence
from typing import NamedTuple

import pygame
from pygame import Surface

from game.ui import text, theme
from game.ui.deck import Deck, Look
from game.ui.signs import figure

_ROW, _WIDE = 38, 780
_NAME, _SCORE, _BAR = 56, 250, 390
"""Where the columns begin, in units from the left; the bar ends left of the total."""


class Line(NamedTuple):
    """One seat: its back, name, what the round brought, its total (perhaps on the way there), a remark."""

    back: int
    name: str
    score: str
    total: float
    remark: str = ""
    own: bool = False


def standings(title: str, lines: Sequence[Line], target: int, foot: str, deck: Deck, unit: float) -> Surface:
    """The lines in the order given, on a dark plate."""
    u = unit
    size = round(_WIDE * u), round((70 + _ROW * len(lines) + 62) * u)
    plate = theme.rounded(size, round(12 * u), (3, 16, 11, 236), theme.TRAY_EDGE, max(1, round(u))).copy()
    text.draw(plate, title, 32 * u, theme.IVORY, center=(size[0] / 2, 36 * u))
    most = max(target, *(line.total for line in lines))
    for i, line in enumerate(lines):
        _row(plate, line, (70 + _ROW * (i + 0.5)) * u, most, deck, u)
    text.draw(
        plate, foot, 23 * u, theme.GOLD, max_width=size[0] * 0.92, center=(size[0] / 2, size[1] - 30 * u)
    )
    return plate


def _row(plate: Surface, line: Line, y: float, most: float, deck: Deck, u: float) -> None:
    wide = plate.get_width()
    if line.own:
        stripe = theme.rounded((round(wide - 24 * u), round((_ROW - 4) * u)), round(6 * u), theme.RAISED)
        plate.blit(stripe, stripe.get_rect(center=(wide // 2, round(y))))
    icon = deck.picture(Look(str(line.back), round(19 * u)))
    plate.blit(icon, icon.get_rect(center=(round(34 * u), round(y))))
    text.draw(
        plate, line.name, 24 * u, theme.IVORY, max_width=(_SCORE - _NAME - 60) * u, midleft=(_NAME * u, y)
    )
    text.draw(plate, line.score, 20 * u, theme.MIST, midright=((_BAR - 24) * u, y))
    end = wide - 150 * u
    track = pygame.Rect(round(_BAR * u), round(y - 5 * u), round(end - _BAR * u), round(10 * u))
    plate.blit(theme.rounded(track.size, track.h // 2, theme.RAISED_HOVER), track)
    long = round(track.w * max(0.0, line.total) / most)
    if long >= track.h:
        plate.blit(
            theme.rounded((long, track.h), track.h // 2, theme.GOLD if line.own else theme.MIST), track
        )
    text.draw(plate, figure(round(line.total)), 26 * u, theme.IVORY, midright=(end + 58 * u, y))
    if line.remark:
        text.draw(plate, line.remark, 18 * u, theme.GOLD, max_width=72 * u, midleft=(end + 68 * u, y))
