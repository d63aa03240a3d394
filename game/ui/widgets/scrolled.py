"""A column of rows of which only as many are shown as fit; it scrolls by whole rows."""

from collections.abc import Sequence

from pygame import Rect, Surface

from game.ui.engine import theme
from game.ui.widgets.group import place_column
from game.ui.widgets.rows import UNPLACED, Widget

_BAR, _APART = 6, 8
"""The width of the bar that shows how far it is scrolled, and its distance from the rows, in units."""


class Scrolled:
    """Rows that are scrolled out of sight are not placed."""

    def __init__(self, rows: Sequence[Widget] = ()) -> None:
        self.rows = rows
        self._first = 0
        self._last_first = 0
        """The first row shown when it is scrolled to the end."""

    def shows(self, row: Widget) -> bool:
        """Whether a row is in sight; also true of one that does not belong to it."""
        return row not in self.rows or row.rect.size != UNPLACED.size

    def scroll(self, rows: int) -> bool:
        """Scroll down by rows. Returns False if they all fit."""
        self._first = max(0, min(self._last_first, self._first + rows))
        return self._last_first > 0

    def lay_out(self, surface: Surface, box: Rect, u: float, focused: Widget) -> Rect:
        """Place the rows that fit into the box, among them the one with the focus, and a bar if there are
        more. Returns the space left below them."""
        place_column(self.rows, box.x, box.y, box.w, u)
        self._last_first = 0
        if not self.rows or self.rows[-1].rect.bottom <= box.bottom:
            self._first = 0
            below = self.rows[-1].rect.bottom + round(_APART * u) if self.rows else box.y
            return Rect(box.x, below, box.w, max(0, box.bottom - below))
        place_column(self.rows, box.x, box.y, box.w - (_BAR + _APART) * u, u)
        high = self.rows[-1].rect.bottom - box.y
        tops = [row.rect.y - box.y for row in self.rows]
        self._last_first = next(i for i, top in enumerate(tops) if high - top <= box.h)
        if focused in self.rows:
            at = self.rows.index(focused)
            end = self.rows[at].rect.bottom - box.y
            self._first = max(self._first, next(i for i, top in enumerate(tops) if end - top <= box.h))
            self._first = min(self._first, at)
        self._first = min(self._first, self._last_first)
        away = tops[self._first]
        for row in self.rows:
            moved = row.rect.move(0, -away)
            row.rect = moved if box.top <= moved.top and moved.bottom <= box.bottom else UNPLACED
        self._draw_bar(surface, box, away / high, box.h / high, u)
        return Rect(box.bottomleft, (box.w, 0))

    @staticmethod
    def _draw_bar(surface: Surface, box: Rect, begin: float, share: float, u: float) -> None:
        wide = max(3, round(_BAR * u))
        track = Rect(box.right - wide, box.y, wide, box.h)
        surface.blit(theme.rounded(track.size, wide // 2, theme.RAISED), track)
        thumb = Rect(track.x, round(box.y + begin * box.h), wide, round(share * box.h))
        surface.blit(theme.rounded(thumb.size, wide // 2, theme.MIST), thumb)
