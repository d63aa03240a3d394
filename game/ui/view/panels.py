"""The page of a selection screen: a heading, a list on the left, the chosen item on the right."""

from collections.abc import Sequence

from game.ui.view.boxes import Column, Grid, Row, Stack
from game.ui.view.leaves import PAGE, ROW, Gap, Text
from game.ui.view.node import Node

_LEFT, _RIGHT, _BETWEEN, _HIGH = 330, 750, 18, 476
"""Widths of the panels and the gap between them, and their height, in units."""


def two_panels(
    heading: str,
    left: Node,
    right: Node,
    hint: Node,
    foot: Sequence[Node],
    beside: Node | None = None,
) -> Node:
    """`foot`: below the hint bar, all as wide; `beside`: at the right of the heading."""
    return Column(
        Row(Text(heading, PAGE, at="start"), beside, high=76, gap=_BETWEEN),
        Row(
            Stack(left, ground="panel", wide=_LEFT),
            Stack(right, ground="panel", wide=_RIGHT),
            gap=_BETWEEN,
            high=_HIGH,
        ),
        Gap(high=14),
        Stack(hint, high=70),
        Gap(high=16),
        Grid(len(foot), ROW, *foot, high=ROW),
        wide=_LEFT + _BETWEEN + _RIGHT,
        high=720,
        pad=(0, 6),
        gap=0,
    )
