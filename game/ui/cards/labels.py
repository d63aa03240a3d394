"""Labels and boards with text, and the felt with its empty places."""

from collections.abc import Sequence
from functools import lru_cache

import pygame
from pygame import Rect, Surface

from game.ui.cards.layout import SHARED, SOLO, Layout
from game.ui.engine import shapes, text, theme
from game.ui.engine.tabletop import forget, tabletop

_CAP = (255, 253, 246, 90)


def figure(number: int, sign: bool = False) -> str:
    """A number with a proper minus sign, and with a plus sign above 0 if `sign`."""
    return f"{number:+}".replace("-", "−") if sign and number else f"{number}".replace("-", "−")


def backdrop(layout: Layout) -> Surface:
    """The felt with the areas and the empty places on it: everything that never changes."""
    base = tabletop(layout.size)
    forget()  # the felt is drawn on here, and a copy would be 8 MB at 1080p
    u = layout.unit
    for area in layout.areas:
        if area.kind not in (SHARED, SOLO):
            theme.panel(base, Rect(area.box), u)
        if area.kind == SOLO and any(layout.panel):
            theme.panel(base, Rect(layout.panel), u)
    for place in layout.places:
        box = Rect(place.box)
        shared = layout.areas[place.area].kind in (SHARED, SOLO)
        fill = (*theme.colors.place, (26 if place.role != "finished" else 10) if shared else 12)
        edge = (*theme.colors.place, 44 if shared else 34)
        base.blit(theme.rounded(box.size, round(0.07 * box.w), fill, edge, max(1, round(u))), box)
    return base


def board(
    words: Sequence[Surface],
    margin: tuple[int, int],
    radius: int,
    fill: theme.Color,
    edge: theme.Color | None = None,
    line: int = 0,
    gap: int = 0,
) -> Surface:
    """Pictures of words below one another on a rounded ground; `margin`: all of it, across and down."""
    high = sum(word.height for word in words) + gap * (len(words) - 1)
    wide = max(word.width for word in words) + margin[0]
    plate = theme.rounded((wide, high + margin[1]), radius, fill, edge, line).copy()
    y = plate.height // 2 - high // 2
    for word in words:
        text.blit(plate, word, word.get_rect(midtop=(wide // 2, y)).topleft)
        y += word.height + gap
    return plate


def banner(lines: Sequence[tuple[str, float, theme.Color]], unit: float, room: float) -> Surface:
    """A dark plate with lines of text below one another: (text, size in units, colour). `room`: the most that
    it may be wide."""
    fill, thin, pad = (*theme.colors.plate, 222), max(1, round(unit)), 2 * round(22 * unit)
    pictures = [text.render(words, size * unit, color, room - pad) for words, size, color in lines]
    gap = round(8 * unit)
    return board(pictures, (pad, pad), round(12 * unit), fill, theme.colors.tray_edge, thin, gap)


@lru_cache(maxsize=16)
def key_button(
    words: str, key: str, unit: float, hover: bool = False, focused: bool = False, room: int | None = None
) -> Surface:
    """What to do now, as a button with the key that does the same; `focused`: Enter does, too. `room`: the
    most that it may be wide."""
    name, pad = text.render(key, 17 * unit, theme.INK), round(16 * unit)
    beside = name.width + round(14 * unit) + 3 * pad
    word = text.render(words, 28 * unit, theme.INK, None if room is None else room - beside)
    high, thin = round(44 * unit), max(1, round(unit))
    cap = theme.rounded(
        (name.width + round(14 * unit), round(26 * unit)), round(5 * unit), _CAP, (*theme.INK, 150), thin
    ).copy()
    cap.blit(name, name.get_rect(center=cap.get_rect().center))
    size = word.width + cap.width + 3 * pad, high
    edge = round(3 * unit) if hover or focused else thin
    rim = theme.PAPER if focused and not hover else theme.GOLD
    plate = theme.rounded(size, round(9 * unit), theme.PAPER if hover else theme.GOLD, rim, edge).copy()
    plate.blit(word, word.get_rect(midleft=(pad, high // 2)))
    plate.blit(cap, cap.get_rect(midright=(size[0] - pad, high // 2)))
    return plate


def bubble(words: str, unit: float, color: theme.Color) -> Surface:
    """A speech bubble one line high, pointing to the left."""
    pad, point, high = round(9 * unit), round(8 * unit), round(25 * unit)
    word = text.render(words, 20 * unit, theme.INK)
    plate = Surface((point + word.width + 2 * pad, high), pygame.SRCALPHA)
    plate.blit(theme.rounded((word.width + 2 * pad, high), round(9 * unit), color), (point, 0))
    middle = high // 2
    tail = shapes.area([(0, middle), (point, middle - point / 2), (point, middle + point / 2)], color)
    plate.blit(shapes.sketch((point, high), tail), (0, 0))
    text.blit(plate, word, (point + pad, (high - word.height) // 2))
    return plate


def label(words: str, unit: float) -> Surface:
    """A small note."""
    word = text.render(words, 20 * unit, theme.colors.ivory)
    margin, fill = (round(18 * unit), round(10 * unit)), (*theme.colors.plate, 232)
    return board([word], margin, round(7 * unit), fill, theme.GOLD, max(1, round(unit)))


def burst(words: str, unit: float, size: float, fill: theme.Color, ink: theme.Color) -> Surface:
    """A cheer of `size` units on a plate without an edge."""
    word = text.lettering(words, size * unit, ink)
    high = max(round(1.18 * size * unit), word.height)  # with room for the marks above capitals
    return board([word], (round(0.7 * high), high - word.height), high // 2, fill)
