"""What pages that fill the window have in common."""

from typing import Unpack

from game.ui.view.boxes import Column, How, Stack
from game.ui.view.leaves import PAGE, Gap, Style, Text
from game.ui.view.node import Node

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


def panel(heading: str, *children: Node | None, **how: Unpack[How]) -> Node:
    """A panel with a small heading."""
    inside = Column(Text(heading, _HEAD, at="start"), Column(*children, grow=1), gap=3, pad=(18, 6), grow=1)
    how["ground"] = "panel"
    return Column(inside, **how)
