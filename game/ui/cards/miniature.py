"""A table, or some of its piles, drawn small by the stage that draws the games."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import pygame
from pygame import Rect, Surface

from game.core.cards import Pile
from game.core.rules import Spot
from game.core.table import Table
from game.ui.cards.deck import Art, Deck
from game.ui.cards.layout import DOWN_SHARE, OPEN_STEPS, RATIO, SOLO, THICK, Area, Box, Layout, Place, tail
from game.ui.cards.stage import Stage
from game.ui.engine import theme

Positions = Mapping[int, tuple[float, float]]
"""Where piles lie, by number: the lowest card's corner in card widths and heights."""
_PICTURES = 4_000_000
"""The most bytes of card pictures kept while one table is drawn."""
_AIR = 1.12
"""From one pile to the next in a row, in card widths; and from one row to the next, in card heights."""


class Miniature(NamedTuple):
    """The picture, and the stage that drew it, which knows where each card lies."""

    picture: Surface
    stage: Stage
    numbers: tuple[int, ...]
    """The number on the table of each pile of the stage."""

    def card(self, pile: int, index: int) -> Rect:
        """Where card `index` of a pile lies, or would lie if the pile had as many."""
        own = self.numbers.index(pile)
        sprites, box = self.stage.piles[own], Rect(self.stage.layout.places[own].box)
        at = index if index >= 0 else max(0, len(sprites) + index)
        rest = self.stage.rest(own, at, sprites[-1].card if at >= len(sprites) and sprites else None)
        box.center = round(rest.x), round(rest.y)
        return box


def in_rows(rows: Sequence[str], names: Sequence[str], spots: Sequence[Spot], *tables: Table) -> Positions:
    """Piles side by side in rows of names; a dot is half a card of space. A row is as high as its longest
    fan on any of the tables."""
    places: dict[int, tuple[float, float]] = {}
    y = 0.0
    for row in rows:
        x, high = 0.0, 1.0
        for name in row.split():
            if name == ".":
                x += 0.5
                continue
            pile = names.index(name)
            places[pile] = x, y
            x += _AIR + tail(spots[pile])
            high = max(high, *(_height(spots[pile], table.piles[pile]) for table in tables))
        y += high + _AIR - 1
    return places


def as_dealt(spots: Sequence[Spot]) -> Positions:
    """All piles where their spots say, those without a seat in the middle above the others."""
    groups = [[spot for spot in spots if (spot.seat is None) == shared] for shared in (True, False)]
    wide = [max((spot.x + 1 + tail(spot) for spot in group), default=0.0) for group in groups]
    shift = [(max(wide) - each) / 2 for each in wide]
    below = max((spot.y + 1.2 for spot in groups[0]), default=0.0)
    return {
        number: (spot.x + shift[0], spot.y) if spot.seat is None else (spot.x + shift[1], spot.y + below)
        for number, spot in enumerate(spots)
    }


def extent(
    spots: Sequence[Spot], places: Positions, *tables: Table, step: float = OPEN_STEPS[1]
) -> tuple[float, float]:
    """Width and height of what lies there on any of the tables, in card widths and card heights. `step`: the
    share of a face-up card's height that fans show."""
    across = max(x + 1 + tail(spots[pile]) for pile, (x, _) in places.items())
    down = max(
        y + _height(spots[pile], table.piles[pile], step)
        for pile, (_, y) in places.items()
        for table in tables
    )
    return across, down


def miniature(
    art: Art,
    table: Table,
    spots: Sequence[Spot],
    places: Positions,
    base: Surface,
    card: int,
    corner: tuple[int, int],
    backs: Sequence[int],
) -> Miniature:
    """Draw the piles onto a copy of `base`, with cards `card` pixels wide; `corner`: where (0, 0) is.

    `art` makes pictures of cards, as `CardImages.image` does.
    """
    numbers = tuple(places)
    high = round(card * RATIO)
    unit = card / 70
    boxes = [
        Box(round(corner[0] + x * card), round(corner[1] + y * high), card, high) for x, y in places.values()
    ]
    size, edge = base.get_size(), min(corner)
    end = size[0] - edge, size[1] - edge
    lying = [
        Place(spots[pile].role, 0, box, spots[pile].fan, _room(spots[pile], box, end), OPEN_STEPS[1:])
        for pile, box in zip(numbers, boxes, strict=True)
    ]
    layout = Layout(size, unit, (Area(SOLO, 0, Box(0, 0, *size), card),), tuple(lying), Box(0, 0, 0, 0))
    felt = base.copy()
    for pile, box in zip(numbers, boxes, strict=True):
        if not table.piles[pile].cards:
            shape = theme.rounded(
                box[2:], round(0.07 * card), (*theme.colors.place, 26), (*theme.colors.place, 70)
            )
            felt.blit(shape, box[:2])
    deck = Deck(art, (card,), 1e9, _PICTURES)
    stage = Stage(layout, [spots[pile] for pile in numbers], deck, backs, felt)
    stage.reset(Table(tuple(table.piles[pile] for pile in numbers)))
    picture = Surface(size)
    stage.canvas.redraw(picture, 0.0)
    return Miniature(picture, stage, numbers)


def cut_round(picture: Surface, radius: int, edge: theme.Color) -> Surface:
    """The picture with rounded corners and a thin edge. Only the corners are shapes: those are kept, and a
    kept shape as large as each picture would be megabytes."""
    wide, high = size = picture.get_size()
    thin = max(1, radius // 8)
    cut = Surface(size, pygame.SRCALPHA)
    cut.blit(picture, (0, 0))
    disc = theme.rounded((2 * radius, 2 * radius), radius, (255, 255, 255, 255))
    ring = theme.rounded((2 * radius, 2 * radius), radius, (*edge[:3], 0), edge, thin)
    for right, low in ((0, 0), (1, 0), (0, 1), (1, 1)):
        part = Rect(right * radius, low * radius, radius, radius)
        at = right * (wide - radius), low * (high - radius)
        cut.blit(disc, at, part, pygame.BLEND_RGBA_MULT)
        cut.blit(ring, at, part)
    for line in (
        Rect(radius, 0, wide - 2 * radius, thin),
        Rect(radius, high - thin, wide - 2 * radius, thin),
        Rect(0, radius, thin, high - 2 * radius),
        Rect(wide - thin, radius, thin, high - 2 * radius),
    ):
        stroke = Surface(line.size, pygame.SRCALPHA)
        stroke.fill(edge)
        cut.blit(stroke, line)
    return cut


def _height(spot: Spot, pile: Pile, step: float = OPEN_STEPS[1]) -> float:
    """A pile's height, in card heights."""
    if spot.fan != "down" or not pile.cards:
        return 1.0
    shut = min(len(pile.cards) - 1, len(pile.cards) - pile.up)
    return 1 + step * (DOWN_SHARE * shut + max(0, pile.up - 1))


def _room(spot: Spot, box: Box, end: tuple[int, int]) -> int:
    """How far the top card may lie from the lowest, in pixels. `end`: how far right and down cards
    may lie."""
    if not spot.fan:
        return round(THICK * box.w)
    return max(0, end[0] - box.x - box.w if spot.fan == "right" else end[1] - box.y - box.h)
