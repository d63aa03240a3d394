"""Frames around cards on a stage: what is chosen, pointed at, or fits."""

from typing import NamedTuple

from pygame import Rect

from game.ui.cards.canvas import OVER
from game.ui.cards.stage import Stage
from game.ui.engine import theme
from game.ui.engine.page import Page

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
    ) -> None:
        """Frame the cards of the pile from `index` on, or its empty place; no pile: no frame. `width`: of the
        line, in card widths."""
        if pile is None:
            self._stage.canvas.tag(key, None)
            return
        place, sprites = self._layout.places[pile], self._stage.piles[pile]
        box = Rect(place.box)
        if sprites:
            at = [(round(s.rest.x - box.w / 2), round(s.rest.y - box.h / 2)) for s in sprites[index:]]
            box = Rect(*at[0], *box.size).unionall([Rect(*corner, *box.size) for corner in at])
        line = max(2, round(place.box.w * width))
        box.inflate_ip(4 * line, 4 * line)
        ring = theme.rounded(box.size, round(0.1 * place.box.w), (*color[:3], 0), color, line)
        self._stage.canvas.tag(key, ring, box.topleft, level)

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
