"""What is written and drawn on a stage: lines of text, frames around cards, key caps, buttons."""

from typing import NamedTuple

from pygame import Rect

from game.ui.cards.canvas import OVER, UNDER
from game.ui.cards.layout import Box
from game.ui.cards.stage import Stage
from game.ui.engine import text, theme
from game.ui.engine.page import Page

_HOVER, _FITS = (*theme.IVORY, 130), (*theme.GOLD, 170)
_CURSOR = 0.04
"""How wide the line around the cursor of a gamepad is, in card widths."""
_LIT = (92, 74, 20, 255)
"""A button that has been pressed and waits for the other players."""


class Marked(NamedTuple):
    """What is framed for the player: some cards of the pile chosen by key, the cards under the pointer from
    an index on, and the piles where the carried cards fit."""

    source: int | None
    cards: int
    hover: tuple[int, int] | None
    fits: frozenset[int]
    cursor: int | None = None
    """The pile that the gamepad's cursor is on."""


class Pen:
    """Everything drawn has a name and replaces what had that name before."""

    def __init__(self, stage: Stage) -> None:
        self._stage, self._layout = stage, stage.layout
        self._lit: dict[str, frozenset[int]] = {}
        self._cursor: int | None = None
        self._buttons: dict[str, tuple[str, Rect, bool, str]] = {}
        """Each button's label, place, whether it is enabled, and key."""

    def describe(self, page: Page) -> None:
        """Describe the buttons and the cursor."""
        page.cursor = self._cursor if page.cursor is None else page.cursor
        for label, rect, can, key in self._buttons.values():
            page.button(label, rect, enabled=can, key=key)

    def text(
        self,
        key: str,
        words: str,
        size: float,
        color: theme.Color,
        room: float | None = None,
        high: float | None = None,
        **anchor: tuple[float, float],
    ) -> Rect:
        """Write a line of `size` units at an anchor of its rectangle, at most `room` pixels wide and scaled
        to no more than `high` units; returns the rectangle."""
        if not words:
            self._stage.canvas.tag(key, None)
            return Rect(0, 0, 0, 0)
        picture = text.render(words, size * self._layout.unit, color, room, high and high * self._layout.unit)
        rect = picture.get_rect(**{name: (round(x), round(y)) for name, (x, y) in anchor.items()})
        self._stage.canvas.tag(key, picture, rect.topleft)
        return rect

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
        self.frame("cursor" + whose, marked.cursor, theme.IVORY, width=_CURSOR)

    def patch(self, key: str, box: Box | Rect, tint: theme.Color | None, radius: float) -> None:
        """A highlight; no tint: none."""
        shape = theme.rounded((box.w, box.h), round(radius), tint) if tint else None
        self._stage.canvas.tag(key, shape, (box.x, box.y), UNDER)

    def cap(self, key: str, letter: str, x: float, y: float) -> None:
        """A key cap; without a letter none."""
        u = self._layout.unit
        if not letter:
            self._stage.canvas.tag(f"cap {key}", None)
            self.text(key, "", 16, theme.MIST)
            return
        wide = max(17 * u, text.width(letter, 16 * u) + 8 * u)
        cap = theme.rounded((round(wide), round(17 * u)), round(4 * u), (0, 0, 0, 130), (*theme.MIST, 90))
        self._stage.canvas.tag(f"cap {key}", cap, cap.get_rect(center=(round(x), round(y))).topleft, UNDER)
        self.text(key, letter, 16, theme.IVORY, high=18, center=(x, y + u))

    def button(
        self,
        key: str,
        rect: Rect,
        label: str,
        hint: str | None = None,
        *,
        hover: bool = False,
        color: theme.Color | None = None,
        ink: theme.Color | None = None,
        size: float = 22,
        lit: bool = False,
        dim: bool = False,
    ) -> None:
        """A button with its key (empty: it has none now), or one that never has any; `color` is for what
        needs attention, `dim` for a disabled button; `ink`: the colour of its letters, if not that one."""
        self._buttons[key] = label, rect, not dim, hint or ""
        u = self._layout.unit
        fill = _LIT if lit else theme.RAISED_HOVER if hover and not dim else theme.RAISED
        edge = color or theme.TRAY_EDGE
        shape = theme.rounded(rect.size, round(7 * u), fill, edge, max(1, round((2 if color else 1) * u)))
        self._stage.canvas.tag(f"shape {key}", shape, rect.topleft, UNDER)
        tone = (*theme.MIST, 120) if dim else ink or theme.MIST
        ink = (*theme.MIST, 120) if dim else ink or color or theme.IVORY
        if hint is None:
            self.text(f"label {key}", label, size, ink, rect.w * 0.9, center=rect.center)
            return
        pad = 12 * u
        end = self.text(f"hint {key}", hint, 16, tone, midright=(rect.right - pad, rect.centery))
        room = (end.x if hint else rect.right) - rect.x - 2 * pad
        self.text(f"label {key}", label, size, ink, room, midleft=(rect.x + pad, rect.centery))

    def no_button(self, key: str) -> None:
        """Remove a button."""
        self._buttons.pop(key, None)
        for part in ("shape", "label", "hint"):
            self._stage.canvas.tag(f"{part} {key}", None)
