"""Where everything lies at the table of a match: the seats round it, the shared places on their mat in the
middle, and the own cards below. Lengths are units, a 720th of the window's height, if not said otherwise."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from game.core.rules import Spot
from game.ui.cards.layout import (
    ACROSS_STEP,
    ASIDE,
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
from game.ui.engine import text, theme

EDGE = 6
"""What is left free at the window's edges."""
PEGS = 36
"""The height of the peg board, between the mat and the own cards."""
_GAP = 5
"""Between the seats, the mat, and the peg board."""
_HEM = 13
"""What is seen of the mat around the shared places."""
_MARGIN = 26
"""At least so much is free at the sides of the shared places, where key caps are."""
_CAP = 11
"""Above the own cards, where the key caps are."""
_SIDE, _WIDER = 196, 236
"""The least width of a seat at a side, and the greatest."""
_LOW, HEAD = 44, 72
"""The least height of the plate with its name at a side, and the greatest."""
_NAME, _LONG = 124, 204
"""The least width of the plate at the upper side, and the greatest."""
_SAID, _ASIDE = 36, 110
"""Below a plate at a side, and beside one at the upper side, where its seat's shouts appear."""
_HIGHER = 1.4
"""The most that plates are higher for larger letters."""
_MINI, _MOST, _MINI_STEP = 42, 64, 1.1
"""The usual width of another seat's card and the greatest, and from one to the next in card widths."""
_FANS, _FANS_ABOVE = 0.32, 0.09
"""Room below another seat's build piles at a side, and at the upper side of a full table, in card heights."""
_LARGER, _SMALLER = 1.35, 0.86
"""How much larger the cards of the only other seat are, and how much smaller those of many."""
_ABOVE, _LEAST, _BESIDE = 0.93, 46, 60
"""The same of 13-piles that are shown alone at the upper side; the least width of one at another, if there is
room, and the greatest."""
_COUNTED = 0.5
"""Beside such a pile, for the number of its cards, in card widths."""
_FULL = 4
"""With more seats, only the 13-piles of the others are shown to who plays."""
_OWN = 114.7
"""The greatest width of an own card."""
_FEWER = 1.06
"""How much larger it is where two play."""
_COMMON = ((8, 1.04), (12, 0.95), (16, 0.84), (20, 0.652), (40, 0.58))
"""For so many shared places, their greatest width in widths of the own cards."""
_GROWS, _FOR_TWO = 1.25, 1.35
"""How much larger they become where there is room; and are where two look at them."""
_ROWS = ((8, 1), (20, 2), (40, 3))
"""In how many rows they lie."""
_STEP_X, _STEP_Y = 1.1, 1.045
"""From one of them to the next, in card widths and heights."""
_EASE = (6 * LEAST_STEP, 5 * TIGHT_STEP + 0.03)
"""What is left for the fans of own piles, in card heights, wished and at the least."""
_PANEL, _PANEL_HIGH, _PAD = 236, 330, 14
"""The panel beside the own piles, and what is free beside it."""
_STRIP = 42
"""Height of the panel where it lies above the own piles of each of two players."""
_SPREAD = 1.18
"""How far apart the own piles may move where there is room."""
_FOR_ALL, _OVER = 230, 0.31
"""The width of what lies at either side of the shared places where all seats are alike, and the least height
of a row of seats, in heights of the window."""
_CALLED, _TITLED, _APART = (200, 340), 1.1, 18
"""The least and the greatest width of a plate there; how much higher it is than at most elsewhere; and what
lies between two seats."""
_THIN = 0.05
"""How far the top of other seats' thick piles may be from the lowest card, in card widths."""
_TALLER = 1.3
"""How much larger than usual shared and own cards may be in a window that is higher than wide."""


class _Ring(NamedTuple):
    """The other seats, clockwise from the own one."""

    left: Sequence[int]
    """From above down."""
    top: Sequence[int]
    right: Sequence[int]


def table_layout(
    size: tuple[int, int], spots: Sequence[Spot], own: Sequence[int], mirrored: bool = False
) -> Layout:
    """The own seats below, side by side; the others round the table in seat order after the first of `own`.
    Without any, all lie alike above and below what they share. `mirrored`: a single tray from right to
    left."""
    spots = closer(spots)
    own = [seat for seat in own if any(spot.seat == seat for spot in spots)]
    if not own:
        return _AllAlike(size, spots, own, mirrored).layout()
    if own[1:]:
        spots = closer(spots)
    elif mirrored:
        turned = zip(spots, mirror(spots), strict=True)
        spots = [other if spot.seat in own else spot for spot, other in turned]
    return _Table(size, spots, own, mirrored and len(own) == 1).layout()


def lines() -> float:
    """How much higher plates are for the letters that the player has chosen."""
    return max(1.0, min(_HIGHER, text.letters.scale))


def _around(seats: Sequence[int]) -> _Ring:
    """Who sits where."""
    sides = 0 if len(seats) == 1 else 1 if len(seats) < 6 else 2
    end = len(seats) - sides
    return _Ring(seats[:sides][::-1], seats[sides:end], seats[end:])


class _Table:
    """The table at one size, laid out once."""

    def __init__(
        self, size: tuple[int, int], spots: Sequence[Spot], own: Sequence[int], mirrored: bool
    ) -> None:
        self._size, self._spots, self._own, self._mirrored = size, spots, own, mirrored
        self._u = theme.unit(size)
        self._wide, self._high = size[0] / self._u, size[1] / self._u
        seats = sorted({spot.seat for spot in spots if spot.seat is not None})
        self._few = bool(own) and len(seats) > _FULL
        others = [seat for seat in seats if seat not in own]
        if own:
            others.sort(key=lambda seat: (seat - own[0]) % len(seats))
        self._ring = _around(others)
        self._boxes: dict[int, tuple[float, float, float]] = {}
        """Where each spot lies, by its number: its corner, and the width of its card."""
        self._areas: list[Area] = []
        self._of: dict[int, int] = {}
        """The area of each spot."""

    def layout(self) -> Layout:
        """Everything in pixels."""
        ring = self._ring
        around = self._wide - 2 * EDGE - (_MINI + _GAP if self._aside else 0)
        each = around / max(1, len(ring.top)) - _GAP
        self._upper = self._mini((each - _NAME) / self._across(False))
        self._named = max(_NAME, min(_LONG, each - _ASIDE - self._upper * self._across(False)))
        self._fans = 0.0 if self._few else _FANS_ABOVE if ring.left else _FANS
        above = EDGE + (RATIO * self._upper * (1 + self._fans) + _GAP if ring.top else 0)
        side = _SIDE + _GAP if ring.left else 0
        room = self._wide - 2 * max(_MARGIN, EDGE + side + _HEM)
        card, common = self._sizes(room, above)
        rows, columns = self._grid
        across, down = _STEP_X * (columns - 1) + 1, _STEP_Y * (rows - 1) + 1
        mat = above + 2 * _HEM + down * RATIO * common
        foot = mat + _GAP + PEGS + _CAP
        self._trays(card, foot)
        self._side = min(_WIDER, max(_SIDE, (self._wide - across * common) / 2 - _HEM - _GAP - EDGE))
        self._seats(above, mat)
        self._full(self._wide - EDGE - _MINI, EDGE, _MINI)
        self._common(above + _HEM, across * common, common, rows, columns)
        return self._pixels(self._areas[0].panel)

    # -- how large

    @property
    def _shared(self) -> list[int]:
        return [n for n, spot in enumerate(self._spots) if spot.seat is None and spot.role != "finished"]

    @property
    def _aside(self) -> list[int]:
        """The places of full piles."""
        return [n for n, spot in enumerate(self._spots) if spot.seat is None and spot.role == "finished"]

    @property
    def _grid(self) -> tuple[int, int]:
        """Rows and columns of the shared places."""
        count = len(self._shared)
        rows = next(rows for most, rows in _ROWS if count <= most)
        return rows, -(-count // rows)

    def _across(self, own: bool) -> float:
        """The width of a seat's piles in a row, in card widths."""
        mine = [spot for spot in self._spots if spot.seat is not None and (spot.seat in self._own) == own]
        if own:
            return max(spot.x + 1 + tail(spot) for spot in mine)
        if self._few:
            return 1 + _COUNTED
        each = [spot for spot in mine if spot.seat == mine[0].seat] if mine else []
        return _MINI_STEP * len(each) + ACROSS_STEP * (WASTE_SHOWN - 1) / 2

    def _mini(self, wide: float) -> float:
        ring = self._ring
        part = _LARGER if not ring.left else 1.0 if not ring.left[1:] else _SMALLER
        part = _ABOVE if self._few else part
        most = min(_MOST, _MINI * part * max(1.0, self._high / 720))
        return max(4.0, min(most, wide))

    def _sizes(self, room: float, above: float) -> tuple[float, float]:
        """The widths of own and of shared cards: the shared ones give way before the own ones do."""
        rows, columns = self._grid
        part = next(part for most, part in _COMMON if len(self._shared) <= most)
        down = (_STEP_Y * (rows - 1) + 1) * RATIO
        widest = room / (_STEP_X * (columns - 1) + 1)
        each = (self._wide - 2 * EDGE - (len(self._own) - 1) * _GAP) / len(self._own)
        beside = _GAP if self._own[1:] else _PANEL + 3 * _PAD
        head = _STRIP if self._own[1:] else 0.0
        most = _OWN * (_FEWER if len(self._shared) <= _COMMON[0][0] else 1.0)
        card = min(most * min(_TALLER, max(1.0, self._high / 720)), (each - beside) / self._across(True))
        free = self._high - above - 2 * _HEM - _GAP - PEGS - _CAP - head - EDGE

        def left(card: float, common: float, fan: float) -> float:
            return free - common * down - card * RATIO * (1 + fan)

        common = min(widest, card * (min(1.0, part) * _FOR_TWO if self._own[1:] else part))
        while left(card, common, _EASE[-1]) < 0 and common > 0.78 * min(widest, card * part):
            common -= 0.25
        while left(card, common, _EASE[-1]) < 0 and card > 8:
            card -= 0.25
            common = min(common, card)
        spare = left(card, common, _EASE[0])
        most = max(common, _FOR_TWO * card) if self._own[1:] else _GROWS * common
        return card, min(widest, most, common + max(0.0, spare) / down)

    # -- where

    def _put(self, number: int, x: float, y: float, card: float) -> None:
        self._boxes[number], self._of[number] = (x, y, card), len(self._areas)

    def _area(
        self, kind: str, seat: int | None, box: Sequence[float], card: float, panel: object = ()
    ) -> None:
        rects = [self._box(each) if each else Box(0, 0, 0, 0) for each in (box, panel)]  # type: ignore[arg-type]
        self._areas.append(Area(kind, seat, rects[0], round(card * self._u), rects[1]))

    def _box(self, box: Sequence[float]) -> Box:
        x, y, w, h = (part * self._u for part in box)
        return Box(round(x), round(y), round(x + w) - round(x), round(y + h) - round(y))

    def _of_seat(self, seat: int) -> Iterator[tuple[int, Spot]]:
        """Its piles that are shown."""
        mine = ((number, spot) for number, spot in enumerate(self._spots) if spot.seat == seat)
        return (each for each in mine if self._shows(each[1]))

    def _shows(self, spot: Spot) -> bool:
        return not self._few or spot.seat is None or spot.seat in self._own or spot.role == "reserve"

    def _trays(self, card: float, top: float) -> None:
        """The own piles, and the panel beside or above them."""
        count, across = len(self._own), self._across(True)
        each = (self._wide - 2 * EDGE - (count - 1) * _GAP) / count
        down = self._high - EDGE
        for number, seat in enumerate(self._own):
            x = EDGE + number * (each + _GAP)
            mine = [*self._of_seat(seat)]
            last = max(spot.x for _number, spot in mine)
            if self._own[1:]:
                panel, left, free = (x + _PAD, top - _CAP + 3, each - 2 * _PAD, _STRIP - 8.0), x, each
                y = top + _STRIP
            else:
                free = self._wide - 2 * EDGE - _PANEL - 3 * _PAD
                left = x + _PAD + (_PANEL + _PAD if self._mirrored else 0)
                at = x + _PAD if self._mirrored else self._wide - EDGE - _PANEL - _PAD
                upper = top - _CAP - PEGS
                panel = at, upper, float(_PANEL), min(_PANEL_HIGH, down - upper)
                y = top
            step = max(card, min(_SPREAD * card, (free - (across - last) * card) / last))
            begin = left + (free - step * last - card * (across - last)) / 2
            for found, spot in mine:
                self._put(found, begin + spot.x * step, y + spot.y * RATIO * card, card)
            self._area(TRAY, seat, (x, top - _CAP, each, down - top + _CAP), card, panel)

    def _seats(self, above: float, mat: float) -> None:
        """The other seats: in a row at the upper side, in two rows at the others."""
        ring = self._ring
        wide = self._wide - 2 * EDGE - (_MINI + _GAP if self._aside else 0)
        across = self._named + _GAP + self._upper * self._across(False)
        begin = (
            EDGE + _MINI + _GAP if self._wide - 2 * (EDGE + _MINI + _GAP) >= len(ring.top) * across else EDGE
        )
        wide = self._wide - 2 * begin if begin > EDGE else wide
        gap = (wide - len(ring.top) * across) / (len(ring.top) + 1)
        for seat in (*ring.left, *ring.top, *ring.right):
            if seat in ring.top:
                x = begin + gap + ring.top.index(seat) * (across + gap)
                self._across_top(seat, x, across)
            else:
                side = ring.left if seat in ring.left else ring.right
                top = max(above, EDGE + RATIO * _MINI + _GAP) if self._aside else above
                high = (mat - top - (len(side) - 1) * _GAP) / len(side)
                x = EDGE if side is ring.left else self._wide - EDGE - self._side
                self._at_side(seat, x, top + side.index(seat) * (high + _GAP), high)

    def _across_top(self, seat: int, x: float, wide: float) -> None:
        card, high = self._upper, RATIO * self._upper * (1 + self._fans)
        left = x + self._named + _GAP
        for place, (number, _spot) in enumerate(self._of_seat(seat)):
            self._put(number, left + place * _MINI_STEP * card, EDGE, card)
        head = min(HEAD * lines(), RATIO * card)
        at = EDGE + (RATIO * card - head) / 2
        self._other(seat, (x, EDGE, wide, high), card, (x, at, self._named, head))

    def _at_side(self, seat: int, x: float, y: float, high: float) -> None:
        """Its plate; below it the piles that do not fan down; below them those that do."""
        mine = [*self._of_seat(seat)]
        lower = [number for number, spot in mine if spot.fan == "down"]
        upper = [number for number, spot in mine if spot.fan != "down"]
        rows = 2 if upper and lower else 1
        most = max(len(lower), len(upper) + 0.6)
        below, fans = (_GAP, 0.0) if self._few else (_SAID * lines(), _FANS)
        free, down = high - below - (rows - 1) * _GAP, RATIO * (rows + fans)
        wide, room = self._side / (_MINI_STEP * most), (free - HEAD * lines()) / down
        card = self._mini(wide) if not self._few else min(_BESIDE, max(_LEAST, room))
        head = min(HEAD * lines(), max(_LOW * lines(), free - down * card))
        card = min(card, (free - head) / down)
        for row, numbers in enumerate(filter(None, (upper, lower))):
            top = y + head + below + row * (RATIO * card + _GAP)
            for place, number in enumerate(numbers):
                apart = 0.6 if numbers is upper and place and rows == 2 else 0.0
                left = x + self._side - (1 + _COUNTED) * card if self._few else x
                self._put(number, left + (place + apart) * _MINI_STEP * card, top, card)
        self._other(seat, (x, y, self._side, high), card, (x, y, self._side, head))

    def _other(self, seat: int, box: Sequence[float], card: float, plate: Sequence[float]) -> None:
        """The area of another seat; piles that are not shown lie where its face is."""
        for number, spot in enumerate(self._spots):
            if spot.seat == seat and number not in self._boxes:
                x, y, _wide, high = plate
                self._put(number, x + (high - card) / 2, y + (high - RATIO * card) / 2, card)
        self._area(PLATES, seat, box, card, plate)

    def _full(self, x: float, y: float, card: float) -> None:
        """The full piles there."""
        for number in self._aside:
            self._put(number, x, y, card)
            self._area(ASIDE, None, (x, y, card, RATIO * card), card)

    def _common(self, top: float, wide: float, card: float, rows: int, columns: int) -> None:
        """The shared places in the middle."""
        left = (self._wide - wide) / 2
        for place, number in enumerate(self._shared):
            row, column = divmod(place, columns)
            self._put(number, left + column * _STEP_X * card, top + row * _STEP_Y * RATIO * card, card)
        high = (_STEP_Y * (rows - 1) + 1) * RATIO * card
        self._area(SHARED, None, (left, top, wide, high), card)

    def _pixels(self, panel: Box) -> Layout:
        """In whole pixels; the boxes of areas hold their places."""
        boxes = []
        for number in range(len(self._spots)):
            x, y, _card = self._boxes[number]
            card = self._areas[self._of[number]].card
            boxes.append(Box(round(x * self._u), round(y * self._u), card, round(card * RATIO)))
        areas = [self._holding(area, number, boxes) for number, area in enumerate(self._areas)]
        places = tuple(self._place(number, spot, boxes, areas) for number, spot in enumerate(self._spots))
        return Layout(self._size, self._u, tuple(areas), places, panel, self._mirrored)

    def _holding(self, area: Area, number: int, boxes: Sequence[Box]) -> Area:
        mine = [box for n, box in enumerate(boxes) if self._of[n] == number and self._shows(self._spots[n])]
        x, y = min(area.box.x, *(box.x for box in mine), area.box.x), min(area.box.y, *(b.y for b in mine))
        right = max(area.box.x + area.box.w, *(box.x + box.w for box in mine))
        low = max(area.box.y + area.box.h, *(box.y + box.h for box in mine))
        return area._replace(box=Box(x, y, right - x, low - y))

    def _place(self, number: int, spot: Spot, boxes: Sequence[Box], areas: Sequence[Area]) -> Place:
        at, box = self._of[number], boxes[number]
        area, own = areas[at], areas[at].kind == TRAY
        mine = [each for n, each in enumerate(boxes) if self._of[n] == at]
        across = (ACROSS_STEP if own else ACROSS_STEP / 2) * (WASTE_SHOWN - 1)
        right, low = box.x + box.w + round(across * area.card), area.box.y + area.box.h
        if own:
            low -= round(2 * self._u)
        space = room(spot.fan, box, mine, (right, low), _THIN if area.kind == PLATES else THICK)
        steps = OPEN_STEPS if own else (UP_STEP,)
        shown = self._shows(spot)
        return Place(spot.role, at, box, spot.fan if shown else "", space, steps, shown)


class _AllAlike(_Table):
    """The table as a room watches it: nobody's cards are the large ones."""

    def layout(self) -> Layout:
        """The seats clockwise, half of them above the mat, half below it; at its left room for words."""
        seats = sorted({spot.seat for spot in self._spots if spot.seat is not None})
        upper, lower = seats[: -(-len(seats) // 2)], seats[-(-len(seats) // 2) :][::-1]
        common, rows, columns = self._largest()
        across, down = _STEP_X * (columns - 1) + 1, (_STEP_Y * (rows - 1) + 1) * RATIO * common
        high = (self._high - down) / 2 - _HEM - _GAP - EDGE
        each = (self._wide - 2 * EDGE + _APART) / max(1, len(upper)) - _APART
        for row, y in (upper, EDGE), (lower, self._high - EDGE - high):
            begin = (self._wide - len(row) * (each + _APART) + _APART) / 2
            for place, seat in enumerate(row):
                self._seat(seat, begin + place * (each + _APART), y, each, high)
        top = EDGE + high + _GAP
        full = min(common, 0.5 * _FOR_ALL)
        self._full(self._wide - EDGE - (_FOR_ALL + full) / 2, top + _HEM, full)
        self._common(top + _HEM, across * common, common, rows, columns)
        return self._pixels(self._box((EDGE, top, _FOR_ALL, down + 2 * _HEM)))

    def _largest(self) -> tuple[float, int, int]:
        """The width of the shared cards, and in how many rows and columns they are the largest."""
        count, most = len(self._shared), self._high * (1 - 2 * _OVER)
        wide = self._wide - 2 * (EDGE + _FOR_ALL + _GAP + _HEM)
        found = list[tuple[float, int, int]]()
        for rows in (1, 2, 3):
            columns = -(-count // rows)
            card = min(wide / (_STEP_X * (columns - 1) + 1), most / (_STEP_Y * (rows - 1) + 1) / RATIO)
            found.append((card, rows, columns))
        return max(found, key=lambda each: each[0])

    def _seat(self, seat: int, x: float, y: float, wide: float, high: float) -> None:
        """Its plate and its piles in a row: beside it or below it, where they are larger."""
        mine, down = [*self._of_seat(seat)], RATIO * (1 + _FANS)
        across = max(spot.x for _number, spot in mine) + 1 + ACROSS_STEP * (WASTE_SHOWN - 1) / 2
        named = max(_CALLED[0], min(_CALLED[1], wide - _ASIDE))
        head = min(_TITLED * HEAD * lines(), 0.45 * high)
        beside = min((wide - named - _GAP) / across, high / down)
        below = min(wide / across, (high - head - _GAP) / down)
        card, lower = max(beside, below), below > beside
        block = max(named, across * card) if lower else named + _GAP + across * card
        x += (wide - block) / 2
        left, top = (x, y + head + _GAP) if lower else (x + named + _GAP, y + (high - RATIO * card) / 3)
        for number, spot in mine:
            self._put(number, left + spot.x * card, top, card)
        self._other(seat, (x, y, block, high), card, (x, y, named, head))
