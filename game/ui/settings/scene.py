"""The settings, over the title or over a table: pages on the left, the rows of one of them on the right."""

from functools import partial

import pygame
from pygame.event import Event

from game.i18n import N_, _
from game.ui.covers.cover import Cover
from game.ui.engine.scene import Context
from game.ui.settings.pages import PAGES
from game.ui.settings.rows import Rows
from game.ui.view.boxes import Column, Row, Scroll
from game.ui.view.leaves import LABEL, Button, Picture, Text
from game.ui.view.node import Node
from game.ui.view.page import two_panels
from game.ui.view.tree import CONFIRM

_KEYS = N_("Up, Down: choose a row · Left, Right: change it · Page Up, Page Down: other pages · Esc: back")
_BACKWARD = (pygame.K_PAGEUP, pygame.K_UP, pygame.K_LEFT)


class SettingsScene(Cover[None]):
    """Every change takes effect at once."""

    fills = True
    _page = 0

    def enter(self, ctx: Context) -> None:
        """Show the first page."""
        super().enter(ctx)
        self._rows = Rows(ctx)

    def view(self) -> Node:
        page = PAGES[self._page]
        picture = Picture(self._page, partial(page.picture, self.ctx), grow=1) if page.picture else None
        return two_panels(
            _("Settings"),
            Column(*(self._tab(number) for number in range(len(PAGES))), pad=(0, 76)),
            Column(Scroll(page.heading, *page.rows(self._rows), grow=0), picture),
            _(_KEYS),
            Button(_("Back"), self.back, name="back", icon="back", wide=220),
        )

    def _tab(self, number: int) -> Button:
        label = _(PAGES[number].heading)
        return Button(
            label,
            lambda: self._turn(number),
            name=PAGES[number].heading,
            inside=Row(Text(label, LABEL, at="start", grow=1), pad=(18, 0)),
            chosen=number == self._page,
            bar="tab",
            rows=1.3,
            choose=lambda: self._turn(number),
        )

    def _turn(self, page: int) -> None:
        """Show another page, with its tab focused."""
        self._page = page
        self.tree.focus(PAGES[page].heading)
        self.renew()

    def key(self, event: Event) -> bool:
        """Keys that turn pages or lead from one column to the other; the rest is for the rows."""
        names = [each.name for each in self.tree.controls]
        tabs, rest, here = names[: len(PAGES)], names[len(PAGES) :], self.tree.focused
        column = [tabs[self._page], *rest]
        back = event.key in _BACKWARD or (event.key == pygame.K_TAB and event.mod & pygame.KMOD_SHIFT)
        by = -1 if back else 1
        if event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            self._turn((self._page + by) % len(PAGES))
        elif event.key in (pygame.K_TAB, pygame.K_UP, pygame.K_DOWN):
            if here in tabs and event.key != pygame.K_TAB:  # the other tabs are reached by the arrows
                column = [*tabs, rest[-1]]
            at = column.index(here) if here in column else 0
            self.tree.focus(column[(at + by) % len(column)], by_key=True)
        elif here in tabs and event.key in (pygame.K_RIGHT, *CONFIRM):
            self._turn(tabs.index(here))
            self.tree.focus(self.tree.controls[len(PAGES)].name)
        elif event.key != pygame.K_LEFT:
            return super().key(event)
        elif not self.tree.key(event):
            self.tree.focus(tabs[self._page])
        return True
