"""A panel with a heading, and the page of a selection screen: a list on the left, what is chosen right."""

from typing import Unpack

from game.ui.view.boxes import Column, How, Row, Stack
from game.ui.view.hint import Hint
from game.ui.view.leaves import PAGE, Gap, Style, Text
from game.ui.view.node import Node

_HEAD, _NOTE = Style(23, 34, "mist"), Style(20, 34, "mist")
_LEFT, _RIGHT, _BETWEEN, _HIGH = 330, 750, 18, 476
"""Widths of the panels and the gap between them, and their height, in units."""


def two_panels(
    heading: str, left: Node, right: Node, hint: str, *foot: Node, beside: Node | None = None
) -> Node:
    """`hint`: what the bar says of a control without help; `beside`: at the right of the heading."""
    return Column(
        Row(Text(heading, PAGE, at="start"), beside, high=76, gap=_BETWEEN),
        Row(
            Stack(left, ground="panel", wide=_LEFT),
            Stack(right, ground="panel", wide=_RIGHT),
            gap=_BETWEEN,
            high=_HIGH,
        ),
        Gap(high=14),
        Hint(hint, high=70),
        Gap(high=16),
        Row(*foot, pack="middle", high=44),
        wide=_LEFT + _BETWEEN + _RIGHT,
        high=720,
        pad=(0, 6),
        gap=0,
    )


def panel(heading: str, *children: Node | None, note: str = "", **how: Unpack[How]) -> Node:
    """A panel with a small heading, and a note at the right of it."""
    head = Row(Text(heading, _HEAD, at="start", grow=1), Text(note, _NOTE))
    inside = Column(head, Column(*children, grow=1), gap=3, pad=(18, 6), grow=1)
    how["ground"] = "panel"
    return Column(inside, **how)
