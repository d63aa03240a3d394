"""A screen of widgets with a hint bar."""

from collections.abc import Sequence

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.ui.engine.scene import Scene
from game.ui.widgets.group import Group
from game.ui.widgets.hint import HintBar
from game.ui.widgets.rows import Widget


class FormScene(Scene):
    """Widgets that fill the window, and a hint about the one with the focus."""

    group: Group
    hint_bar: HintBar
    _hint: tuple[Widget, str] | None = None
    """What the hint bar shows."""

    @property
    def wrong(self) -> str:
        """What is wrong with the focused widget, shown instead of its help."""
        return self.group.widgets[self.group.index].wrong

    def leave(self) -> None:
        """Blur the widgets."""
        self.group.blur()

    def handle(self, event: Event, now: float) -> None:
        """Esc goes back; anything else is for the widgets."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.back()
        else:
            self.take(event)

    def take(self, event: Event) -> None:
        """Take an input event other than Esc."""
        self.group.handle(event)

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """Draw everything, or the widgets that changed and the hint if it did."""
        if full:
            self.lay_out(surface)
        rects = self.group.draw(surface, full)
        row = self.group.widgets[self.group.index]
        hint = row, self.wrong or row.help
        if full or self._hint != hint:
            self._hint = hint
            rects.append(self.hint_bar.show(surface, row, self.wrong))
        return rects

    def lay_out(self, surface: Surface) -> None:
        """Draw the background and place the widgets and the hint bar, for this size of window."""
        raise NotImplementedError
