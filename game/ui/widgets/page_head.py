"""The felt and the heading of a page."""

from pygame import Surface

from game.ui.engine import text, theme
from game.ui.engine.tabletop import tabletop


def draw_page_head(surface: Surface, heading: str, across: float) -> tuple[float, float, float]:
    """Draw felt and heading of a page `across` units wide; returns its left edge and its top in pixels,
    and the unit."""
    u, (wide, high) = theme.unit(surface.get_size()), surface.get_size()
    surface.blit(tabletop(surface.get_size()), (0, 0))
    x, top = (wide - across * u) / 2, (high - 720 * u) / 2
    text.draw(surface, heading, 50 * u, theme.IVORY, midleft=(x, top + 44 * u))
    return x, top, u
