"""Where everything lies in a game for one: the cards as large as they go, a panel at the right."""

from collections.abc import Sequence
from itertools import pairwise

from game.core.rules import Spot
from game.ui.cards.fan import ACROSS_STEP, BESIDE_STEP, OPEN_STEPS
from game.ui.cards.layout import RATIO, SOLO, Area, Box, Layout, Place

PANEL = 0.17
"""The panel's share of the window's width, as long as that is enough for its words."""
_PANEL_LEAST = 226
_FAN = 1.45
"""The least room for a fan below the lowest row of places, in card heights."""
_HEAD, _FOOT, _SIDE = 34, 16, 26
"""Above the cards, where keys stand, below, and beside them, in units."""
_TALLEST = 0.36
"""A card's most height, by the window's."""
_APART = 1.34
"""How far apart the columns are drawn to fill the table, from one to the next in card widths."""


def solo_layout(size: tuple[int, int], spots: Sequence[Spot], foot: float = 0.0) -> Layout:
    """All places on the felt. Spots without a seat lie in a row of their own above those with one.

    `foot`: room to be left free below all cards, in units."""
    width, height = size
    unit = min(width / 1280, height / 720)
    gap = round(9 * unit)
    panel_w = max(round(PANEL * min(width, height * 16 / 9)), round(_PANEL_LEAST * unit))
    panel = Box(width - panel_w - gap, gap, panel_w, height - 2 * gap)
    left, top = _SIDE * unit, _HEAD * unit
    wide, high = panel.x - 2 * left, height - top - (_FOOT + foot) * unit
    at = _joined(spots)

    fans = [y for spot, (_, y) in zip(spots, at, strict=True) if spot.fan == "down"]
    across = max(x + 1 + _tail(spot) for spot, (x, _) in zip(spots, at, strict=True))
    down = max(y for _, y in at) + 1
    fan = max(0.0, max(fans, default=0.0) + 1 + _FAN - down) if fans else 0.0
    card = int(min(wide / across, high / (RATIO * (down + fan)), _TALLEST * height / RATIO))
    tall = round(card * RATIO)
    # What is left goes between the places; a table of few cards stands in the middle.
    ends = max(x for x, _ in at), down - 1
    columns = sorted({x for x, _ in at})
    step = min((b - a for a, b in pairwise(columns) if b - a >= 1), default=_APART)
    part_x = (wide - (across - ends[0]) * card) / (ends[0] * card) if ends[0] else 1.0
    part_y = (high - (1 + fan) * tall) / (ends[1] * tall) if ends[1] else 1.0
    part_x, part_y = max(1.0, min(part_x, _APART / step)), max(1.0, min(part_y, 1.06))
    x0 = left + (wide - (ends[0] * part_x + across - ends[0]) * card) / 2
    y0 = top if fans else top + (high - (ends[1] * part_y + 1) * tall) / 2

    area = Area(SOLO, 0, Box(0, 0, panel.x, height), card)
    boxes = [Box(round(x0 + x * part_x * card), round(y0 + y * part_y * tall), card, tall) for x, y in at]
    bottom = round(height - _FOOT * unit)
    places = [
        Place(spot.role, 0, box, spot.fan, _room(spot, box, boxes, panel.x - round(left), bottom), OPEN_STEPS)
        for spot, box in zip(spots, boxes, strict=True)
    ]
    return Layout(size, unit, (area,), tuple(places), panel)


def _joined(spots: Sequence[Spot]) -> list[tuple[float, float]]:
    """Where each spot lies from one common corner, both groups in the middle of their row."""
    groups = [[spot for spot in spots if (spot.seat is None) == shared] for shared in (True, False)]
    wide = [max((spot.x + 1 for spot in group), default=0.0) for group in groups]
    shift = [(max(wide) - each) / 2 for each in wide]
    below = max((spot.y + 1.16 for spot in groups[0]), default=0.0)
    return [
        (spot.x + shift[0], spot.y) if spot.seat is None else (spot.x + shift[1], spot.y + below)
        for spot in spots
    ]


def _tail(spot: Spot) -> float:
    """How far cards that fan out across go beyond their place, in card widths."""
    return {"right": 2 * ACROSS_STEP, "beside": BESIDE_STEP}.get(spot.fan, 0.0)


def _room(spot: Spot, box: Box, boxes: Sequence[Box], right: int, bottom: int) -> int:
    """How far the top card may lie from the lowest: to the next place or the table's edge."""
    if not spot.fan:
        return round(0.12 * box.w)
    gap = round(0.08 * box.w)
    if spot.fan == "right":
        beside = [b.x - gap for b in boxes if b.x > box.x and abs(b.y - box.y) < box.h]
        return max(0, min([right, *beside]) - box.x - box.w)
    below = [b.y - gap for b in boxes if b.y > box.y and abs(b.x - box.x) < box.w]
    return max(0, min([bottom, *below]) - box.y - box.h)
