"""A cover of several pages that are turned by keys, clicks and the wheel."""

from collections.abc import Sequence
from typing import Protocol

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.i18n import _
from game.ui.covers.cover import Cover
from game.ui.engine import text, theme
from game.ui.engine.covered import Covered
from game.ui.engine.page import Page
from game.ui.widgets.group import Group
from game.ui.widgets.rows import Button

SIZE = (1224, 692)
"""The sheet in units."""
FOOT = 62
"""Space at the foot for the buttons and the number of the page, in units."""
_HIGH, _WIDE = 38, 176
"""A button, in units."""
_ON = (pygame.K_RIGHT, pygame.K_DOWN, pygame.K_PAGEDOWN)
_BACK = (pygame.K_LEFT, pygame.K_UP, pygame.K_PAGEUP)
_SHUT = (pygame.K_ESCAPE, pygame.K_BACKSPACE)


class Leaf(Protocol):
    """One page."""

    def draw(self, surface: Surface, box: Rect, u: float) -> None:
        """Draw it onto the sheet; `box` is the sheet without its foot."""


class Book(Cover):
    """Shows one leaf at a time. Another key than those that turn pages closes it."""

    def __init__(self, table: Covered | None = None) -> None:
        super().__init__(table)
        self._at = 0
        self._leaves: Sequence[Leaf] = ()
        self._next = Button(_("Next page"), self._on)
        self._before = Button(_("Page before"), lambda: self._turn(-1))
        self._close = Button(_("Back"), self.back)
        self.group = Group([self._close])

    def leave(self) -> None:
        """Drop the pictures of its text: a book has more of it than all other scenes together."""
        text.forget()

    def leaves(self, box: Rect, u: float) -> Sequence[Leaf]:
        """The pages for this size of window."""
        raise NotImplementedError

    def handle(self, event: Event, now: float) -> None:
        """Turn pages; a click beside the buttons turns them too, and the last one closes."""
        if event.type == pygame.KEYDOWN:
            if event.key in _ON:
                self._turn(1)
            elif event.key in _BACK:
                self._turn(-1)
            elif event.key in _SHUT or not self.group.handle(event):
                self.back()
        elif event.type == pygame.MOUSEWHEEL:
            self._turn(-1 if event.y > 0 else 1)
        elif event.type == pygame.MOUSEBUTTONDOWN and not self._on_button(event.pos):
            if event.button == pygame.BUTTON_LEFT:
                self._on()
            elif event.button == pygame.BUTTON_RIGHT:
                self._turn(-1)
        else:
            self.group.handle(event)

    def show_help(self) -> None:
        """It is shown already: close it."""
        self.back()

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """The page, and the buttons at its foot."""
        if not full:
            return self.group.draw(surface, False)
        rect, u = self.sheet(surface, SIZE)
        box = Rect(rect.x, rect.y, rect.w, rect.h - round(FOOT * u))
        self._leaves = self.leaves(box, u)
        self._at = min(self._at, len(self._leaves) - 1)
        self._leaves[self._at].draw(surface, box, u)
        self._lay_out(surface, rect, u)
        self.group.draw(surface, True)
        return []

    def describe(self, page: Page) -> None:
        """The buttons; the text is described by itself."""
        self.group.describe(page)

    def _lay_out(self, surface: Surface, rect: Rect, u: float) -> None:
        """Place the buttons, and write which page this is."""
        last = self._at == len(self._leaves) - 1
        focus = self._close if last else self._next
        rows = [*([] if last else [self._next]), *([self._before] if self._at else []), self._close]
        self.group.blur()
        self.group = Group(rows, rows.index(focus))
        places = ((self._close, rect.x + 30 * u), (self._before, rect.right - (30 + 2 * _WIDE + 10) * u))
        for button, x in (*places, (self._next, rect.right - (30 + _WIDE) * u)):
            top = rect.bottom - (FOOT - 10) * u
            button.u, button.rect = u, Rect(round(x), round(top), round(_WIDE * u), round(_HIGH * u))
        if len(self._leaves) > 1:
            words = f"{self._at + 1} / {len(self._leaves)}"
            middle = rect.centerx, rect.bottom - (FOOT - 10 - _HIGH / 2) * u
            text.draw(surface, words, 22 * u, theme.MIST, center=middle)

    def _on_button(self, pos: tuple[int, int]) -> bool:
        return any(button.rect.collidepoint(pos) for button in self.group.widgets)

    def _on(self) -> None:
        """The next page, or back where there is none."""
        if self._at + 1 < len(self._leaves):
            self._turn(1)
        else:
            self.back()

    def _turn(self, by: int) -> None:
        at = max(0, min(len(self._leaves) - 1, self._at + by))
        if at != self._at:
            self._at = at
            text.forget()
            self.ctx.redraw()
