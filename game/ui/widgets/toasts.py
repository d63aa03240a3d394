"""Toasts: pictures shown over a table for a moment, and the notices shown as such."""

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

from pygame import Rect, Surface

from game.ui.cards.canvas import AIR, Canvas
from game.ui.cards.layout import SOLO, TRAY, Layout
from game.ui.engine.scene import Context
from game.ui.view.boxes import Column
from game.ui.view.leaves import Style, Text
from game.ui.view.node import Align, Node, still

if TYPE_CHECKING:
    from game.ui.cards.stage import Stage

_NOTICE = Style(23, 25, "gold")
_SHOWN = 9.0
"""Seconds that a notice stays over the table: enough to read two lines before looking at the cards."""
_BESIDE = 0.34
"""The part of the width left of what stands in the middle of a game of speed."""
_PAD = 11
_TAG = "notice"
HEARD, EDGE = Style(20, 22), 14
"""How what is heard is said in words, and how far that is from the edges of a table's window, in units."""


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


def _written(notices: Iterable[object], most: int, at: Align = "middle") -> Text:
    """The notices below one another, in at most so many lines."""
    return Text("\n".join(map(str, notices)), _NOTICE, wraps=True, most=most, at=at)


def notices_node(ctx: Context, at: Align) -> Node:
    """All notices in three lines, the latest first where they stand at the end."""
    ctx.take_unseen()
    return _written(ctx.notices[::-1] if at == "end" else ctx.notices, 3, at).replaced(grow=1)


def _foot(layout: Layout) -> Rect:
    """Where the own cards lie. The panel of one tray stands beside them, those of two trays above."""
    trays = [Rect(area.box) for area in layout.areas if area.kind in (TRAY, SOLO)]
    foot, panel = trays[0].unionall(trays[1:]), Rect(layout.panel)
    if layout.areas[0].kind == TRAY and not trays[1:]:
        left, right = (panel.right, foot.right) if layout.mirrored else (foot.x, panel.x)
        foot = Rect(left, foot.y, right - left, foot.h)
    return foot


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
        free = _foot(layout).inflate(-2 * pad, -2 * pad)
        if self._ctx.settings.captions:
            words = Text(" ", HEARD).height(u, free.w) + (EDGE + _PAD) * u
            free.h = min(free.bottom, round(layout.size[1] - words)) - free.y
        if "turned" in stage.roles:  # the middle is for streak and tempo
            free.w = round(_BESIDE * free.w)
        plate, _ = still(Column(_written(self._fresh, 9), ground="note", pad=(_PAD, 7)), u, free.w / u)
        stage.canvas.stand(_TAG, plate, midbottom=free.midbottom)
        toasts.end(_TAG, self._end)
