"""The bar at the foot of a page: a sentence about the control in focus."""

from dataclasses import dataclass, replace

from pygame import Rect, Surface

from game.ui.engine import text, theme
from game.ui.view.node import Node, State

_PAD, _LABEL = 18, 262
"""The padding around the text, and the space for the control's label, in units."""
_LETTERS, _SMALLEST = 24, 13
"""The height of the letters, and how far it is reduced where there are many, in units."""


@dataclass(frozen=True)
class Hint(Node):
    """Shows `default` while the control in focus has no help text."""

    default: str
    label: str = ""
    words: str = ""
    wrong: str = ""

    def about(self, label: str, words: str, wrong: str) -> "Hint":
        """What it shows of a control."""
        return replace(self, label=label, words=words, wrong=wrong)

    def paint(self, surface: Surface, rect: Rect, u: float, state: State) -> None:
        theme.panel(surface, rect, u)
        said, left = self.wrong or self.words, rect.x + _PAD * u
        if said and self.label:
            where = left, rect.centery
            text.draw(surface, self.label, _LETTERS * u, theme.GOLD, max_width=_LABEL * u, midleft=where)
            left += (_LABEL + 12) * u
        color = theme.GOLD if self.wrong else theme.IVORY if self.words else theme.MIST
        lines, px, step = self.lines(rect.right - _PAD * u - left, rect.h - 2 * u, u)
        first = left, rect.centery - (len(lines) - 1) / 2 * step
        text.draw_lines(surface, lines, px, color, step, midleft=first)

    def lines(self, wide: float, high: float, u: float) -> tuple[tuple[str, ...], float, float]:
        """The sentence in lines that fit into so many pixels; the height of the letters and of a line."""
        for letters in range(_LETTERS, _SMALLEST - 1, -1):
            px = letters * u
            lines = text.wrap(self.wrong or self.words or self.default, px, wide)
            step = max(1.125 * px, 0.8 * text.size(px))
            if len(lines) * step <= high:
                break
        return lines, px, step
