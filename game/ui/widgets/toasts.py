"""Toasts: pictures shown over a table for a moment, and the notices shown as such."""

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

import pygame
from pygame import Rect, Surface

from game.ui.cards.canvas import AIR, Canvas
from game.ui.cards.labels import board
from game.ui.cards.layout import TRAY
from game.ui.engine import text, theme
from game.ui.engine.scene import Context
from game.ui.view.leaves import Picture
from game.ui.view.node import Align

if TYPE_CHECKING:
    from game.ui.cards.stage import Stage

LETTERS, LINE = 23, 25
"""Height of the letters and of a line in units."""
_SHOWN = 9.0
"""Seconds that a notice stays over the table: enough to read two lines before looking at the cards."""
_PAD = 11
_TAG = "notice"


class Toasts:
    """Pictures over the cards that disappear by themselves. Times are seconds of the stage."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._ends: dict[str, float] = {}

    @property
    def waiting(self) -> bool:
        """Whether one of them is still shown."""
        return bool(self._ends)

    def put(self, key: str, picture: Surface, at: tuple[int, int], until: float) -> None:
        """Show a picture; it replaces the one with the same key."""
        self._canvas.tag(key, picture, at, AIR)
        self.end(key, until)

    def end(self, key: str, until: float) -> None:
        """Remove the picture with this key at this time."""
        self._ends[key] = until

    def step(self, now: float) -> None:
        """Remove what has expired."""
        for key in [key for key, end in self._ends.items() if end <= now]:
            del self._ends[key]
            self._canvas.tag(key, None)


def written(notices: Iterable[object], room: float, u: float, most: int = 9) -> Surface:
    """The notices below one another, in at most `most` lines no wider than `room` pixels, without
    background."""
    lines = [line for notice in notices for line in text.wrap(str(notice), LETTERS * u, room)]
    if len(lines) > most:
        lines[most - 1 :] = [f"{lines[most - 1]} …"]
    pictures = [text.render(line, LETTERS * u, theme.GOLD, room) for line in lines]
    wide = max(picture.width for picture in pictures)
    high = round(len(lines) * LINE * u) - round(LINE * u) + pictures[-1].height
    sheet = Surface((wide, high), pygame.SRCALPHA)
    for i, picture in enumerate(pictures):
        text.blit(sheet, picture, ((wide - picture.width) // 2, round(i * LINE * u)))
    return sheet


def notices_node(ctx: Context, at: Align) -> Picture:
    """All notices in three lines, the latest first where they stand at the end."""
    notices = ctx.notices[::-1] if at == "end" else ctx.notices

    def draw(surface: Surface, rect: Rect, u: float) -> None:
        ctx.take_unseen()
        sheet = written(notices, rect.w, u, 3)
        where = sheet.get_rect(midright=rect.midright) if at == "end" else sheet.get_rect(center=rect.center)
        text.blit(surface, sheet, where.topleft)

    return Picture(tuple(map(str, notices)), draw, grow=1)


class NoticeToasts:
    """Shows the notices that the player has not seen yet at the foot of a table."""

    def __init__(self, ctx: Context) -> None:
        self._ctx = ctx
        self._fresh: list[object] = []
        self._end = -math.inf
        self._stage: Stage | None = None
        self._toasts: Toasts | None = None

    def step(self, stage: "Stage", now: float) -> None:
        """Show new notices, and current ones again on a new stage; remove those shown long enough."""
        if fresh := self._ctx.take_unseen():
            self._fresh, self._end, self._stage = fresh, now + _SHOWN, None
        if self._stage is not stage and now < self._end:
            self._stage, self._toasts = stage, Toasts(stage.canvas)
            self._show(stage, self._toasts)
        if self._toasts:
            self._toasts.step(now)

    def _show(self, stage: "Stage", toasts: Toasts) -> None:
        layout = stage.layout
        u, pad = layout.unit, round(_PAD * layout.unit)
        trays = [area.box for area in layout.areas if area.kind == TRAY]
        x, y, w, h = trays[0] if trays else layout.areas[0].box  # a solo table has no tray
        panel, left, right = layout.panel, x, x + w
        if trays:
            left, right = (panel.x + panel.w, right) if layout.mirrored else (left, panel.x)
        free = Rect(left + pad, y, right - left - 2 * pad, h - pad)
        words = written(self._fresh, free.w - 2 * pad, u)
        margin, fill = (2 * pad, 2 * pad), (*theme.colors.plate, 242)
        plate = board([words], margin, round(10 * u), fill, theme.GOLD, max(1, round(1.5 * u)))
        toasts.put(_TAG, plate, plate.get_rect(midbottom=free.midbottom).topleft, self._end)
