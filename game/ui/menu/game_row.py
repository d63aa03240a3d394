"""A game in a list, with a picture of its table."""

from collections.abc import Callable

from pygame import Rect, Surface

from game.core.rules import Rules
from game.ui.engine import theme
from game.ui.rulebook.tables import SmallTables
from game.ui.widgets.rows import Button

_WIDE = 1.72
"""A picture's width relative to its height."""
_EDGE, _GAP = 4, 13
"""Around the picture, and between it and the words, in units."""


class GameRow(Button):
    """Leaves its picture to be drawn in a later step, if there is none yet. `chosen`: the game is shown
    beside the list."""

    chosen = False

    def __init__(self, title: str, action: Callable[[], None], rules: Rules, tables: SmallTables) -> None:
        super().__init__(title, action)
        self._rules, self._tables = rules, tables

    @property
    def picture_size(self) -> tuple[int, int]:
        """Of the table, in pixels."""
        high = self.rect.h - 2 * round(_EDGE * self.u)
        return round(_WIDE * high), high

    def draw_table(self, surface: Surface) -> float:
        """Draw the picture, and a bar if the game is chosen; returns where the words begin."""
        u, rect, edge = self.u, self.rect, round(_EDGE * self.u)
        place = Rect((rect.x + edge, rect.y + edge), self.picture_size)
        if picture := self._tables.get(self._rules, place.size):
            surface.blit(picture, place)
        if self.chosen:
            wide = max(2, round(2.5 * u))
            frame = theme.rounded(
                place.inflate(wide, wide).size, round(0.1 * place.h), (0, 0, 0, 0), theme.GOLD, wide
            )
            surface.blit(frame, place.inflate(wide, wide))
        return place.right + _GAP * u
