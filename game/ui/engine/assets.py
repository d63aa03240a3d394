"""Pictures: SVG files, rasterised for each size when first needed, and cached. A deck’s variants are made of
the same drawings, changed as they are read."""

import io
import zlib
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import Thread
from typing import Final, NamedTuple

import pygame
from pygame import Surface

from game.core.cards import ACE, JACK, KING, QUEEN, Card
from game.core.limits import BACKS
from game.core.portraits import EXPRESSIONS, PORTRAITS, Expression, Portrait
from game.i18n import _, language
from game.program import files
from game.storage.settings import Settings
from game.system import here
from game.ui.engine.kept import Pictures, kept
from game.ui.engine.theme import PAPER, Color, raster, rounded

FOUR_COLOURS: Final = {
    "#17171b": "#006600",
    "#c8102d": "#214fd9",
    "#c8102f": "#e6004d",
    "#17171d": "#17171c",
}
"""What replaces the inks of clubs, diamonds, hearts and spades: each apart from the others also for those who
do not see red, green or blue."""
_OWN: Final = {"sv": {"11": "Kn", "12": "D"}, "de": {"11": "B", "12": "D"}}
"""By language, the ranks that have other letters there."""
_INKS: Final = {"c": "#17171b", "d": "#c8102d", "h": "#c8102f", "s": "#17171d"}
_PIPS: Final = "♣♦♥♠"
_EDGE: Final = 'stroke="#8b8472" stroke-width="2.4"', 'stroke="#000000" stroke-width="8"'
_WHITE: Final = "#fffdf6", "#ffffff"
_STROKES: Final = 3
"""The line of a face's file that draws the rank."""


class DeckStyle(NamedTuple):
    """What is different from the usual deck."""

    four_colours: bool = False
    large_indices: bool = False
    letters: str = ""
    """The language of the courts' letters; empty: J, Q, K."""
    outlined: bool = False
    """Whether cards have a black edge on white paper."""


PLAIN: Final = DeckStyle()


def chosen(settings: Settings) -> DeckStyle:
    """The style that the player has chosen."""
    spoken = language()
    return DeckStyle(
        settings.four_colours,
        settings.large_indices,
        spoken if settings.own_letters and spoken in _OWN else "",
        settings.high_contrast,
    )


def court_letters(code: str) -> str:
    """The letters of jack, queen and king in a language."""
    own = _OWN.get(code, {})
    return f"{own.get('11', 'J')} {own.get('12', 'Q')} K"


def card_sign(card: Card, settings: Settings) -> str:
    """The card's corner in text, with the letters that the player has chosen."""
    courts = dict(zip((JACK, QUEEN, KING), court_letters(chosen(settings).letters).split(), strict=True))
    return f"{courts.get(card.rank, 'A' if card.rank == ACE else card.rank)}{_PIPS[card.suit]}"


def restyled(name: str, path: Path, style: DeckStyle) -> bytes:
    """The drawing of this name in this style. Raises OSError, and ValueError for a damaged file."""
    drawing = path.read_text("utf-8")
    folder, _, side = name.partition("/")
    if folder in ("faces", "large"):
        if letter := _OWN.get(style.letters, {}).get(side[1:]):
            lines = drawing.splitlines(keepends=True)
            strokes = _letters(path.parents[1])[folder][letter].replace("INK", _INKS[side[0]])
            drawing = "".join([*lines[:_STROKES], strokes, *lines[_STROKES + 1 :]])
        if style.four_colours:
            for ink, other in FOUR_COLOURS.items():
                drawing = drawing.replace(ink, other)
    if style.outlined:
        drawing = drawing.replace(*_EDGE).replace(*_WHITE)
    return drawing.encode()


@cache
def _letters(folder: Path) -> dict[str, dict[str, str]]:
    """The strokes of the other court letters, by kind of face and letter."""
    import json  # noqa: PLC0415 - kept out of the first frame

    letters: dict[str, dict[str, str]] = json.loads((folder / "letters.json").read_text("utf-8"))
    return letters


SPRITES: Final = files("sprites")
RATIO: Final = 1.4
"""A card's height by its width."""
NAMES: Final = (
    *(
        f"{folder}/{suit}{rank:02}"
        for folder in ("faces", "large")
        for suit in "cdhs"
        for rank in range(1, 14)
    ),
    *(f"backs/{i}" for i in range(BACKS)),
    *(f"title/{letter}" for letter in "haisty"),
    *(f"medal/{metal}" for metal in ("author", "gold", "silver", "bronze", "none")),
    *(
        f"sign/{name}"
        for name in [
            "arrow",
            "bot",
            "changed",
            "chevron",
            "clean",
            "cross",
            "fist",
            "hand",
            "known",
            "lock",
            "rings",
            "tick",
        ]
    ),
    *(f"brass/{part}" for part in ("dial", "disc", "rim")),
    *(
        f"icons/{name}"
        for name in [
            "back",
            "book",
            "call",
            "cards",
            "chair",
            "faster",
            "finish",
            "gear",
            "give-up",
            "hint",
            "list",
            "more",
            "pause",
            "people",
            "redo",
            "restart",
            "skip",
            "slower",
            "stuck",
            "undo",
        ]
    ),
    *(f"wax/{kind}" for kind in ("broken", "proved", "soft", "unprovable")),
    "light/lamp",
    "light/rays",
    *(f"people/{portrait}-{expression}" for portrait in PORTRAITS[1:] for expression in EXPRESSIONS),
    *(f"table/{part}" for part in ("corner", "mask", "plank-1", "plank-2", "shadow", "stitch")),
)
"""All sprites, by file name without the suffix."""

_ICON = 64
_STAR: Final = 2.5
"""A card back's height by the width of a cameo that shows its middle."""
_RIM: Final = 0.03
"""How much of a cameo's width is its rim alone, at each side."""


class AssetError(Exception):
    """A picture is missing or damaged. The text is one line that names the file."""


_UNPACKED = 2_800_000
"""Bytes of pictures that are not packed: a card in flight is drawn of the same one several times."""


class CardImages:
    """Images by name and width in pixels. They are kept packed, in a tenth of their size, and are unpacked in
    a tenth of the time that they take to draw."""

    def __init__(self, folder: Path = SPRITES) -> None:
        self._folder = folder
        self._cache: dict[tuple[str, int, DeckStyle], tuple[tuple[int, int], bytes]] = {}
        self._unpacked = Pictures(_UNPACKED, _unpack)
        self._style = PLAIN
        self._wanted: Sequence[tuple[str, int]] = ()

    def image(self, name: str, width: int) -> Surface:
        """The sprite of this name, one of NAMES, in the style of the deck: do not draw on it. Raises
        AssetError."""
        style = self._style
        packed = self._cache.get((name, width, style))
        if packed is None:  # the cache may be cleared while the picture is made
            picture = self._draw(name, width, style)
            packed = picture.size, zlib.compress(picture.get_buffer().raw, 1)
            self._cache[name, width, style] = packed
        return self._unpacked.get(packed)

    def _draw(self, name: str, width: int, style: DeckStyle) -> Surface:
        if style.large_indices:
            name = name.replace("faces/", "large/")
        path = self._folder / f"{name}.svg"
        size = width, round(width * RATIO)
        if style == PLAIN:
            return _rasterise(path, path, size)
        try:
            return _rasterise(io.BytesIO(restyled(name, path, style)), path, size)
        except FileNotFoundError as error:
            raise _missing(path) from error
        except (OSError, ValueError, LookupError) as error:
            raise _damaged(path) from error

    def set_style(self, style: DeckStyle) -> bool:
        """Show all cards in this style from now on. Returns whether it is another one."""
        changed, self._style = style != self._style, style
        if changed:
            self.keep()
        return changed

    def prepare(self, wanted: Iterable[tuple[str, int]]) -> Thread:
        """Rasterise these, by name and width, in order in a thread, which is returned; what remains of an
        earlier call is dropped. The rasteriser releases Python's lock."""
        self._wanted = wanted = tuple(wanted)
        return here().jobs.start(self._prepare, wanted)

    def _prepare(self, wanted: Sequence[tuple[str, int]]) -> None:
        for name, width in wanted:
            if self._wanted is not wanted:
                return
            with suppress(AssetError):  # reported when the image is needed
                self.image(name, width)

    def back(self, index: int, width: int) -> Surface:
        """The back of pattern `index`, 0 to 7."""
        return self.image(f"backs/{index}", width)

    def icon(self) -> Surface:
        """The window's icon."""
        sign = Surface((_ICON, _ICON), pygame.SRCALPHA, 32)
        card = self.image("title/h", round(_ICON / RATIO))
        sign.blit(card, card.get_rect(center=sign.get_rect().center))
        return sign

    def keep(self, *widths: int) -> None:
        """Drop all images of other widths, as after the window has changed its size."""
        self._wanted = ()
        self._unpacked.clear()
        self._cache = {key: picture for key, picture in list(self._cache.items()) if key[1] in widths}

    def drop(self, *widths: int) -> None:
        """Drop the images of these widths."""
        self._unpacked.clear()
        self._cache = {key: picture for key, picture in list(self._cache.items()) if key[1] not in widths}

    def check(self) -> None:
        """Raise AssetError if a file is missing. Reads none of them."""
        for name in NAMES:
            if not (path := self._folder / f"{name}.svg").is_file():
                raise _missing(path)


def _unpack(picture: tuple[tuple[int, int], bytes]) -> Surface:
    size, packed = picture
    return pygame.image.frombuffer(zlib.decompress(packed), size, "BGRA")


@kept
def art(name: str, high: int, ink: Color = PAPER, **inks: Color) -> Surface:
    """The picture of this name, one of NAMES, at this height in pixels, with `ink` for what has no colour of
    its own, and of `inks` each for what has its name in capitals for a colour. It is kept: do not draw on it.
    Raises AssetError."""
    path = SPRITES / f"{name}.svg"
    try:
        drawing = path.read_text("utf-8")
    except OSError as error:
        raise _missing(path) from error
    except ValueError as error:
        raise _damaged(path) from error
    for word, color in [("currentColor", ink), *((word.upper(), color) for word, color in inks.items())]:
        drawing = drawing.replace(word, "#" + bytes(color[:3]).hex())
    return _rasterise(io.BytesIO(drawing.encode()), path, (16 * high, high))


@kept
def cameo(portrait: Portrait, back: int, expression: Expression, wide: int) -> Surface:
    """A portrait, or the star of a card back for who has none, in a rim of brass, `wide` pixels across.
    It is kept: do not draw on it. Raises AssetError."""
    rim = art("brass/rim", wide)
    if portrait != "star":
        picture = art(f"people/{portrait}-{expression}", wide).copy()
    else:
        card = art(f"backs/{back}", round(_STAR * wide))
        picture = Surface(rim.get_size(), pygame.SRCALPHA, 32)
        picture.blit(card, card.get_rect(center=picture.get_rect().center))
    within = wide - 2 * round(_RIM * wide)
    mask = Surface(picture.get_size(), pygame.SRCALPHA, 32)
    mask.blit(rounded((within, within), within // 2, PAPER), ((wide - within) // 2,) * 2)
    picture.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    picture.blit(rim, (0, 0))
    return picture


def _rasterise(file: Path | io.BytesIO, path: Path, size: tuple[int, int]) -> Surface:
    """The drawing in the file, as large as it can be in this size; `path` for what is said if it cannot be
    read."""
    try:
        picture = raster(file, size)
    except FileNotFoundError as error:
        raise _missing(path) from error
    except (pygame.error, OSError) as error:
        raise _damaged(path) from error
    if not picture.get_bounding_rect():  # the rasteriser takes a truncated file for an empty drawing
        raise _damaged(path)
    return picture


def _missing(path: Path) -> AssetError:
    return AssetError(_("The picture {file} is missing.").format(file=_short(path)))


def _damaged(path: Path) -> AssetError:
    return AssetError(_("The picture {file} is damaged.").format(file=_short(path)))


def _short(path: Path) -> str:
    return "/".join(path.parts[-3:])
