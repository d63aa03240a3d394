"""The bar at the foot of a page: a sentence about the control in focus."""

from dataclasses import dataclass, replace

from pygame import Rect, Surface

from game.ui.engine import text, theme
from game.ui.view.node import Node, State

_PAD, _LABEL = 18, 262
"""The padding around the text, and the space for the control's label, in units."""
_LETTERS, _LINE = 24, 27


@dataclass(frozen=True)
class Hint(Node):
    """Shows `default` while the control in focus has no help text, and what is `wrong` before all else."""

    default: str
    label: str = ""
    words: str = ""
    wrong: str = ""

    def about(self, label: str, words: str, wrong: str) -> "Hint":
        """What it shows of a control."""
        return replace(self, label=label, words=words, wrong=wrong or self.wrong)

    def paint(self, surface: Surface, rect: Rect, u: float, state: State) -> None:
        theme.panel(surface, rect, u)
        said, left = self.wrong or self.words, rect.x + _PAD * u
        if said and self.label:
            where = left, rect.centery
            text.draw(surface, self.label, _LETTERS * u, theme.GOLD, max_width=_LABEL * u, midleft=where)
            left += (_LABEL + 12) * u
        color = theme.GOLD if self.wrong else theme.IVORY if self.words else theme.MIST
        lines = text.wrap(said or self.default, _LETTERS * u, rect.right - _PAD * u - left)
        first = left, rect.centery - (len(lines) - 1) / 2 * _LINE * u
        text.draw_lines(surface, lines, _LETTERS * u, color, _LINE * u, midleft=first)
