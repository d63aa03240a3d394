"""Where the focus goes when an arrow is pressed: to the nearest control in that direction."""

from collections.abc import Sequence
from typing import Final

import pygame
from pygame import Rect

from game.ui.view.node import Placed

ARROWS: Final = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}
_ASIDE = 4
"""How many pixels ahead one pixel to the side is worth."""
_EVEN = 8
"""Controls are equally far to both sides if it is so to this many pixels; the first one counts then."""


def neighbour(controls: Sequence[Placed], here: Placed, arrow: int) -> Placed | None:
    """The control that an arrow key leads to; up and down lead round to the other end. Right leads out of a
    list to what is beside it, or else below it."""
    if here.scroll and arrow in (pygame.K_UP, pygame.K_DOWN) and (row := _row(controls, here, arrow)):
        return row
    seen = [each for each in controls if each.seen and each is not here]
    direction = ARROWS[arrow]
    if found := _nearest(seen, here, direction):
        return found
    if here.scroll and arrow == pygame.K_RIGHT:
        return _nearest([each for each in seen if each.scroll != here.scroll], here, ARROWS[pygame.K_DOWN])
    if direction[0]:
        return None
    behind = [each for each in seen if _away(each.rect, here.rect, direction) is not None]
    across = min((_aside(here.rect, each.rect, direction) for each in behind), default=0)
    column = [each for each in behind if _aside(here.rect, each.rect, direction) == across]
    return min(column, key=lambda each: each.rect.centery * direction[1], default=None)


def _nearest(seen: Sequence[Placed], here: Placed, direction: tuple[int, int]) -> Placed | None:
    """The nearest control in this direction."""
    ahead = {each.name: away for each in seen if (away := _away(here.rect, each.rect, direction)) is not None}
    return min((each for each in seen if each.name in ahead), key=lambda each: ahead[each.name], default=None)


def _row(controls: Sequence[Placed], here: Placed, arrow: int) -> Placed | None:
    """The row of the same list above or below, in sight or not."""
    rows = [each for each in controls if each.scroll == here.scroll]
    tops = [each for each in rows if each is here or each.rect.x == here.rect.x or not each.seen]
    at = tops.index(here) + (1 if arrow == pygame.K_DOWN else -1)
    return tops[at] if 0 <= at < len(tops) else None


def _away(here: Rect, there: Rect, direction: tuple[int, int]) -> float | None:
    """How far a control is in this direction; None: it is not."""
    x, y = direction
    along = (there.centerx - here.centerx) * x + (there.centery - here.centery) * y
    across = (there.centerx - here.centerx) * y + (there.centery - here.centery) * x
    clear = _gap(here, there, direction)
    if along <= 0 or clear < 0:
        return None
    return clear + _ASIDE * _aside(here, there, direction) + along / 1e3 + abs(across) // _EVEN / 1e6


def _gap(here: Rect, there: Rect, direction: tuple[int, int]) -> int:
    """The distance between the edges that face each other; below 0 if they lie beside one another."""
    if direction[0]:
        return there.x - here.right if direction[0] > 0 else here.x - there.right
    return there.y - here.bottom if direction[1] > 0 else here.y - there.bottom


def _aside(here: Rect, there: Rect, direction: tuple[int, int]) -> int:
    """How far it is to the side: 0 if one is before the other."""
    if direction[0]:
        return max(0, there.y - here.bottom, here.y - there.bottom)
    return max(0, there.x - here.right, here.x - there.right)
