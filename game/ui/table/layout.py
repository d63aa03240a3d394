"""Where everything lies at the table of a match: the seats around it, the shared piles, and the own cards."""

from collections.abc import Callable, Sequence
from math import ceil

from game.core.rules import Spot
from game.ui.cards.fan import ACROSS_STEP, LEAST_STEP
from game.ui.cards.layout import (
    PLATES,
    RATIO,
    SHARED,
    THICK,
    TRAY,
    WASTE_SHOWN,
    Area,
    Box,
    Layout,
    Place,
    room,
    tail,
)
from game.ui.engine import theme

_PLATE_SHARE, _WATCH_SHARE = 0.3, 0.62
_TRAY_FAN, _LONG_FAN, _PLATE_FAN = 6 * LEAST_STEP, 12 * LEAST_STEP, 0.44
"""Room for fans in card heights. In the tray 7 cards are easy to read, and 13 if there is room; longer fans
are squeezed."""
_PLATE_CARD, _PLATE_MOST = 0.56, 59
"""Width of other seats' cards, relative to the own ones, and in units; larger ones would have small
indices."""
_PANEL, _PANEL_HIGH = 236, 240
_TRAY_HEAD, _TRAY_FOOT, _PLATE_HEAD = 24, 12, 28
_MARGIN = 26
"""Left and right of the shared places, where the key caps are."""
_THIN = 0.05
"""How far the top of other seats' thick piles may be from the lowest card, in card widths."""


def table_layout(size: tuple[int, int], spots: Sequence[Spot], own: int | None) -> Layout:
    """Plates of the other seats on top, in seat order after `own`; the shared places; the own tray."""
    width, height = size
    unit = theme.unit(size)
    gap = max(2, round(9 * unit))
    seats = sorted({spot.seat for spot in spots if spot.seat is not None})
    others = [seat for seat in seats if seat != own]
    if own is not None:
        others.sort(key=lambda seat: (seat - own) % len(seats))
    shared = [spot for spot in spots if spot.seat is None]
    tray = [spot for spot in spots if spot.seat == own and own is not None]
    inner = Box(gap, gap, width - 2 * gap, height - 2 * gap)
    like = [spot for spot in spots if spot.seat in others[:1]]
    upper = inner._replace(h=round(height * (_PLATE_SHARE if tray else _WATCH_SHARE)))
    left = round(_MARGIN * unit)
    wide = width - 2 * left

    def plates(card: int) -> list[Area]:
        most = round(min(card * _PLATE_CARD, _PLATE_MOST * max(1.0, unit))) if tray else width
        return _plates(upper, others, like, unit, most) if others else []

    def below(above: list[Area]) -> int:
        return above[-1].box.y + above[-1].box.h if above else 0

    def above(card: int) -> tuple[float, float]:
        """The space needed for the plates and the shared places above own cards of this width."""
        high = RATIO * _shared_card(wide, shared, card) * (_extent(shared, 0)[1] + 0.08)
        return below(plates(card)) - gap, high + 2 * gap

    mine = [_tray(inner, tray, unit, above)] if tray else []
    most = mine[0].card if tray else width  # the shared cards are no larger, so that they share pictures
    around = plates(most)
    top = below(around) + gap
    bottom = mine[0].box.y - gap if tray else height - gap
    middle = _shared(Box(left, top, wide, bottom - top), shared, most)
    areas = [*mine, *around, middle]
    panel = _panel(areas[0].box, unit) if tray else Box(0, 0, 0, 0)
    return Layout(size, unit, tuple(areas), _places(spots, areas, unit), panel)


def _extent(spots: Sequence[Spot], fan: float) -> tuple[float, float]:
    """Width and height of the spots in cards, `fan` heights for a fan at their lower edge."""
    across = max(spot.x + 1 + tail(spot) for spot in spots)
    down = max(spot.y + 1 + (fan if spot.fan == "down" else 0) for spot in spots)
    return across, down


def _tray(
    inner: Box, spots: Sequence[Spot], unit: float, above: Callable[[int], tuple[float, float]]
) -> Area:
    """The largest cards that leave enough space above them; spare space goes to the fans."""
    x, y, w, h = inner
    pads = (_TRAY_HEAD + _TRAY_FOOT) * unit
    across, down = _extent(spots, _TRAY_FAN)
    card = int((min(w, round(h * 2.1)) - (_PANEL + 4 * 14) * unit) / across)
    while card > 8 and pads + card * RATIO * down + sum(above(card)) > h:
        card -= 1
    plates, places = above(card)
    least, most = (pads + card * RATIO * fan for fan in (down, _extent(spots, _LONG_FAN)[1]))
    height = max(least, min(most, h - plates - 1.2 * places))
    wide = min(w, round(card * across + (_PANEL + 7 * 14) * unit))
    box = Box(x + (w - wide) // 2, y + h - round(height), wide, round(height))
    return Area(TRAY, spots[0].seat, box, card)


def _panel(tray: Box, unit: float) -> Box:
    """The panel at the tray's right end."""
    x, y, w, h = tray
    wide, pad = round(_PANEL * unit), round(14 * unit)
    return Box(x + w - wide - pad, y + pad, wide, min(h - 2 * pad, round(_PANEL_HIGH * unit)))


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


def _shared_card(width: int, spots: Sequence[Spot], most: int) -> int:
    """The width of the shared cards that fit side by side, no larger than `most`."""
    return int(min(width / (_extent(spots, 0)[0] + 0.1), most))


def _shared(inside: Box, spots: Sequence[Spot], most: int) -> Area:
    """The shared places, centred in the remaining space."""
    x, y, w, h = inside
    across, down = _extent(spots, 0)
    card = max(6, int(min(_shared_card(w, spots, most), h / (RATIO * (down + 0.08)))))
    wide, high = ceil(card * across) + 1, ceil(card * RATIO * down) + 1
    return Area(SHARED, None, Box(x + (w - wide) // 2, y + (h - high) // 2, wide, high), card)


def _places(spots: Sequence[Spot], areas: Sequence[Area], unit: float) -> tuple[Place, ...]:
    """A place for each spot, in the area of its seat."""
    index = {area.seat: number for number, area in enumerate(areas)}
    origins = [_origin(area, [spot for spot in spots if spot.seat == area.seat], unit) for area in areas]
    boxes = []
    for spot in spots:
        (left, top), card = origins[index[spot.seat]], areas[index[spot.seat]].card
        high = round(card * RATIO)
        boxes.append(Box(round(left + spot.x * card), round(top + spot.y * high), card, high))
    places = []
    for spot, box in zip(spots, boxes, strict=True):
        area = areas[index[spot.seat]]
        mine = [each for each, other in zip(boxes, spots, strict=True) if other.seat == spot.seat]
        places.append(Place(spot.role, index[spot.seat], box, spot.fan, _room(spot, box, mine, area, unit)))
    return tuple(places)


def _origin(area: Area, spots: Sequence[Spot], unit: float) -> tuple[float, float]:
    """The origin of a seat's spots."""
    x, y, w, _ = area.box
    wide = _extent(spots, 0)[0] * area.card
    if area.kind == TRAY:
        pad = round(14 * unit)
        return x + max(pad, (w - round(_PANEL * unit) - pad - wide) / 2), y + _TRAY_HEAD * unit
    return (x + (w - wide) / 2, y + _PLATE_HEAD * unit) if area.kind == PLATES else (x, y)


def _room(spot: Spot, box: Box, boxes: Sequence[Box], area: Area, unit: float) -> int:
    """How far the top card may lie from the lowest: to the next place or the area's edge."""
    others = area.kind == PLATES
    across = (ACROSS_STEP / 2 if others else ACROSS_STEP) * (WASTE_SHOWN - 1)
    right = box.x + box.w + round(across * area.card)
    bottom = area.box.y + area.box.h - round(8 * unit)
    return room(spot.fan, box, boxes, (right, bottom), _THIN if others else THICK)
