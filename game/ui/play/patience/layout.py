"""Where everything lies in a solo game: the cards as large as possible, a panel at the right or below."""

from collections.abc import Sequence
from itertools import pairwise

from game.core.rules import Spot
from game.ui.cards.layout import (
    LEAST_STEP,
    OPEN_STEPS,
    RATIO,
    SOLO,
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

PANEL = 0.17
"""The panel's share of the window's width, as long as its text fits."""
_PANEL_LEAST, _PANEL_HIGH = 226, 178
"""The panel's least width in units, and its height where it lies below the cards."""
_FAN, _SHORT_FAN, _LAID_FAN = 12 * LEAST_STEP, 1.0, 0.8
"""The least space for a fan below the lowest row of places, in card heights: usual, so that a run from king
to ace can be read; beside a 13-pile, where fans are short; and where cards are only laid on, so that the last
one is what counts."""
_HEAD, _FOOT, _SIDE = 36, 16, 16
"""Margins in units: above the cards, where the keys are, below, and at the sides."""
_TALLEST = 0.36
"""The greatest height of a card, relative to the window's."""
_BELOW, _BESIDE = 1.16, 1.2
"""From the last row of one group to the first of the other, and from the last pile to the stock, in cards."""
_APART = 1.34
"""How far the columns may be spread to fill the table, from one to the next in card widths."""


def solo_layout(
    size: tuple[int, int], spots: Sequence[Spot], foot: float = 0.0, mirrored: bool = False, unit: float = 0.0
) -> Layout:
    """All places on the felt. Spots without a seat lie in a row of their own above those with one.

    `foot`: space to leave free below all cards, in units, as a game of speed needs. `mirrored`: the panel
    lies at the left, and stock and waste change sides unless the game is one of speed. `unit`: pixels per
    unit of length, if not as in a window of this size. Where it is narrower than high the panel lies below
    the cards."""
    width, height = size
    unit = unit or theme.unit(size)
    gap = round(9 * unit)
    panel_w = max(round(PANEL * min(width, height * 16 / 9)), round(_PANEL_LEAST * unit))
    panel = Box(gap if mirrored else width - panel_w - gap, gap, panel_w, height - 2 * gap)
    felt = Box(panel.x + panel_w if mirrored else 0, 0, width - panel_w - gap, height)
    if width < height:
        high = round(_PANEL_HIGH * unit * (1 + max(1.0, text.letters.scale)) / 2)
        panel = Box(gap, height - gap - high, width - 2 * gap, high)
        felt = Box(0, 0, width, panel.y)
    spots = _joined(closer(spots))
    card, boxes = _boxes(felt, _swapped(spots) if mirrored and not foot else spots, unit, foot)
    edge = felt.x + felt.w - round(_SIDE * unit), round(felt.h - _FOOT * unit)
    places = [
        Place(spot.role, 0, box, spot.fan, room(spot.fan, box, boxes, edge), OPEN_STEPS)
        for spot, box in zip(spots, boxes, strict=True)
    ]
    return Layout(size, unit, (Area(SOLO, 0, felt, card),), tuple(places), panel, mirrored)


def _swapped(spots: Sequence[Spot]) -> list[Spot]:
    """The spots from right to left; columns and other rows keep their order, except round a 13-pile: there
    all lies as at the table of a match."""
    turned = mirror(spots)
    if any(spot.role == "reserve" for spot in spots):
        return turned
    rows: dict[tuple[str, float], list[float]] = {}
    for spot in turned:
        rows.setdefault((spot.role, spot.y), []).append(spot.x)
    at = {key: iter(sorted(row)) for key, row in rows.items()}
    return [spot._replace(x=next(at[spot.role, spot.y])) for spot in spots]


def _boxes(felt: Box, spots: Sequence[Spot], unit: float, foot: float) -> tuple[int, list[Box]]:
    """The width of the largest cards that all fit, and the box of each spot's lowest card."""
    side, top = _SIDE * unit, _HEAD * unit
    wide, high = felt.w - 2 * side, felt.h - top - (_FOOT + foot) * unit
    at = [(spot.x, spot.y) for spot in spots]
    usual = _SHORT_FAN if any(spot.role == "reserve" for spot in spots) else _FAN
    fans = [
        spot.y + (_LAID_FAN if spot.role == "foundation" else usual) for spot in spots if spot.fan == "down"
    ]
    across = max(spot.x + 1 + tail(spot) for spot in spots)
    down = max(y for _, y in at) + 1
    fan = max(0.0, max(fans) + 1 - down) if fans else 0.0
    card = int(min(wide / across, high / (RATIO * (down + fan)), _TALLEST * felt.h / RATIO))
    tall = round(card * RATIO)
    # Spare space goes between the places; a table of few cards is centred.
    ends = max(x for x, _ in at), down - 1
    columns = sorted({x for x, _ in at})
    step = min((b - a for a, b in pairwise(columns) if b - a >= 1), default=_APART)
    part_x = (wide - (across - ends[0]) * card) / (ends[0] * card) if ends[0] else 1.0
    part_y = (high - (1 + fan) * tall) / (ends[1] * tall) if ends[1] else 1.0
    part_x, part_y = max(1.0, min(part_x, _APART / step)), max(1.0, min(part_y, 1.06))
    x0 = felt.x + side + (wide - (ends[0] * part_x + across - ends[0]) * card) / 2
    y0 = top if fans else top + (high - (ends[1] * part_y + 1) * tall) / 2
    return card, [
        Box(round(x0 + x * part_x * card), round(y0 + y * part_y * tall), card, tall) for x, y in at
    ]


def _joined(spots: Sequence[Spot]) -> list[Spot]:
    """All spots from one common corner: those without a seat above the others, and both groups centred; or,
    where both have stock and waste at their end, these above one another."""
    shared = [spot for spot in spots if spot.seat is None]
    own = [spot for spot in spots if spot.seat is not None]
    below = max((spot.y + _BELOW for spot in shared), default=0.0)
    if shared and own and len({spot.y for spot in own}) == 1:
        turn = [spot for spot in own if spot.role in ("stock", "waste")]
        aside = max(spot.x for spot in spots if spot not in turn) + _BESIDE
        return [
            spot._replace(
                seat=0, x=aside if spot in turn else spot.x, y=0.0 if spot.role == "stock" else below
            )
            if spot in own
            else spot._replace(seat=0)
            for spot in spots
        ]
    wide = [max((spot.x + 1 for spot in group), default=0.0) for group in (shared, own)]
    shift = [(max(wide) - each) / 2 for each in wide]
    return [
        spot._replace(seat=0, x=spot.x + shift[0])
        if spot.seat is None
        else spot._replace(x=spot.x + shift[1], y=spot.y + below)
        for spot in spots
    ]
