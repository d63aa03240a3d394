"""A page that fills the window, and a list in columns on it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from game.ui.view.boxes import Column, Row, Scroll
from game.ui.view.leaves import CELL, PAGE, SMALL, Button, Gap, Style, Text
from game.ui.view.node import Align, Node

Cell = str | Node
_EMPTY = Style(24, 30, "MIST")


def page(heading: str, *parts: Node, wide: float = 1098) -> Node:
    """A heading, and parts below one another, one of which grows."""
    body = Column(*parts, gap=14, grow=1)
    head = Text(heading, PAGE, at="start", high=76)
    return Column(head, body, Gap(high=12), gap=0, pad=(0, 6), wide=wide, high=720)


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
    color: str = "MIST"
    """That of all columns but the first."""
    rows: float = 0.86
    """The height of a row."""

    def row(
        self,
        label: str,
        cells: Sequence[Cell],
        action: Callable[[], object],
        *,
        name: str,
        choose: Callable[[], object] | None = None,
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
            return Column(words, pack="middle", ground="panel", pad=(60, 0), grow=1)
        head = self._line(self.headings, SMALL, SMALL)
        marked = (row.replaced(chosen=True) if row.name == chosen else row for row in rows)
        return Column(Scroll("list", *marked, head=head), ground="panel", pad=(18, 14), grow=1)

    def _line(self, cells: Sequence[Cell], first: Style, others: Style) -> Node:
        nodes = [
            Text(cell, others if number else first, at=self.at if number else "start", color=_color(cell))
            if isinstance(cell, str)
            else cell
            for number, cell in enumerate(cells)
        ]
        shared = (node.replaced(grow=share, wide=0.0) for node, share in zip(nodes, self.shares, strict=True))
        return Row(*shared, gap=14, pad=(20, 0))


def _color(cell: str) -> str:
    """That of a cell without a value, if it is one."""
    return "MIST" if cell == "–" else ""
