"""The menu over a table: continue, help, leave."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import pygame

from game.i18n import _
from game.ui.covers.cover import Cover
from game.ui.engine.pausable import PausableTable
from game.ui.view.boxes import Column
from game.ui.view.leaves import NOTE, TITLE, Button, Text
from game.ui.view.node import Control, Node


class Menu(NamedTuple):
    """What a table offers in its menu."""

    heading: str
    rows: Sequence[Control]
    """Choices besides continuing and reading the help."""
    line: str = ""
    """Text below the heading."""


class HasMenu(PausableTable, Protocol):
    """A table with a menu."""

    def menu(self) -> Menu:
        """What the menu offers now."""

    def show_help(self) -> None:
        """Open the help."""


class PauseScene(Cover[None]):
    """Pauses the table if it can be paused."""

    def __init__(self, table: HasMenu) -> None:
        super().__init__(table)
        self.table = table

    def view(self) -> Node:
        menu = self.table.menu()
        rows = [
            Button(_("Continue"), self.back, keys=(pygame.K_ESCAPE, pygame.K_p)),
            Button(_("Keys and rules"), self.table.show_help),
            Button(_("Settings"), lambda: self.ctx.launcher.settings(self.table)),
            *menu.rows,
        ]
        return self.sheet(
            Text(menu.heading, TITLE),
            Text(menu.line, NOTE) if menu.line else None,
            Column(*rows, pad=(0, 4)),
            wide=520 if menu.line else 460 if len(rows) > 3 else 360,
            pad=(30, 18),
        )
