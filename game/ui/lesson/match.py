"""The lesson of a game for several: against one other player, who does what the lesson says."""

from collections.abc import Sequence

import pygame
from pygame import Rect, Surface
from pygame.event import Event as Input

from game.core.state import Scored
from game.sessions.lesson_match import LessonMatch
from game.ui.cards.layout import LESSON
from game.ui.engine import theme
from game.ui.engine.scene import Context
from game.ui.lesson.bar import LessonBar
from game.ui.lesson.end import LessonEnd
from game.ui.table.scene import TableScene


class LessonScene(TableScene):
    """The table of a lesson; Esc leaves it at once."""

    head, matters = LESSON, False

    def __init__(self, session: LessonMatch) -> None:
        super().__init__(session)
        self.lesson = session
        self._bar: LessonBar | None = None

    def enter(self, ctx: Context) -> None:
        """Sit down; nothing but the lesson asks for attention."""
        super().enter(ctx)
        self._show.thrills = False

    def step(self, now: float) -> None:
        """As at any table; say what comes next, or what came too early."""
        super().step(now)
        if self._bar and self.stage:
            self._bar.follow(self.lesson, self._lamps, self.clock(now))

    @property
    def _lamps(self) -> dict[str, Rect]:
        buttons = self._hud.buttons
        return {"reserve": buttons["knock"], "stock": buttons["call"]}

    def handle(self, event: Input, now: float) -> None:
        """As at any table; and a click on the button leaves the lesson."""
        click = event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT
        if click and self._bar and self._bar.leave.collidepoint(event.pos):
            self.get_up()
        else:
            super().handle(event, now)

    def shared_key(self, event: Input) -> bool:
        """As at any table; Esc leaves."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.get_up()
            return True
        return super().shared_key(event)

    def end_round(self, scored: Scored) -> None:
        """The lesson is over."""
        self.ctx.push(LessonEnd(self, self.lesson.guide.lesson))

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """The table with its lights."""
        if self._bar and self.stage and not self._show.freeze:
            self._bar.glow(self.clock(now))
        return super().draw(surface, now, alpha, full)

    def _lay_out(self, size: tuple[int, int], now: float) -> None:
        super()._lay_out(size, now)
        assert self.stage
        self._hud.warns = False
        session, still = self.lesson, self.ctx.settings.reduced_motion
        self._bar = LessonBar(self.stage, session.guide, session.names[-1], theme.unit(size), still)
        self._bar.refresh(session.state, self._lamps)
