"""Where everything lies in a solo game: the cards as large as possible on a mat, a panel at the right or
below."""

from collections.abc import Sequence
from typing import NamedTuple

from game.core.rules import Spot
from game.ui.cards.layout import (
    BESIDE_STEP,
    LEAST_STEP,
    OPEN_STEPS,
    RATIO,
    SOLO,
    THICK,
    Area,
    Box,
    Layout,
    Place,
    room,
)
from game.ui.engine import text, theme

PANEL = 0.165
"""The panel's share of the window's width, as long as its text fits."""
_PANEL_LEAST, _PANEL_HIGH = 218, 178
"""The panel's least width in units, and its height where it lies below the cards."""
_FAN, _SHORT_FAN, _LAID_FAN = 12 * LEAST_STEP, 1.0, 0.6
"""The least space for a fan below the lowest row of places, in card heights: usual, so that a run from king
to ace can be read; beside a 13-pile, where fans are short; and where cards are only laid on, so that the last
one is what counts."""
_LONG = 1.6
"""The most space for a fan, of the least: in a high window the mat ends there."""
_THICK = 14
"""How far the top of a pile may be from its lowest card, in units: it stays off the seam."""
_RIM, _SEAM = 8, 13
"""From the window's edge to the mat, and from its edge to the cards, in units."""
_HEAD, _BETWEEN = 8, 19
"""Above the cards for their keys, where these stand there, and from one row to the next, in units."""
_TALLEST = 0.48
"""The greatest height of a card, relative to the window's."""
_NEAR, _APART = 0.06, 0.09
"""From one column to the next at the least and at the most, in card widths."""
_COLUMN, _ROW = 0.6, 1.15
"""Spots closer than this across stand in one column; from one row of spots to the next down. In cards."""


_ENOUGH = 0.85
"""How large cards in one row must be, of what they could be in two: then the mat is full."""


class _Cell(NamedTuple):
    """Where a spot lies among the others: in which column, in which row, or between two."""

    spot: Spot
    column: int
    row: float


class _Grid(NamedTuple):
    """Cells, and of what size their cards can be."""

    cells: Sequence[_Cell]
    wide: Sequence[float]
    """Of each column, in card widths."""
    rows: int
    fan: float
    """The space below the last row, in card heights."""

    def card(self, wide: float, high: float, gap: float) -> float:
        """The width of the largest cards that fit; `gap`: between two rows."""
        across = sum(self.wide) + _NEAR * (len(self.wide) - 1)
        return min(wide / across, (high - gap * (self.rows - 1)) / (RATIO * (self.rows + self.fan)))


def solo_layout(
    size: tuple[int, int], spots: Sequence[Spot], foot: float = 0.0, mirrored: bool = False, unit: float = 0.0
) -> Layout:
    """All places on the mat. Spots without a seat lie in a row of their own above those with one.

    `foot`: space to leave free below the mat, in units, more of it for large letters, as a game of speed
    needs: of such a game all places lie in one row if the cards are large so, too, else those at the two
    sides below the others. `mirrored`: the panel lies at the left, and stock and waste change sides unless
    the game is one of speed. `unit`: pixels per unit of length, if not as in a window of this size. Where it
    is narrower than high the panel lies below the cards."""
    width, height = size
    foot *= text.letters.larger()
    unit = unit or theme.unit(size)
    rim = round(_RIM * unit)
    panel_w = max(round(PANEL * min(width, height * 16 / 9)), round(_PANEL_LEAST * unit))
    panel = Box(rim if mirrored else width - panel_w - rim, rim, panel_w, height - 2 * rim)
    felt = Box(panel.x + panel_w if mirrored else 0, 0, width - panel_w - rim, height)
    if width < height:
        high = round(_PANEL_HIGH * unit * (1 + text.letters.larger()) / 2)
        panel = Box(rim, height - rim - high, width - 2 * rim, high)
        felt = Box(0, 0, width, panel.y)
    margin, head = round((_RIM + _SEAM) * unit), 0 if foot else round(_HEAD * unit)
    inner = Box(
        felt.x + margin, margin + head, felt.w - 2 * margin, round(felt.h - 2 * margin - head - foot * unit)
    )
    grid = _grid(_joined(spots))
    inside = inner.w, inner.h, _BETWEEN * unit
    if mirrored and not foot:
        grid = _swapped(grid)
    if foot:
        row, grid = (_abreast(grid, rows) for rows in (1, 2))
        grid = row if row.card(*inside) >= _ENOUGH * grid.card(*inside) else grid
    card, between, mat, boxes = _laid(grid, inner, unit, _TALLEST * felt.h / RATIO)
    mat = Box(mat.x, mat.y - head, mat.w, mat.h + head)
    edge, thick = (mat.x + mat.w, mat.y + mat.h), min(THICK, between / card, _THICK * unit / card)
    places = [
        Place(cell.spot.role, 0, box, fan, room(fan, box, boxes, edge, thick), OPEN_STEPS)
        for cell, box in zip(grid.cells, boxes, strict=True)
        for fan in ["down" if cell.spot.fan == "right" else cell.spot.fan]  # there is room below
    ]
    return Layout(size, unit, (Area(SOLO, 0, mat, card),), tuple(places), panel, mirrored)


def _grid(spots: Sequence[Spot]) -> _Grid:
    """The columns and rows of these spots."""
    columns, last = dict[float, int](), -1.0
    for x in sorted({spot.x for spot in spots}):
        columns[x] = len(set(columns.values())) - (x - last < _COLUMN and bool(columns))
        last = x
    down = max(spot.y for spot in spots)
    rows = 1 + round(down / _ROW)
    cells = [_Cell(spot, columns[spot.x], spot.y * (rows - 1) / down if down else 0.0) for spot in spots]
    usual = _SHORT_FAN if any(spot.role == "reserve" for spot in spots) else _FAN
    fans = [
        cell.row - (rows - 1) + (_LAID_FAN if cell.spot.role == "foundation" else usual)
        for cell in cells
        if cell.spot.fan == "down"
    ]
    return _Grid(cells, _widths(cells), rows, max(fans, default=0.0))


def _widths(cells: Sequence[_Cell]) -> list[float]:
    count = max(cell.column for cell in cells) + 1
    return [max(_wide(cell.spot) for cell in cells if cell.column == column) for column in range(count)]


def _wide(spot: Spot) -> float:
    """In card widths."""
    return 1 + BESIDE_STEP if spot.fan == "beside" else 1.0


def _abreast(grid: _Grid, rows: int) -> _Grid:
    """All cells in one row, column by column; or in two, those that are between others below these."""
    placed = dict[Spot, _Cell]()
    for row in range(rows):
        line = [cell for cell in grid.cells if rows == 1 or bool(cell.row % 1) == bool(row)]
        line.sort(key=lambda cell: (cell.column, cell.row))
        placed |= {cell.spot: _Cell(cell.spot, column, row) for column, cell in enumerate(line)}
    cells = [placed[cell.spot] for cell in grid.cells]
    return _Grid(cells, _widths(cells), rows, 0.0)


def _swapped(grid: _Grid) -> _Grid:
    """From right to left; columns and other rows keep their order, except round a 13-pile: there all lies as
    at the table of a match."""
    last = len(grid.wide) - 1
    cells = [cell._replace(column=last - cell.column) for cell in grid.cells]
    if not any(cell.spot.role == "reserve" for cell in cells):
        rows: dict[tuple[str, float], list[int]] = {}
        for cell in cells:
            rows.setdefault((cell.spot.role, cell.row), []).append(cell.column)
        at = {key: iter(sorted(row)) for key, row in rows.items()}
        cells = [cell._replace(column=next(at[cell.spot.role, cell.row])) for cell in cells]
    return grid._replace(cells=cells, wide=_widths(cells))


def _laid(grid: _Grid, inner: Box, unit: float, most: float) -> tuple[int, float, Box, list[Box]]:
    """The width of the largest cards that all fit, no wider than `most`, and of the gap between two columns;
    the part of the mat on which they lie, in the middle of the room for it; and the box of
    each spot's lowest card."""
    wide, high, gap = inner.w, inner.h, _BETWEEN * unit
    card = int(min(grid.card(wide, high, gap), most))
    tall, count = round(card * RATIO), len(grid.wide)
    between = min((wide - sum(grid.wide) * card) / (count - 1), _APART * card) if count > 1 else 0.0
    step = tall + gap
    fan = min(high - grid.rows * step + gap, _LONG * grid.fan * tall)
    across, down = sum(grid.wide) * card + between * (count - 1), grid.rows * step - gap + fan
    x, y = inner.x + (wide - across) / 2, inner.y + (high - down) / 2
    lefts = [x + sum(grid.wide[:column]) * card + between * column for column in range(count)]
    boxes = list[Box]()
    for spot, column, row in grid.cells:
        aside = (grid.wide[column] - _wide(spot)) * card
        boxes.append(Box(round(lefts[column] + aside), round(y + row * step), card, tall))
    mat = Box(int(x), int(y), round(x + across) + 1 - int(x), round(y + down) + 1 - int(y))
    return card, between, mat, boxes


def _joined(spots: Sequence[Spot]) -> list[Spot]:
    """All spots from one common corner: those without a seat above the others; where both have stock and
    waste at their end, these above one another."""
    shared = [spot for spot in spots if spot.seat is None]
    own = [spot for spot in spots if spot.seat is not None]
    below = max((spot.y + _ROW for spot in shared), default=0.0)
    turn = [spot for spot in own if shared and spot.role in ("stock", "waste")]
    aside = min((spot.x for spot in turn), default=0.0)
    return [
        spot._replace(x=aside, y=0.0 if spot.role == "stock" else below)
        if spot in turn
        else spot._replace(y=spot.y + (below if spot in own else 0.0))
        for spot in spots
    ]
