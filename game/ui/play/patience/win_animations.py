"""The ways in which the cards of a won game leave the table: each game has its own.

A way says for each card where it is at any time; it knows nothing of drawing. Lengths are in pixels.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import cos, pi, radians, sin, sqrt
from typing import NamedTuple

from game.core.cards import is_red
from game.ui.cards.layout import RATIO
from game.ui.cards.motion import Pose
from game.ui.cards.sprite import Sprite

Path = Callable[[float], Pose | None]
"""Where a card is, by the seconds since it set out; None: gone."""


class Leaver(NamedTuple):
    """A card that sets out at `start` seconds, and those beneath it that go along unseen."""

    start: float
    sprite: Sprite
    beneath: Sequence[Sprite]
    path: Path


class Area(NamedTuple):
    """The table that is left: its size, and how many cards may be in the air at once."""

    wide: int
    high: int
    air: int


Piles = Sequence[Sequence[Sprite]]
Way = Callable[[Piles, Area], Iterator[Leaver]]
_SPAN = 1.9
"""Seconds from the first card that sets out to the last."""
_OPEN, _PAGE = 1.1, 0.05
"""Seconds that a book takes to open and lies open, and from one of its pages to the next as it closes."""


def cascade(piles: Piles, area: Area) -> Iterator[Leaver]:
    """The columns pour down, and their cards bounce across the table and away."""
    for i, (start, sprite, beneath) in enumerate(_by_turns(piles, area, 1.4)):
        inwards = 1 if sprite.rest.x < area.wide / 2 else -1
        speed = inwards * (0.46 + 0.09 * (i * 3 % 5)) * area.wide * (-0.6 if i % 5 == 3 else 1)
        yield Leaver(start, sprite, beneath, _bouncing(sprite.rest, speed, area))


def waves(piles: Piles, area: Area) -> Iterator[Leaver]:
    """The red cards run off in a wave to the left, the black ones to the right."""
    for start, sprite, beneath in _by_turns(piles, area, 1.25):
        side = -1 if is_red(sprite.card) else 1

        def run(t: float, side: int = side) -> tuple[float, float]:
            swing = sin(2 * pi * 1.25 * t) * min(1.0, 2 * t)
            return area.wide * (0.5 + side * 0.62 * t), area.high * (0.5 + side * 0.27 * swing)

        yield Leaver(start, sprite, beneath, _joining(sprite.rest, run, area))


def wheel(piles: Piles, area: Area) -> Iterator[Leaver]:
    """A wheel of rays: the red ones on the left, the black ones on the right."""
    counts = [0, 0]
    for start, sprite, beneath in _by_turns(piles, area, 0.75, odd=True):
        red = is_red(sprite.card)
        turn = radians(-80 + 28 * (counts[red] % 7) - 4 * (counts[red] % 3))
        counts[red] += 1
        way = -cos(turn) if red else cos(turn), sin(turn)

        def ray(t: float, rest: Pose = sprite.rest, way: tuple[float, float] = way) -> Pose | None:
            far = area.wide * (0.35 * t + 1.5 * t * t)
            return _seen(rest._replace(x=rest.x + way[0] * far, y=rest.y + way[1] * far, lift=1.0), area)

        yield Leaver(start, sprite, beneath, ray)


def pairs(piles: Piles, area: Area) -> Iterator[Leaver]:
    """Two by two the cards dance off round each other."""
    for pile in piles:
        size = 2 * max(1, round(len(pile) * 1.2 / (_SPAN * area.air)))
        ends = range(len(pile), 1, -size)
        for number, end in enumerate(ends):
            start, beneath = _SPAN * number / len(ends), pile[max(0, end - size) : end - 2]
            for half, sprite in enumerate(pile[end - 2 : end]):
                yield Leaver(start, sprite, beneath, _dancing(sprite.rest, half, number % 2, area))


def spiral(piles: Piles, area: Area) -> Iterator[Leaver]:
    """One after the other, as they were counted, the cards wind out of the table's middle."""
    for start, sprite, beneath in _by_turns(piles, area, 1.35):

        def wind(t: float) -> tuple[float, float]:
            turn, far = 2 * pi * 1.15 * t - pi / 2, area.wide * 0.6 * t
            return area.wide / 2 + far * cos(turn), area.high / 2 + 0.62 * far * sin(turn)

        yield Leaver(start, sprite, beneath, _joining(sprite.rest, wind, area))


def books(piles: Piles, area: Area) -> Iterator[Leaver]:
    """Each pile opens like a book, closes page by page, and is put away on its shelf."""
    for number, sprites in enumerate(pile for pile in piles if pile):
        pages = list(_parted(sprites, max(1, area.air // len(piles))))
        side = -1 if sprites[-1].rest.x > area.wide / 2 else 1
        step = side * min(0.5 * sprites[-1].rest.w, 0.62 * area.wide / len(pages))
        for i, (sprite, beneath) in enumerate(pages):
            after = len(pages) - 1 - i
            shelf = None if i else _OPEN + _PAGE * after + 0.3 + 0.16 * number
            path = _leaf(sprite.rest, step * after, _OPEN + _PAGE * after, shelf, area)
            yield Leaver(0.09 * number, sprite, beneath, path)


def fountain(piles: Piles, area: Area) -> Iterator[Leaver]:
    """All cards are thrown up, and fall down over the table."""
    for i, (start, sprite, beneath) in enumerate(_by_turns(piles, area, 1.45)):
        up = (1.25 + 0.09 * (i * 5 % 7)) * area.high
        out = (0.06 * (i * 3 % 11 - 5)) * area.wide
        tilt = 9.0 * (i * 2 % 5 - 2)

        def fly(
            t: float, rest: Pose = sprite.rest, up: float = up, out: float = out, tilt: float = tilt
        ) -> Pose | None:
            y = rest.y - up * t + 1.35 * area.high * t * t
            return _seen(rest._replace(x=rest.x + out * t, y=y, angle=tilt, lift=1.0), area)

        yield Leaver(start, sprite, beneath, fly)


WIN_ANIMATIONS: dict[str, Way] = {
    "acht-mal-acht": cascade,
    "rot-und-schwarz": waves,
    "farbwechsel": wheel,
    "paare": pairs,
    "zahlenpatience": spiral,
    "staffelpatience": books,
    "haisty": fountain,
}
"""By a game's name; others have the fountain."""


def _by_turns(
    piles: Piles, area: Area, seconds: float, odd: bool = False
) -> Iterator[tuple[float, Sprite, Sequence[Sprite]]]:
    """The cards that fly, a pile at a time from the tops down, with their starts: as many as keep no more in
    the air than the area takes, if each flies for `seconds`. `odd`: packets are of odd sizes, so that
    colours that alternate in the pile alternate in the air."""
    total = sum(map(len, piles))
    share = min(1.0, area.air * _SPAN / seconds / max(1, total))
    parts = [list(_parted(pile, max(1, round(len(pile) * share)), odd)) for pile in piles if pile]
    turns = [part[i] for i in range(max(map(len, parts), default=0)) for part in parts if i < len(part)]
    for i, (sprite, beneath) in enumerate(turns):
        yield _SPAN * i / len(turns), sprite, beneath


def _parted(
    pile: Sequence[Sprite], count: int, odd: bool = False
) -> Iterator[tuple[Sprite, Sequence[Sprite]]]:
    """So many packets of the pile from the top down: the card that is seen, and those beneath it."""
    ends = [round(len(pile) * (count - i) / count) for i in range(count + 1)]
    if odd:
        ends = [*range(len(pile), 0, -(len(pile) // count | 1)), 0]
    for top, bottom in pairwise(ends):
        if top > bottom:
            yield pile[top - 1], pile[bottom : top - 1]


def _joining(rest: Pose, track: Callable[[float], tuple[float, float]], area: Area) -> Path:
    """From its place onto a track that all cards follow."""

    def path(t: float) -> Pose | None:
        (x, y), part = track(max(0.0, t - 0.3)), _ease(t / 0.34)
        return _seen(
            rest._replace(x=rest.x + (x - rest.x) * part, y=rest.y + (y - rest.y) * part, lift=1.0), area
        )

    return path


def _leaf(rest: Pose, reach: float, closes: float, shelf: float | None, area: Area) -> Path:
    """Out of its book and back. At `shelf` seconds the book leaves with its cover; a page is gone once it is
    back."""

    def path(t: float) -> Pose | None:
        back = (t - closes) / 0.28
        if shelf is None and back >= 1:
            return None
        opened, away = _ease(t / 0.5) - _ease(back), max(0.0, t - (shelf or t))
        x = rest.x + reach * opened + area.wide * 2.2 * away * away * (1 if reach <= 0 else -1)
        y = rest.y - 0.16 * rest.w * sin(pi * opened)
        return _seen(rest._replace(x=x, y=y, lift=1.0 if opened or away else 0.0), area)

    return path


def _dancing(rest: Pose, half: int, mirrored: int, area: Area) -> Path:
    """One half of a pair on its way across the table; every other pair turns the other way round."""

    def path(t: float) -> Pose | None:
        turn = (half + 1.5 * t) * pi * (-1 if mirrored else 1)
        apart = 0.66 * rest.w * _ease(2.5 * t)
        x = rest.x - area.wide * (0.2 * t + 0.36 * t * t) + apart * cos(turn)
        y = rest.y + (area.high / 2 - rest.y) * _ease(t) + 0.55 * apart * sin(turn)
        return _seen(rest._replace(x=x, y=y, lift=1.0), area)

    return path


def _bouncing(rest: Pose, speed: float, area: Area) -> Path:
    """Falling and bouncing on the window's lower edge."""
    floor, weight = area.high - rest.w * RATIO / 2, 3.4 * area.high
    first = sqrt(2 * max(1.0, floor - rest.y) / weight)

    def path(t: float) -> Pose | None:
        x = rest.x + speed * t
        if t < first:
            return _seen(rest._replace(x=x, y=rest.y + weight * t * t / 2, lift=1.0), area)
        t, up = t - first, 0.74 * weight * first
        while t >= 2 * up / weight > 0.05:
            t, up = t - 2 * up / weight, 0.74 * up
        return _seen(rest._replace(x=x, y=floor - up * t + weight * t * t / 2, lift=1.0), area)

    return path


def _seen(pose: Pose, area: Area) -> Pose | None:
    """The pose while the card is at least partly in the window, or above it."""
    side, half = 0.6 * pose.w, 0.6 * pose.w * RATIO
    inside = -side < pose.x < area.wide + side and pose.y < area.high + half
    return pose if inside else None


def _ease(part: float) -> float:
    part = min(1.0, max(0.0, part))
    return part * part * (3 - 2 * part)
