"""The notices that the player has not seen yet, on screens and at the foot of a table."""

import math
from collections.abc import Iterable
from itertools import product
from typing import TYPE_CHECKING

from pygame import Rect

from game.ui.cards.layout import ASIDE, SOLO, TRAY, Layout
from game.ui.cards.moments import At
from game.ui.engine.scene import Context
from game.ui.view.boxes import Column
from game.ui.view.leaves import Style, Text
from game.ui.view.node import Align, Node

if TYPE_CHECKING:
    from game.ui.cards.stage import Stage

_NOTICE, _SMALLER = Style(23, 25, "gold"), tuple(Style(size, size + 2, "gold") for size in (20, 17, 14))
"""How notices are written, and how where there is too little room."""
_SHOWN = 9.0
"""Seconds that a notice stays over the table: enough to read two lines before looking at the cards."""
_BESIDE = 0.34
"""The part of the width left of what stands in the middle of a game of speed."""
_PAD, _ONE_BY_ONE = 11, 18
"""Within a notice and around it; and below the own hand, where it is said how it is turned: in units."""
HEARD, EDGE = Style(20, 26), 8
"""How what is heard is said in words, and how far that is from the edges of a table's window, in units."""


def _written(notices: Iterable[object], most: int, at: Align = "middle", style: Style = _NOTICE) -> Text:
    """The notices below one another, in at most so many lines."""
    return Text("\n".join(map(str, notices)), style, wraps=True, most=most, at=at)


def notices_node(ctx: Context, at: Align) -> Node:
    """All notices in three lines, the latest first where they stand at the end."""
    ctx.take_unseen()
    return _written(ctx.notices[::-1] if at == "end" else ctx.notices, 3, at).replaced(grow=1)


def _rooms(layout: Layout, words: float) -> tuple[Rect, Rect]:
    """Below the own hand, where no pile fans down, and below all own cards; of a game for one where its cards
    lie. The panel of one tray stands beside them, those of two trays above. `words`: how much at the foot of
    the window is taken outside of the hand, in pixels."""
    trays = [Rect(area.box) for area in layout.areas if area.kind in (TRAY, SOLO)]
    if not trays:
        return _beside(layout, words)
    foot, panel, pad = trays[0].unionall(trays[1:]), Rect(layout.panel), round(_PAD * layout.unit)
    alone, stock = layout.areas[0].kind == SOLO, Rect(0, 0, 0, 0)
    if alone:
        foot.h = (layout.size[1] if panel.h > panel.w else panel.y) - foot.y
    else:
        stock = next(Rect(each.box) for each in layout.places if each.role == "stock" and not each.area)
        foot.y, foot.h = stock.bottom, foot.bottom - stock.bottom
    if not (alone or trays[1:]):
        foot.x, foot.w = (
            (panel.right, foot.right - panel.right) if layout.mirrored else (foot.x, panel.x - foot.x)
        )
    foot.inflate_ip(-2 * pad, -2 * pad)
    foot.y -= 0 if alone else pad
    low, foot.h = foot.bottom, min(foot.bottom, round(layout.size[1] - words)) - foot.y
    if alone or trays[1:]:
        return foot, foot
    left, right = (foot.x, stock.right) if layout.mirrored else (stock.x, foot.right)
    top = foot.y + round(_ONE_BY_ONE * layout.unit)
    return Rect(left, top, right - left, low - top), foot


def _beside(layout: Layout, words: float) -> tuple[Rect, Rect]:
    """Where a room watches: beside the mat, below the full piles; and below all that is shared."""
    (wide, high), panel, pad = layout.size, Rect(layout.panel), round(_PAD * layout.unit)
    full = [area.box.y + area.box.h + pad for area in layout.areas if area.kind == ASIDE]
    top = max(full, default=panel.y)
    side = Rect(wide - panel.right, top, panel.w, panel.bottom - top)
    return side, Rect(panel.x, panel.bottom, wide - 2 * panel.x, round(high - words) - panel.bottom)


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
        u, words = layout.unit, 0.0
        if self._ctx.settings.captions:
            words = Text(" ", HEARD).height(u, layout.size[0]) + (EDGE + 1) * u
        rooms = _rooms(layout, words)
        if "turned" in stage.roles:  # the middle is for streak and tempo
            rooms[0].w = round(_BESIDE * rooms[0].w)
        for room, style in product(rooms, (_NOTICE, *_SMALLER)):
            plate = Column(_written(self._fresh, 9, style=style), ground="note", pad=(_PAD, 4))
            if plate.height(u, room.w) <= room.h:
                break
        at = At("midbottom", room.midbottom, stands=True)
        if room is rooms[0] and any(area.kind == TRAY for area in layout.areas):
            at = At("midtop", room.midtop, stands=True)  # what a stuck player may do is said at its foot
        stage.overlay.say("notice", plate, at, until=self._end, room=room.w / u)
