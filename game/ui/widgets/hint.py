"""The hint bar at the foot of a screen: a sentence about the focused widget."""

from pygame import Rect, Surface

from game.ui.engine import text, theme
from game.ui.widgets.rows import Widget

_PAD, _LABEL = 18, 262
"""The padding around the text, and the space for the widget's label, in units."""
_LETTERS, _LINE = 24, 27
"""Height of its letters and lines, in units."""


class HintBar:
    """Fills `rect`; `default` is shown for widgets without a help text."""

    def __init__(self, surface: Surface, rect: Rect, u: float, default: str) -> None:
        self.rect, self._u, self._default = rect, u, default
        theme.panel(surface, rect, u)
        self._background = surface.subsurface(rect).copy()

    def show(self, surface: Surface, row: Widget, wrong: str = "") -> Rect:
        """Show what the widget does, or what is `wrong` with its value."""
        u, box = self._u, self.rect
        surface.blit(self._background, box)
        text.erase(surface, box)
        if row.help or wrong:
            where = (box.x + _PAD * u, box.centery)
            text.draw(surface, row.label, _LETTERS * u, theme.GOLD, max_width=_LABEL * u, midleft=where)
        color = theme.GOLD if wrong else theme.IVORY if row.help else theme.MIST
        lines = self.words(row, wrong)
        first = self._words_at(row, wrong), box.centery - (len(lines) - 1) / 2 * _LINE * u
        text.draw_lines(surface, lines, _LETTERS * u, color, _LINE * u, midleft=first)
        return box

    def words(self, row: Widget, wrong: str = "") -> tuple[str, ...]:
        """The text in lines."""
        room = self.rect.right - _PAD * self._u - self._words_at(row, wrong)
        return text.wrap(wrong or row.help or self._default, _LETTERS * self._u, room)

    def _words_at(self, row: Widget, wrong: str) -> float:
        named = (row.help or wrong) and row.label
        return self.rect.x + (_PAD + (_LABEL + 12 if named else 0)) * self._u
