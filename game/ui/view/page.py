"""A page that fills the window, with a list in columns on it, or with two panels."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Unpack

from pygame import Rect, Surface

from game.i18n import _
from game.ui.engine import theme
from game.ui.engine.scene import Context
from game.ui.view.boxes import Column, How, Row, Scroll
from game.ui.view.hint import Hint
from game.ui.view.leaves import CELL, PAGE, SMALL, TAB, Button, Gap, Rule, Style, Text
from game.ui.view.node import Action, Align, Node, State
from game.ui.view.screen import Screen

Cell = str | Node
_EMPTY = Style(24, 30, "mist")
_HEAD, _NOTE = Style(27, 34), Style(20, 34, "mist")
_TABS, _WIDE = 290, 1230
"""How wide the tabs of a binder are, and all of it, in units."""
_SPINE, _HOLE, _HOLES = 54, 18, 7
"""The margin with the holes, how wide one is, and how many there are."""
_PAD, _RIM = 22, 6
"""A page's margin at its sides, and what is seen of the table above and below it, in units."""


class Binder(Node):
    """A sheet in a ring binder: holes along its spine, and a red line beside them. It begins so many units
    from the left, where tabs stick out."""

    tabs: float = 0
    bears = "sheet"

    def paint(self, surface: Surface, rect: Rect, u: float, state: State) -> None:
        x, hole = rect.x + round(self.tabs * u), round(_HOLE * u)
        theme.lay(surface, Rect(x, rect.y, rect.right - x, rect.h), u, "sheet")
        wood = theme.ground("maple").edge
        ring = theme.rounded((hole, hole), hole // 2, wood, theme.ground("sheet").edge, max(1, round(u)))
        for number in range(_HOLES):
            y = rect.y + (number + 0.5) * rect.h / _HOLES
            surface.blit(ring, ring.get_rect(center=(round(x + 0.45 * _SPINE * u), round(y))))
        red = (*theme.ground("sheet").gold[:3], 90)
        line = theme.rounded((max(1, round(u)), rect.h - round(6 * u)), 0, red)
        surface.blit(line, (x + round(_SPINE * u), rect.y + round(2 * u)))


def page(heading: str, *parts: Node, beside: Node | None = None) -> Node:
    """A heading, with something `beside` it at the end of its line, and parts below one another, one of which
    grows."""
    head = Row(Text(heading, PAGE, at="start", grow=1), beside, high=66)
    return _bound(Column(head, *parts, gap=10, pad=(_PAD, 6), grow=1), 0)


def _bound(leaf: Node, tabs: float, *left: Node) -> Node:
    """The leaf in its binder on the table, with what is at its `left`; `tabs`: how far that sticks out."""
    binder = Row(*left, Gap(wide=_SPINE), leaf, gap=0, ground=Binder(tabs), grow=1)
    return Column(binder, pad=(0, _RIM), wide=_WIDE, high=720)


def foot(*buttons: Button) -> Node:
    """Buttons side by side, all as wide."""
    return Row(*(each.replaced(grow=1.0) for each in buttons))


@dataclass(frozen=True)
class Columns:
    """A list in columns: what is above each of them, and its share of the width."""

    headings: Sequence[str]
    shares: Sequence[float]
    at: Align = "start"
    """Where the words of all columns but the first stand."""
    color: str = "mist"
    """That of all columns but the first."""
    rows: float = 0.86
    """The height of a row."""

    def row(
        self,
        label: str,
        cells: Sequence[Cell],
        action: Action,
        *,
        name: str,
        choose: Action | None = None,
        help: str = "",
    ) -> Button:
        """A row that a click chooses, if it can be chosen; another one, or Enter, does `action`."""
        return Button(
            label,
            action,
            help=help,
            inside=self._line(cells, CELL, CELL._replace(color=self.color)),
            choose=choose,
            rows=self.rows,
            value=" · ".join(cell for cell in cells if isinstance(cell, str)),
            name=name,
            bar="line",
        )

    def listing(self, rows: Sequence[Button], chosen: str, empty: str = "") -> Node:
        """A panel with the rows, of which the one of this name is the chosen one; or with what is said in
        place of an empty list. Make the rows of a long list once."""
        if not rows:
            words = Text(empty, _EMPTY, wraps=True)
            return Column(words, pack="middle", pad=(60, 0), grow=1)
        head = self._line(self.headings, SMALL, SMALL)
        marked = (row.replaced(chosen=True) if row.name == chosen else row for row in rows)
        return Column(Scroll("list", *marked, head=head, gap=0), grow=1)

    def _line(self, cells: Sequence[Cell], first: Style, others: Style) -> Node:
        nodes = [
            Text(cell, others if number else first, at=self.at if number else "start", color=_color(cell))
            if isinstance(cell, str)
            else cell
            for number, cell in enumerate(cells)
        ]
        shared = (node.replaced(grow=share, wide=0.0) for node, share in zip(nodes, self.shares, strict=True))
        return Row(*shared, gap=14, pad=(20, 0))


class ListScreen(Screen[None]):
    """A page with a list. A click chooses a row; another one, or Enter, opens it."""

    dated = True
    columns: Columns
    rows: Sequence[Button] = ()
    chosen = ""
    """The name of the chosen row."""
    empty = ""
    """What is said in place of an empty list."""
    _followed = ""
    """The row that was chosen when the focus was put on it last."""

    def enter(self, ctx: Context) -> None:
        """Make the rows."""
        super().enter(ctx)
        self.resume()

    def renew(self) -> None:
        """A row that is there is chosen; another than before has the focus, and is in sight."""
        names = [row.name for row in self.rows]
        if names and self.chosen not in names:
            self.choose(names[0])
        super().renew()
        if names and self.chosen != self._followed:
            self._followed = self.chosen
            self.tree.focus(self.chosen)

    def resume(self) -> None:
        """Read what is listed, and make the columns and the rows: the language may be another one, too."""
        raise NotImplementedError

    def choose(self, name: str) -> None:
        """Choose the row of this name."""
        self.chosen = name

    def open(self) -> None:
        """What is done with the chosen row."""
        raise NotImplementedError

    def row(self, name: str, label: str, cells: Sequence[Cell]) -> Button:
        """A row that is chosen and opened."""
        return self.columns.row(label, cells, self.open, name=name, choose=partial(self.choose, name))

    def listing(self) -> Node:
        """The list."""
        return self.columns.listing(self.rows, self.chosen, self.empty)

    def listed(self, heading: str, hint: str, *buttons: Button) -> Node:
        """The page: the list below a heading, and the buttons beside the one that leads back."""
        below = Hint(hint, high=56), foot(Button(_("Back"), self.back, icon="back"), *buttons)
        return page(heading, self.listing(), *below)


def _color(cell: str) -> str:
    """That of a cell without a value, if it is one."""
    return "mist" if cell == "–" else ""


def two_panels(
    heading: str, left: Node, right: Node, hint: str, *foot: Node, beside: Node | None = None
) -> Node:
    """What can be chosen is on the left, what has been chosen is on the right.

    `hint`: what the bar says of a control without help; `beside`: at the right of the heading."""
    leaf = Column(
        Row(Text(heading, PAGE, at="start"), beside, high=66, gap=18),
        right.replaced(grow=1.0),
        Hint(hint, high=66),
        Row(*foot, pack="middle", high=46),
        gap=8,
        pad=(_PAD, 6),
        grow=1,
    )
    return _bound(leaf, _TABS - TAB, left.replaced(wide=_TABS))


def panel(
    heading: str, *children: Node | None, note: str = "", beside: Node | None = None, **how: Unpack[How]
) -> Node:
    """A panel with a small heading, and a note, or what is `beside` it, at the right."""
    if beside:
        head = Row(Text(heading, _HEAD, at="start", grow=1), beside)
    else:
        head = Row(Text(heading, _HEAD), Text(note, _NOTE, at="end", grow=1), gap=14)
    inside = Column(head, Rule(high=1), Column(*children, grow=1), gap=4, pad=(18, 6), grow=1)
    how["ground"] = "sheet"
    return Column(inside, **how)
