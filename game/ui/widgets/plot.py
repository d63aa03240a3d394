"""A small plot of times: one dot per game won, the best so far as a line, with the dates below."""

from collections.abc import Sequence

import pygame
from pygame import Rect, Surface

from game.i18n import _
from game.ui.engine import text, theme
from game.ui.view.leaves import Picture
from game.ui.widgets.times import day, short_time

_K = 3
"""Samples per pixel, each way."""
_STEPS = (10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600)
"""Seconds between two grid lines."""


def times_picture(games: Sequence[tuple[int, int]], grow: float) -> Picture:
    """The games as a node, the oldest first: for each its time (microseconds) and its date (seconds since
    1970)."""
    return Picture(("times", *games), lambda surface, box, u: _draw_times(surface, box, games, u), grow=grow)


def _draw_times(surface: Surface, box: Rect, games: Sequence[tuple[int, int]], u: float) -> None:
    """Draw the games into the box."""
    times = [time for time, _when in games]
    foot, left = 30 * u, 74 * u
    inner = Rect(round(box.x + left), round(box.y + 8 * u), round(box.w - left - 8 * u), 0)
    inner.h = round(box.bottom - foot - inner.y)
    most = max(times)
    step = next((s for s in _STEPS if most / 1e6 / s <= 4), 7200)
    top = (int(most / 1e6) // step + 1) * step

    def height(time: float) -> float:
        return 1 - time / top

    for mark in range(0, top + 1, step):
        y = round(inner.y + height(mark) * inner.h)
        pygame.draw.line(surface, theme.colors.rule, (inner.x, y), (inner.right, y))
        label = short_time(mark * 1_000_000)
        text.draw(surface, label, 17 * u, theme.colors.mist, midright=(inner.x - 8 * u, y))
    unit = box.x, inner.y + inner.h / 2
    text.draw(surface, _("min"), 17 * u, theme.colors.mist, midleft=unit)
    _draw_dates(surface, inner, [when for _time, when in games], u)
    big = Surface((inner.w * _K, inner.h * _K), pygame.SRCALPHA, 32)
    big.fill((*theme.GOLD[:3], 0))
    gap = big.get_width() / max(1, len(times))
    spots = [((i + 0.5) * gap, height(time / 1e6) * big.get_height()) for i, time in enumerate(times)]
    lowest = 0.0
    line: list[tuple[float, float]] = []
    for across, down in spots:
        lowest = max(lowest, down)
        line += [(across - gap / 2, lowest), (across + gap / 2, lowest)]
    pygame.draw.lines(big, (*theme.GOLD, 150), False, line, max(1, round(1.6 * u * _K)))
    radius = min(4.5 * u * _K, gap * 0.42)
    for i, spot in enumerate(spots):
        color = theme.GOLD if i == len(spots) - 1 else theme.colors.ivory
        pygame.draw.circle(big, color, spot, max(2.0, radius))
    surface.blit(pygame.transform.smoothscale(big, inner.size), inner)


def _draw_dates(surface: Surface, inner: Rect, dates: Sequence[int], u: float) -> None:
    """The dates below the dots, as many as there is room for, the first and the last among them."""
    words = [day(when) for when in dates]
    room = max(text.width(word, 17 * u) for word in words) + 40 * u
    most = max(1, min(len(dates), int(inner.w // room)))
    shown = sorted({round(i * (len(dates) - 1) / max(1, most - 1)) for i in range(most)})
    before = ""
    for i in shown:
        x = inner.x + (i + 0.5) * inner.w / len(dates)
        pygame.draw.line(surface, theme.colors.rule, (x, inner.bottom), (x, inner.bottom + round(4 * u)))
        if words[i] != before:
            picture = text.render(words[i], 17 * u, theme.colors.mist)
            where = picture.get_rect(midtop=(round(x), round(inner.bottom + 6 * u)))
            text.blit(surface, picture, where.clamp(Rect(inner.x, where.y, inner.w, where.h)).topleft)
        before = words[i]
