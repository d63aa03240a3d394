"""A scene that covers a table, whether the table is paused or goes on."""

import math

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.ui.engine import theme
from game.ui.engine.covered import Covered
from game.ui.engine.scene import Scene
from game.ui.engine.tabletop import tabletop
from game.ui.widgets.group import Group

_LOOK = 0.05
"""Seconds between steps of a table that is not paused."""


class Cover(Scene):
    """Covers a table; or, without one, any scene that needs no steps meanwhile."""

    group: Group

    def __init__(self, table: Covered | None = None) -> None:
        self._covered = table
        self.overlay = not (table and table.hides)

    def step(self, now: float) -> None:
        """Keep a table up to date that goes on."""
        if self._covered and not self._covered.stands:
            self._covered.pump(now)

    def rest(self, now: float) -> float:
        """Nothing moves here."""
        return _LOOK if self._covered and not self._covered.stands else math.inf

    def handle(self, event: Event, now: float) -> None:
        """Esc closes it; anything else is for the widgets."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.close()
        else:
            self.group.handle(event)

    def close(self) -> None:
        """What Esc does: by default it returns to the scene beneath."""
        self.back()

    def show_help(self) -> None:
        """The help of the table beneath, if there is one."""
        if isinstance(table := self._covered, Scene):
            table.show_help()
        else:
            super().show_help()

    def sheet(self, surface: Surface, size: tuple[float, float]) -> tuple[Rect, float]:
        """Draw a panel of `size` units in the middle, over the darkened scene or the bare felt; returns its
        rectangle and the unit."""
        if self.overlay:
            return theme.sheet(surface, size)
        surface.blit(tabletop(surface.get_size()), (0, 0))
        return theme.middle_panel(surface, size)
