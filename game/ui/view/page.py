"""A page that fills the window, with a list in columns on it, or with two panels."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Unpack

from game.i18n import _
from game.ui.engine.scene import Context
from game.ui.view.boxes import Column, How, Row, Scroll, Stack
from game.ui.view.hint import Hint
from game.ui.view.leaves import CELL, PAGE, SMALL, Button, Gap, Rule, Style, Text
from game.ui.view.node import Action, Align, Node
from game.ui.view.screen import Screen

Cell = str | Node
_EMPTY = Style(24, 30, "mist")
_HEAD, _NOTE = Style(27, 34), Style(20, 34, "mist")
_LEFT, _RIGHT, _BETWEEN, _HIGH = 330, 750, 18, 476
"""Widths of the panels and the gap between them, and their height, in units."""
_PAD, _RIM = 28, 6
"""A page's margin at its sides, and what is seen of the table above and below it, in units."""


def page(heading: str, *parts: Node, wide: float = 1098, beside: Node | None = None) -> Node:
    """A heading, with something `beside` it at the end of its line, and parts below one another, one of which
    grows."""
    body = Column(*parts, gap=14, grow=1)
    head = Row(Text(heading, PAGE, at="start", grow=1), beside, high=66)
    return _sheet(Column(head, body, gap=0, pad=(_PAD, 4), ground="sheet"), wide)


def _sheet(page: Node, wide: float) -> Node:
    """The page on the table, within the edges of the window; `wide`: without its margins."""
    return Column(page.replaced(grow=1.0), pad=(0, _RIM), wide=wide + 2 * _PAD, high=720)


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
        )

    def listing(self, rows: Sequence[Button], chosen: str, empty: str = "") -> Node:
        """A panel with the rows, of which the one of this name is the chosen one; or with what is said in
        place of an empty list. Make the rows of a long list once."""
        if not rows:
            words = Text(empty, _EMPTY, wraps=True)
            return Column(words, pack="middle", ground="sheet", pad=(60, 0), grow=1)
        head = self._line(self.headings, SMALL, SMALL)
        marked = (row.replaced(chosen=True) if row.name == chosen else row for row in rows)
        return Column(Scroll("list", *marked, head=head), ground="sheet", pad=(18, 14), grow=1)

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
        below = Hint(hint, high=56), foot(Button(_("Back"), self.back), *buttons)
        return page(heading, self.listing(), *below)


def _color(cell: str) -> str:
    """That of a cell without a value, if it is one."""
    return "mist" if cell == "–" else ""


def two_panels(
    heading: str, left: Node, right: Node, hint: str, *foot: Node, beside: Node | None = None
) -> Node:
    """What can be chosen is on the left, what has been chosen is on the right.

    `hint`: what the bar says of a control without help; `beside`: at the right of the heading."""
    inside = Column(
        Row(Text(heading, PAGE, at="start"), beside, high=66, gap=_BETWEEN),
        Row(
            Stack(left, ground="sheet", wide=_LEFT),
            Stack(right, ground="sheet", wide=_RIGHT),
            gap=_BETWEEN,
            high=_HIGH,
        ),
        Gap(high=10),
        Hint(hint, high=70),
        Gap(high=10),
        Row(*foot, pack="middle", high=44),
        pad=(_PAD, 4),
        gap=0,
        ground="sheet",
    )
    return _sheet(inside, _LEFT + _BETWEEN + _RIGHT)


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
