"""The standings of a match as a picture: one row per seat, with a bar towards the target."""

from collections.abc import Sequence
from typing import NamedTuple

import pygame
from pygame import Surface

from game.ui.cards.deck import Deck, Look
from game.ui.cards.labels import figure
from game.ui.engine import text, theme

FOOT = 34
_ROW, _WIDE, _SEAL = 38, 820, 8
"""The height of a row, the width of all, and the room around the seal, in units."""
_NAME, _SUM, _SCORE, _BAR = 56, 346, 408, 436
"""Where the columns lie, in units from the left: the name begins, sum and score end, the bar begins."""
_END, _TOTAL = 150, 84
"""Where the bar and the total end, in units from the right; the remark begins a little further."""


class Line(NamedTuple):
    """One seat: its card back, name, the round's score, its total (perhaps still counting up), a remark."""

    back: int
    name: str
    sum: str
    """How the score came about; empty if there is nothing to explain."""
    score: str
    total: float
    remark: str = ""
    own: bool = False


def tally(score: int, left: int) -> str:
    """How a score came about if it includes the penalty for cards left in the 13-pile, else an empty text."""
    return f"{figure(score + 2 * left)} − 2×{left}" if left else ""


def standings(
    title: str,
    lines: Sequence[Line],
    target: int,
    foot: Surface,
    deck: Deck,
    unit: float,
    seal: Surface | None = None,
) -> Surface:
    """The lines in the order given, on a dark plate; `foot` is centred, FOOT units above its lower edge, the
    seal below the lines."""
    u, below = unit, 70 + _ROW * len(lines)
    seal_high = seal.height + round(_SEAL * u) if seal else 0
    size = round(_WIDE * u), round((below + 66) * u) + seal_high
    plate = theme.rounded(size, round(12 * u), theme.SHEET[:3], theme.TRAY_EDGE, max(1, round(u))).copy()
    text.draw(plate, title, 32 * u, theme.IVORY, max_width=size[0] * 0.92, center=(size[0] / 2, 36 * u))
    most = max(target, *(line.total for line in lines))
    for i, line in enumerate(lines):
        _row(plate, line, (70 + _ROW * (i + 0.5)) * u, most, deck, u)
    if seal:
        at = seal.get_rect(center=(size[0] // 2, round((below + 2) * u) + seal_high // 2))
        text.blit(plate, seal, at.topleft)
    text.blit(plate, foot, foot.get_rect(center=(size[0] // 2, round(size[1] - FOOT * u))).topleft)
    return plate


def _row(plate: Surface, line: Line, y: float, most: float, deck: Deck, u: float) -> None:
    wide = plate.get_width()
    if line.own:
        stripe = theme.rounded((round(wide - 24 * u), round((_ROW - 4) * u)), round(6 * u), theme.RAISED)
        plate.blit(stripe, stripe.get_rect(center=(wide // 2, round(y))))
    icon = deck.picture(Look(str(line.back), round(19 * u)))
    plate.blit(icon, icon.get_rect(center=(round(34 * u), round(y))))
    sum_ = text.draw(plate, line.sum, 18 * u, theme.MIST, midright=(_SUM * u, y))
    room = sum_.x - (_NAME + 12) * u
    text.draw(plate, line.name, 24 * u, theme.IVORY, max_width=room, midleft=(_NAME * u, y))
    text.draw(plate, line.score, 21 * u, theme.IVORY, midright=(_SCORE * u, y))
    end = wide - _END * u
    track = pygame.Rect(round(_BAR * u), round(y - 5 * u), round(end - _BAR * u), round(10 * u))
    plate.blit(theme.rounded(track.size, track.h // 2, theme.RAISED_HOVER), track)
    long = round(track.w * max(0.0, line.total) / most) if most > 0 else 0
    if long >= track.h:
        plate.blit(
            theme.rounded((long, track.h), track.h // 2, theme.GOLD if line.own else theme.MIST), track
        )
    total = wide - _TOTAL * u
    text.draw(plate, figure(round(line.total)), 26 * u, theme.IVORY, midright=(total, y))
    if line.remark:
        room = (_TOTAL - 24) * u
        text.draw(plate, line.remark, 18 * u, theme.GOLD, max_width=room, midleft=(total + 9 * u, y))
