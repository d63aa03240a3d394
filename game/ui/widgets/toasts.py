"""The notices that the player has not seen yet, on screens and at the foot of a table."""

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

from pygame import Rect

from game.ui.cards.layout import SOLO, TRAY, Layout
from game.ui.cards.moments import At
from game.ui.engine.scene import Context
from game.ui.view.boxes import Column
from game.ui.view.leaves import Style, Text
from game.ui.view.node import Align, Node

if TYPE_CHECKING:
    from game.ui.cards.stage import Stage

_NOTICE = Style(23, 25, "gold")
_SHOWN = 9.0
"""Seconds that a notice stays over the table: enough to read two lines before looking at the cards."""
_BESIDE = 0.34
"""The part of the width left of what stands in the middle of a game of speed."""
_PAD = 11
HEARD, EDGE = Style(20, 22), 14
"""How what is heard is said in words, and how far that is from the edges of a table's window, in units."""


def _written(notices: Iterable[object], most: int, at: Align = "middle") -> Text:
    """The notices below one another, in at most so many lines."""
    return Text("\n".join(map(str, notices)), _NOTICE, wraps=True, most=most, at=at)


def notices_node(ctx: Context, at: Align) -> Node:
    """All notices in three lines, the latest first where they stand at the end."""
    ctx.take_unseen()
    return _written(ctx.notices[::-1] if at == "end" else ctx.notices, 3, at).replaced(grow=1)


def _foot(layout: Layout) -> Rect:
    """Where the own cards lie, of a game for one with all below. The panel of one tray stands beside them,
    those of two trays above."""
    trays = [Rect(area.box) for area in layout.areas if area.kind in (TRAY, SOLO)]
    foot, panel = trays[0].unionall(trays[1:]), Rect(layout.panel)
    if layout.areas[0].kind == SOLO:
        foot.h = (layout.size[1] if panel.h > panel.w else panel.y) - foot.y
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

    def step(self, stage: "Stage", now: float) -> None:
        """Show new notices, and current ones again on a new stage."""
        if fresh := self._ctx.take_unseen():
            self._fresh, self._end, self._stage = fresh, now + _SHOWN, None
        if self._stage is not stage and now < self._end:
            self._stage = stage
            self._show(stage)

    def _show(self, stage: "Stage") -> None:
        layout = stage.layout
        u, pad = layout.unit, round(_PAD * layout.unit)
        free = _foot(layout).inflate(-2 * pad, -2 * pad)
        if self._ctx.settings.captions:
            words = Text(" ", HEARD).height(u, free.w) + (EDGE + _PAD) * u
            free.h = min(free.bottom, round(layout.size[1] - words)) - free.y
        if "turned" in stage.roles:  # the middle is for streak and tempo
            free.w = round(_BESIDE * free.w)
        plate = Column(_written(self._fresh, 9), ground="note", pad=(_PAD, 7))
        at = At("midbottom", free.midbottom, stands=True)
        stage.overlay.say("notice", plate, at, until=self._end, room=free.w / u)
