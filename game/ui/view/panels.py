"""What pages that fill the window have in common."""

from collections.abc import Sequence
from typing import Unpack

from game.ui.view.boxes import Column, How, Row, Stack
from game.ui.view.hint import Hint
from game.ui.view.leaves import PAGE, Gap, Style, Text
from game.ui.view.node import Node

_PAD = (18, 18)
_HEAD = Style(23, 34, "MIST")


def page(heading: str, body: Node, hint: Node, foot: Node, wide: float = 1098) -> Node:
    """A heading, panels, the hint bar and what is at the foot."""
    return Column(
        Gap(high=6),
        Text(heading, PAGE, at="start", high=76),
        Stack(body, high=476),
        Gap(high=14),
        Stack(hint, high=70),
        Gap(high=16),
        foot,
        gap=0,
        wide=wide,
        high=720,
    )


def two_panels(
    heading: str, left: Sequence[Node], right: Sequence[Node | None], hint: str, foot: Sequence[Node]
) -> Node:
    """A page with a list at the left and the chosen item at the right. `hint`: what the bar says of a control
    without help."""
    body = Row(
        Column(*left, ground="panel", pad=_PAD, wide=330),
        Column(*right, ground="panel", pad=_PAD, wide=750),
        gap=18,
    )
    return page(heading, body, Hint(hint), Row(*foot, pack="middle", high=44))


def panel(heading: str, *children: Node | None, **how: Unpack[How]) -> Node:
    """A panel with a small heading."""
    inside = Column(Text(heading, _HEAD, at="start"), Column(*children, grow=1), gap=3, pad=(18, 6), grow=1)
    how["ground"] = "panel"
    return Column(inside, **how)
