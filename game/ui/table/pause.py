"""The menu over the table: go on, read the keys, leave."""

from collections.abc import Callable, Sequence

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.i18n import _
from game.ui.engine import text, theme
from game.ui.engine.scene import Context
from game.ui.table.cover import Cover
from game.ui.table.help import HelpScene
from game.ui.widgets.group import GAP, ROW, Group, stack
from game.ui.widgets.rows import Button

_USUAL = 3
"""Buttons that every table has."""


class PauseScene(Cover):
    """The match stands still, if it can."""

    def enter(self, ctx: Context) -> None:
        """Show the menu."""
        super().enter(ctx)
        self._build()

    def _offers(self) -> list[tuple[str, Callable[[], None]]]:
        """What may be chosen now."""
        table, ctx = self.table, self.ctx
        return [
            (_("Continue"), self.back),
            (_("Keys and rules"), lambda: ctx.push(HelpScene(table))),
            *table.choices(),
            (table.way_out(), table.get_up),
        ]

    def _build(self) -> None:
        self._rows = [Button(words, action) for words, action in self._offers()]
        self._group = Group(self._rows)

    def step(self, now: float) -> None:
        """Keep up; what may be chosen can change meanwhile."""
        super().step(now)
        offered = [words for words, _action in self._offers()]
        if self.ctx.scene is self and offered != [row.label for row in self._rows]:
            self._build()
            self.ctx.redraw()

    def handle(self, event: Event, now: float) -> None:
        """Esc and P go on as well."""
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_ESCAPE, pygame.K_p):
            self.back()
        else:
            self._group.handle(event)

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """The menu on a dark cloth."""
        if full:
            wide = 460 if len(self._rows) > _USUAL else 360
            rect, u = self.sheet(surface, (wide, 110 + len(self._rows) * (ROW + GAP)))
            title = _("Paused") if self.table.session.paused else _("Menu")
            text.draw(surface, title, 40 * u, theme.IVORY, center=(rect.centerx, rect.y + 42 * u))
            stack(self._rows, rect.x + 30 * u, rect.y + 84 * u, rect.w - 60 * u, u)
        return self._group.draw(surface, full)
