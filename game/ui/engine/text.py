"""Text on the screen: rendering by pixel size with a cache, fitting and wrapping; records where text is
shown."""

import re
import warnings
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import accumulate, repeat
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import bidirectional, combining
from weakref import WeakKeyDictionary

import pygame
from pygame import Font, Rect, Surface

from game.program import files
from game.ui.engine.kept import kept
from game.ui.engine.theme import Color

if TYPE_CHECKING:
    from pygame import freetype

_TEXT, _HEAVY = (str(files("sprites") / f"nunito-{weight}.ttf") for weight in (800, 900))
"""The text font, by `sprites/make_text_font.py`, and that of headings."""
_HEADING = 30
"""How many units high the letters of a heading are, at least."""
_PLAIN = str(Path(pygame.__file__).with_name(pygame.font.get_default_font()))
"""Pygame's own font, for letters that the text font lacks; pygame imports 4 ms of modules to find it."""
_BREAK = re.compile(r"(?<!\d [+=−]) (?![+=−] \d)")
"""A space at which a line may break: none within a sum, as in 1 + 2 = 3."""
_POINTS = 0.7
"""The text font's size by the height of a line."""
_LETTERING = files("sprites") / "lettering.ttf"
"""The letters of the title cards, by `sprites/make_lettering.py`."""
_LEAST_SHARE = 0.72
"""Text that does not fit shrinks to this share of its unscaled size before it is truncated."""
_LEAST = 14
"""The height in units of the smallest text, and at least of 12 pixels."""

_TALL = 1.17
"""How high a line of most fonts is, relative to their size."""
_RIGHT = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff"
_letters = re.compile(f"[{_RIGHT}]+(?: +[{_RIGHT}]+)*|.", re.DOTALL).findall
"""The letters of a text; what is written from right to left is one, for they may join."""

_LARGE = 24
"""Text higher than this many units grows less than the scale, and not at all from twice this height on."""


class Letters(NamedTuple):
    """How large letters are: in a window of this unit of size, relative to those by design."""

    unit: float = 1.0
    scale: float = 1.0

    @property
    def least(self) -> int:
        """The height in pixels of the smallest text."""
        return max(12, round(_LEAST * self.unit))

    def size(self, px: float) -> int:
        """The height in pixels of text that is `px` high by design."""
        grows = 1.0 if self.scale <= 1 else min(1.0, max(0.0, 2 - px / (_LARGE * self.unit)))
        return max(self.least, round(px * (1 + (self.scale - 1) * grows)))

    def larger(self, share: float = 1.0) -> float:
        """How many times as high as by design what holds text is to be, if it grows by this share of their
        scale; never smaller."""
        return max(1.0, share * self.scale)


letters = Letters()
"""Those in use."""


def adapt(chosen: Letters) -> None:
    """Use these letters from now on; what is drawn already stays as it is."""
    global letters  # noqa: PLW0603 - one window
    if chosen.unit != letters.unit:  # other letters are those of headings
        for each in (_advance, _width, _baseline, _letter, _rendered):
            each.cache_clear()
    letters = chosen


@lru_cache(maxsize=512)
def _size(chosen: Letters, px: float) -> int:
    return chosen.size(px)


def size(px: float) -> int:
    """The height in pixels of text that is `px` high by design: for lines below one another."""
    return _size(letters, px)


def _times(px: int) -> int:
    """How many times larger text is drawn before it is scaled down: hinting spaces small letters badly."""
    return 4 if px < 24 else 2


_LOOKS = 10_000
"""How often a sign is looked for in a font, at most: anybody on the network may have a name of signs that
none has, and each look costs up to a quarter of a millisecond."""
Face = tuple[str, str]
"""A font's file; and the script that it writes from right to left, if it does."""
_OWN_SIGNS = "–—’“”„…‹›−"
"""What the program's own texts have besides Latin letters."""
_LACKS = "ĳſ"
"""The Latin letters below U+0180 that the text font has not."""


@lru_cache(maxsize=32)
def _font(px: int, face: Face) -> Font:
    """The font whose lines are `px` pixels high after scaling down."""
    font = pygame.font.Font(face[0], int(px * _times(px) * _POINTS))
    if face[1]:
        font.set_direction(pygame.DIRECTION_RTL)
        font.set_script(face[1])
    return font


def _face(letter: str, px: int) -> Face:
    """What draws the letter: the text font, or else pygame's own, or one of the system's; where none can,
    pygame's own."""
    own = all(_is_own(sign) for sign in letter)
    return (_HEAVY if px >= _HEADING * letters.unit else _TEXT, "") if own else _other(letter)


def _is_own(sign: str) -> bool:
    """Whether the text font has it."""
    return (sign < "\u0180" and sign not in _LACKS) or sign in _OWN_SIGNS


@lru_cache(maxsize=1024)
def _other(letter: str) -> Face:
    able = (path for path in (_PLAIN, *_system_fonts()) if all(_draws(path, sign) for sign in letter))
    return next(able, _PLAIN), {"R": "Hebr", "AL": "Arab"}.get(bidirectional(letter[0]), "")


def can_draw(words: str) -> bool:
    """Whether some font here has all the letters: what it has not is drawn as a box."""
    return all(
        _is_own(sign) or _draws(_other(letter)[0], sign) for letter in _letters(words) for sign in letter
    )


@lru_cache(maxsize=_LOOKS)
def _draws(path: str, sign: str) -> bool:
    """Whether the font has this sign; marks, and what the text font has, are taken for granted."""
    if _is_own(sign) or combining(sign):
        return True
    try:
        if path != _PLAIN and _draws.cache_info().misses > _LOOKS:
            return False
        font = _looked_into(path)
        return font.get_metrics(sign, size=20 if font.scalable else font.get_sizes()[0][0])[0] is not None
    except (pygame.error, OSError, IndexError):  # the system lists what is damaged, or has just gone
        return False


@cache
def _looked_into(path: str) -> "freetype.Font":
    """The font as another library reads it, which knows what it has not. Raises pygame.error, OSError, also
    where nothing could be drawn with it."""
    from pygame import freetype  # noqa: PLC0415 - no text of the program itself needs it

    freetype.init()
    pygame.font.Font(path, 20)
    return freetype.Font(path, 20)


@cache
def _system_fonts() -> tuple[str, ...]:
    """The files of the system's fonts, those without serifs first."""
    with warnings.catch_warnings(action="ignore"):  # it has none
        names = sorted(pygame.font.get_fonts(), key=lambda name: ("sans" not in name, "mono" in name, name))
    return tuple(path for name in names if (path := pygame.font.match_font(name, bold=True)))


@lru_cache(maxsize=4096)
def _advance(letter: str, following: str, px: int) -> int:
    """The distance from one letter to the next, in samples. The font's kerning pulls "tt" and "kn" apart, so
    only kerning that brings letters closer is used."""
    face = _face(letter, px)
    if following and face == _face(following, px):
        both = _font(px, face).size(letter + following)[0]
        return min(_advance(letter, "", px), both - _advance(following, "", px))
    return round(_font(px, face).size(letter)[0] * _scale(px, face))


def _scale(px: int, face: Face) -> float:
    """By how much what the font draws is too small: pictures have one size only."""
    if face[0] in (_TEXT, _HEAVY, _PLAIN) or _looked_into(face[0]).scalable:
        return 1.0
    return _TALL * _POINTS * px * _times(px) / _font(px, face).get_height()


def _samples(letters: Sequence[str], px: int) -> list[int]:
    """Where each letter begins and where the text ends, in samples."""
    return list(accumulate(map(_advance, letters, [*letters[1:], ""], repeat(px)), initial=0))


def width(text: str, px: float) -> int:
    """How wide the text is in pixels."""
    return _width(text, size(px))


def least_width(text: str, px: float) -> int:
    """How wide the text is in pixels once it has been shrunk as far as it may be."""
    return _width(text, min(size(px), _shrunk(px)))


@lru_cache(maxsize=1024)
def _width(text: str, px: int) -> int:
    return _samples(_letters(text), px)[-1] // _times(px)


@lru_cache(maxsize=1024)
def _baseline(letter: str, px: int) -> int:
    """How far the baseline is below the top of the letter's picture: further if there is a mark above the
    letter."""
    font = _font(px, face := _face(letter, px))
    if face[0] not in (_TEXT, _HEAVY, _PLAIN):
        return round(font.get_ascent() * _scale(px, face))
    if letter.isspace() or not _advance(letter, "", px) or not (metrics := font.metrics(letter)[0]):
        return font.get_ascent()
    return font.render(letter, True, "white").get_bounding_rect().bottom + metrics[2]


@lru_cache(maxsize=128)
def _letter(letter: str, px: int, color: Color) -> Surface:
    """The picture of a letter; empty for a character that only shapes its neighbours."""
    if not _advance(letter, "", px):
        return Surface((0, 0))
    picture, scale = _font(px, face := _face(letter, px)).render(letter, True, color[:3]), _scale(px, face)
    return picture if scale == 1 else pygame.transform.smoothscale_by(picture, scale)


@lru_cache(maxsize=512)
def _rendered(text: str, px: int, color: Color) -> Surface:
    letters = _letters(text)
    *begins, end = _samples(letters, px)
    line, times = max(map(_baseline, letters, repeat(px)), default=0), _times(px)
    drawn = [
        (_letter(letter, px, color), (x, line - _baseline(letter, px)))
        for letter, x in zip(letters, begins, strict=True)
    ]
    height = max([picture.height + down for picture, (_x, down) in drawn], default=0)
    if not end:
        return Surface((0, height // times), pygame.SRCALPHA)
    large = Surface((end, height), pygame.SRCALPHA)
    large.fill((*color[:3], 0))
    large.fblits(drawn)
    small = pygame.transform.smoothscale(large, (max(1, end // times), max(1, height // times)))
    if len(color) > 3:
        small.set_alpha(color[3])
    return small


def forget() -> None:
    """Drop the pictures of text, as after a page full of it that is read once."""
    _letter.cache_clear()
    _rendered.cache_clear()


@lru_cache(maxsize=512)
def _shown(chosen: Letters, text: str, px: float, wide: float | None, most: float | None) -> tuple[str, int]:
    """What is drawn of the text in a line `wide` and `most` pixels high, and its height."""
    high = chosen.size(px) if most is None else min(chosen.size(px), max(chosen.least, round(most)))
    return (text, high) if wide is None else _fit(text, high, min(high, _shrunk(px)), wide, False)


def render(
    text: str,
    px: float,
    color: Color,
    max_width: float | None = None,
    max_height: float | None = None,
) -> Surface:
    """The text as a picture, shrunk and if necessary truncated to `max_width`; `max_height`: scaled no
    further than to that. Cached: do not draw on it."""
    shown, high = _shown(letters, text, px, max_width, max_height)
    return _recorded(_rendered(shown, high, color), text, high, color, shown != text)


def lettering(text: str, px: float, color: Color, max_width: float | None = None) -> Surface:
    """The text in capitals as on the title cards, shrunk to `max_width`; in the usual letters if one of it is
    not among those. Cached: do not draw on it."""
    high = size(px)
    if not all(each and each[4] for each in _capitals(high).metrics(text)):  # what it lacks has no width
        return render(text, px, color, max_width)
    wide = _capitals(high).size(text)[0]
    if max_width is not None and wide > max_width:
        high = int(high * max_width / wide)
    return _recorded(_lettered(text, high, color[:3]), text, high, color)


@lru_cache(maxsize=16)
def _capitals(px: int) -> Font:
    return pygame.font.Font(_LETTERING, px)


@kept
def _lettered(text: str, px: int, color: Color) -> Surface:
    return _capitals(px).render(text, True, color)


def _recorded(picture: Surface, text: str, px: int, color: Color, cut: bool = False) -> Surface:
    """The picture of this text; what is in it is recorded."""
    if _spans is not None:
        ink = picture.get_bounding_rect()
        _spans[picture] = [TextSpan(text, picture.get_rect(), cut, px, ink, color)]
    return picture


def draw(
    surface: Surface,
    text: str,
    px: float,
    color: Color,
    *,
    max_width: float | None = None,
    max_height: float | None = None,
    **anchor: tuple[float, float],
) -> Rect:
    """Draw at one anchor named as of a Rect (center=, topleft=, midright= ...). Returns the rect drawn.

    `max_height`: of a line among others; it is scaled no further."""
    return _place(surface, render(text, px, color, max_width, max_height), text, anchor)


def _place(surface: Surface, picture: Surface, text: str, anchor: dict[str, tuple[float, float]]) -> Rect:
    rect = picture.get_rect(**{k: (round(x), round(y)) for k, (x, y) in anchor.items()})
    if _spans is not None and text:
        _spans.setdefault(surface, []).append(spans(picture)[-1].moved(rect.topleft))
    return surface.blit(picture, rect)


def draw_lines(
    surface: Surface,
    lines: Sequence[str],
    px: float,
    color: Color,
    step: float,
    **anchor: tuple[float, float],
) -> None:
    """Draw lines below one another, each `step` pixels further down; `anchor` is that of the first one."""
    for i, words in enumerate(lines):
        below = {key: (x, y + i * step) for key, (x, y) in anchor.items()}
        _place(surface, render(words, px, color), words, below)


def blit(surface: Surface, picture: Surface, at: tuple[int, int]) -> Rect:
    """Blit a picture that contains text. Returns the rect drawn."""
    if _spans is not None:
        _spans.setdefault(surface, []).extend(each.moved(at) for each in spans(picture))
    return surface.blit(picture, at)


class TextSpan(NamedTuple):
    """Text and its place in a picture. `cut`: not all of it fitted; `px`: its height in pixels; `ink`: where
    its letters are."""

    words: str
    rect: Rect
    cut: bool = False
    px: int = 0
    ink: Rect = Rect(0, 0, 0, 0)
    color: Color = (0, 0, 0)

    def moved(self, by: tuple[int, int]) -> "TextSpan":
        """The text further right and down."""
        return self._replace(rect=self.rect.move(by), ink=self.ink.move(by))


_spans: WeakKeyDictionary[Surface, list[TextSpan]] | None = None
"""The text in each picture, while recording is on."""


def start_recording() -> None:
    """Record from now on which text is drawn where."""
    global _spans  # noqa: PLW0603 - one player, one reader
    _spans = WeakKeyDictionary()


def erase(surface: Surface, rect: Rect | None = None) -> None:
    """Record that the text there, or all of it, has been drawn over."""
    if _spans is not None and surface in _spans:
        _spans[surface] = [
            each for each in _spans[surface] if rect and not rect.collidepoint(each.rect.center)
        ]


def spans(surface: Surface) -> list[TextSpan]:
    """The recorded text in a picture."""
    return _spans.get(surface, []) if _spans is not None else []


def fit(text: str, px: float, max_width: float, end: bool = False) -> tuple[str, int]:
    """The text and size in pixels that fit: smaller letters first, then truncated with an ellipsis. `end`:
    keep the end of the text."""
    return _fit(text, size(px), _shrunk(px), max_width, end)


def _shrunk(px: float) -> int:
    """The height of text that has been shrunk as far as it may be."""
    return max(letters.least, round(px * _LEAST_SHARE))


def _fit(text: str, px: int, least: int, max_width: float, end: bool) -> tuple[str, int]:
    while px > least and _width(text, px) > max_width:
        px -= 1
    if _width(text, px) <= max_width:
        return text, px
    while text and _width(text + "…", px) > max_width:
        text = text[1:].lstrip() if end else text[:-1].rstrip()
    return "…" + text if end else text + "…", px


def wrap(text: str, px: float, max_width: float) -> tuple[str, ...]:
    """The text in lines no wider than `max_width`, broken between words and at newlines."""
    return _wrap(text, size(px), max_width)


@lru_cache(maxsize=64)
def _wrap(text: str, px: int, max_width: float) -> tuple[str, ...]:
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in _BREAK.split(paragraph):
            longer = f"{line} {word}" if line else word
            if line and _width(longer, px) > max_width:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return tuple(lines)
