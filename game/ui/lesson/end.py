"""The end of a lesson: what else to know, and the game itself."""

from collections.abc import Sequence

from pygame import Rect, Surface

from game.i18n import _
from game.lessons.lesson import Lesson
from game.ui.covers.cover import Cover
from game.ui.engine import text, theme
from game.ui.engine.scene import Context
from game.ui.solo.scene import SoloScene
from game.ui.table.scene import TableScene
from game.ui.widgets.group import GAP, ROW, Group, place_column
from game.ui.widgets.rows import Button

_WIDTH, _PAD, _HEAD, _PLAY = 640, 34, 96, 60
_LETTERS, _LINE = 26, 32
"""Heights in units."""


class LessonEnd(Cover):
    """Lies over the table of the lesson."""

    def __init__(self, table: TableScene | SoloScene, lesson: Lesson) -> None:
        super().__init__(table)
        self._table, self._lesson = table, lesson

    def enter(self, ctx: Context) -> None:
        """The game itself has the focus."""
        super().enter(ctx)
        self._play = Button(_("Play now"), self._begin, primary=True)
        self._rows = [Button(_("Take the lesson again"), self._again), Button(_("Back"), self.close)]
        self.group = Group([self._play, *self._rows])

    def _begin(self) -> None:
        ctx, rules = self.ctx, self._lesson.rules
        self.close()
        if self._lesson.seats > 1:
            ctx.launcher.match(ctx.settings.bots, ctx.settings.level)
        else:
            ctx.launcher.free_play(ctx.settings.rules(type(rules)))

    def _again(self) -> None:
        ctx = self.ctx
        self.close()
        ctx.launcher.lesson(self._lesson.rules.name)

    def close(self) -> None:
        """Leave the lesson."""
        self.ctx.pop(self._table)

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """A sheet in the middle."""
        if full:
            lines = text.wrap(_(self._lesson.end), _LETTERS, _WIDTH - 2 * _PAD)
            words = len(lines) * _LINE + 24
            high = _HEAD + words + _PLAY + GAP + len(self._rows) * (ROW + GAP) + _PAD
            rect, u = self.sheet(surface, (_WIDTH, high))
            x, room = rect.x + _PAD * u, rect.w - 2 * _PAD * u
            heading = rect.centerx, rect.y + 50 * u
            text.draw(surface, _("That was all!"), 44 * u, theme.GOLD, max_width=room, center=heading)
            y = rect.y + _HEAD * u
            middle = rect.centerx, y + 0.5 * _LINE * u
            text.draw_lines(surface, lines, _LETTERS * u, theme.IVORY, _LINE * u, room, center=middle)
            y += words * u
            self._play.u, self._play.rect = u, Rect(round(x), round(y), round(room), round(_PLAY * u))
            place_column(self._rows, x, y + (_PLAY + GAP) * u, room, u)
        return self.group.draw(surface, full)
