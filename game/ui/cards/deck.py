"""Pictures of cards ready to blit: shadow and card in one, at any width, tilt and height; and whose a card on
the shared table is: a corner of it turned up, with the colour and pattern of its back."""

from bisect import bisect
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from math import cos, log, radians, sin
from typing import NamedTuple

import pygame
from pygame import Surface

from game.ui.cards.layout import RATIO
from game.ui.engine import theme
from game.ui.engine.kept import Pictures
from game.ui.engine.theme import area, sketch

_LEG, _OWN_LEG = 0.33, 0.5
"""Length of the corner's legs relative to the card's width: of others' cards and of one's own."""
_ROUND = 0.055
"""Radius of the card's corner, relative to its width."""
_PEEPS = 0.1
"""How far the middle of the back's emblem is from the corner's tip, in legs."""
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
    radius, wide = _ROUND * side / (_OWN_LEG if own else _LEG), side * (0.12 if own else 0.05)
    shape = f'<path d="M0 0L{side} {side}L{radius} {side}Q0 {side} 0 {side - radius}Z" fill="#ffffff"/>'
    crease = area([(0, 0), (side, side), (side - wide, side), (0, wide)], _OWN_CREASE if own else _CREASE)
    return sketch((side, side), shape), sketch((side, side), crease)


Art = Callable[[str, int], pygame.Surface]
"""Rasterises a sprite ("faces/s01", "large/h13", "backs/0") at a width in pixels."""

SQUEEZES = 6
OTHERS, OWN = "corner ", "own corner "
"""Before a back's number, a card's turned-up corner that shows it: another seat's, or the player's own."""
_SHRUNK = 1.65
"""Pictures may be drawn from ones so much larger: each size of its own takes megabytes."""
_LARGE_INDEX, _IN_COLUMNS = 70, 48
"""Cards narrower than this, in units, have the large-index face: with the other the index would be hard to
read. In columns, where the next card lies over half of it, it has to be harder still."""


class Look(NamedTuple):
    """Which picture of a card: "s01" or a back's number, its width, tilt, height, stage of a turn.

    An empty side: its shadow alone. With OTHERS or OWN before a back's number: a corner turned up, alone."""

    side: str
    width: int
    tilt: float = 0.0
    lifted: bool = False
    squeeze: int = SQUEEZES


class Deck:
    """A cache of card pictures; the least recently shown is dropped first."""

    def __init__(
        self, art: Art, widths: tuple[int, ...], unit: float, room: int, columns: bool = False
    ) -> None:
        """`widths`: those of cards at rest, kept sharp; `room`: the most bytes of pictures; `columns`:
        whether cards lie in columns, one over the other."""
        self._art, self._widths = art, sorted(set(widths))
        self._steps = _ladder(self._widths)
        self._bounds = [(low + high) / 2 for low, high in pairwise(self._steps)]
        self._small = (_IN_COLUMNS if columns else _LARGE_INDEX) * max(1.0, unit)
        self._drawn = [width for width in self._widths if not self._like(width)]
        self._pictures = Pictures(room, self._make)
        self.picture = self._pictures.get
        """The picture of a look; the card's middle is its middle."""

    def sprites(self, backs: Iterable[int]) -> Iterator[tuple[str, int]]:
        """The names and widths of all sprites in use: the backs, then the faces."""
        faces = [f"{suit}{rank:02}" for rank in range(1, 14) for suit in "cdhs"]
        for width in self._drawn:
            yield from (self._sprite(side, width) for side in [*map(str, backs), *faces])

    def forget(self) -> None:
        """Drop all pictures, while none is needed."""
        self._pictures.clear()

    def step(self, width: float) -> int:
        """The nearest of the few widths in which flying cards are drawn."""
        return self._steps[bisect(self._bounds, width)]

    def _make(self, look: Look) -> pygame.Surface:
        if not look.side:
            return self._shadow(look)
        if look.side.startswith((OTHERS, OWN)):
            return self._corner(look)
        card = self._card(look)
        shadow = self.picture(look._replace(side=""))
        drop = round(look.width * (0.06 if look.lifted else 0.018))
        # Even margins on both sides keep the card's middle in the picture's middle.
        wide = max(card.width, shadow.width + (shadow.width - card.width) % 2)
        high = card.height + 2 * max(0, -(-(shadow.height - card.height) // 2) + drop)
        canvas = pygame.Surface((wide, high), pygame.SRCALPHA)
        canvas.blit(shadow, ((wide - shadow.width) // 2, (high - shadow.height) // 2 + drop))
        canvas.blit(card, ((wide - card.width) // 2, (high - card.height) // 2))
        return canvas

    def _corner(self, look: Look) -> pygame.Surface:
        """The turned-up corner alone."""
        back = self._art(*self._sprite(look.side.rpartition(" ")[2], look.width))
        return corner(back, look.width / back.width, look.tilt, look.side.startswith(OWN))

    def _card(self, look: Look) -> pygame.Surface:
        """The card without its shadow."""
        source = self._art(*self._sprite(look.side, look.width))
        resized = look.width != source.width
        if look.tilt or (
            resized and look.width in self._widths
        ):  # smoothscale would let the card below shine
            source = _turned(source, look.tilt, look.width / source.width)
        elif resized:
            source = pygame.transform.smoothscale(source, (look.width, round(look.width * RATIO)))
        return source if look.squeeze == SQUEEZES else _squeezed(source, look.squeeze)

    def _sprite(self, side: str, width: int) -> tuple[str, int]:
        """Name and width of the sprite: this size, or the next larger one that is in use anyway."""
        small = width < self._small
        fitting = [w for w in self._drawn if w >= width and (w < self._small) == small]
        like = [w for w in self._drawn if (w < self._small) == small]
        at = fitting[0] if fitting else like[-1] if like else width
        folder = "backs" if side.isdigit() else "large" if small else "faces"
        return f"{folder}/{side}", at

    def _like(self, width: int) -> bool:
        """Whether cards of this width are well drawn from larger ones that are in use anyway."""
        small = width < self._small
        return any(width < w <= _SHRUNK * width and (w < self._small) == small for w in self._widths)

    def _shadow(self, look: Look) -> pygame.Surface:
        if look.squeeze < SQUEEZES:
            return _squeezed(self.picture(look._replace(squeeze=SQUEEZES)), look.squeeze)
        if look.tilt:  # so soft a picture needs no smoothing when rotated
            return pygame.transform.rotate(self.picture(look._replace(tilt=0.0)), look.tilt)
        width, high = look.width, round(look.width * RATIO)
        blur = max(1, round(width * (0.042 if look.lifted else 0.026)))
        pad = -(-5 * blur // 4)  # nothing of the blur can be seen beyond this
        # Blurred small and then enlarged: at full size a large card's shadow takes a tenth of a second.
        part = max(1, blur // 3)
        full = (width + 2 * pad, high + 2 * pad)
        shade = pygame.Surface((-(-full[0] // part), -(-full[1] // part)), pygame.SRCALPHA)
        dark = (0, 0, 0, 105 if look.lifted else 120)
        core = (pad // part, pad // part, width // part, high // part)
        pygame.draw.rect(shade, dark, core, border_radius=round(width * 0.06 / part))
        blurred = pygame.transform.gaussian_blur(shade, round(blur / part))
        return blurred if part == 1 else pygame.transform.smoothscale(blurred, full)


def _squeezed(picture: pygame.Surface, squeeze: int) -> pygame.Surface:
    """The picture at a stage of a turn."""
    wide = max(2, round(picture.width * squeeze / SQUEEZES))
    return pygame.transform.smoothscale(picture, (wide, picture.height))


def _turned(source: pygame.Surface, tilt: float, scale: float) -> pygame.Surface:
    """The sprite turned and scaled; rotozoom leaves an edge jagged that lies on the picture's border."""
    framed = pygame.Surface((source.width + 4, source.height + 4), pygame.SRCALPHA)
    framed.blit(source, (2, 2))
    return pygame.transform.rotozoom(framed, tilt, scale)


def _ladder(widths: list[int]) -> list[int]:
    """The widths of cards at rest, and one or two between neighbouring ones."""
    steps = set(widths)
    for small, large in pairwise(widths):
        between = round(log(large / small) / log(1.3))
        steps |= {round(small * (large / small) ** (i / between)) for i in range(1, between)}
    return sorted(steps)
