"""What lights up on a stage: frames around cards that are chosen, pointed at, or fit; and the rim of the
table, strips along the edges of the window, beneath cards and text."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import pygame
from pygame import Rect, Surface

from game.ui.cards.canvas import OVER, UNDER
from game.ui.cards.painter import Item
from game.ui.cards.stage import Stage
from game.ui.engine import theme
from game.ui.engine.page import Page
from game.ui.engine.theme import Color

_HOVER, _FITS = (*theme.colors.ivory, 130), (*theme.GOLD, 170)
_CURSOR = 0.04
"""How wide the line around the cursor of a gamepad is, in card widths."""


class Marked(NamedTuple):
    """What is framed for the player: some cards of the pile chosen by key, the cards under the pointer from
    an index on, and the piles where the carried cards fit."""

    source: int | None
    cards: int
    hover: tuple[int, int] | None
    fits: frozenset[int]
    cursor: int | None = None
    """The pile that the gamepad's cursor is on."""


class Frames:
    """Each frame has a name and replaces what had that name before."""

    def __init__(self, stage: Stage) -> None:
        self._stage, self._layout = stage, stage.layout
        self._lit: dict[str, frozenset[int]] = {}
        self._cursor: int | None = None

    def describe(self, page: Page) -> None:
        """Describe the cursor."""
        page.cursor = self._cursor if page.cursor is None else page.cursor

    def frame(
        self,
        key: str,
        pile: int | None,
        color: theme.Color,
        level: int = OVER,
        index: int = -1,
        width: float = 0.03,
    ) -> Sequence[str]:
        """Frame the cards of the pile from `index` on, or its empty place; no pile: no frame. `width`: of the
        line, in card widths. Returns the names of its parts on the canvas."""
        canvas, names = self._stage.canvas, (key, f"{key}.1", f"{key}.2", f"{key}.3")
        if pile is None:
            for name in names if key in canvas.tags else ():
                canvas.tag(name, None)
            return names
        place, sprites = self._layout.places[pile], self._stage.piles[pile]
        box = Rect(place.box)
        if sprites:
            at = [(round(s.rest.x - box.w / 2), round(s.rest.y - box.h / 2)) for s in sprites[index:]]
            box = Rect(*at[0], *box.size).unionall([Rect(*corner, *box.size) for corner in at])
        line = max(2, round(place.box.w * width))
        box.inflate_ip(4 * line, 4 * line)
        ring = _ring(box.size, round(0.1 * place.box.w), color, line)
        for name, (part, (x, y)) in zip(names, ring, strict=True):
            canvas.tag(name, part, (box.x + x, box.y + y), level)
        return names

    def mark(self, marked: Marked, whose: str = "") -> None:
        """Frame what is marked for one player, and nothing else for the same."""
        self.frame("source" + whose, marked.source, theme.GOLD, index=-max(1, marked.cards))
        pile, index = marked.hover or (None, -1)
        self.frame("hover" + whose, pile, _HOVER, index=index)
        lit = self._lit.get(whose, frozenset())
        for pile in lit ^ marked.fits:
            self.frame(f"fits{pile}{whose}", pile if pile in marked.fits else None, _FITS)
        self._lit[whose] = marked.fits
        self._cursor = self._cursor if whose else marked.cursor
        self.frame("cursor" + whose, marked.cursor, theme.colors.ivory, width=_CURSOR)


@lru_cache(maxsize=64)
def _ring(size: tuple[int, int], radius: int, color: theme.Color, line: int) -> Sequence[Item]:
    """A frame with round corners: its upper and lower end and its sides. What is within it is not touched."""
    wide, high = size
    ends = theme.rounded((wide, 2 * radius), radius, (*color[:3], 0), color, line)
    upper, lower = (ends.subsurface(0, y, wide, radius) for y in (0, radius))
    side = theme.rounded((line, high - 2 * radius), 0, color)
    return (upper, (0, 0)), (lower, (0, high - radius)), (side, (0, radius)), (side, (wide - line, radius))


_SIDES = ("top", "left", "bottom", "right")


class Glow(NamedTuple):
    """How far it reaches in, in units; how opaque it is at the edge; its colour."""

    depth: float
    alpha: int
    color: Color


class Rim:
    """Shows one glow at a time, drawn anew only when it changes."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._glow: Glow | None = None
        self._due: list[str] = []
        """The sides that have yet to change: one a step, so that no frame repaints them all."""

    def step(self, glow: Glow | None) -> None:
        """Let the rim glow like this from now on; None: not at all."""
        if glow != self._glow:
            self._glow, self._due = glow, [*_SIDES]
        if self._due:
            self._show(self._due.pop(0))

    def _show(self, side: str) -> None:
        layout, canvas = self._stage.layout, self._stage.canvas
        if not self._glow:
            canvas.tag(f"rim {side}", None)
            return
        strip = _strip(layout.size, self._glow, round(self._glow.depth * layout.unit), side)
        rect = strip.get_rect(**({"bottomright": layout.size} if side in ("bottom", "right") else {}))
        canvas.tag(f"rim {side}", strip, rect.topleft, UNDER)


def _strip(size: tuple[int, int], glow: Glow, depth: int, side: str) -> Surface:
    """The rim along one side, clear inwards."""
    across = side in ("top", "bottom")
    line = Surface((1, depth) if across else (depth, 1), pygame.SRCALPHA)
    for i in range(depth):
        out = i if side in ("bottom", "right") else depth - 1 - i
        shade = (*glow.color[:3], round(glow.alpha * ((out + 1) / depth) ** 2))
        line.set_at((0, i) if across else (i, 0), shade)
    return pygame.transform.scale(line, (size[0], depth) if across else (depth, size[1]))
