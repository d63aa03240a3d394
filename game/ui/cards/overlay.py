"""Text and buttons beside the cards: areas of a stage, each a tree of nodes, drawn anew where it differs."""

from collections.abc import Callable
from itertools import zip_longest
from math import ceil
from typing import NamedTuple, TypeVar

from pygame import Rect

from game.ui.cards.canvas import OVER, UNDER, Canvas
from game.ui.cards.hud_nodes import Named, TableButton
from game.ui.engine.page import Page
from game.ui.view.leaves import Text
from game.ui.view.node import Node, Placing, Space

Point = tuple[float, float]
V = TypeVar("V")


class _Area(NamedTuple):
    root: Node | None
    box: Rect
    placed: list[tuple[Node, Rect]]
    buttons: list[tuple[TableButton, Rect]]


_NOTHING = _Area(None, Rect(0, 0, 0, 0), [], [])


class Overlay:
    """Trees of nodes as tags on a canvas: words over the cards, all else under them."""

    def __init__(self, canvas: Canvas, unit: float) -> None:
        self._canvas, self._unit = canvas, unit
        self._areas: dict[str, _Area] = {}
        self._tags: dict[tuple[str, int], int] = {}
        """How many tags each placed node has, by its area and number."""
        self._values: dict[str, tuple[object, Rect]] = {}
        self.places: dict[str, Rect] = {}
        """Where what has a name is, buttons included."""

    def renew(self, area: str, value: V, make: Callable[[V], Node], box: Rect) -> None:
        """Show in the box what `make` makes of this value, unless the area shows it already."""
        if self._values.get(area) != (value, box):
            self._values[area] = value, box
            self.show(area, make(value), box)

    def show(self, area: str, root: Node | None, box: Rect) -> None:
        """Show this tree in the box, in place of what the area has shown; None: nothing."""
        before = self._areas.get(area, _NOTHING)
        if (before.root, before.box) == (root, box):
            return
        out = Placing("", {}, False)
        if root:
            root.place(Space(*box), self._unit, out)
        now = [(each.node, each.rect) for each in out.items]
        buttons = [(node, rect) for node, rect in now if isinstance(node, TableButton)]
        self._areas[area] = _Area(root, box, now, buttons)
        for node, _rect in before.placed:
            if isinstance(node, Named | TableButton):
                self.places.pop(node.name, None)
        for node, rect in now:
            if isinstance(node, Named | TableButton):
                self.places[node.name] = rect
        for number, (old, new) in enumerate(zip_longest(before.placed, now)):
            if old != new:
                self._draw(area, number, new)

    def _draw(self, area: str, number: int, look: tuple[Node, Rect] | None) -> None:
        pictures = look[0].pictures(look[1], self._unit) if look else ()
        level = OVER if look and isinstance(look[0], Text) else UNDER
        for i, (picture, at) in enumerate(pictures):
            self._canvas.tag(f"{area} {number}.{i}", picture, at, level)
        for i in range(len(pictures), self._tags.get((area, number), 0)):
            self._canvas.tag(f"{area} {number}.{i}", None)
        self._tags[area, number] = len(pictures)

    def pin(self, area: str, root: Node | None, **anchor: Point) -> None:
        """Show a tree as large as it has to be, at an anchor of its rectangle in pixels; None: nothing."""
        box = Rect(0, 0, 0, 0)
        if root:
            wide = ceil(root.width(self._unit))
            box.size = wide, round(root.height(self._unit, wide))
        for name, (x, y) in anchor.items():
            setattr(box, name, (round(x), round(y)))
        self.show(area, root, box)

    @property
    def buttons(self) -> dict[str, Rect]:
        """Where the buttons are, by name."""
        return {node.name: rect for area in self._areas.values() for node, rect in area.buttons}

    def describe(self, page: Page) -> None:
        """Describe the buttons; text is described with the canvas."""
        for node, rect in (each for area in self._areas.values() for each in area.buttons):
            page.button(node.label, rect, enabled=not node.dim, key=node.cap or "")
