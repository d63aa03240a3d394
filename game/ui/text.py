"""Text on the screen: fonts by pixel size, rendered text kept, fitting and wrapping."""

from functools import lru_cache

import pygame
from pygame import Font, Rect, Surface

from game.ui.theme import Tint

_LEAST_SHARE = 0.72
"""Text that does not fit shrinks to this share of its size before it is cut."""


_SAMPLES = 4
"""Text is drawn so many times larger and scaled down: at small sizes the font's hints space letters badly."""


@lru_cache(maxsize=32)
def _font(px: int) -> Font:
    """The font whose lines are `px` pixels high once scaled down."""
    return pygame.font.Font(None, px * _SAMPLES)


def width(text: str, px: float) -> int:
    """How wide the text is in pixels."""
    return _font(round(px)).size(text)[0] // _SAMPLES


@lru_cache(maxsize=512)
def _rendered(text: str, px: int, color: Tint) -> Surface:
    large = _font(px).render(text, True, color[:3])
    if not large.width:
        return large.convert_alpha()  # scaling a picture of no width crashes
    size = max(1, large.width // _SAMPLES), max(1, large.height // _SAMPLES)
    drawn = pygame.transform.smoothscale(large.convert_alpha(), size)
    if len(color) > 3:
        drawn.set_alpha(color[3])
    return drawn


def render(text: str, px: float, color: Tint, max_width: float | None = None) -> Surface:
    """The text as a picture, shrunk and at last cut to `max_width`. Do not draw on it: it is kept."""
    size = round(px)
    if max_width is not None:
        text, size = fit(text, px, max_width)
    return _rendered(text, size, color)


def draw(
    surface: Surface,
    text: str,
    px: float,
    color: Tint,
    *,
    max_width: float | None = None,
    **anchor: tuple[float, float],
) -> Rect:
    """Draw at one anchor as a Rect names it (center=, topleft=, midright= ...). Returns the rect drawn."""
    picture = render(text, px, color, max_width)
    return surface.blit(
        picture, picture.get_rect(**{k: (round(x), round(y)) for k, (x, y) in anchor.items()})
    )


@lru_cache(maxsize=512)
def fit(text: str, px: float, max_width: float) -> tuple[str, int]:
    """The text and size in pixels that fit: smaller letters first, then cut with an ellipsis."""
    size, least = round(px), max(1, round(px * _LEAST_SHARE))
    while size > least and width(text, size) > max_width:
        size -= 1
    if width(text, size) <= max_width:
        return text, size
    while text and width(text + "…", size) > max_width:
        text = text[:-1].rstrip()
    return text + "…", size


@lru_cache(maxsize=64)
def wrap(text: str, px: float, max_width: float) -> tuple[str, ...]:
    """The text in lines no wider than `max_width`, broken between words; newlines stay."""
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
