"""What the player should know beside the game: told on the title, and for a while over the table."""

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

import pygame
from pygame import Rect, Surface

from game.ui.cards.canvas import AIR
from game.ui.cards.layout import TRAY
from game.ui.engine import text, theme
from game.ui.engine.scene import Context

if TYPE_CHECKING:
    from game.ui.cards.stage import Stage

LETTERS, LINE = 23, 25
"""Height of the letters and of a line in units."""
_SHOWN = 9.0
"""Seconds that a notice stays over the table: time to read two lines before one looks at the cards."""
_PAD = 11
_TAG = "notice"


def written(notices: Iterable[object], room: float, u: float, most: int = 9) -> Surface:
    """The notices one below the other, in at most so many lines no wider than `room` pixels, on nothing."""
    lines = [line for notice in notices for line in text.wrap(str(notice), LETTERS * u, room)]
    if len(lines) > most:
        lines[most - 1 :] = [f"{lines[most - 1]} …"]
    pictures = [text.render(line, LETTERS * u, theme.GOLD, room) for line in lines]
    wide = max(picture.width for picture in pictures)
    high = round(len(lines) * LINE * u) - round(LINE * u) + pictures[-1].height
    sheet = Surface((wide, high), pygame.SRCALPHA)
    for i, picture in enumerate(pictures):
        text.put(sheet, picture, ((wide - picture.width) // 2, round(i * LINE * u)))
    return sheet


class Notices:
    """Shows at the foot of a table what the player has not been told yet."""

    def __init__(self, ctx: Context) -> None:
        self._ctx = ctx
        self._fresh: list[object] = []
        self._end = -math.inf
        self._shown_on: Stage | None = None

    def step(self, stage: "Stage", now: float) -> None:
        """Show what is new, and again on a new stage; take away what has been shown long enough."""
        if fresh := self._ctx.unseen():
            self._fresh, self._end, self._shown_on = fresh, now + _SHOWN, None
        if now >= self._end:
            if self._shown_on is stage:
                stage.canvas.tag(_TAG, None)
            self._shown_on = None
        elif self._shown_on is not stage:
            self._shown_on = stage
            self._show(stage)

    def _show(self, stage: "Stage") -> None:
        layout = stage.layout
        u, pad = layout.unit, round(_PAD * layout.unit)
        trays = [area.box for area in layout.areas if area.kind == TRAY]
        x, y, _w, h = trays[0] if trays else layout.areas[0].box  # a table for one has no tray
        free = Rect(x + pad, y, layout.panel.x - x - 2 * pad, h - pad)
        words = written(self._fresh, free.w - 2 * pad, u)
        size = words.width + 2 * pad, words.height + 2 * pad
        plate = theme.rounded(
            size, round(10 * u), (3, 16, 11, 242), theme.GOLD, max(1, round(1.5 * u))
        ).copy()
        text.put(plate, words, (pad, pad))
        stage.canvas.tag(_TAG, plate, plate.get_rect(midbottom=free.midbottom).topleft, AIR)
