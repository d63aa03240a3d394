"""A screen that covers a table, whether the table is paused or goes on."""

import math
from typing import TypeVar, Unpack

from game.ui.engine.pausable import PausableTable
from game.ui.engine.scene import Scene
from game.ui.view.boxes import Column, How
from game.ui.view.node import Node
from game.ui.view.screen import Screen

T = TypeVar("T")
_LOOK = 0.05
"""Seconds between steps of a table that is not paused."""


class Cover(Screen[T]):
    """Covers a table; or, without one, any scene that needs no steps meanwhile."""

    fills = False
    """Whether it fills the window."""

    def __init__(self, table: PausableTable | None = None) -> None:
        self._covered = table
        self.overlay = not (self.fills or (table and table.hides))

    def step(self, now: float) -> None:
        """Keep a table up to date that goes on."""
        if self._covered and not self._covered.stands:
            self._covered.pump(now)
        super().step(now)

    def rest(self, now: float) -> float:
        """Nothing moves here."""
        return _LOOK if self._covered and not self._covered.stands else math.inf

    def show_help(self) -> None:
        """The help of the table beneath, if there is one."""
        if isinstance(table := self._covered, Scene):
            table.show_help()
        else:
            super().show_help()

    def sheet(self, *children: Node | None, **how: Unpack[How]) -> Node:
        """A sheet over the darkened scene, or a panel on the bare felt."""
        how["ground"] = "sheet" if self.overlay else "panel"
        return Column(*children, **how)


class Above(Cover[None]):
    """Lies over a scene that goes on as if it were not covered."""

    def step(self, now: float) -> None:
        """Let the scene beneath go on."""
        self._beneath.step(now)
        super().step(now)

    def rest(self, now: float) -> float:
        """As the scene beneath."""
        return self._beneath.rest(now)

    @property
    def _beneath(self) -> Scene:
        return self.ctx.stack[self.ctx.stack.index(self) - 1]
