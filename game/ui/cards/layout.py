"""Where everything lies: the areas of the table, a place for each pile, a position for each card.

Pure geometry in pixels; it knows roles and fans of spots but no game.
"""

from collections.abc import Callable, Sequence
from math import ceil
from typing import NamedTuple

from game.core.rules import Spot
from game.ui.cards.fan import ACROSS_STEP, BESIDE_STEP, LEAST_STEP, UP_STEP, spread

RATIO = 1.4
"""Height of a card by its width."""
WASTE_SHOWN = 3
THICKNESS = 0.0018
"""How much a pile grows with each card, by the card's width."""
EDGE = 0.012
"""How far apart the edges of a pile are that can be told apart, by the card's width: more shadows than
these would make its side black."""
TRAY, PLATES, SHARED, SOLO = "tray", "plate", "shared", "solo"

_PLATE_SHARE, _WATCH_SHARE = 0.3, 0.62
_TRAY_FAN, _LONG_FAN, _PLATE_FAN, _SOLO_FAN = 6 * LEAST_STEP, 12 * LEAST_STEP, 0.44, 1.9
"""Room for fans in card heights. In the tray 7 cards are read with ease, and 13 if it has room;
what is longer is squeezed."""
_PLATE_CARD, _PLATE_MOST = 0.56, 59
"""Width of the others' cards: by that of the own ones, and in units; larger ones would have small indices."""
_PANEL, _PANEL_HIGH = 236, 240
_TRAY_PADS = 24 + 12
_MARGIN = 26
"""Left and right of the shared places; a key's cap stands there."""


class Box(NamedTuple):
    """A rectangle in pixels."""

    x: int
    y: int
    w: int
    h: int

    def holds(self, x: float, y: float, margin: float = 0) -> bool:
        """Whether the point lies inside, or no further out than the margin."""
        return (
            self.x - margin <= x < self.x + self.w + margin
            and self.y - margin <= y < self.y + self.h + margin
        )


class Area(NamedTuple):
    """A part of the screen: the own tray, another seat's plate, or what belongs to everyone."""

    kind: str
    seat: int | None
    box: Box
    card: int
    """Width of a card in pixels."""


class Place(NamedTuple):
    """A pile's place: its lowest card's box, how it fans, how far its top may get from there.

    `steps`: what a fan downwards shows of a face-up card, by its height, the most first."""

    role: str
    area: int
    box: Box
    fan: str
    room: int
    steps: tuple[float, ...] = (UP_STEP,)


class Layout(NamedTuple):
    """The whole table at one window size."""

    size: tuple[int, int]
    unit: float
    """Pixels to a pixel of a window of 1280 x 720; for text, gaps and lines."""
    areas: tuple[Area, ...]
    places: tuple[Place, ...]
    panel: Box
    """At the tray's right end: name, score, buttons. Empty without a tray."""

    def at(self, pile: int, count: int, up: int, index: int) -> tuple[int, int]:
        """Top left corner of card `index` (0 lowest) in a pile of `count`, the top `up` of them face up."""
        place = self.places[pile]
        x, y, w, h = place.box
        if place.fan == "beside":
            return x + round(index * BESIDE_STEP * w), y
        if not place.fan:
            lift = min(round(index * THICKNESS * w), place.room)
            lift -= lift % max(1, round(EDGE * w))
            return x - lift, y - lift
        if place.role == "waste":
            step = min(ACROSS_STEP * w, place.room / (WASTE_SHOWN - 1))
            return x + round(max(0, index - max(0, count - WASTE_SHOWN)) * step), y
        cards = count, up, index
        across, down = spread(place.fan == "down", (w, h), place.room, cards, place.steps)
        return x + round(across), y + round(down)


def layout(size: tuple[int, int], spots: Sequence[Spot], own: int | None) -> Layout:
    """Plates of the other seats on top, in seat order after `own`; the shared places; the own tray."""
    width, height = size
    unit = min(width / 1280, height / 720)
    gap = max(2, round(9 * unit))
    seats = sorted({spot.seat for spot in spots if spot.seat is not None})
    others = [seat for seat in seats if seat != own]
    if own is not None:
        others.sort(key=lambda seat: (seat - own) % len(seats))
    shared = [spot for spot in spots if spot.seat is None]
    tray = [spot for spot in spots if spot.seat == own and own is not None]
    inner = (gap, gap, width - 2 * gap, height - 2 * gap)

    areas: list[Area] = []
    top, bottom = gap, height - gap
    like = [spot for spot in spots if others and spot.seat == others[0]]
    upper = (gap, gap, width - 2 * gap, round(height * (_PLATE_SHARE if tray else _WATCH_SHARE)))
    middle = round(_MARGIN * unit), width - 2 * round(_MARGIN * unit)

    def plates(card: float) -> list[Area]:
        limit = min(card * _PLATE_CARD, _PLATE_MOST * max(1.0, unit))
        return _plates(upper, others, like, unit, round(limit))

    if tray and others:

        def above(card: int) -> tuple[float, float]:
            """What the others' plates take, and the shared places, beside own cards of this width."""
            box = plates(card)[-1].box
            high = RATIO * _shared_card(middle[1], shared, card) * (_extent(shared, 0)[1] + 0.08)
            return box.y + box.h - gap, high + 2 * gap

        areas.append(_tray(inner, tray, unit, above))
        bottom = areas[0].box.y - gap
    elif tray:
        areas.append(_solo(inner, tray, unit, shared))
        bottom = areas[0].box.y - gap
    if others:
        areas += plates(areas[0].card) if tray else _plates(upper, others, like, unit, width)
        top = areas[-1].box.y + areas[-1].box.h + gap
    if shared:
        most = areas[0].card if tray else width  # no larger: they then share their pictures
        areas.append(_shared((middle[0], top, middle[1], bottom - top), shared, most))
    places, panel = _places(spots, areas, unit)
    return Layout(size, unit, tuple(areas), places, panel)


def _extent(spots: Sequence[Spot], fan: float) -> tuple[float, float]:
    """Width and height of the spots in cards, `fan` heights for a fan at their lower edge."""
    across = max(
        spot.x + 1 + (ACROSS_STEP * (WASTE_SHOWN - 1) if spot.fan == "right" else 0) for spot in spots
    )
    down = max(spot.y + 1 + (fan if spot.fan == "down" else 0) for spot in spots)
    return across, down


def _tray(
    inner: tuple[int, int, int, int],
    spots: Sequence[Spot],
    unit: float,
    above: Callable[[int], tuple[float, float]],
) -> Area:
    """The largest cards that leave room for what lies above; room that is left goes to the fans."""
    x, y, w, h = inner
    pads = _TRAY_PADS * unit
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


def _solo(
    inner: tuple[int, int, int, int], spots: Sequence[Spot], unit: float, shared: Sequence[Spot]
) -> Area:
    """The tray of a game without company: all that the shared places leave."""
    x, y, w, h = inner
    across, down = _extent(spots, _SOLO_FAN)
    room = min(w, round(h * 2.1)) - (_PANEL + 4 * 14) * unit
    above = _extent(shared, 0)[1] + 0.15 if shared else 0
    card = min((h - _TRAY_PADS * unit) / (RATIO * (down + above)), room / across)
    high = round(h - card * RATIO * above)
    return Area(TRAY, spots[0].seat, Box(x, y + h - high, w, high), max(8, int(card)))


def _plates(
    room: tuple[int, int, int, int], seats: list[int], spots: Sequence[Spot], unit: float, limit: int
) -> list[Area]:
    """The rows of plates that give the largest cards; the fewest rows among equals."""
    x, y, w, h = room
    gap = max(2, round(8 * unit))
    across, down = _extent(spots, _PLATE_FAN)
    head, pad = 28 * unit, 10 * unit

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
    return int(min(width / (_extent(spots, 0)[0] + 0.1), most)) if spots else 0


def _shared(room: tuple[int, int, int, int], spots: Sequence[Spot], most: int) -> Area:
    x, y, w, h = room
    across, down = _extent(spots, 0)
    card = max(6, int(min(_shared_card(w, spots, most), h / (RATIO * (down + 0.08)))))
    wide, high = ceil(card * across) + 1, ceil(card * RATIO * down) + 1
    return Area(SHARED, None, Box(x + (w - wide) // 2, y + (h - high) // 2, wide, high), card)


def _places(spots: Sequence[Spot], areas: list[Area], unit: float) -> tuple[tuple[Place, ...], Box]:
    index = {area.seat: number for number, area in enumerate(areas)}
    panel = Box(0, 0, 0, 0)
    origins: dict[int | None, tuple[float, float]] = {}
    for area in areas:
        mine = [spot for spot in spots if spot.seat == area.seat]
        x, y, w, h = area.box
        wide = _extent(mine, 0)[0] * area.card
        if area.kind == TRAY:
            panel_w, pad = round(_PANEL * unit), round(14 * unit)
            origins[area.seat] = x + max(pad, (w - panel_w - pad - wide) / 2), y + 24 * unit
            panel_h = min(h - 2 * pad, round(_PANEL_HIGH * unit))
            panel = Box(x + w - panel_w - pad, y + pad, panel_w, panel_h)
        elif area.kind == PLATES:
            origins[area.seat] = x + (w - wide) / 2, y + 28 * unit
        else:
            origins[None] = x, y
    places = []
    for spot in spots:
        area = areas[index[spot.seat]]
        left, top = origins[spot.seat]
        card, high = area.card, round(area.card * RATIO)
        box = Box(round(left + spot.x * card), round(top + spot.y * high), card, high)
        fan_room = _room(spot, spots, area, box, unit)
        places.append(Place(spot.role, index[spot.seat], box, spot.fan, fan_room))
    return tuple(places), panel


def _room(spot: Spot, spots: Sequence[Spot], area: Area, box: Box, unit: float) -> int:
    """How far the top card may lie from the lowest: to the next place or the area's edge."""
    if not spot.fan:
        return round((0.12 if area.kind != PLATES else 0.05) * area.card)
    if spot.fan == "right":
        behind = [s.x for s in spots if s.seat == spot.seat and s.x > spot.x and abs(s.y - spot.y) < 1]
        if behind:
            return max(0, round((min(behind) - spot.x - 1.1) * area.card))
        step = ACROSS_STEP if area.kind != PLATES else ACROSS_STEP / 2
        return round(step * (WASTE_SHOWN - 1) * area.card)
    below = [s.y for s in spots if s.seat == spot.seat and s.y > spot.y and abs(s.x - spot.x) < 1]
    if below:
        return max(0, round((min(below) - spot.y - 1.05) * area.card * RATIO))
    return max(0, area.box.y + area.box.h - round(8 * unit) - box.y - box.h)
