"""The menu over a table: continue, help, leave."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.i18n import _
from game.ui.covers.cover import Cover
from game.ui.engine import text, theme
from game.ui.engine.covered import Covered
from game.ui.engine.scene import Context
from game.ui.widgets.group import GAP, ROW, Group, place_column
from game.ui.widgets.rows import Button, Widget


class Menu(NamedTuple):
    """What a table offers in its menu."""

    heading: str
    rows: Sequence[Widget]
    """Choices besides continuing and reading the help."""
    line: str = ""
    """Text below the heading."""


class HasMenu(Covered, Protocol):
    """A table with a menu."""

    def menu(self) -> Menu:
        """What the menu offers now."""

    def show_help(self) -> None:
        """Open the help."""


class PauseScene(Cover):
    """Pauses the table if it can be paused."""

    def __init__(self, table: HasMenu) -> None:
        super().__init__(table)
        self.table = table

    def enter(self, ctx: Context) -> None:
        """Show the menu."""
        super().enter(ctx)
        self._build()

    def _build(self) -> None:
        self._menu = self.table.menu()
        self._rows: list[Widget] = [
            Button(_("Continue"), self.back),
            Button(_("Keys and rules"), self.table.show_help),
            Button(_("Settings"), lambda: self.ctx.launcher.settings(self.table)),
            *self._menu.rows,
        ]
        self.group = Group(self._rows)

    def step(self, now: float) -> None:
        """Keep the table up to date; the choices may change meanwhile."""
        super().step(now)
        if self.ctx.scene is self and _labels(self.table.menu()) != _labels(self._menu):
            self._build()
            self.ctx.redraw()

    def handle(self, event: Event, now: float) -> None:
        """P continues, too."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_p:
            self.back()
        else:
            super().handle(event, now)

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """The heading and the rows."""
        if full:
            line, rows = self._menu.line, self._rows
            top = 102 if line else 84
            width = 520 if line else 460 if len(rows) > 3 else 360
            rect, u = self.sheet(surface, (width, top + 26 + len(rows) * (ROW + GAP)))
            middle = rect.centerx
            heading = middle, rect.y + (40 if line else 42) * u
            text.draw(surface, self._menu.heading, 40 * u, theme.IVORY, center=heading)
            if line:
                text.draw(surface, line, 22 * u, theme.MIST, center=(middle, rect.y + 76 * u))
            place_column(rows, rect.x + 30 * u, rect.y + top * u, rect.w - 60 * u, u)
        return self.group.draw(surface, full)


def _labels(menu: Menu) -> list[str]:
    return [row.label for row in menu.rows]
