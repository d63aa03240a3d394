"""Whose a card on the shared table is: a corner of it turned up, with the colour and pattern of its back."""

from math import cos, radians, sin

import pygame
from pygame import Surface

from game.ui.cards.layout import RATIO
from game.ui.engine import theme

_LEG, _OWN_LEG = 0.33, 0.5
"""Length of the corner's legs relative to the card's width: of others' cards and of one's own."""
_ROUND = 0.055
"""Radius of the card's corner, relative to its width."""
_PEEPS = 0.1
"""How far the middle of the back's emblem is from the corner's tip, in legs."""
_FINE = 4
"""How many times larger the outline is drawn before it is smoothed."""
_PAD = 2
_CREASE, _OWN_CREASE = (255, 253, 246), theme.GOLD


def leg(width: float, own: bool) -> float:
    """How long the corner's legs are on a card of this width."""
    return width * (_OWN_LEG if own else _LEG)


def corner(back: Surface, scale: float, tilt: float, own: bool) -> Surface:
    """The turned-up corner at the lower left of a card with this back, tilted as the card is.

    `back` is a sprite; `scale`: the card's width relative to the sprite's.
    """
    side = round(leg(back.width, own))
    middle = back.width / 2, back.height / 2
    # The emblem in the back's middle peeps out of the corner: more of it would hide colour and pattern.
    cut = pygame.Rect(round(middle[0] - _PEEPS * side), round(middle[1] - (1 - _PEEPS) * side), side, side)
    picture = Surface((side + 2 * _PAD, side + 2 * _PAD), pygame.SRCALPHA)
    picture.blit(back, (_PAD, _PAD), cut)
    shape, crease = _outline(side, own)
    picture.blit(shape, (_PAD, _PAD), special_flags=pygame.BLEND_RGBA_MULT)
    picture.blit(crease, (_PAD, _PAD))
    turned = pygame.transform.rotozoom(picture, tilt, scale)
    turned.set_alpha(255, pygame.RLEACCEL)  # half of it is empty
    return turned


def off_middle(width: float, tilt: float, own: bool) -> tuple[float, float]:
    """From the card's middle to the corner's, in pixels to the right and down."""
    half = leg(width, own) / 2
    x, y = half - width / 2, width * RATIO / 2 - half
    turn = radians(tilt)
    return x * cos(turn) + y * sin(turn), y * cos(turn) - x * sin(turn)


def _outline(side: int, own: bool) -> tuple[Surface, Surface]:
    """What of a square shows the back, and the crease along its diagonal."""
    big = side * _FINE
    shape = Surface((big, big), pygame.SRCALPHA)
    radius = round(_ROUND * big / (_OWN_LEG if own else _LEG))
    pygame.draw.rect(shape, (255,) * 4, shape.get_rect(), border_bottom_left_radius=radius)
    pygame.draw.polygon(shape, (255, 255, 255, 0), [(0, 0), (big, 0), (big, big)])
    crease = Surface((big, big), pygame.SRCALPHA)
    wide = round(big * (0.12 if own else 0.05))
    pygame.draw.polygon(
        crease, _OWN_CREASE if own else _CREASE, [(0, 0), (big, big), (big - wide, big), (0, wide)]
    )
    small = side, side
    return pygame.transform.smoothscale(shape, small), pygame.transform.smoothscale(crease, small)
