"""A question over a scene that goes on beneath it, or a sentence that waits to be read."""

from collections.abc import Callable, Sequence

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.i18n import _
from game.ui.engine import text, theme
from game.ui.engine.scene import Context, Scene
from game.ui.widgets.group import GAP, ROW, Group, stack
from game.ui.widgets.rows import Button, Widget

_WIDTH, _PAD, _TOP = 520, 30, 34
_LETTERS, _LINE = 27, 33
"""Height of letters and lines in units."""
_LOOK = 0.05


class AskScene(Scene):
    """`words` and a button for what may be done; without one it is only to be read."""

    overlay = True

    def __init__(
        self,
        words: str,
        label: str = "",
        action: Callable[[], None] = lambda: None,
        keep_up: Callable[[float], None] | None = None,
    ) -> None:
        """`action` is called when this scene has gone; `keep_up` in each step, for the scene beneath."""
        self._words, self._label, self._action, self._keep_up = words, label, action, keep_up

    def enter(self, ctx: Context) -> None:
        """Show it; what does no harm has the focus."""
        super().enter(ctx)
        no = Button(_("Cancel") if self._label else _("OK"), self.back)
        self._rows: list[Widget] = [no, *([Button(self._label, self._do)] if self._label else [])]
        self._group = Group(self._rows)

    def _do(self) -> None:
        self.back()
        self._action()

    def handle(self, event: Event, now: float) -> None:
        """Esc does nothing of it."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.back()
        else:
            self._group.handle(event)

    def step(self, now: float) -> None:
        """Let the scene beneath keep up."""
        if self._keep_up:
            self._keep_up(now)

    def rest(self, now: float) -> float:
        """As often as the scene beneath needs it while it is covered."""
        return _LOOK if self._keep_up else super().rest(now)

    def sheet(self, surface: Surface, size: tuple[float, float]) -> tuple[Rect, float]:
        """What is beneath, darkened, and a panel of `size` units in the middle; its rectangle, the unit."""
        return theme.sheet(surface, size)

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """A sheet in the middle."""
        if full:
            lines = text.wrap(self._words, _LETTERS, _WIDTH - 2 * _PAD)
            high = _TOP + len(lines) * _LINE + 22 + len(self._rows) * (ROW + GAP) - GAP + _PAD
            rect, u = self.sheet(surface, (_WIDTH, high))
            room = rect.w - 2 * _PAD * u
            for i, line in enumerate(lines):
                middle = rect.centerx, rect.y + (_TOP + (i + 0.5) * _LINE) * u
                text.draw(surface, line, _LETTERS * u, theme.IVORY, max_width=room, center=middle)
            y = rect.y + (_TOP + len(lines) * _LINE + 22) * u
            stack(self._rows, rect.x + _PAD * u, y, room, u)
        return self._group.draw(surface, full)
