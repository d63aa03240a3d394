"""Nodes that hold others: side by side, below one another, in a grid, on top of one another, scrolled."""

from collections.abc import Sequence
from typing import Literal, NotRequired, TypedDict, Unpack

from pygame import Rect, Surface

from game.ui.engine import theme
from game.ui.view.node import Align, Axis, Control, Node, Placed, Placing, Space, State

Ground = Literal["", "sheet", "plate", "tag", "note", "stock", "maple", "lit", "gold"]
"""What is behind the children, as `theme.ground` has it."""
GAP = 6
"""Between two rows, in units."""
_BAR, _APART = 8, 8
"""The width of a scrolled list's bar, and its distance from the rows, in units."""


class How(TypedDict):
    """How a box is laid out; see Node and Box."""

    wide: NotRequired[float | None]
    high: NotRequired[float | None]
    grow: NotRequired[float]
    align: NotRequired[Align]
    gap: NotRequired[float]
    pad: NotRequired[tuple[float, float]]
    pack: NotRequired[Align]
    ground: NotRequired[Ground | Node]


class Box(Node, kw_only=True):
    """Children in a line."""

    children: tuple[Node, ...] = ()
    gap: float = GAP
    pad: tuple[float, float] = (0, 0)
    """The margin at the sides, and above and below."""
    pack: Align = "start"
    """Where the children stand if none of them grows."""
    ground: Ground | Node = ""
    _looks = ("children",)

    def __init__(self, *children: Node | None, **how: Unpack[How]) -> None:
        self.__dict__.update(children=tuple(filter(None, children)), **how)

    @property
    def axis(self) -> Axis:
        """Along which the children follow one another."""
        return "down"

    def natural_width(self, u: float) -> float:
        return max([child.width(u) for child in self.children], default=0.0) + 2 * self.pad[0] * u

    def place(self, space: Space, u: float, out: Placing) -> None:
        before, inner = out.ground, space.inset(self.pad[0] * u, self.pad[1] * u)
        if self.ground and self.ground != before:  # paper on paper is one sheet
            out.add(self, space)
            out.ground = self.ground if isinstance(self.ground, str) else self.ground.bears or before
        self.place_children(inner, u, out)
        out.ground = before

    def place_children(self, inner: Space, u: float, out: Placing) -> None:
        """Place what is in it."""
        raise NotImplementedError

    def lies_like(self, other: Node) -> bool:
        alike = isinstance(other, Box) and len(self.children) == len(other.children)
        return alike and super().lies_like(other)

    def paint(self, surface: Surface, rect: Rect, u: float, state: State) -> None:
        if isinstance(self.ground, Node):
            self.ground.paint(surface, rect, u, state)
            return
        theme.lay(surface, rect, u, self.ground)

    def gaps(self, u: float) -> float:
        """All gaps between the children, in pixels."""
        return max(0, len(self.children) - 1) * self.gap * u

    def slack(self, axis: Axis, u: float, size: float) -> float:
        if (self.high if axis == "down" else self.wide) is not None or not self.children:
            return 0.0
        each = [child.slack(axis, u, _along(child, axis, u, size)) for child in self.children]
        return sum(each) if axis == self.axis else min(each)

    def narrowest(self, u: float) -> float:
        if self.wide is not None:
            return self.wide * u
        each = [child.narrowest(u) for child in self.children]
        inner = sum(each) + self.gaps(u) if self.axis == "across" else max(each, default=0.0)
        return inner + 2 * self.pad[0] * u


class Row(Box, init=False):
    """Children side by side."""

    @property
    def axis(self) -> Axis:
        return "across"

    def natural_width(self, u: float) -> float:
        return sum([child.width(u) for child in self.children]) + self.gaps(u) + 2 * self.pad[0] * u

    def natural_height(self, u: float, room: float) -> float:
        widths = self._widths(u, room - 2 * self.pad[0] * u)
        heights = [child.height(u, width) for child, width in zip(self.children, widths, strict=True)]
        return max(heights, default=0.0) + 2 * self.pad[1] * u

    def _widths(self, u: float, room: float) -> list[float]:
        wanted = [0.0 if child.grow and child.wide is None else child.width(u) for child in self.children]
        return _spread(self.children, "across", wanted, room - self.gaps(u), u)

    def place_children(self, inner: Space, u: float, out: Placing) -> None:
        widths = self._widths(u, inner.w)
        x = inner.x + _packed(self.pack, inner.w - sum(widths) - self.gaps(u))
        for child, width in zip(self.children, widths, strict=True):
            high = inner.h if child.align == "fill" else min(inner.h, child.height(u, width))
            child.place(Space(x, inner.y + _packed(child.align, inner.h - high), width, high), u, out)
            x += width + self.gap * u


class Column(Box, init=False):
    """Children below one another."""

    def natural_height(self, u: float, room: float) -> float:
        widths = self._widths(u, room - 2 * self.pad[0] * u)
        return sum(self._wanted(u, widths)) + self.gaps(u) + 2 * self.pad[1] * u

    def _widths(self, u: float, room: float) -> list[float]:
        return [_wide(child, u, room) for child in self.children]

    def _wanted(self, u: float, widths: list[float]) -> list[float]:
        return [
            0.0 if child.grow and child.high is None else child.height(u, wide)
            for child, wide in zip(self.children, widths, strict=True)
        ]

    def place_children(self, inner: Space, u: float, out: Placing) -> None:
        widths = self._widths(u, inner.w)
        heights = _spread(self.children, "down", self._wanted(u, widths), inner.h - self.gaps(u), u)
        y = inner.y + _packed(self.pack, inner.h - sum(heights) - self.gaps(u))
        for child, wide, high in zip(self.children, widths, heights, strict=True):
            child.place(Space(inner.x + _packed(child.align, inner.w - wide), y, wide, high), u, out)
            y += high + self.gap * u


class Excerpt(Column, init=False):
    """The first of its children, and as many of the others as fit below it."""

    def place_children(self, inner: Space, u: float, out: Placing) -> None:
        heights, gap, y = self._wanted(u, self._widths(u, inner.w)), self.gap * u, inner.y
        shown = self.children[: _end(heights, 0, inner.h, gap)]
        for child, high in zip(shown, heights, strict=False):
            child.place(Space(inner.x, y, inner.w, high), u, out)
            y += high + gap


class Stack(Box, init=False):
    """Children on top of one another, each where its `align` and size put it."""

    def natural_height(self, u: float, room: float) -> float:
        inner = room - 2 * self.pad[0] * u
        heights = (child.height(u, _wide(child, u, inner)) for child in self.children)
        return max(heights, default=0.0) + 2 * self.pad[1] * u

    def place_children(self, inner: Space, u: float, out: Placing) -> None:
        for child in self.children:
            wide = _wide(child, u, inner.w)
            high = inner.h if child.align == "fill" else min(inner.h, child.height(u, wide))
            x, y = _packed(child.align, inner.w - wide), _packed(child.align, inner.h - high)
            child.place(Space(inner.x + x, inner.y + y, wide, high), u, out)


class Fitting(Stack, init=False):
    """Shows the first of its children that is not too wide, or else the last."""

    def _fitting(self, u: float, room: float) -> Node:
        return next((child for child in self.children if child.width(u) <= room), self.children[-1])

    def natural_height(self, u: float, room: float) -> float:
        return self._fitting(u, room).height(u, room)

    def place_children(self, inner: Space, u: float, out: Placing) -> None:
        self._fitting(u, inner.w).place(inner, u, out)


class Grid(Box):
    """Children in rows of `columns` cells, all as wide and as high as `cell` at the most."""

    columns: int
    cell: float

    def __init__(self, columns: int, cell: float, *children: Node | None, **how: Unpack[How]) -> None:
        super().__init__(*children, **how)
        self.__dict__.update(columns=columns, cell=cell)

    @property
    def _rows(self) -> int:
        return -(-len(self.children) // self.columns)

    def natural_height(self, u: float, room: float) -> float:
        return (self._rows * (self.cell + self.gap) - self.gap + 2 * self.pad[1]) * u

    def slack(self, axis: Axis, u: float, size: float) -> float:
        return 0.4 * size if axis == "down" else 0.0

    def place_children(self, inner: Space, u: float, out: Placing) -> None:
        gap, rows = self.gap * u, max(1, self._rows)
        wide = (inner.w - (self.columns - 1) * gap) / self.columns
        high = min(self.cell * u, (inner.h - (rows - 1) * gap) / rows)
        for number, child in enumerate(self.children):
            row, column = divmod(number, self.columns)
            where = inner.x + column * (wide + gap), inner.y + row * (high + gap)
            child.place(Space(*where, wide, high), u, out)


class Scroll(Box):
    """Rows of which only as many are shown as fit; scrolled by whole rows."""

    name: str
    head: Node | None

    def __init__(
        self, name: str, *children: Node | None, head: Node | None = None, **how: Unpack[How]
    ) -> None:
        """`name`: what its place is remembered by; `head`: stays above the rows, and is as wide."""
        super().__init__(*children, **{"grow": 1.0, **how})  # type: ignore[arg-type]
        self.__dict__.update(name=name, head=head)

    def natural_height(self, u: float, room: float) -> float:
        rows = sum(child.height(u, room) for child in self.children) + self.gaps(u)
        return rows + self._above(u, room)

    def _above(self, u: float, room: float) -> float:
        """How far down the rows begin."""
        return self.head.height(u, room) + self.gap * u if self.head else 0.0

    def slack(self, axis: Axis, u: float, size: float) -> float:
        return size if axis == "down" else super().slack(axis, u, size)

    def place_children(self, inner: Space, u: float, out: Placing) -> None:
        heights = [child.height(u, inner.w) for child in self.children]
        whole, above = inner, self._above(u, inner.w)
        inner = Space(whole.x, whole.y + above, whole.w, whole.h - above)
        gap, wide = self.gap * u, inner.w
        count = len(heights)
        if sum(heights) + self.gaps(u) <= inner.h + 0.5:
            first, end = 0, count
        else:
            wide -= (_BAR + _APART) * u
            last = _first(heights, count - 1, inner.h, gap)
            first = min(out.tops.get(self.name, 0), last)
            at = next((i for i, row in enumerate(self.children) if _holds(row, out.focus)), None)
            if out.follows and at is not None:
                first = min(max(first, _first(heights, at, inner.h, gap)), at)
            end = _end(heights, first, inner.h, gap)
            bar = Space(inner.x + inner.w - _BAR * u, inner.y, _BAR * u, inner.h)
            out.add(Bar(name=self.name, first=first, shown=end - first, count=count, last=last), bar)
        out.tops[self.name] = first
        if self.head:
            self.head.place(Space(whole.x, whole.y, wide, above - gap), u, out)
        y = inner.y
        for number, (child, high) in enumerate(zip(self.children, heights, strict=True)):
            seen = first <= number < end
            out.rows_of(self.name, seen)
            child.place(Space(inner.x, y, wide, high) if seen else Space(0, 0, 0, 0), u, out)
            y += high + gap if seen else 0
        out.rows_of("", True)


class Bar(Node, kw_only=True):
    """Shows which part of a scrolled list is seen; it can be dragged."""

    name: str
    first: int
    shown: int
    count: int
    last: int
    """The first row when it is scrolled to the end."""

    def paint(self, surface: Surface, rect: Rect, u: float, state: State) -> None:
        surface.blit(theme.rounded(rect.size, rect.w // 2, state.on.rule), rect)
        high = max(round(24 * u), round(rect.h * self.shown / self.count))
        down = round((rect.h - high) * self.first / max(1, self.last))
        thumb = Rect(rect.x, rect.y + down, rect.w, high)
        surface.blit(theme.rounded(thumb.size, rect.w // 2, state.on.mist), thumb)

    def first_at(self, y: int, rect: Rect) -> int:
        """The first row to show if the bar is dragged to this height."""
        share = (y - rect.y) / max(1, rect.h)
        return max(0, min(self.last, round(share * self.count - self.shown / 2)))


def flat(node: Node | None) -> list[Node]:
    """A node, and all that is in it: the children of each box after all on its level."""
    found = [node] if node else []
    for each in found:  # which grows meanwhile
        if isinstance(each, Box):
            found += each.children
    return found


def renewed(placed: Sequence[Placed], old: Sequence[Node], new: Sequence[Node]) -> list[Placed]:
    """The places of the `old` nodes, with the `new` ones of a tree that lies like theirs; both are flat."""
    nodes = dict(zip(map(id, old), new, strict=True))
    return [Placed(nodes.get(id(each.node), each.node), *each[1:]) for each in placed]


def _holds(node: Node, name: str) -> bool:
    """Whether it is, or contains, the control of this name."""
    if isinstance(node, Control):
        return node.known_as == name
    return isinstance(node, Box) and any(_holds(child, name) for child in node.children)


def _wide(child: Node, u: float, room: float) -> float:
    """How wide a child is in a column of this width."""
    if child.align == "fill" and child.wide is None:
        return room
    return min(room, child.width(u))


def _along(child: Node, axis: Axis, u: float, size: float) -> float:
    return child.width(u) if axis == "across" else child.height(u, size)


def _packed(align: Align, left: float) -> float:
    """How far from the beginning something stands that leaves so much room."""
    return left if align == "end" else left / 2 if align == "middle" else 0.0


def _spread(children: Sequence[Node], axis: Axis, wanted: list[float], room: float, u: float) -> list[float]:
    """The sizes along the axis: those that grow share what is left over; where there is too little room,
    each gives up as large a part of what it can spare, and then what would not be cut for what would."""
    left, grows = room - sum(wanted), sum([child.grow for child in children])
    if left >= 0:
        if not grows:
            return wanted
        each = left / grows
        return [size + each * child.grow for child, size in zip(children, wanted, strict=True)]
    spare = [child.slack(axis, u, size) for child, size in zip(children, wanted, strict=True)]
    part = min(1.0, -left / sum(spare)) if sum(spare) else 0.0
    sizes = [size - part * each for size, each in zip(wanted, spare, strict=True)]
    if axis == "down":
        return sizes
    over = [size - child.narrowest(u) for child, size in zip(children, sizes, strict=True)]
    lack, more = (sum([max(0.0, sign * each) for each in over]) for sign in (-1, 1))
    needs = lack + max(0.0, sum(sizes) - room)
    moved = min(needs, more)
    shares = moved / needs if needs else 0.0, moved / more if more else 0.0
    return [size - each * shares[each > 0] for size, each in zip(sizes, over, strict=True)]


def _first(heights: Sequence[float], at: int, room: float, gap: float) -> int:
    """The first row shown if row `at` is the last."""
    used = heights[at]
    while at and used + gap + heights[at - 1] <= room:
        at -= 1
        used += gap + heights[at]
    return at


def _end(heights: Sequence[float], first: int, room: float, gap: float) -> int:
    """The row after the last one shown."""
    if not heights:
        return 0
    used, at = heights[first], first + 1
    while at < len(heights) and used + gap + heights[at] <= room + 0.5:
        used += gap + heights[at]
        at += 1
    return at
