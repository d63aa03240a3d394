"""Where everything lies at the table of a match: the seats around it, the shared piles, and the own cards."""

from collections.abc import Callable, Sequence
from itertools import groupby
from math import ceil
from typing import NamedTuple

from game.core.rules import Spot
from game.ui.cards.layout import (
    ACROSS_STEP,
    LEAST_STEP,
    OPEN_STEPS,
    PLATES,
    RATIO,
    SHARED,
    THICK,
    TIGHT_STEP,
    TRAY,
    UP_STEP,
    WASTE_SHOWN,
    Area,
    Box,
    Layout,
    Place,
    closer,
    mirror,
    room,
    tail,
)
from game.ui.engine import theme

_PLATE_SHARE, _WATCH_SHARE = 0.3, 0.62
_EASE = (
    (12 * LEAST_STEP, 1.0),
    (6 * LEAST_STEP, 1.0),
    (6 * LEAST_STEP, 0.85),
    (6 * TIGHT_STEP, 0.74),
    (5 * TIGHT_STEP, 0.64),
)
"""What is left for fans in the tray, in card heights, and for the shared cards, in widths of the own ones;
from ample to tight. The own cards are as large as the last allows, then the first is taken that fits."""
_PLATE_FAN = 0.44
"""Room for the fans on plates, in card heights."""
_PLATE_CARD, _PLATE_MOST = 0.46, 59
"""Width of other seats' cards, relative to the own ones, and in units; larger ones would have small
indices."""
_PANEL, _PANEL_HIGH = 236, 280
_TRAY_HEAD, _TRAY_FOOT, _PLATE_HEAD = 24, 12, 28
_ROW_STEP = 1.1
"""From the last of a row to the first of the next where rows are joined, in card widths."""
_FOR_TWO = 1.35
"""How much larger than the own cards the shared ones may be where two players look at them."""
_SHARED_LEAST = 66
"""Width of the shared cards, in units, below which larger own ones do not push them."""
_PAD = 14
"""Between the own piles, the panel and the tray's edges, in units."""
_STRIP = 42
"""Height of the panel where it lies above the own piles, in units."""
_SPREAD = 1.18
"""How far apart the own piles may move where there is room."""
_MARGIN = 26
"""Left and right of the shared places, where the key caps are."""
_THIN = 0.05
"""How far the top of other seats' thick piles may be from the lowest card, in card widths."""


class _Frame(NamedTuple):
    """What a tray needs besides its piles, in units: above them, beside them, and of that at their left."""

    above: float
    beside: float
    left: float

    @property
    def strip(self) -> bool:
        """Whether the panel lies above the piles."""
        return self.above > _TRAY_HEAD


_RIGHT = _Frame(_TRAY_HEAD, _PANEL + 3 * _PAD, _PAD)
_LEFT = _Frame(_TRAY_HEAD, _PANEL + 3 * _PAD, _PANEL + 2 * _PAD)
_TWO = _Frame(_TRAY_HEAD + _STRIP, _PAD, _PAD / 2)
"""For the panel at the right of the piles, at their left, and above them where two trays lie side by side."""


def table_layout(
    size: tuple[int, int], spots: Sequence[Spot], own: Sequence[int], mirrored: bool = False
) -> Layout:
    """Plates of the other seats on top, in seat order after the first of `own`; the shared places, in one row
    where that leaves more to the own cards; the trays of the own seats, side by side. `mirrored`: a single
    tray from right to left."""
    spots = closer(spots)
    own = [seat for seat in own if any(spot.seat == seat for spot in spots)]
    if not own:
        return _laid_out(size, spots, own, mirrored)
    if mirrored and not own[1:]:
        turned = zip(spots, mirror(spots), strict=True)
        spots = [other if spot.seat in own else spot for spot, other in turned]
    found = _laid_out(size, spots, own, mirrored)
    other = _laid_out(size, _in_one_row(spots), own, mirrored)

    def worth(layout: Layout) -> tuple[float, int]:
        tray, shared = layout.areas[0].card, layout.areas[-1].card
        return min(shared, _SHARED_LEAST * layout.unit), tray + shared

    return max(found, other, key=worth)


def _in_one_row(spots: Sequence[Spot]) -> list[Spot]:
    """The shared places side by side, row by row."""
    shared = sorted((spot for spot in spots if spot.seat is None), key=lambda spot: (spot.y, spot.x))
    rows = [list(row) for _, row in groupby(shared, key=lambda spot: spot.y)]
    at: dict[int, float] = {}
    begin = 0.0
    for row in sorted(rows, key=lambda row: (row[0].x, row[0].y)):
        at |= {id(spot): begin + spot.x - row[0].x for spot in row}
        begin = at[id(row[-1])] + _ROW_STEP
    return [spot if spot.seat is not None else spot._replace(x=at[id(spot)], y=0.0) for spot in spots]


def _laid_out(size: tuple[int, int], spots: Sequence[Spot], own: Sequence[int], mirrored: bool) -> Layout:
    width, height = size
    unit = theme.unit(size)
    gap = max(2, round(9 * unit))
    seats = sorted({spot.seat for spot in spots if spot.seat is not None})
    others = [seat for seat in seats if seat not in own]
    if own:
        others.sort(key=lambda seat: (seat - own[0]) % len(seats))
    shared = [spot for spot in spots if spot.seat is None]
    tray = [spot for spot in spots if spot.seat in own[:1]]
    inner = Box(gap, gap, width - 2 * gap, height - 2 * gap)
    like = [spot for spot in spots if spot.seat in others[:1]]
    upper = inner._replace(h=round(height * (_PLATE_SHARE if tray else _WATCH_SHARE)))
    left = round(_MARGIN * unit)
    wide = width - 2 * left
    larger = _FOR_TWO if own[1:] else 1.0

    def plates(card: int) -> list[Area]:
        most = round(min(card * _PLATE_CARD, _PLATE_MOST * max(1.0, unit))) if tray else width
        return _plates(upper, others, like, unit, most) if others else []

    def below(above: list[Area]) -> int:
        return above[-1].box.y + above[-1].box.h if above else 0

    def above(card: int, share: float) -> float:
        """The space needed above own cards of this width if the shared ones have this share of it."""
        most = min(larger * card, max(share * larger * card, _SHARED_LEAST * unit))
        high = RATIO * _shared_card(wide, shared, most) * (_extent(shared, 0)[1] + 0.08)
        return below(plates(card)) + gap + ceil(high)

    each = (inner.w - (len(own) - 1) * gap) // max(1, len(own))
    parts = [inner._replace(x=inner.x + i * (each + gap), w=each) for i in range(len(own))]
    frame = _TWO if own[1:] else _LEFT if mirrored else _RIGHT
    mine = [_tray(part, seat, tray, unit, above, frame) for part, seat in zip(parts, own, strict=True)]
    most = mine[0].card if tray else width
    around = plates(most)
    top = below(around) + gap
    bottom = mine[0].box.y - gap if tray else height - gap
    middle = _shared(Box(left, top, wide, bottom - top), shared, round(larger * most))
    areas = [*mine, *around, middle]
    return Layout(size, unit, tuple(areas), _places(spots, areas, unit, frame), areas[0].panel, mirrored)


def _extent(spots: Sequence[Spot], fan: float) -> tuple[float, float]:
    """Width and height of the spots in cards, `fan` heights for a fan at their lower edge."""
    across = max(spot.x + 1 + tail(spot) for spot in spots)
    down = max(spot.y + 1 + (fan if spot.fan == "down" else 0) for spot in spots)
    return across, down


def _tray(
    inner: Box,
    seat: int,
    spots: Sequence[Spot],
    unit: float,
    above: Callable[[int, float], float],
    frame: _Frame,
) -> Area:
    """The largest cards that leave enough space above them; spare space goes to the shared cards and to the
    fans, and beside them between the piles."""
    x, y, w, h = inner
    pads = (frame.above + _TRAY_FOOT) * unit
    across = _extent(spots, 0)[0]

    def tall(card: int, fan: float) -> float:
        return pads + card * RATIO * _extent(spots, fan)[1]

    tight, share = _EASE[-1]
    card = int((min(w, round(h * 2.1)) - frame.beside * unit) / across)
    while card > 8 and tall(card, tight) + above(card, share) > h:
        card -= 1
    ease = (each for each in _EASE if tall(card, each[0]) + above(card, each[1]) <= h)
    fan, share = next(ease, _EASE[-1])
    least, most = tall(card, fan), tall(card, _EASE[0][0])
    high = int(max(least, min(most, h - above(card, share))))
    spread = card * (across + (_SPREAD - 1) * max(spot.x for spot in spots))
    wide = min(w, round(spread + frame.beside * unit))
    box = Box(x + (w - wide) // 2, y + h - high, wide, high)
    return Area(TRAY, seat, box, card, _panel(box, unit, frame))


def _panel(tray: Box, unit: float, frame: _Frame) -> Box:
    """The panel at an end of the tray, or above its piles."""
    x, y, w, h = tray
    wide, pad = round(_PANEL * unit), round(_PAD * unit)
    if frame.strip:
        return Box(x + pad, y + pad // 2, w - 2 * pad, round(_STRIP * unit) - pad // 2)
    return Box(
        x + pad if frame is _LEFT else x + w - wide - pad,
        y + pad,
        wide,
        min(h - 2 * pad, round(_PANEL_HIGH * unit)),
    )


def _plates(inside: Box, seats: list[int], spots: Sequence[Spot], unit: float, limit: int) -> list[Area]:
    """The rows of plates with the largest cards; in a tie, the fewest rows."""
    x, y, w, h = inside
    gap = max(2, round(8 * unit))
    across, down = _extent(spots, _PLATE_FAN)
    head, pad = _PLATE_HEAD * unit, 10 * unit

    def card(rows: int) -> int:
        columns = -(-len(seats) // rows)
        wide, high = (w - (columns - 1) * gap) / columns, (h - (rows - 1) * gap) / rows
        return int(min((wide - 2 * pad) / across, (high - head - pad) / (RATIO * down), limit))

    rows = max(range(1, len(seats) + 1), key=lambda n: (card(n), -n))
    size = max(4, card(rows))
    columns = -(-len(seats) // rows)
    wide = min((w - (columns - 1) * gap) // columns, round(size * across * 1.06 + 3.4 * pad))
    high = round(head + pad + size * RATIO * down)
    areas = []
    for i, seat in enumerate(seats):
        row, column = divmod(i, columns)
        in_row = min(columns, len(seats) - row * columns)
        left = x + (w - in_row * wide - (in_row - 1) * gap) // 2
        box = Box(left + column * (wide + gap), y + row * (high + gap), wide, high)
        areas.append(Area(PLATES, seat, box, size))
    return areas


def _shared_card(width: int, spots: Sequence[Spot], most: float) -> int:
    """The width of the shared cards that fit side by side, no larger than `most`."""
    return int(min(width / (_extent(spots, 0)[0] + 0.1), most))


def _shared(inside: Box, spots: Sequence[Spot], most: int) -> Area:
    """The shared places, centred in the remaining space."""
    x, y, w, h = inside
    across, down = _extent(spots, 0)
    card = max(6, int(min(_shared_card(w, spots, most), h / (RATIO * (down + 0.08)))))
    wide, high = ceil(card * across) + 1, ceil(card * RATIO * down) + 1
    return Area(SHARED, None, Box(x + (w - wide) // 2, y + (h - high) // 2, wide, high), card)


def _places(spots: Sequence[Spot], areas: Sequence[Area], unit: float, frame: _Frame) -> tuple[Place, ...]:
    """A place for each spot, in the area of its seat."""
    index = {area.seat: number for number, area in enumerate(areas)}
    each = [[spot for spot in spots if spot.seat == area.seat] for area in areas]
    origins = [_origin(area, mine, unit, frame) for area, mine in zip(areas, each, strict=True)]
    boxes = []
    for spot in spots:
        (left, top, step), card = origins[index[spot.seat]], areas[index[spot.seat]].card
        high = round(card * RATIO)
        boxes.append(Box(round(left + spot.x * step), round(top + spot.y * high), card, high))
    places = []
    for spot, box in zip(spots, boxes, strict=True):
        area = areas[index[spot.seat]]
        mine = [each for each, other in zip(boxes, spots, strict=True) if other.seat == spot.seat]
        steps = OPEN_STEPS if area.kind == TRAY else (UP_STEP,)
        space = _room(spot, box, mine, area, unit)
        places.append(Place(spot.role, index[spot.seat], box, spot.fan, space, steps))
    return tuple(places)


def _origin(area: Area, spots: Sequence[Spot], unit: float, frame: _Frame) -> tuple[float, float, float]:
    """The origin of a seat's spots, and how many pixels one width of a card is between them."""
    x, y, w, _ = area.box
    across, card = _extent(spots, 0)[0], area.card
    if area.kind == TRAY:
        free, last = w - frame.beside * unit, max(spot.x for spot in spots)
        step = max(card, min(_SPREAD * card, (free - (across - last) * card) / last))
        wide = step * last + card * (across - last)
        return x + frame.left * unit + (free - wide) / 2, y + frame.above * unit, step
    top = y + _PLATE_HEAD * unit if area.kind == PLATES else y
    return (x + (w - across * card) / 2 if area.kind == PLATES else x), top, card


def _room(spot: Spot, box: Box, boxes: Sequence[Box], area: Area, unit: float) -> int:
    """How far the top card may lie from the lowest: to the next place or the area's edge."""
    others = area.kind == PLATES
    across = (ACROSS_STEP / 2 if others else ACROSS_STEP) * (WASTE_SHOWN - 1)
    right = box.x + box.w + round(across * area.card)
    bottom = area.box.y + area.box.h - round(8 * unit)
    return room(spot.fan, box, boxes, (right, bottom), _THIN if others else THICK)
