"""Nodes that are only beside cards: buttons with a key, key caps, bars, boards; and places with a name."""

from collections.abc import Sequence
from typing import Final

from pygame import Rect, Surface

from game.ui.engine import text, theme
from game.ui.view.boxes import Column, Row
from game.ui.view.leaves import Gap, Style, Text
from game.ui.view.node import Axis, Node, Placing, Space

Pictures = Sequence[tuple[Surface, tuple[int, int]]]
_LIT: Final = (92, 74, 20, 255)
_KEY: Final = Style(16, 18)
_PAD: Final = 12


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
        return max(17 * u, text.width(self.letter, _KEY.size * u) + 8 * u)

    def natural_height(self, u: float, room: float) -> float:
        return 17 * u

    def place(self, space: Space, u: float, out: Placing) -> None:
        out.add(self, space)
        Text(self.letter, _KEY).place(space._replace(y=space.y + u), u, out)

    def pictures(self, rect: Rect, u: float) -> Pictures:
        return [(theme.rounded(rect.size, round(4 * u), (0, 0, 0, 130), (*theme.MIST, 90)), rect.topleft)]


class TableButton(Node, kw_only=True):
    """A button beside the cards, with the key that does the same."""

    name: str
    label: str
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

    def slack(self, axis: Axis, u: float, size: float) -> float:
        return max(0.0, size - self.least * u) if axis == "down" else size

    def place(self, space: Space, u: float, out: Placing) -> None:
        out.add(self, space)
        faint = (*theme.MIST, 120) if self.dim else self.ink
        ink = faint or (theme.GOLD if self.wanted else theme.IVORY)
        label = Text(self.label, Style(self.size, self.size + 2), color=ink)
        if self.cap is None:
            label.place(space.inset(space.w * 0.05, 0), u, out)
            return
        key = Text(self.cap, _KEY, color=faint or theme.MIST, firm=True)
        Row(label, Gap(grow=1), key, gap=_PAD / 2, pad=(_PAD, 0)).place(space, u, out)

    def pictures(self, rect: Rect, u: float) -> Pictures:
        fill = _LIT if self.lit else theme.RAISED_HOVER if self.hover and not self.dim else theme.RAISED
        edge, wide = (theme.GOLD, 2 * u) if self.wanted else (theme.TRAY_EDGE, u)
        return [(theme.rounded(rect.size, round(7 * u), fill, edge, max(1, round(wide))), rect.topleft)]


class Meter(Node):
    """A bar of which a part is full, from 0 to 1."""

    part: float
    color: theme.Color

    def pictures(self, rect: Rect, u: float) -> Pictures:
        found = [(theme.rounded(rect.size, rect.h // 2, theme.RAISED), rect.topleft)]
        if (wide := round(rect.w * min(1.0, self.part))) >= rect.h:
            found.append((theme.rounded((wide, rect.h), rect.h // 2, self.color), rect.topleft))
        return found


class Board(Column, init=False):
    """Words on a dark plate with a golden edge, which may lie over cards."""

    def place(self, space: Space, u: float, out: Placing) -> None:
        out.add(self, space)
        super().place(space, u, out)

    def pictures(self, rect: Rect, u: float) -> Pictures:
        edge = max(1, round(1.5 * u))
        return [(theme.rounded(rect.size, round(8 * u), (*theme.PLATE, 236), theme.GOLD, edge), rect.topleft)]
