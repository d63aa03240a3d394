"""Text on the screen: rendering by pixel size with a cache, fitting and wrapping; records where text is
shown."""

from functools import lru_cache
from itertools import accumulate, repeat
from typing import NamedTuple
from weakref import WeakKeyDictionary

import pygame
from pygame import Font, Rect, Surface

from game.ui.engine.theme import Color

_LEAST_SHARE = 0.72
"""Text that does not fit shrinks to this share of its size before it is truncated."""


def _times(px: int) -> int:
    """How many times larger text is drawn before it is scaled down: hinting spaces small letters badly."""
    return 4 if px < 24 else 2


@lru_cache(maxsize=32)
def _font(px: int) -> Font:
    """The font whose lines are `px` pixels high after scaling down."""
    return pygame.font.Font(None, px * _times(px))


@lru_cache(maxsize=4096)
def _advance(letter: str, following: str, px: int) -> int:
    """The distance from one letter to the next, in samples. The font's kerning pulls "tt" and "kn" apart, so
    only kerning that brings letters closer is used."""
    font = _font(px)
    single = font.size(letter)[0]
    return min(single, font.size(letter + following)[0] - font.size(following)[0]) if following else single


def _samples(text: str, px: int) -> list[int]:
    """Where each letter begins and where the text ends, in samples."""
    return list(accumulate(map(_advance, text, [*text[1:], ""], repeat(px)), initial=0))


def width(text: str, px: float) -> int:
    """How wide the text is in pixels."""
    return _samples(text, round(px))[-1] // _times(round(px))


@lru_cache(maxsize=1024)
def _baseline(letter: str, px: int) -> int:
    """How far the baseline is below the top of the letter's picture: further if there is a mark above the
    letter."""
    font = _font(px)
    if letter.isspace() or not _font(px).size(letter)[0] or not (metrics := font.metrics(letter)[0]):
        return font.get_ascent()
    return font.render(letter, True, "white").get_bounding_rect().bottom + metrics[2]


def _letter(letter: str, px: int, color: Color) -> Surface:
    """The picture of a letter; empty for a character that only shapes its neighbours."""
    if not _font(px).size(letter)[0]:
        return Surface((0, 0))
    return _font(px).render(letter, True, color[:3])


@lru_cache(maxsize=512)
def _rendered(text: str, px: int, color: Color) -> Surface:
    letters = [_letter(letter, px, color) for letter in text]
    lines = [_baseline(letter, px) for letter in text]
    *begins, end = _samples(text, px)
    line, times = max(lines, default=0), _times(px)
    height = max((line - own + letter.height for own, letter in zip(lines, letters, strict=True)), default=0)
    if not end:
        return Surface((0, height // times), pygame.SRCALPHA)
    large = Surface((end, height), pygame.SRCALPHA)
    large.fill((*color[:3], 0))
    large.fblits([(letter, (x, line - own)) for letter, x, own in zip(letters, begins, lines, strict=True)])
    size = max(1, large.width // times), max(1, large.height // times)
    drawn = pygame.transform.smoothscale(large, size).convert_alpha()
    if len(color) > 3:
        drawn.set_alpha(color[3])
    return drawn


def render(text: str, px: float, color: Color, max_width: float | None = None) -> Surface:
    """The text as a picture, shrunk and if necessary truncated to `max_width`. Cached: do not draw on it."""
    size, words = round(px), text
    if max_width is not None:
        text, size = fit(text, px, max_width)
    picture = _rendered(text, size, color)
    if _spans is not None:
        _spans[picture] = [TextSpan(words, picture.get_rect())]
    return picture


def draw(
    surface: Surface,
    text: str,
    px: float,
    color: Color,
    *,
    max_width: float | None = None,
    **anchor: tuple[float, float],
) -> Rect:
    """Draw at one anchor named as of a Rect (center=, topleft=, midright= ...). Returns the rect drawn."""
    picture = render(text, px, color, max_width)
    rect = picture.get_rect(**{k: (round(x), round(y)) for k, (x, y) in anchor.items()})
    if _spans is not None and text:
        _spans.setdefault(surface, []).append(TextSpan(text, rect))
    return surface.blit(picture, rect)


def blit(surface: Surface, picture: Surface, at: tuple[int, int]) -> Rect:
    """Blit a picture that contains text. Returns the rect drawn."""
    if _spans is not None:
        moved = [each._replace(rect=each.rect.move(at)) for each in spans(picture)]
        _spans.setdefault(surface, []).extend(moved)
    return surface.blit(picture, at)


def mark_button(picture: Surface, words: str, key: str) -> None:
    """Record that the picture is a button with these words and this key."""
    if _spans is not None:
        _spans[picture] = [TextSpan(words, picture.get_rect(), key)]


class TextSpan(NamedTuple):
    """Text and its place in a picture. `key`: it is a button, which this key presses too."""

    words: str
    rect: Rect
    key: str | None = None


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


@lru_cache(maxsize=512)
def fit(text: str, px: float, max_width: float, end: bool = False) -> tuple[str, int]:
    """The text and size in pixels that fit: smaller letters first, then truncated with an ellipsis. `end`:
    keep the end of the text."""
    size, least = round(px), max(1, round(px * _LEAST_SHARE))
    while size > least and width(text, size) > max_width:
        size -= 1
    if width(text, size) <= max_width:
        return text, size
    while text and width(text + "…", size) > max_width:
        text = text[1:].lstrip() if end else text[:-1].rstrip()
    return "…" + text if end else text + "…", size


@lru_cache(maxsize=64)
def wrap(text: str, px: float, max_width: float) -> tuple[str, ...]:
    """The text in lines no wider than `max_width`, broken between words and at newlines."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}" if line else word
            if line and width(longer, px) > max_width:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return tuple(lines)
