"""Who sits at a table, drawn as a row of card backs with names; empty seats as outlines."""

from collections.abc import Callable
from functools import lru_cache

import pygame
from pygame import Rect, Surface

from game.i18n import ngettext
from game.net.wire.packet import TableInfo
from game.ui.engine import text, theme
from game.ui.engine.assets import RATIO
from game.ui.engine.theme import Color

_LETTERS, _CARD, _GAP, _HEAD = 19, 17, 5, 14
"""Height of the names' letters, a back's greatest width, the gap beside it, a robot's height, in units."""

Back = Callable[[int, int], Surface]
"""The picture of a card back by its number and width."""


def draw_sitters(surface: Surface, box: Rect, info: TableInfo, back: Back, u: float) -> None:
    """All seats from left to right: those taken, then the empty ones. Of a host that does not tell who sits
    there, only how many seats are taken is known.

    Each name stands beside its card back; where there is no room for that, all of them after the seats."""
    card = round(min(_CARD * u, box.h / RATIO))
    gap, head = round(_GAP * u), round(_HEAD * u)
    names = [each.name for each in info.sitters]
    wide = [3 * gap + (head + gap) * each.bot + text.width(each.name, _LETTERS * u) for each in info.sitters]
    beside = sum(wide) + info.seats * (card + gap) <= box.w
    x = box.x
    for number in range(info.seats):
        place = Rect(x, 0, card, round(card * RATIO))
        place.centery = box.centery
        x = place.right + gap
        if number >= len(info.sitters):
            _draw_seat(surface, place, number < info.taken)
            continue
        sitter = info.sitters[number]
        surface.blit(back(sitter.back, card), place)
        if sitter.bot and beside:
            sign = robot(head, theme.MIST)
            surface.blit(sign, sign.get_rect(midleft=(x, box.centery)))
        if beside:
            left = x + (head + gap) * sitter.bot, box.centery
            color = theme.MIST if sitter.bot else theme.IVORY
            text.draw(surface, sitter.name, _LETTERS * u, color, max_height=box.h, midleft=left)
            x += wide[number]
    if names and not beside:
        people = [each.name for each in info.sitters if each.name and not each.bot]
        bots = sum(each.bot for each in info.sitters)
        if bots:
            people.append(ngettext("{n} bot", "{n} bots", bots).format(n=bots))
        where, room = (x + 2 * gap, box.centery), box.right - x - 2 * gap
        text.draw(
            surface,
            ", ".join(people),
            _LETTERS * u,
            theme.IVORY,
            max_width=room,
            max_height=box.h,
            midleft=where,
        )


def _draw_seat(surface: Surface, place: Rect, taken: bool) -> None:
    """A seat of which no more is known."""
    fill, edge = (theme.RAISED_HOVER, theme.MIST) if taken else ((*theme.IVORY[:3], 14), theme.TRAY_EDGE)
    surface.blit(theme.rounded(place.size, max(2, place.w // 8), fill, edge), place)


@theme.recolored
@lru_cache(maxsize=4)
def robot(high: int, color: Color) -> Surface:
    """A smooth robot's head of this height."""
    k = 4
    size = high * k
    big = Surface((size, size), pygame.SRCALPHA, 32)
    big.fill((*color[:3], 0))
    face = Rect(round(0.08 * size), round(0.3 * size), round(0.84 * size), round(0.64 * size))
    pygame.draw.rect(big, color, face, 0, round(0.16 * size))
    pygame.draw.line(big, color, (size / 2, 0.08 * size), (size / 2, 0.34 * size), max(k, round(0.09 * size)))
    pygame.draw.circle(big, color, (size / 2, 0.1 * size), 0.1 * size)
    for x in (0.34, 0.66):
        pygame.draw.circle(big, (*theme.TRAY[:3], 255), (x * size, 0.58 * size), 0.1 * size)
    return pygame.transform.smoothscale(big, (high, high)).convert_alpha()
