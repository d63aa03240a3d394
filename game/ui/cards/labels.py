"""Labels and boards with text, and the table with its empty places."""

from typing import Literal

from pygame import Rect, Surface

from game.ui.cards.layout import PLATES, SHARED, SOLO, Layout
from game.ui.engine import text, theme
from game.ui.engine.tabletop import forget, tabletop
from game.ui.view.boxes import Column, Row, Stack
from game.ui.view.leaves import Artwork, Gap, Plate, Style, Text
from game.ui.view.node import Node, State

_EMPTY = (0, 0, 0, 36), (255, 255, 255, 76)
"""The ground and the edge of a place without a card."""
_POINT = 8
"""How far a speech bubble's point reaches, in units."""
Toward = Literal["left", "right", "up"]
"""Where a speech bubble points."""


def figure(number: int, sign: bool = False) -> str:
    """A number with a proper minus sign, and with a plus sign above 0 if `sign`."""
    return f"{number:+}".replace("-", "−") if sign and number else f"{number}".replace("-", "−")


def backdrop(layout: Layout) -> Surface:
    """The table with a mat where cards are common, and the empty places: everything that never changes."""
    u, common = layout.unit, [area for area in layout.areas if area.kind in (SHARED, SOLO)]
    inner = Rect((0, 0), layout.size).inflate(-round(8 * u), -round(8 * u))
    base = tabletop(layout.size, *(Rect(each.box).inflate(26 * u, 26 * u).clip(inner) for each in common))
    forget()  # it is drawn on here, and a copy would be 8 MB at 1080p
    for area in layout.areas:
        if area.kind == PLATES:
            theme.lay(base, Rect(area.panel), u, "plate")
    for box in (Rect(place.box) for place in layout.places if place.shown):
        base.blit(theme.rounded(box.size, round(0.07 * box.w), *_EMPTY, max(1, round(1.33 * u))), box)
    return base


def banner(*lines: tuple[str, float, theme.Color]) -> Node:
    """A dark plate with lines of text below one another: (text, size in units, colour)."""
    texts = (Text(words, Style(size, size), color=color) for words, size, color in lines)
    return Column(*texts, ground="plate", pad=(22, 19), gap=4)


class _Speech(Node):
    """A speech bubble with an edge of ink that points to a face."""

    color: theme.Color
    toward: Toward

    def paint(self, surface: Surface, rect: Rect, u: float, state: State) -> None:
        point, line, up = round(_POINT * u), max(1, round(1.5 * u)), self.toward == "up"
        root, middle = point + line, 2.6 * point if up else rect.h / 2
        tail: list[tuple[float, float]] = [
            (root, middle - 0.6 * point),
            (line, middle),
            (root, middle + 0.6 * point),
        ]
        body = Rect(0, point, rect.w, rect.h - point) if up else Rect(point, 0, rect.w - point, rect.h)
        if up:
            tail = [(y, x) for x, y in tail]
        elif self.toward == "right":
            tail, body.x = [(rect.w - x, y) for x, y in tail], 0
        rounded = theme.rounded(body.size, round(11 * u), self.color, theme.INK, line)
        surface.blit(rounded, body.move(rect.topleft))
        surface.blit(
            theme.sketch(rect.size, theme.area(tail, self.color), theme.line(tail, theme.INK, line)), rect
        )


def bubble(words: str, color: theme.Color, toward: Toward = "left") -> Node:
    """What somebody says, in one line, whose face is there; lower where that is beside it."""
    word, gap = Text(words, Style(20, 25), color=theme.INK), Gap(wide=_POINT, high=_POINT)
    box, high = (Column, None) if toward == "up" else (Row, 22)
    inside = (word, gap) if toward == "right" else (gap, word)
    return box(*inside, gap=0, pad=(10, 0), high=high, ground=_Speech(color, toward))


def brass(number: int, radius: float) -> Node:
    """A count on a disc of brass of this radius, in units."""
    side = 2.28 * radius
    ink = theme.ground("maple").ivory
    words = Text(f"{number}", Style(1.15 * radius, 1.2 * radius), color=ink)
    return Stack(Artwork("brass/disc", side), words, wide=side, high=side)


def label(words: str, size: float = 20) -> Node:
    """A small note. `size`: of its letters, in units."""
    return Column(Text(words, Style(size, size)), ground="note", pad=(9, 4))


def pill(words: str, size: float, color: theme.Color) -> Node:
    """Words on a dark plate without an edge, readable over cards, too."""
    plate = Plate((*theme.colors.plate, 205), radius=size)
    return Column(Text(words, Style(size, 1.15 * size), color=color), ground=plate, pad=(0.4 * size, 0))


class _Cheer(Text):
    """With room for the marks above capitals."""

    def natural_height(self, u: float, room: float) -> float:
        return text.lettering(self.words, self.style.size * u, theme.GOLD).height


def burst(words: str, size: float, fill: theme.Color = theme.GOLD, ink: theme.Color = theme.INK) -> Node:
    """A cheer of `size` units on a plate without an edge."""
    word = _Cheer(words, Style(size, size, lettered=True), color=ink)
    return Column(word, ground=Plate(fill, radius=size), pad=(0.42 * size, 0))
