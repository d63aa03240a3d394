"""Nodes that are only beside cards: buttons with a key, key caps, bars; and places with a name."""

from collections.abc import Sequence
from typing import Final

from pygame import Rect, Surface

from game.ui.engine import text, theme
from game.ui.engine.page import Described
from game.ui.view.leaves import Style, Text
from game.ui.view.node import Axis, Control, Node, Placing, Space, State

Pictures = Sequence[tuple[Surface, tuple[int, int]]]
_LIT: Final = (92, 74, 20, 255)
_SIGNS: Final = tuple(",.;'[/-#^´`")
_KEY: Final = Style(16, 18)
_ARROW, _SIGN = Style(34, 18), Style(25, 18)
"""The key that points left or right, and one with a sign: these letters are small."""
_PAD: Final = 12


def _key_style(letter: str) -> Style:
    """How the letter of a key is written."""
    return _ARROW if letter in ("‹", "›") else _SIGN if letter in _SIGNS else _KEY


class Named(Node):
    """A node whose place is looked up by this name."""

    name: str
    child: Node

    def natural_width(self, u: float) -> float:
        return self.child.width(u)

    def natural_height(self, u: float, room: float) -> float:
        return self.child.height(u, room)

    def slack(self, axis: Axis, u: float, size: float) -> float:
        return self.child.slack(axis, u, size)

    def place(self, space: Space, u: float, out: Placing) -> None:
        out.add(self, space)
        self.child.place(space, u, out)

    def pictures(self, rect: Rect, u: float) -> Pictures:
        return ()


class KeyCap(Node):
    """A key as it stands on the keyboard."""

    letter: str

    def natural_width(self, u: float) -> float:
        return max(17 * u, text.width(self.letter, _key_style(self.letter).size * u) + 8 * u)

    def natural_height(self, u: float, room: float) -> float:
        return 17 * u

    def pictures(self, rect: Rect, u: float) -> Pictures:
        plate = theme.rounded(rect.size, round(4 * u), (0, 0, 0, 130), (*theme.colors.mist, 90))
        lower = Space(*rect)._replace(y=rect.y + u).rect.inflate(0, rect.h)  # signs are written large
        return [(plate, rect.topleft), *Text(self.letter, _key_style(self.letter)).pictures(lower, u)]


class TableButton(Control, kw_only=True):
    """A button beside the cards, with the key that does the same."""

    cap: str | None = None
    """The key; empty: it has none now; None: it never has any."""
    size: float = 22
    hover: bool = False
    """Whether the pointer is on it."""
    wanted: bool = False
    """Whether it needs attention."""
    lit: bool = False
    """Whether it has been pressed and waits for the other players."""
    dim: bool = False
    """Whether it can not be pressed now."""
    ink: theme.Color | None = None
    """The colour of its letters, if not what follows from the others."""
    least: float = 32
    """Its least height in units."""
    role = "button"
    _looks = ("label", "help", "cap", "size", "hover", "wanted", "lit", "dim", "ink")

    def slack(self, axis: Axis, u: float, size: float) -> float:
        return max(0.0, size - self.least * u) if axis == "down" else size

    def describe(self, rect: Rect, state: State) -> Described:
        return super().describe(rect, state) | {"enabled": not self.dim, "key": self.cap or ""}

    def pictures(self, rect: Rect, u: float) -> Pictures:
        fill = (
            _LIT
            if self.lit
            else theme.colors.raised_hover
            if self.hover and not self.dim
            else theme.colors.raised
        )
        edge, wide = (theme.GOLD, 2 * u) if self.wanted else (theme.colors.tray_edge, u)
        plate = theme.rounded(rect.size, round(7 * u), fill, edge, max(1, round(wide)))
        faint = (*theme.colors.mist, 120) if self.dim else self.ink
        label = Text(
            self.label,
            Style(self.size, self.size + 2),
            color=faint or (theme.GOLD if self.wanted else theme.colors.ivory),
        )
        space = Space(*rect)
        if self.cap is None:
            return [(plate, rect.topleft), *label.pictures(space.inset(space.w * 0.05, 0).rect, u)]
        style = _key_style(self.cap)
        key, end = Text(self.cap, style, color=faint or theme.colors.mist), rect.right - _PAD * u
        taken = key.width(u)
        room = rect.w - 3 * _PAD * u - taken
        if label.width(u) > room:  # what is in brackets goes first
            label = label.replaced(words=self.label.partition(" (")[0])
        room = min(label.width(u), room)
        words = label.pictures(space._replace(x=rect.x + _PAD * u, w=room).rect, u)
        return [(plate, rect.topleft), *words, *key.pictures(space._replace(x=end - taken, w=taken).rect, u)]


class Meter(Node):
    """A bar of which a part is full, from 0 to 1."""

    part: float
    color: theme.Color
    _looks = ("part", "color")

    def pictures(self, rect: Rect, u: float) -> Pictures:
        found = [(theme.rounded(rect.size, rect.h // 2, theme.colors.raised), rect.topleft)]
        if (wide := round(rect.w * min(1.0, self.part))) >= rect.h:
            found.append((theme.rounded((wide, rect.h), rect.h // 2, self.color), rect.topleft))
        return found
