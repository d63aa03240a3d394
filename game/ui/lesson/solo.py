"""The lesson of a game for one."""

from collections.abc import Sequence

import pygame
from pygame import Rect, Surface
from pygame.event import Event as Input

from game.sessions.lesson_run import LessonRun
from game.ui.engine import theme
from game.ui.engine.scene import Context
from game.ui.lesson.bar import LessonBar
from game.ui.lesson.end import LessonEnd
from game.ui.solo.scene import SoloScene


class SoloLessonScene(SoloScene):
    """The table of a lesson; Esc leaves it at once."""

    def __init__(self, session: LessonRun) -> None:
        super().__init__(session, lambda scene: self.ctx.push(LessonEnd(self, session.guide.lesson)))
        self.lesson = session
        self._bar: LessonBar | None = None

    def enter(self, ctx: Context) -> None:
        """Sit down; nothing is searched for."""
        super().enter(ctx)
        self.lesson.hints.indicates = False

    def step(self, now: float) -> None:
        """As in any game; say what comes next, or what came too early."""
        super().step(now)
        if self._bar and self.stage:
            self._bar.follow(self.lesson, {}, self.clock(now))

    def rest(self, now: float) -> float:
        """What is lit pulses."""
        return min(super().rest(now), 0.05 if self.ctx.settings.reduced_motion else 0.0)

    def handle(self, event: Input, now: float) -> None:
        """As in any game; Esc and a click on the button leave the lesson."""
        if event.type == pygame.WINDOWFOCUSLOST:
            self._controls.let_go(self.clock(now))
            return
        escape = event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE
        click = event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT
        if escape or (click and self._bar and self._bar.leave.collidepoint(event.pos)):
            self.get_up()
        else:
            super().handle(event, now)

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """The table with its lights."""
        if self._bar and self.stage:
            self._bar.glow(self.clock(now))
        return super().draw(surface, now, alpha, full)

    def _lay_out(self, size: tuple[int, int], now: float) -> None:
        super()._lay_out(size, now)
        assert self.stage
        session, still = self.lesson, self.ctx.settings.reduced_motion
        self._bar = LessonBar(self.stage, session.guide, "", theme.unit(size), still)
        self._bar.refresh(session.state, {})
