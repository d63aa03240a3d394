"""Text and buttons beside the cards: areas of a stage, each a tree of nodes, drawn anew where it differs."""

from collections.abc import Callable, Sequence
from itertools import zip_longest
from math import ceil
from typing import TypeVar

from pygame import Rect

from game.ui.cards.canvas import OVER, UNDER, Canvas
from game.ui.cards.hud_nodes import KeyCap, Named, TableButton
from game.ui.engine.page import Page
from game.ui.view.boxes import flat
from game.ui.view.leaves import Text
from game.ui.view.node import Node, Placed, Placing, Space, State

_LETTERED = Text | KeyCap | TableButton
"""Nodes that are words, or words on a ground, which is the first of their pictures."""
Point = tuple[float, float]
V = TypeVar("V")


class Overlay:
    """Trees of nodes as tags on a canvas: words over the cards, all else under them."""

    def __init__(self, canvas: Canvas, unit: float) -> None:
        self._canvas, self._unit = canvas, unit
        self._values: dict[str, object] = {}
        """What each area was made of."""
        self._nodes: dict[str, tuple[Rect, list[Node]]] = {}
        """The box of each area, and the nodes of its tree."""
        self._placed: dict[str, Sequence[Placed]] = {}
        self.buttons: dict[str, Rect] = {}
        """Where the buttons are, by name."""

    def renew(self, area: str, value: V, make: Callable[[V], Node | None], box: Rect) -> None:
        """Show in the box what `make` makes of this value, unless the area shows it already."""
        if self._values.get(area) != (value, box):
            self._values[area] = value, box
            self._place(area, make(value), box)

    def show(self, area: str, root: Node | None, box: Rect) -> None:
        """Show this tree in the box, in place of what the area has shown; None: nothing."""
        self.renew(area, root, lambda root: root, box)

    def pin(self, area: str, root: Node | None, **anchor: Point) -> None:
        """Show a tree as large as it has to be, at an anchor of its rectangle in pixels; None: nothing."""
        if self._values.get(area) == (root, anchor):
            return
        self._values[area] = root, anchor
        box = Rect(0, 0, 0, 0)
        if root:
            wide = ceil(root.width(self._unit))
            box.size = wide, round(root.height(self._unit, wide))
        for name, (x, y) in anchor.items():
            setattr(box, name, (round(x), round(y)))
        self._place(area, root, box)

    def _place(self, area: str, root: Node | None, box: Rect) -> None:
        before = self._placed.get(area, ())
        self._placed[area] = items = self._items(area, root, box)
        for each in before:
            self.buttons.pop(each.name, None)
        self.buttons.update({each.name: each.rect for each in items if each.name})
        for number, (old, new) in enumerate(zip_longest(before, items)):
            if old != new:
                self._draw(f"{area} {number}", new)

    def _items(self, area: str, root: Node | None, box: Rect) -> Sequence[Placed]:
        """The nodes and where they are: where the old ones were, if they differ in looks alone."""
        was, old = self._nodes.get(area, (box, []))
        self._nodes[area] = box, (new := flat(root))
        moved = [one for one, other in zip(new, old, strict=False) if not one.lies_like(other)]
        if was == box and len(old) == len(new) and not moved:
            nodes, placed = dict(zip(map(id, old), new, strict=True)), self._placed.get(area, ())
            return [Placed(nodes.get(id(node), node), rect, name, "") for node, rect, name, *_ in placed]
        out = Placing("", {}, False)
        if root:
            root.place(Space(*box), self._unit, out)
        return out.items

    def _draw(self, name: str, placed: Placed | None) -> None:
        pictures = placed.node.pictures(placed.rect, self._unit) if placed else ()
        for i, (picture, at) in enumerate(pictures):
            words = placed and isinstance(placed.node, _LETTERED if i else Text)
            self._canvas.tag(f"{name}.{i}", picture, at, OVER if words else UNDER)
        i = len(pictures)
        while f"{name}.{i}" in self._canvas.tags:
            self._canvas.tag(f"{name}.{i}", None)
            i += 1

    @property
    def places(self) -> dict[str, Rect]:
        """Where what is Named is."""
        every = (each for placed in self._placed.values() for each in placed)
        return {each.node.name: each.rect for each in every if isinstance(each.node, Named)}

    def describe(self, page: Page) -> None:
        """Describe the buttons; text is described with the canvas."""
        every = (each for placed in self._placed.values() for each in placed)
        page.controls += [each.control.describe(each.rect, State()) for each in every if each.control]
