"""A cover of several pages that are turned by keys, clicks and the wheel."""

from collections.abc import Sequence

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.i18n import _
from game.ui.covers.cover import Cover
from game.ui.engine import text, theme
from game.ui.engine.pausable import PausableTable
from game.ui.view.boxes import Column, Row
from game.ui.view.leaves import NOTE, Button, Gap, Text
from game.ui.view.node import Node

_WIDE = 176
"""A button, in units."""
_ON = (pygame.K_RIGHT, pygame.K_DOWN, pygame.K_PAGEDOWN)
_BACK = (pygame.K_LEFT, pygame.K_UP, pygame.K_PAGEUP)
_SHUT = (pygame.K_ESCAPE, pygame.K_BACKSPACE)


class Book(Cover[None]):
    """Shows one page at a time. Another key than those that turn pages closes it."""

    first = "on"

    def __init__(self, table: PausableTable | None = None) -> None:
        super().__init__(table)
        self._page = 0
        self._pages: Sequence[Node] = ()

    def leave(self) -> None:
        """Drop the pictures of its text: a book has more of it than all other scenes together."""
        super().leave()
        text.forget()

    def set_pages(self, u: float) -> Sequence[Node]:
        """The pages, 1164 units wide and 630 high, for windows of this unit of size."""
        raise NotImplementedError

    def handle(self, event: Event, now: float) -> None:
        """A click beside the buttons turns pages too, and so does the wheel."""
        super().handle(event, now)
        if event.type == pygame.MOUSEWHEEL:
            self._turn(-1 if event.y > 0 else 1)
        elif event.type == pygame.MOUSEBUTTONDOWN and not self._on_button(event.pos):
            if event.button == pygame.BUTTON_LEFT:
                self._on()
            elif event.button == pygame.BUTTON_RIGHT:
                self._turn(-1)

    def key(self, event: Event) -> bool:
        """Turn pages; any key without a meaning closes it."""
        if event.key in _ON:
            self._turn(1)
        elif event.key in _BACK:
            self._turn(-1)
        elif event.key in _SHUT or not super().key(event):
            self.back()
        return True

    def show_help(self) -> None:
        """It is shown already: close it."""
        self.back()

    def view(self) -> Node:
        last = self._page + 1 >= len(self._pages)
        foot = Row(
            Button(_("Back"), self.back, name="on" if last else "", wide=_WIDE),
            Text(f"{self._page + 1} / {len(self._pages)}" if self._pages[1:] else "", NOTE, grow=1),
            Button(_("Page before"), lambda: self._turn(-1), wide=_WIDE) if self._page else Gap(wide=_WIDE),
            Gap(wide=_WIDE) if last else Button(_("Next page"), self._on, name="on", wide=_WIDE),
            gap=10,
            high=38,
        )
        page = Column(*self._pages[self._page : self._page + 1], high=630)
        return self.sheet(page, foot, gap=10, wide=1224, high=692, pad=(30, 0))

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """Set the pages for this size of window, and show one."""
        if full:
            self._pages = self.set_pages(theme.unit(surface.get_size()))
            self._page = min(self._page, len(self._pages) - 1)
        return super().draw(surface, now, alpha, full)

    def _on_button(self, pos: tuple[int, int]) -> bool:
        return any(each.rect.collidepoint(pos) for each in self.tree.controls)

    def _on(self) -> None:
        """The next page, or back where there is none."""
        if self._page + 1 < len(self._pages):
            self._turn(1)
        else:
            self.back()

    def _turn(self, by: int) -> None:
        to = max(0, min(len(self._pages) - 1, self._page + by))
        if to != self._page:
            self._page = to
            self.tree.focus("on")
            text.forget()
            self.ctx.redraw()
