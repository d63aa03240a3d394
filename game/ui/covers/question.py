"""A question over a scene that goes on beneath it, or a message to be read."""

from collections.abc import Callable, Sequence

from pygame import Rect, Surface

from game.i18n import _
from game.ui.covers.cover import Cover
from game.ui.engine import text, theme
from game.ui.engine.covered import Covered
from game.ui.engine.scene import Context
from game.ui.widgets.group import GAP, ROW, Group, place_column
from game.ui.widgets.rows import Button

_WIDTH, _PAD, _TOP = 520, 30, 34
_LETTERS, _LINE = 27, 33
"""Height of letters and lines in units."""


class AskScene(Cover):
    """A text with a button for the action in question; without an action it is only to be read."""

    def __init__(
        self,
        words: str,
        label: str = "",
        action: Callable[[], None] = lambda: None,
        table: Covered | None = None,
    ) -> None:
        """`action` is called after this scene has gone; `table`: the table beneath, if it goes on."""
        super().__init__(table)
        self.words, self._label, self._action = words, label, action

    def enter(self, ctx: Context) -> None:
        """Show it; the harmless choice has the focus."""
        super().enter(ctx)
        no = Button(_("Cancel") if self._label else _("OK"), self.back)
        self.group = Group([no, *([Button(self._label, self._do)] if self._label else [])])

    def _do(self) -> None:
        self.back()
        self._action()

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """A sheet in the middle."""
        if full:
            lines = text.wrap(self.words, _LETTERS, _WIDTH - 2 * _PAD)
            high = _TOP + len(lines) * _LINE + 22 + len(self.group.widgets) * (ROW + GAP) - GAP + _PAD
            rect, u = self.sheet(surface, (_WIDTH, high))
            room = rect.w - 2 * _PAD * u
            middle = rect.centerx, rect.y + (_TOP + 0.5 * _LINE) * u
            text.draw_lines(surface, lines, _LETTERS * u, theme.IVORY, _LINE * u, room, center=middle)
            y = rect.y + (_TOP + len(lines) * _LINE + 22) * u
            place_column(self.group.widgets, rect.x + _PAD * u, y, room, u)
        return self.group.draw(surface, full)
