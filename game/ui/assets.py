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


class AssetError(Exception):
    """A picture is missing or damaged. The text is one line naming the file."""


class Cards:
    """Faces and backs by width in pixels. What it returns is kept: draw it, do not draw on it."""

    def __init__(self, folder: Path = SPRITES) -> None:
        self._folder = folder
        self._kept: dict[tuple[str, int], Surface] = {}

    def art(self, name: str, width: int) -> Surface:
        """A sprite by its file's name without the ending: "faces/s01", "large/h13", "backs/0"."""
        if (name, width) not in self._kept:
            self._kept[name, width] = rasterise(self._folder / f"{name}.svg", width)
        return self._kept[name, width]

    def face(self, card: Card, width: int) -> Surface:
        """A card's face, with the large index when it is small. The pack does not matter."""
        return self.art(face_name(card, width), width)

    def back(self, index: int, width: int) -> Surface:
        """The back of pattern `index`, counted round."""
        return self.art(back_name(index), width)

    def warm(self, widths: Iterable[int], budget: float, backs: Iterable[int] = range(BACKS)) -> bool:
        """Rasterise what is missing of these widths for about `budget` seconds; True when all is there."""
        end = time.perf_counter() + budget
        backs = tuple(backs)
        for width in widths:
            for name in (*map(back_name, backs), *(face_name(card, width) for card in pack())):
                if (name, width) not in self._kept:
                    if time.perf_counter() >= end:
                        return False
                    self.art(name, width)
        return True

    def keep(self, *widths: int) -> None:
        """Forget every picture of another width, as after the window has changed its size."""
        self._kept = {key: picture for key, picture in self._kept.items() if key[1] in widths}

    def check(self) -> None:
        """Raise AssetError if a file is missing; reads none of them."""
        faces = [face_name(card, width) for card in pack() for width in (LARGE_BELOW - 1, LARGE_BELOW)]
        for name in (*map(back_name, range(BACKS)), *faces):
            if not (path := self._folder / f"{name}.svg").is_file():
                raise _missing(path)


def face_name(card: Card, width: int) -> str:
    """The name of the sprite for a face at this width."""
    return f"{'large' if width < LARGE_BELOW else 'faces'}/{_SUITS[card.suit]}{card.rank:02}"


def back_name(index: int) -> str:
    """The name of the sprite for a back."""
    return f"backs/{index % BACKS}"


def rasterise(path: Path, width: int) -> Surface:
    """One SVG file as a card picture of this width. Raises AssetError."""
    try:
        picture = pygame.image.load_sized_svg(path, (width, round(width * RATIO))).convert_alpha()
    except FileNotFoundError as error:
        raise _missing(path) from error
    except (pygame.error, OSError) as error:
        raise _damaged(path) from error
    if not picture.get_bounding_rect():  # the rasteriser takes a torn file for an empty drawing
        raise _damaged(path)
    return picture


def _missing(path: Path) -> AssetError:
    return AssetError(_("The picture {file} is missing.").format(file=_short(path)))


def _damaged(path: Path) -> AssetError:
    return AssetError(_("The picture {file} is damaged.").format(file=_short(path)))


def _short(path: Path) -> str:
    return "/".join(path.parts[-3:])
