"""The end of a lesson: what else to know, and the game itself."""

from typing import Any

from game.i18n import _
from game.lessons.lesson import Lesson
from game.ui.covers.cover import Cover
from game.ui.play.scene import PlayScene
from game.ui.view.leaves import BODY, TITLE, Button, Gap, Text
from game.ui.view.node import Node


class LessonEnd(Cover[None]):
    """Lies over the table of the lesson. The game itself has the focus."""

    def __init__(self, table: PlayScene[Any], lesson: Lesson) -> None:
        super().__init__(table)
        self._table, self._lesson = table, lesson

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

    def view(self) -> Node:
        return self.sheet(
            Text(_("That was all!"), TITLE, color="gold"),
            Gap(high=6),
            Text(_(self._lesson.end), BODY, wraps=True),
            Gap(high=12),
            Button(_("Play now"), self._begin, primary=True),
            Button(_("Take the lesson again"), self._again),
            Button(_("Back"), self.close),
            wide=640,
            pad=(34, 26),
        )
