"""Small plots: of times, or of what is better the higher it is, one dot per game won, the best so far as a
line, with the dates below; and of how runs came on."""

import math
from collections.abc import Sequence
from itertools import pairwise

import pygame
from pygame import Rect, Surface

from game.i18n import _, tenths
from game.ui.engine import text, theme
from game.ui.engine.theme import dot, line, sketch
from game.ui.view.leaves import Picture
from game.ui.widgets.words import day, short_time

_STEPS = (10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200)
"""Seconds between two grid lines."""
_RATES = (0.1, 0.2, 0.5, 1, 2, 5, 10)
"""The same for an index, which is better the higher it is."""


def times_picture(games: Sequence[tuple[float, int]], grow: float, rates: bool = False) -> Picture:
    """The games as a node, the oldest first: for each its seconds and its date (seconds since 1970). `rates`:
    its index in place of the seconds."""
    return Picture(
        ("times", rates, *games), lambda surface, box, u: _draw(surface, box, games, rates, u), grow=grow
    )


def course_picture(runs: Sequence[Sequence[tuple[float, float]]], grow: float) -> Picture:
    """How runs of a deal came on as a node, the one that counts first: for each the points of its curve, of
    seconds and of the share of the cards that lay in their places by then."""
    return Picture(
        ("course", *map(tuple, runs)), lambda surface, box, u: _draw_course(surface, box, runs, u), grow=grow
    )


def _draw_course(
    surface: Surface, box: Rect, runs: Sequence[Sequence[tuple[float, float]]], u: float
) -> None:
    on, air = theme.ground("sheet"), round(7 * u)
    inner = box.inflate(-2 * air, -2 * air)
    for quarter in range(5):
        y = round(inner.bottom - quarter / 4 * inner.h)
        pygame.draw.line(surface, on.rule, (inner.x, y), (inner.right, y))
    most = max([at for run in runs for at, _share in run], default=0.0) or 1.0
    shapes = list[str]()
    for number, run in reversed(list(enumerate(runs))):
        points = [
            (air + at / most * inner.w, air + (1 - share) * inner.h) for at, share in ((0.0, 0.0), *run)
        ]
        if number:  # dotted: colour alone tells nothing
            shapes += [dot(spot, 1.6 * u, on.mist) for spot in _along(points, 7 * u)]
        else:
            shapes += [line(points, on.gold, 3 * u), dot(points[-1], 5 * u, on.gold)]
    surface.blit(sketch(box.size, *shapes), box)


def _along(points: Sequence[tuple[float, float]], step: float) -> list[tuple[float, float]]:
    """Points on the way past these ones, so far apart."""
    found = list[tuple[float, float]]()
    for (ax, ay), (bx, by) in pairwise(points):
        count = max(1, round(math.hypot(bx - ax, by - ay) / step))
        found += [(ax + (bx - ax) * i / count, ay + (by - ay) * i / count) for i in range(count)]
    return found


def _draw(surface: Surface, box: Rect, games: Sequence[tuple[float, int]], rates: bool, u: float) -> None:
    """Draw the games into the box."""
    values = [value for value, _when in games]
    foot, left = 30 * u, 74 * u
    inner = Rect(round(box.x + left), round(box.y + 8 * u), round(box.w - left - 8 * u), 0)
    inner.h = round(box.bottom - foot - inner.y)
    most, steps = max(values), _RATES if rates else _STEPS
    step = next((s for s in steps if most / s <= 4), steps[-1])
    count = int(most / step) + 1

    def height(value: float) -> float:
        return 1 - value / (count * step)

    for number in range(count + 1):
        y = round(inner.y + height(number * step) * inner.h)
        pygame.draw.line(surface, theme.ground("sheet").rule, (inner.x, y), (inner.right, y))
        label = tenths(number * step) if rates else short_time(round(number * step * 1e6))
        text.draw(surface, label, 17 * u, theme.ground("sheet").mist, midright=(inner.x - 8 * u, y))
    unit = box.x, inner.y + inner.h / 2
    text.draw(surface, "/s" if rates else _("min"), 17 * u, theme.ground("sheet").mist, midleft=unit)
    _draw_dates(surface, inner, [when for _value, when in games], u)
    gap = inner.w / max(1, len(values))
    radius = max(0.7, min(4.5 * u, gap * 0.42))
    air = math.ceil(radius)
    spots = [(air + (i + 0.5) * gap, air + height(value) * inner.h) for i, value in enumerate(values)]
    best, better = spots[0][1], min if rates else max
    way: list[tuple[float, float]] = []
    for across, down in spots:
        best = better(best, down)
        way += [(across - gap / 2, best), (across + gap / 2, best)]
    colors = [*[theme.ground("sheet").ivory] * (len(spots) - 1), theme.ground("sheet").gold]
    dots = [dot(spot, radius, color) for spot, color in zip(spots, colors, strict=True)]
    drawn, way_color = inner.inflate(2 * air, 2 * air), (*theme.ground("sheet").gold, 150)
    surface.blit(sketch(drawn.size, line(way, way_color, 1.6 * u), *dots), drawn)


def _draw_dates(surface: Surface, inner: Rect, dates: Sequence[int], u: float) -> None:
    """The dates below the dots, as many as there is room for, the first and the last among them."""
    words = [day(when) for when in dates]
    room = max(text.width(word, 17 * u) for word in words) + 40 * u
    most = max(1, min(len(dates), int(inner.w // room)))
    shown = sorted({round(i * (len(dates) - 1) / max(1, most - 1)) for i in range(most)})
    before = ""
    for i in shown:
        x = inner.x + (i + 0.5) * inner.w / len(dates)
        pygame.draw.line(
            surface, theme.ground("sheet").rule, (x, inner.bottom), (x, inner.bottom + round(4 * u))
        )
        if words[i] != before:
            picture = text.render(words[i], 17 * u, theme.ground("sheet").mist)
            where = picture.get_rect(midtop=(round(x), round(inner.bottom + 6 * u)))
            text.blit(surface, picture, where.clamp(Rect(inner.x, where.y, inner.w, where.h)).topleft)
        before = words[i]
