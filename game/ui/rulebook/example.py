"""Examples of rules: positions on a real table, the moves that they show, and their pictures with arrows."""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from pygame import Rect, Surface, Vector2

from game.core.limits import BACKS
from game.core.notation import parse_move, parse_table, pile_names
from game.core.rules import Rules, play
from game.core.table import Move, Moved, Table, fold
from game.i18n import _
from game.ui.cards.deck import Art
from game.ui.cards.labels import bubble
from game.ui.cards.layout import RATIO
from game.ui.cards.miniature import Miniature, Positions, as_dealt, cut_round, extent, in_rows, miniature
from game.ui.cards.painter import Item
from game.ui.engine import text, theme
from game.ui.engine.assets import art
from game.ui.engine.tabletop import cloth
from game.ui.engine.theme import Color, area, line, sketch
from game.ui.view.leaves import Picture
from game.ui.view.node import still

_NOTHING: Mapping[str, str] = MappingProxyType({})


class Example(NamedTuple):
    """A position in the notation of `core.notation`, and what is to be seen there. Piles are named from the
    first seat's point of view."""

    rows: str
    """The piles shown, side by side in rows of their names, parted by commas; a dot is half a card of space.
    Empty: all of them, as they are dealt."""
    lies: str = ""
    """Where the cards lie, pile by pile, parted by commas. Empty: a deal."""
    moves: str = ""
    """Legal moves of this position."""
    wrong: str = ""
    """Moves that are not legal here."""
    beaten: str = ""
    """Moves that are legal here, but no longer after the first of `moves`."""
    says: Mapping[str, str] = _NOTHING
    """What is called out at a pile, by its name."""
    names: Mapping[str, str] = _NOTHING
    """What piles are called, written below them, from left to right; names with a space are of a group."""
    seats: int = 1
    mode: int = 0
    passes: int = 0
    seed: int = 1
    """Of the deal."""
    card: int = 50
    """Width of a card in units."""

    def table(self, rules: Rules) -> Table:
        """The position."""
        if not self.lies:
            return rules.deal(self.seed, self.seats)
        return parse_table(self.lies.split(", "), self.pile_names(rules))._replace(
            mode=self.mode, passes=self.passes
        )

    def pile_names(self, rules: Rules) -> tuple[str, ...]:
        """The name of each pile."""
        return pile_names(rules.spots(self.seats), 0)

    def read(self, rules: Rules, move: str) -> Move:
        """The move that the text names."""
        return parse_move(move, self.pile_names(rules))

    def seat(self, rules: Rules, move: str) -> int:
        """The seat whose move it is: that of the cards moved."""
        return rules.spots(self.seats)[self.read(rules, move).src].seat or 0

    def travels(self, rules: Rules, move: str) -> tuple[tuple[Moved, Table], ...]:
        """The cards that a legal move sets going, those that follow by themselves included; each with the
        table before. Raises IllegalMove."""
        table, found = self.table(rules), []
        for event in play(rules, table, self.seat(rules, move), self.read(rules, move)):
            if isinstance(event, Moved):
                found.append((event, table))
            table = fold(table, event)
        return tuple(found)

    def tables(self, rules: Rules) -> tuple[Table, ...]:
        """The position, and what each of the legal moves makes of it."""
        table = self.table(rules)
        after = [
            fold(before, event) for move in self.moves.split() for event, before in self.travels(rules, move)
        ]
        return table, *after


class Rule(NamedTuple):
    """A rule in a sentence or two, which the catalogues find here, and an example where one is needed."""

    words: str
    example: Example | None = None
    option: str = ""
    """The field of the rules that it is about: what its value is called is said with it."""


Book = Iterator[str | Rule]
"""The rules of a game to be read from the first to the last. Texts are titles of chapters, marked by N_()."""


def part(any_part: bool, may: str, may_not: str, row: str, lies: str, move: str) -> Rule:
    """Whether any part of a column moves: the move is legal, or it is not."""
    words, example = (
        (may, Example(row, lies, move)) if any_part else (may_not, Example(row, lies, wrong=move))
    )
    return Rule(words, example, "any_part")


Point = tuple[float, float]
_DARK = (3, 16, 11)
_WIDE, _HEAD, _RIM = 4.2, 15.0, 2.0
"""An arrow's width, the length of its head, and the dark rim that sets it off from cards, in units."""
_STEPS = 24


def bow(a: Point, b: Point) -> list[Vector2]:
    """A way from `a` to `b`, bent downwards, away from the ranks of cards beside it."""
    start, end = Vector2(a), Vector2(b)
    bend = start.lerp(end, 0.5) + Vector2(0, 0.14 * abs(end.x - start.x))
    steps = (i / _STEPS for i in range(_STEPS + 1))
    return [start.lerp(bend, part).lerp(bend.lerp(end, part), part) for part in steps]


def hairpin(a: Point, b: Point, wide: float) -> list[Vector2]:
    """A way from `a` almost to `b` and back to where it came from."""
    along, turn = wide * (Vector2(b) - a).normalize(), 90
    if along.y < 0 or (along.y == 0 and along.x < 0):
        turn = -90
    aside = along.rotate(turn)
    end = [Vector2(b) - along - aside.rotate(turn * i / 6) for i in range(13)]
    return [a - aside, *end, a + aside]


def arrow(way: Sequence[Vector2], color: Color, u: float) -> Item:
    """An arrow along the way, with a dark rim, and where it goes."""
    reach, (across, down) = (_HEAD + _RIM) * u, zip(*way, strict=True)
    left, top, right, low = min(across) - reach, min(down) - reach, max(across) + reach, max(down) + reach
    box = Rect(math.floor(left), math.floor(top), math.ceil(right - left), math.ceil(low - top))
    points, head, rim = [point - box.topleft for point in way], _HEAD * u, _RIM * u
    tip = points[-1]
    near = next((p for p in reversed(points) if p.distance_to(tip) >= head), points[0])
    along = (tip - near).normalize()
    shaft = [p for p in points if p.distance_to(tip) >= head * 0.8] + [tip - along * head * 0.8]
    half = along.rotate(90) * (head * 0.52)
    ends = tip, tip - along * head + half, tip - along * head - half
    drawn = (
        line(shaft, _DARK, _WIDE * u + 2 * rim),
        area(ends, _DARK, rim),
        line(shaft, color, _WIDE * u),
        area(ends, color),
    )
    return sketch(box.size, *drawn), box.topleft


_PAD, _NAME = 13, 5
"""The felt around the piles, and the space between them and their names, in units."""
_LOW = 0.66
"""Where arrows begin and end on a card, as a share of its height: below the rank."""
_RED = (240, 110, 88)
_FOLLOWS = (150, 205, 240)
"""What moves by itself after the player's move."""
_LETTERS = 17


class Drawing:
    """Knows its size before it is drawn."""

    def __init__(self, example: Example, rules: Rules, art: Art, u: float) -> None:
        self._example, self._rules, self._art, self._u = example, rules, art, u
        self._spots = rules.spots(example.seats)
        self._names = example.pile_names(rules)
        tables = example.tables(rules)
        self._table: Table = tables[0]
        self.card = round(example.card * u)
        """Width of a card in pixels."""
        self._places: Positions = (
            in_rows(example.rows.split(", "), self._names, self._spots, *tables)
            if example.rows
            else as_dealt(self._spots)
        )
        across, down = extent(self._spots, self._places, *tables)
        pad, foot = 2 * _PAD * u, (text.size(_LETTERS * u) + _NAME * u if example.names else 0)
        # A thick pile rises a little above its place.
        self._top = round(_PAD * u + (text.size(20 * u) + 5 * u if example.says else 0))
        high = self._top + _PAD * u + down * self.card * RATIO + foot
        self.size = round(pad + across * self.card), round(high)

    @property
    def node(self) -> Picture:
        """It on a page."""

        def draw(surface: Surface, rect: Rect, u: float) -> None:
            text.blit(surface, self.draw(), rect.topleft)

        wide, high = (size / self._u for size in self.size)
        return Picture(id(self._example), draw, wide=wide, high=high)

    def draw(self) -> Surface:
        """Draw it on felt."""
        u, corner = self._u, (round(_PAD * self._u), self._top)
        felt = cloth(self.size)
        drawn = miniature(
            self._art, self._table, self._spots, self._places, felt, self.card, corner, range(BACKS)
        )
        small = drawn._replace(picture=cut_round(drawn.picture, round(9 * u), theme.ground("sheet").edge))
        if self._example.names:
            self._draw_names(small)
        for move in self._example.moves.split():
            self._draw_move(small, move)
        for move in self._example.beaten.split():
            self._draw_refused(small, move, True)
        for move in self._example.wrong.split():
            self._draw_refused(small, move, False)
        self._draw_calls(small)
        return small.picture

    def _draw_names(self, small: Miniature) -> None:
        """What piles are called, on a plate below these, up to halfway to the next."""
        u = self._u
        boxes = []
        for names in self._example.names:
            piles = [self._names.index(name) for name in names.split()]
            cards = [small.card(pile, i) for pile in piles for i in (0, -1)]
            boxes.append(cards[0].unionall(cards[1:]))
        ends = [0, *((a.right + b.x) // 2 for a, b in pairwise(boxes)), self.size[0]]
        for words, box, (left, right) in zip(
            self._example.names.values(), boxes, pairwise(ends), strict=True
        ):
            room = Rect(left, 0, right - left, self.size[1]).inflate(-12 * u, 0)
            label = text.render(_(words), _LETTERS * u, theme.colors.ivory, room.w)
            place = label.get_rect(midtop=(box.centerx, round(box.bottom + _NAME * u)))
            place = place.clamp(room)
            theme.lay(small.picture, place.inflate(9 * u, 0), u, "plate")
            text.blit(small.picture, label, place.topleft)

    def _taken(self, small: Miniature, move: Move, table: Table) -> Rect:
        """The cards that a move takes."""
        count = len(table.piles[move.src].cards)
        return small.card(move.src, count - move.count).union(small.card(move.src, count - 1))

    def _frame(self, picture: Surface, box: Rect, color: theme.Color) -> None:
        wide = max(2, round(2.5 * self._u))
        shape = theme.rounded(
            box.inflate(2 * wide, 2 * wide).size, round(0.1 * self.card), (0, 0, 0, 0), color, wide
        )
        picture.blit(shape, box.inflate(2 * wide, 2 * wide))

    def _ghost(self, picture: Surface, box: Rect, color: theme.Color) -> None:
        """Where a card comes to lie."""
        wide = max(1, round(1.5 * self._u))
        shade = (*color[:3], 34)
        picture.blit(theme.rounded(box.size, round(0.07 * self.card), shade, (*color[:3], 200), wide), box)

    def _draw_move(self, small: Miniature, words: str) -> None:
        if self._example.read(self._rules, words).count == 0:
            self._draw_knock(small, self._example.read(self._rules, words).src)
            return
        for number, (event, table) in enumerate(self._example.travels(self._rules, words)):
            move = Move(event.src, event.dst, len(event.cards))
            if move.src not in self._places or move.dst not in self._places:
                continue
            color = _FOLLOWS if number else theme.GOLD
            box, target = self._taken(small, move, table), self._landing(small, move, table)
            if not number:
                self._frame(small.picture, box, color)
            self._ghost(small.picture, target, color)
            small.picture.blit(*arrow(bow(_grip(box), _grip(target)), color, self._u))

    def _landing(self, small: Miniature, move: Move, table: Table) -> Rect:
        """Where a move's first card comes to lie."""
        return small.card(move.dst, len(table.piles[move.dst].cards))

    def _draw_refused(self, small: Miniature, words: str, beaten: bool) -> None:
        """A move that is not legal, or no longer: `beaten` goes there and back."""
        move, u = self._example.read(self._rules, words), self._u
        box, target = self._taken(small, move, self._table), self._landing(small, move, self._table)
        way, at = bow(_grip(box), _grip(target)), Vector2(box.right - 3 * u, box.y + 3 * u)
        if beaten:
            self._frame(small.picture, box, _RED)
            way = hairpin(_grip(box), _grip(target), 8 * u)
        else:
            at = way[len(way) // 2]
        small.picture.blit(*arrow(way, _RED, u))
        cross = art("sign/cross", round(23 * u), _RED)
        small.picture.blit(cross, cross.get_rect(center=(round(at.x), round(at.y))))

    def _draw_knock(self, small: Miniature, pile: int) -> None:
        box = small.card(pile, -1)
        ring = art("sign/rings", round(self.card * 1.1), theme.GOLD)
        small.picture.blit(ring, ring.get_rect(center=box.center))

    def _draw_calls(self, small: Miniature) -> None:
        u = self._u
        for name, words in self._example.says.items():
            box = small.card(self._names.index(name), -1)
            picture = still(bubble(_(words), theme.PAPER), u, math.inf)
            at = picture.get_rect(bottomleft=(box.x + round(6 * u), box.y - round(2 * u)))
            text.blit(small.picture, picture, at.clamp(small.picture.get_rect()).topleft)


def _grip(box: Rect) -> tuple[float, float]:
    """Where an arrow begins or ends on a card, or on a run of cards."""
    return box.centerx, box.y + _LOW * box.h
