"""The bar at the foot of a page: a sentence about the control in focus."""

from pygame import Rect, Surface

from game.ui.engine import text, theme
from game.ui.view.node import Node, State

_PAD, _LABEL = 18, 262
"""The padding around the text, and the space for the control's label, in units."""
_LETTERS, _SMALLEST = 24, 14
"""The height of the letters, and how far it is reduced where there are many, in units."""


class Hint(Node):
    """Shows `default` while the control in focus has no help text, and what is `wrong` before all else; on a
    sheet of its own, unless it lies on one."""

    default: str
    label: str = ""
    words: str = ""
    wrong: str = ""

    def about(self, label: str, words: str, wrong: str) -> "Hint":
        """What it shows of a control."""
        return self.replaced(label=label, words=words, wrong=wrong or self.wrong)

    def lines(self, rect: Rect, u: float) -> tuple[tuple[str, ...], float, float]:
        """The sentence in lines that fit; the height of the letters and of a line in pixels."""
        room = rect.right - _PAD * u - self._left(rect, u)
        for letters in range(_LETTERS, _SMALLEST - 1, -1):
            px = letters * u
            lines = text.wrap(self.wrong or self.words or self.default, px, room)
            step = max(1.125 * px, 0.8 * text.size(px))
            if len(lines) * step <= rect.h - 2 * u:
                break
        return lines, px, step

    def _left(self, rect: Rect, u: float) -> float:
        named = self.label and (self.wrong or self.words)
        return rect.x + (_PAD + (_LABEL + 12 if named else 0)) * u

    def paint(self, surface: Surface, rect: Rect, u: float, state: State) -> None:
        on = theme.ground("sheet")
        if state.ground == "sheet":
            surface.fill(on.rule, (rect.x, rect.y, rect.w, max(1, round(u))))
        else:
            theme.lay(surface, rect, u, "sheet")
        left = self._left(rect, u)
        if left > rect.x + _PAD * u:
            where = rect.x + _PAD * u, rect.centery
            text.draw(surface, self.label, _LETTERS * u, on.gold, max_width=_LABEL * u, midleft=where)
        color = on.gold if self.wrong else on.ivory if self.words else on.mist
        lines, px, step = self.lines(rect, u)
        first = left, rect.centery - (len(lines) - 1) / 2 * step
        text.draw_lines(surface, lines, px, color, step, midleft=first)
