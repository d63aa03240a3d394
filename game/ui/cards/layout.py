"""Where everything lies: the areas of the table, a place for each pile, a position for each card; how the
cards of a pile fan out, and how a fan too long for its room is squeezed."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from game.core.rules import Spot

UP_STEP, ACROSS_STEP = 0.22, 0.25
"""The part of a card that a fan shows: of a face-up card's height, and of its width across."""
DOWN_SHARE = 0.45
"""How much of a face-down card a fan shows, relative to a face-up one."""
OPEN_STEPS = (0.46, 0.31, 0.26, UP_STEP)
"""What a fan with room to spare shows of a face-up card's height, including its suit; few values, far apart,
so that most moves leave the cards where they are."""
BESIDE_STEP = 1.06
"""From one card to the next where they lie side by side, in card widths."""
LEAST_STEP, TIGHT_STEP = 0.165, 0.15
"""The part of a card's height that must be visible for its rank to be read: comfortably, and at the least."""
BASE_STEP = 0.3
"""What is shown of the lowest card when the others can no longer be read: it and the top card identify the
run."""


def spread(
    downwards: bool,
    size: tuple[int, int],
    room: int,
    count: int,
    up: int,
    steps: Sequence[float] = (UP_STEP,),
) -> list[tuple[float, float]]:
    """How far right of and below the lowest card each of `count` cards lies, in pixels, the top `up` of them
    face up.

    `size`: a card's. `room`: how far the top card may be from the lowest along the fan.
    `steps`: the shares of a face-up card that a downward fan may show; the first that fits is taken, else the
    last is squeezed.
    """
    if downwards and up == count > 2 and (count - 1) * TIGHT_STEP * size[1] > room:
        base = min(BASE_STEP * size[1], room / 2)
        return [(0, base + (room - base) * (i - 1) / (count - 2) if i else 0) for i in range(count)]
    length = size[1] if downwards else size[0]
    shown = DOWN_SHARE * min(count - 1, count - up) + max(0, up - 1)
    if downwards:
        face = next((step for step in steps if step * shown * length <= room), steps[-1])
    else:
        face = ACROSS_STEP
    last = face * shown
    step = min(length, room / last) if last else 0
    ahead = [face * (DOWN_SHARE * min(i, count - up) + max(0, i - count + up)) for i in range(count)]
    return [(0, part * step) if downwards else (part * step, 0) for part in ahead]


RATIO = 1.4
"""Height of a card relative to its width."""
WASTE_SHOWN = 3
THICKNESS = 0.0018
"""How much a pile grows with each card, relative to the card's width."""
EDGE = 0.012
"""The smallest distance between visible edges of a pile, relative to the card's width: more edges would make
its side black."""
TRAY, PLATES, SHARED, ASIDE, SOLO = "tray", "plate", "shared", "aside", "solo"
"""Kinds of areas: the own cards, another seat's, everyone's, where full piles lie, and the whole table of a
solo game."""
LESSON = 96
"""Height above the table of a lesson for what is said there, in units."""
THICK = 0.12
"""The greatest visible thickness of a pile, in card widths."""
_GAP = 0.08
"""The smallest gap between a fan and the next pile, in card widths."""
_NARROWER, _WIDE_STEP = 0.7, 1.3
"""What is left of a gap between columns where cards are to be large, and the step, in card widths, from which
on it sets groups apart and is left alone."""


class Box(NamedTuple):
    """A rectangle in pixels."""

    x: int
    y: int
    w: int
    h: int

    def holds(self, x: float, y: float, margin: float = 0) -> bool:
        """Whether the point lies inside, or outside by no more than the margin."""
        return (
            self.x - margin <= x < self.x + self.w + margin
            and self.y - margin <= y < self.y + self.h + margin
        )


class Area(NamedTuple):
    """A part of the screen whose cards have one size."""

    kind: str
    seat: int | None
    box: Box
    card: int
    """Width of a card in pixels."""
    panel: Box = Box(0, 0, 0, 0)
    """Where the seat's name and score are, and an own one's buttons."""


class Place(NamedTuple):
    """A pile's place: its lowest card's box, how it fans, how far the top card may be from there.

    `steps`: the shares of a face-up card's height that a downward fan may show, largest first.
    `shown`: whether its cards are seen where they lie; else only on their way there or from there."""

    role: str
    area: int
    box: Box
    fan: str
    room: int
    steps: tuple[float, ...] = (UP_STEP,)
    shown: bool = True


class Layout(NamedTuple):
    """The whole table at one window size."""

    size: tuple[int, int]
    unit: float
    """Scale relative to a window of 1280 x 720; for text, gaps and lines."""
    areas: tuple[Area, ...]
    places: tuple[Place, ...]
    panel: Box
    """Where name, score and buttons of the first own seat are. Empty for a watcher."""
    mirrored: bool = False
    """Whether the table is laid out for the left hand: the panel lies at the left."""

    def at(self, pile: int, count: int, up: int, index: int) -> tuple[int, int]:
        """Top left corner of card `index` (0 lowest) in a pile of `count`, the top `up` of them face up."""
        return corners(self.places[pile], count, up)[index]


@lru_cache(maxsize=512)
def corners(place: Place, count: int, up: int) -> Sequence[tuple[int, int]]:
    """The top left corner of each of `count` cards there, the top `up` of them face up."""
    x, y, w, h = place.box
    if place.fan == "beside":
        return [(x + round(i * BESIDE_STEP * w), y) for i in range(count)]
    if not place.fan:
        lifts = _lifts(w, place.room)
        return [(x - lift, y - lift) for lift in (*lifts[:count], *lifts[-1:] * (count - len(lifts)))]
    if place.role == "waste":
        beneath, most = max(0, count - WASTE_SHOWN), place.room / (WASTE_SHOWN - 1)
        steps = (share * h for share in place.steps) if place.fan == "down" else (ACROSS_STEP * w,)
        step = round(next((each for each in steps if each <= most), most))
        right, down = (0, step) if place.fan == "down" else (step, 0)
        return [(x, y)] * beneath + [(x + i * right, y + i * down) for i in range(count - beneath)]
    offsets = spread(place.fan == "down", (w, h), place.room, count, up, place.steps)
    return [(x + round(across), y + round(down)) for across, down in offsets]


@lru_cache(maxsize=64)
def _lifts(width: int, most: int) -> list[int]:
    """How far each card of a pile lies above the lowest, up to the one from which on it grows no more."""
    edge, count = max(1, round(EDGE * width)), ceil(most / (THICKNESS * width)) + 1
    return [min(round(i * THICKNESS * width), most) // edge * edge for i in range(count)]


def lowered(layout: Layout, by: int) -> Layout:
    """The layout moved down in a window that is `by` pixels higher."""

    def down(box: Box) -> Box:
        return box._replace(y=box.y + by)

    return layout._replace(
        size=(layout.size[0], layout.size[1] + by),
        areas=tuple(area._replace(box=down(area.box), panel=down(area.panel)) for area in layout.areas),
        places=tuple(place._replace(box=down(place.box)) for place in layout.places),
        panel=down(layout.panel),
    )


def tail(spot: Spot) -> float:
    """How far cards that fan out across extend beyond their place, in card widths."""
    return {"right": ACROSS_STEP * (WASTE_SHOWN - 1), "beside": BESIDE_STEP}.get(spot.fan, 0.0)


def closer(spots: Sequence[Spot]) -> list[Spot]:
    """The spots with narrower gaps between each seat's columns, so that larger cards fit."""
    at = dict[tuple[int | None, float], float]()
    for seat in {spot.seat for spot in spots}:
        x = before = 0.0
        for column in sorted({spot.x for spot in spots if spot.seat == seat}):
            step = column - before
            x += 1 + _NARROWER * (step - 1) if 1 < step < _WIDE_STEP else step
            at[seat, column], before = x, column
    return [spot._replace(x=at[spot.seat, spot.x]) for spot in spots]


def mirror(spots: Sequence[Spot]) -> list[Spot]:
    """Each seat's spots from right to left; cards that fan out across still do so to the right."""
    right: dict[int | None, float] = {}
    for spot in spots:
        right[spot.seat] = max(right.get(spot.seat, 0.0), spot.x + 1 + tail(spot))
    return [spot._replace(x=right[spot.seat] - 1 - tail(spot) - spot.x) for spot in spots]


def room(fan: str, box: Box, boxes: Iterable[Box], edge: tuple[int, int], thick: float = THICK) -> int:
    """How far a pile's top card may lie from its lowest, in pixels: up to the next of the boxes or the area's
    right or lower edge; without a fan, `thick` card widths."""
    if not fan:
        return round(thick * box.w)
    right, bottom = edge
    gap = round(_GAP * box.w)
    if fan == "right":
        beside = [b.x - gap for b in boxes if b.x > box.x and abs(b.y - box.y) < box.h]
        return max(0, min([right, *beside]) - box.x - box.w)
    below = [b.y - gap for b in boxes if b.y > box.y and abs(b.x - box.x) < box.w]
    return max(0, min([bottom, *below]) - box.y - box.h)
