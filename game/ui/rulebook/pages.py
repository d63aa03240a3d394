"""Paragraphs and pictures set in two columns, on as many pages as they need. Sizes are in units."""

from collections.abc import Sequence
from typing import NamedTuple

from game.ui.engine import text
from game.ui.view.boxes import Column, Row
from game.ui.view.leaves import Gap, Style, Text
from game.ui.view.node import Node

_COLUMN, _BETWEEN, _HIGH = 564, 36, 554
"""The width and the height of a column, and the gap between two."""
_TITLE, _HOUSE = Style(38, 50), Style(21, 27, "GOLD")
_LEADING = 1.14
"""A line's height relative to its letters'."""
_INDENT, _MOST_INDENT = 8.6, 0.42
"""The width of the keys in a table, relative to the height of its letters, and as a share of a column."""
_NARROW = 0.5
"""A picture no wider than this share of a column has its words beside it."""


class Block(NamedTuple):
    """What stays together in a column, and the space below it."""

    node: Node
    after: float


def _style(letters: float, u: float, leading: float = _LEADING, color: str = "IVORY") -> Style:
    return Style(letters, leading * text.size(letters * u) / u, color)


def paragraph(words: str, u: float, picture: Node | None = None) -> Block:
    """A few sentences, beside or below a picture if there is one."""
    said = Text(words, _style(22, u), at="start", wraps=True)
    if not picture:
        return Block(said, 14)
    if picture.width(u) > _NARROW * _COLUMN * u:
        return Block(Column(picture.replaced(align="start"), said, gap=9), 14)
    return Block(Row(picture.replaced(align="middle"), said.replaced(grow=1.0, align="middle"), gap=17), 14)


def key_row(key: str, meaning: str, u: float) -> Block:
    """A key, or what the pointer does, and what that means."""
    style = _style(20, u)
    wide = min(_INDENT * text.size(20 * u) / u, _MOST_INDENT * _COLUMN)
    what = Text(meaning, style, at="start", wraps=True, grow=1)
    return Block(
        Row(Text(key, style, color="GOLD", at="start", wide=wide - 10, align="start"), what, gap=10), 3
    )


def chapter(heading: str, blocks: Sequence[Block], u: float) -> list[Block]:
    """The blocks below a heading, which stays with the first."""
    head = Text(heading, _style(26, u, 1.38, "GOLD"), at="start")
    first = blocks[0]._replace(node=Column(head, blocks[0].node, gap=4))
    *most, last = (first, *blocks[1:])
    return [*most, last._replace(after=last.after + 6)]


def set_pages(title: str, house: str, blocks: Sequence[Block], u: float) -> list[Node]:
    """The pages, column by column. `house`: the house rules, at the right of the title."""
    columns, used = [list[Node]()], 0.0
    for node, after in blocks:
        high = node.height(u, _COLUMN * u) / u
        if used and used + high > _HIGH:
            columns.append([])
            used = 0.0
        columns[-1] += [node, Gap(high=after)]
        used += high + after
    head = Row(Text(title, _TITLE), Text(house, _HOUSE, at="end", grow=1), gap=40, high=68)
    nodes = [Column(*column, gap=0, wide=_COLUMN) for column in columns]
    pairs = (nodes[at : at + 2] for at in range(0, len(nodes), 2))
    return [Column(Gap(high=8), head, Row(*pair, gap=_BETWEEN), gap=0) for pair in pairs]
