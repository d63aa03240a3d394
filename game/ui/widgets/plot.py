"""A small plot of times: one dot per game won, the best so far as a line."""

from collections.abc import Sequence

import pygame
from pygame import Rect, Surface

from game.ui.engine import text, theme
from game.ui.widgets.times import short_time

_K = 3
"""Samples per pixel, each way."""
_STEPS = (10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600)
"""Seconds between two grid lines."""


def draw_times(surface: Surface, box: Rect, times: Sequence[int], u: float) -> None:
    """Draw the times (microseconds), the oldest first, into the box."""
    foot, left = 10 * u, 58 * u
    inner = Rect(round(box.x + left), round(box.y + 8 * u), round(box.w - left - 8 * u), 0)
    inner.h = round(box.bottom - foot - inner.y)
    most = max(times)
    step = next((s for s in _STEPS if most / 1e6 / s <= 5), 7200)
    top = (int(most / 1e6) // step + 1) * step

    def height(time: float) -> float:
        return 1 - time / top

    for mark in range(0, top + 1, step):
        y = round(inner.y + height(mark) * inner.h)
        pygame.draw.line(surface, theme.RULE, (inner.x, y), (inner.right, y))
        label = short_time(mark * 1_000_000)
        text.draw(surface, label, 17 * u, theme.MIST, midright=(inner.x - 8 * u, y))
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
        color = theme.GOLD if i == len(spots) - 1 else theme.IVORY
        pygame.draw.circle(big, color, spot, max(2.0, radius))
    surface.blit(pygame.transform.smoothscale(big, inner.size), inner)
