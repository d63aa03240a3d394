"""What lights up on a stage: frames around cards that are chosen, pointed at, or fit; and the rim of the
table, strips along the edges of the window, beneath cards and text."""

from typing import NamedTuple

import pygame
from pygame import Rect, Surface

from game.ui.cards.overlay import Overlay
from game.ui.cards.stage import Stage
from game.ui.engine import theme
from game.ui.engine.description import Description
from game.ui.engine.theme import Color
from game.ui.view.node import AT_REST, Drawn, Node, State

_HOVER, _FITS = (*theme.colors.ivory, 130), (*theme.GOLD, 170)
_CURSOR = 0.04
"""How wide the line around the cursor of a gamepad is, in card widths."""


class Frame(NamedTuple):
    """What is framed for the player: some cards of the pile chosen by key, the cards under the pointer from
    an index on, and the piles where the carried cards fit."""

    source: int | None
    cards: int
    hover: tuple[int, int] | None
    fits: frozenset[int]
    focus: int | str | None = None
    """The pile that the gamepad's cursor is on; or the button under the cursor, or the pointer."""
    held: bool = False
    """Whether the pointer holds that button down."""


class Frames:
    """Frames what each player here points at or may play to."""

    def __init__(self, overlay: Overlay) -> None:
        self._overlay = overlay
        self._lit: dict[str, frozenset[int]] = {}
        self._cursor: int | None = None

    def describe(self, page: Description) -> None:
        """Describe the cursor."""
        page.cursor = self._cursor if page.cursor is None else page.cursor

    def frame(self, frame: Frame, whose: str = "") -> None:
        """Frame this for one player, and nothing else for the same."""
        show = self._overlay.frame
        show("source" + whose, frame.source, theme.GOLD, index=-max(1, frame.cards))
        pile, index = frame.hover or (None, -1)
        show("hover" + whose, pile, _HOVER, index=index)
        lit = self._lit.get(whose, frozenset())
        for pile in lit ^ frame.fits:
            show(f"fits{pile}{whose}", pile if pile in frame.fits else None, _FITS)
        self._lit[whose] = frame.fits
        cursor = frame.focus if isinstance(frame.focus, int) else None
        self._cursor = self._cursor if whose else cursor
        show("cursor" + whose, cursor, theme.colors.ivory, width=_CURSOR)


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
        overlay, (wide, high) = self._stage.overlay, self._stage.layout.size
        if not self._glow:
            overlay.end(f"rim {side}")
            return
        deep = round(self._glow.depth * self._stage.layout.unit)
        box = Rect(0, 0, wide, deep) if side in ("top", "bottom") else Rect(0, 0, deep, high)
        if side in ("bottom", "right"):
            box.bottomright = wide, high
        overlay.show(f"rim {side}", _Strip(self._glow, side), box)


class _Strip(Node):
    """The rim along one side."""

    glow: Glow
    side: str

    def pictures(self, rect: Rect, u: float, state: State = AT_REST) -> Drawn:
        return [(_strip(self.glow, self.side, rect.size), rect.topleft)]


def _strip(glow: Glow, side: str, size: tuple[int, int]) -> Surface:
    """Clear inwards."""
    across = side in ("top", "bottom")
    depth = size[1] if across else size[0]
    line = Surface((1, depth) if across else (depth, 1), pygame.SRCALPHA)
    for i in range(depth):
        out = i if side in ("bottom", "right") else depth - 1 - i
        shade = (*glow.color[:3], round(glow.alpha * ((out + 1) / depth) ** 2))
        line.set_at((0, i) if across else (i, 0), shade)
    return pygame.transform.scale(line, size)
