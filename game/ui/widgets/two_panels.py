"""The layout of a selection screen: a heading, a list on the left, the chosen item on the right."""

from typing import NamedTuple

from pygame import Rect, Surface

from game.ui.engine import theme
from game.ui.widgets.page_head import draw_page_head

_LEFT, _RIGHT, _BETWEEN, _TOP, _HIGH = 330, 750, 18, 82, 476
"""Widths of the panels and the gap between them, their top and height, in units."""
_HINT, _HINT_HIGH = 572, 70
"""Top and height of the hint bar, in units."""


class TwoPanels(NamedTuple):
    """Its parts in pixels; the left edge, the top and the width of the whole; and the unit."""

    left: Rect
    right: Rect
    hint_bar: Rect
    x: float
    top: float
    wide: float
    u: float


def draw_two_panels(surface: Surface, heading: str) -> TwoPanels:
    """Draw felt, heading and empty panels for this window size."""
    x, top, u = draw_page_head(surface, heading, _LEFT + _BETWEEN + _RIGHT)
    across = (_LEFT + _BETWEEN + _RIGHT) * u
    left = Rect(round(x), round(top + _TOP * u), round(_LEFT * u), round(_HIGH * u))
    right = Rect(round(x + (_LEFT + _BETWEEN) * u), left.y, round(_RIGHT * u), left.h)
    for box in (left, right):
        theme.panel(surface, box, u)
    hint_bar = Rect(left.x, round(top + _HINT * u), round(across), round(_HINT_HIGH * u))
    return TwoPanels(left, right, hint_bar, x, top, across, u)
