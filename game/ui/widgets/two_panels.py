"""The frame of a screen to choose from: a heading, games in a panel on the left, one of them on the right."""

from typing import NamedTuple

from pygame import Rect, Surface

from game.ui.engine import text, theme

_LEFT, _RIGHT, _BETWEEN, _TOP, _HIGH = 330, 750, 18, 82, 476
"""Widths of the panels and the gap between them, their top and height, in units."""
_PLATE, _PLATE_HIGH = 572, 70
"""Top and height of the plate that explains the row with the focus."""


class TwoPanels(NamedTuple):
    """Where its parts lie in pixels: of it all the left end, the top and the width; and the unit."""

    left: Rect
    right: Rect
    plate: Rect
    """Room for words on the row with the focus."""
    x: float
    top: float
    wide: float
    u: float


def draw_two_panels(surface: Surface, heading: str) -> TwoPanels:
    """Draw cloth, heading and empty panels for this size of window."""
    u, (wide, high) = theme.unit(surface.get_size()), surface.get_size()
    surface.blit(theme.felt(surface.get_size()), (0, 0))
    across = (_LEFT + _BETWEEN + _RIGHT) * u
    x, top = (wide - across) / 2, (high - 720 * u) / 2
    text.draw(surface, heading, 50 * u, theme.IVORY, midleft=(x, top + 44 * u))
    left = Rect(round(x), round(top + _TOP * u), round(_LEFT * u), round(_HIGH * u))
    right = Rect(round(x + (_LEFT + _BETWEEN) * u), left.y, round(_RIGHT * u), left.h)
    for box in (left, right):
        theme.panel(surface, box, u)
    plate = Rect(left.x, round(top + _PLATE * u), round(across), round(_PLATE_HIGH * u))
    return TwoPanels(left, right, plate, x, top, across, u)
