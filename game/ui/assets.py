"""Card pictures: SVG files rasterised for each size when first asked for, and kept."""

import time
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import pygame
from pygame import Surface

from game.core.cards import Card, pack
from game.i18n import _

SPRITES: Final = Path(__file__).parents[2] / "sprites"
RATIO: Final = 1.4
"""A card's height by its width."""
BACKS: Final = 8
LARGE_BELOW: Final = 60
"""Below this many pixels of width a face shows the large index."""

_SUITS = "cdhs"
_SMALLEST_SHADOW = 2

Side = Card | int
"""What a card shows: its face, or the back of this number."""


class AssetError(Exception):
    """A picture is missing or damaged. The text is one line naming the file."""


def height(width: int) -> int:
    """The height in pixels of a card of this width."""
    return round(width * RATIO)


class Cards:
    """Faces and backs by width in pixels. What it returns is kept: draw it, do not draw on it.

    A `Side` is a card or a back's number. The pack of a card does not matter for its face.
    """

    def __init__(self, folder: Path = SPRITES) -> None:
        self._folder = folder
        self._flat: dict[tuple[str, int], Surface] = {}
        self._lying: dict[tuple[str, int, int], Surface] = {}
        self._flying: dict[tuple[str, int, int, int], Surface] = {}
        self._shadows: dict[tuple[int, int, int], Surface] = {}

    def face(self, card: Card, width: int, tilt: int = 0) -> Surface:
        """The face, turned by `tilt` degrees anticlockwise (the picture grows to hold it)."""
        return self._lay(_name(card, width), width, tilt)

    def back(self, index: int, width: int, tilt: int = 0) -> Surface:
        """The back of pattern `index` (counted round), turned by `tilt` degrees anticlockwise."""
        return self._lay(_name(index, width), width, tilt)

    def flying(self, side: Side, width: int, tilt: int = 0, lift: int = 0) -> Surface:
        """A card in the air in one picture with its soft shadow, `lift` pixels below it.

        The picture's centre is the card's. A lift of 0 is taken from the width.
        """
        lift = lift or max(_SMALLEST_SHADOW, round(width * 0.09))
        key = (_name(side, width), width, tilt, lift)
        if key not in self._flying:
            self._flying[key] = _fast(self._over_shadow(*key))
        return self._flying[key]

    def warm(self, widths: Iterable[int], budget: float, backs: Iterable[int] = range(BACKS)) -> bool:
        """Rasterise what is missing of these widths for about `budget` seconds; True when all is there."""
        end = time.perf_counter() + budget
        sides: tuple[Side, ...] = (*backs, *pack())
        for width in widths:
            for side in sides:
                if (_name(side, width), width, 0) not in self._lying:
                    if time.perf_counter() >= end:
                        return False
                    self._lay(_name(side, width), width, 0)
        return True

    def keep(self, *widths: int) -> None:
        """Forget every picture of another width, as after the window has changed its size."""
        self._flat = {k: v for k, v in self._flat.items() if k[1] in widths}
        self._lying = {k: v for k, v in self._lying.items() if k[1] in widths}
        self._flying = {k: v for k, v in self._flying.items() if k[1] in widths}
        self._shadows = {k: v for k, v in self._shadows.items() if k[0] in widths}

    def check(self) -> None:
        """Raise AssetError if a file is missing; costs no rasterising."""
        for side in (*range(BACKS), *pack()):
            for width in (LARGE_BELOW - 1, LARGE_BELOW):
                if not (path := self._folder / _name(side, width)).is_file():
                    raise _missing(path)

    def _lay(self, name: str, width: int, tilt: int) -> Surface:
        key = (name, width, tilt)
        if key not in self._lying:
            self._lying[key] = _fast(_turned(self._raster(name, width), tilt))
        return self._lying[key]

    def _raster(self, name: str, width: int) -> Surface:
        if (name, width) not in self._flat:
            self._flat[name, width] = rasterise(self._folder / name, width)
        return self._flat[name, width]

    def _over_shadow(self, name: str, width: int, tilt: int, lift: int) -> Surface:
        card = _turned(self._raster(name, width), tilt)
        if (shape := self._shadows.get((width, tilt, lift))) is None:
            shape = self._shadows[width, tilt, lift] = _soft(card, lift)
        picture = shape.copy()
        picture.blit(card, card.get_rect(center=picture.get_rect().center))
        return picture


def rasterise(path: Path, width: int) -> Surface:
    """One SVG file as a card picture of this width. Raises AssetError."""
    try:
        picture = pygame.image.load_sized_svg(path, (width, height(width))).convert_alpha()
    except FileNotFoundError as error:
        raise _missing(path) from error
    except (pygame.error, OSError) as error:
        raise _damaged(path) from error
    if not picture.get_bounding_rect():  # the rasteriser takes a torn file for an empty drawing
        raise _damaged(path)
    return picture


def _name(side: Side, width: int) -> str:
    if isinstance(side, int):
        return f"backs/{side % BACKS}.svg"
    return f"{'large' if width < LARGE_BELOW else 'faces'}/{_SUITS[side.suit]}{side.rank:02}.svg"


def _turned(picture: Surface, tilt: int) -> Surface:
    return pygame.transform.rotozoom(picture, tilt, 1) if tilt else picture.copy()


def _fast(picture: Surface) -> Surface:
    """Run-length encoded: about twice as fast to draw. Costs its pixels on first drawing."""
    picture.set_alpha(255, pygame.RLEACCEL)
    return picture


def _soft(card: Surface, lift: int) -> Surface:
    """The card's own outline in black, blurred, moved down by `lift`, in a picture that has room for it."""
    room = 3 * lift
    wide, high = card.get_width() + 2 * room, card.get_height() + 2 * room
    outline = Surface((wide, high), pygame.SRCALPHA, 32)
    outline.blit(card, (room, room + lift))
    outline.fill((0, 0, 0, 120), special_flags=pygame.BLEND_RGBA_MULT)
    k = max(1, lift // 2)
    small = pygame.transform.smoothscale(outline, (max(1, wide // k), max(1, high // k)))
    small = pygame.transform.gaussian_blur(small, max(1, round(lift / k)))
    return pygame.transform.smoothscale(small, (wide, high)).convert_alpha()


def _missing(path: Path) -> AssetError:
    return AssetError(_("The picture {file} is missing.").format(file=_short(path)))


def _damaged(path: Path) -> AssetError:
    return AssetError(_("The picture {file} is damaged.").format(file=_short(path)))


def _short(path: Path) -> str:
    return "/".join(path.parts[-3:])
