"""What makes a table one of a lesson."""

import pygame
from pygame.event import Event as Input

from game.sessions.lesson_match import LessonMatch
from game.sessions.lesson_run import LessonRun
from game.ui.cards.layout import LESSON
from game.ui.cards.stage import Stage
from game.ui.engine import theme
from game.ui.engine.page import Page
from game.ui.lesson.bar import LessonBar
from game.ui.lesson.end import LessonEnd
from game.ui.play.scene import Extra

_BUTTONS = {"reserve": "knock", "stock": "call"}
"""The buttons that stand for a pile, by its role."""


class LessonExtra(Extra):
    """Says what comes next, and lights it; Esc and a button leave the lesson at once."""

    head, quiet = LESSON, True

    def __init__(self, session: LessonMatch | LessonRun) -> None:
        self._session = session
        self._bar: LessonBar | None = None
        self.kind = "solo-lesson" if isinstance(session, LessonRun) else "lesson"

    def lay_out(self, stage: Stage) -> None:
        """Make the bar anew."""
        session, ctx = self._session, self.table.ctx
        name = session.names[-1] if isinstance(session, LessonMatch) else ""
        unit = theme.unit(stage.layout.size)
        self._bar = LessonBar(stage, session.guide, name, unit, ctx.settings.reduced_motion)

    def glow(self, at: float) -> None:
        """Say what comes next, or what came too early, and let what is lit pulse."""
        if self._bar:
            buttons = self.table.gameplay.buttons
            piles = {role: buttons[name] for role, name in _BUTTONS.items() if name in buttons}
            self._bar.follow(self._session, piles, at)
            self._bar.glow(at)

    def take(self, event: Input) -> bool:
        """Esc, or a click on the button."""
        escape = event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE
        click = event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT
        if leaves := escape or (click and self._bar is not None and self._bar.leave.collidepoint(event.pos)):
            self.table.back()
        return leaves

    def over(self) -> bool:
        """The lesson is over."""
        self.table.ctx.push(LessonEnd(self.table, self._session.guide.lesson))
        return True

    def rest(self, at: float) -> float:
        """What is lit pulses."""
        return 0.05 if self.table.ctx.settings.reduced_motion else 0.0

    def describe(self, page: Page) -> None:
        """Describe the bar."""
        if self._bar:
            self._bar.describe(page)
