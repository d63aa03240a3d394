"""A screen with a list, perhaps longer than the window is high, and buttons for its chosen row."""

from collections.abc import Callable, Sequence
from typing import Final

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.i18n import _
from game.ui.engine import text, theme
from game.ui.widgets.form_scene import FormScene
from game.ui.widgets.group import GAP, Group, place_column, place_row
from game.ui.widgets.hint import HintBar
from game.ui.widgets.page_head import draw_page_head
from game.ui.widgets.rows import Button, Widget

WIDE: Final = 1098
"""Its width in units."""
TOP, PAD, HEAD = 82, 18, 44
"""Top of the list's panel, the padding around its rows, and the space for headings, in units."""
_HINT, _HINT_HIGH, _FOOT = 588, 56, 658
_BAR: Final = 10
"""Width of the bar that shows which part of the list is seen, in units."""
_WHEEL: Final = 2
"""Rows per notch of the wheel."""


class ListRow(Button):
    """A row in columns. A click chooses it, another one, or Enter, does `action`."""

    rows = 0.86
    columns: Sequence[float] = ()
    """Where the columns begin, relative to the row's width."""

    def __init__(self, label: str, cells: Sequence[str], action: Callable[[], None]) -> None:
        """`cells`: what stands in the columns."""
        super().__init__(label, action)
        self.cells = cells
        self.chosen = False

    @property
    def shown_value(self) -> object:
        return " · ".join(self.cells)

    def draw_inside(self, surface: Surface) -> None:
        """The cells; the chosen row is marked by a bar."""
        u, rect = self.u, self.rect
        self.draw_mark(surface)
        ends = [*self.columns[1:], 1.0]
        for number, (cell, begin, end) in enumerate(zip(self.cells, self.columns, ends, strict=False)):
            where = rect.x + (20 * u if not number else 0) + begin * rect.w, rect.centery
            color = theme.MIST if number else theme.IVORY
            room = rect.x + end * rect.w - 14 * u - where[0]
            text.draw(surface, cell, 23 * u, color, max_width=room, midleft=where)

    def draw_mark(self, surface: Surface) -> None:
        """The bar of the chosen row."""
        if self.chosen:
            u, rect = self.u, self.rect
            bar = theme.rounded((round(5 * u), round(rect.h - 14 * u)), round(2 * u), theme.GOLD, None, 0)
            surface.blit(bar, bar.get_rect(midleft=(rect.x + 6 * u, rect.centery)))


class ListScene(FormScene):
    """The list, of which one row is chosen, and the buttons at the foot; the first one leads back."""

    title: str
    headings: Sequence[str] = ()
    keys: str
    """What the hint bar says of the keys."""
    empty: str
    """Shown in place of an empty list."""

    def set_rows(self, rows: Sequence[ListRow], foot: Sequence[Widget], chosen: int = 0) -> None:
        """Show these rows, the one with this index chosen, and these buttons."""
        self.listed, self._foot = rows, foot
        self._top, self._fits = 0, max(1, len(rows))
        self.chosen = max(0, min(chosen, len(rows) - 1))
        self._bar, self._dragged = Rect(0, 0, 0, 0), False
        self.group = Group(self._widgets())
        self.choose(self.chosen)

    def _widgets(self) -> list[Widget]:
        return [*self.listed[self._top : self._top + self._fits], *self._foot]

    def choose(self, index: int) -> None:
        """Choose a row: it is scrolled into view and gets the focus."""
        if not self.listed:
            return
        self.chosen = index
        for number, row in enumerate(self.listed):
            row.chosen = number == index
        self._scroll_to(min(max(self._top, index - self._fits + 1), index))
        self.group.focus(self.group.widgets.index(self.listed[index]))

    def _scroll_to(self, top: int) -> None:
        self._top = max(0, min(top, len(self.listed) - self._fits))
        self.group.set_widgets(self._widgets())
        self.ctx.redraw()

    def press_row(self, index: int, action: Callable[[], None]) -> None:
        """A row has been clicked or confirmed: choose it, or do what can be done with the chosen one."""
        if index == self.chosen:
            action()
        else:
            self.choose(index)

    def take(self, event: Event) -> None:
        """Keys and the wheel scroll; the bar at the right can be dragged."""
        if event.type == pygame.MOUSEWHEEL and len(self.listed) > self._fits:
            self._scroll_to(self._top - _WHEEL * event.y)
        elif event.type == pygame.MOUSEBUTTONDOWN and self._bar.collidepoint(event.pos):
            self._dragged = True
            self._drag_to(event.pos[1])
        elif event.type == pygame.MOUSEMOTION and self._dragged:
            self._drag_to(event.pos[1])
        elif event.type == pygame.MOUSEBUTTONUP and self._dragged:
            self._dragged = False
        elif not (event.type == pygame.KEYDOWN and self._walk(event.key)):
            super().take(event)

    def _drag_to(self, y: int) -> None:
        share = (y - self._bar.y) / max(1, self._bar.h)
        self._scroll_to(round(share * len(self.listed) - self._fits / 2))

    def _walk(self, key: int) -> bool:
        """Move through the list, or to the buttons and back; returns whether it was a key that does."""
        here = self.group.widgets[self.group.index]
        last = len(self.listed) - 1
        if isinstance(here, ListRow):
            at = self.listed.index(here)
            to = {
                pygame.K_UP: at - 1,
                pygame.K_DOWN: at + 1,
                pygame.K_PAGEUP: max(0, at - self._fits),
                pygame.K_PAGEDOWN: min(last, at + self._fits),
                pygame.K_HOME: 0,
                pygame.K_END: last,
            }.get(key)
            if to is not None and 0 <= to <= last:
                self.choose(to)
            elif to is not None or key == pygame.K_RIGHT:
                self.group.focus(self.group.widgets.index(self._foot[min(1, len(self._foot) - 1)]))
            else:
                return False
            return True
        if self.listed and key in (pygame.K_UP, pygame.K_DOWN):
            self.choose(self.chosen)
            return True
        return False

    def lay_out(self, surface: Surface) -> None:
        """Heading, list, hint bar and buttons."""
        x, top, u = draw_page_head(surface, self.title, WIDE)
        box = Rect(round(x), round(top + TOP * u), round(WIDE * u), round((_HINT - TOP - 12) * u))
        theme.panel(surface, box, u)
        self._lay_out_rows(surface, box, u)
        hint = Rect(box.x, round(top + _HINT * u), box.w, round(_HINT_HIGH * u))
        self.hint_bar = HintBar(surface, hint, u, self.keys)
        place_row(self._foot, x, top + _FOOT * u, box.w, u)

    def _lay_out_rows(self, surface: Surface, box: Rect, u: float) -> None:
        if not self.listed:
            text.draw(surface, self.empty, 24 * u, theme.MIST, max_width=box.w * 0.9, center=box.center)
            return
        head = HEAD if self.headings else PAD
        inner = Rect(box.x + round(PAD * u), box.y + round(head * u), 0, 0)
        inner.size = box.w - round(2 * PAD * u), box.bottom - round(14 * u) - inner.y
        step = (ListRow.rows * 44 + GAP) * u
        fits = max(1, int((inner.h + GAP * u) // step))
        scrolls = len(self.listed) > fits
        if fits != self._fits:
            self._fits = fits
            self._top = max(0, min(self._top, len(self.listed) - fits))
            if not self._top <= self.chosen < self._top + fits:
                self._top = min(self.chosen, max(0, len(self.listed) - fits))
            self.group.set_widgets(self._widgets())
        if scrolls:
            inner.w -= round((_BAR + 8) * u)
        for begin, heading in zip(self.listed[0].columns, self.headings, strict=False):
            where = inner.x + begin * inner.w + (20 * u if not begin else 0), box.y + 23 * u
            text.draw(surface, heading, 19 * u, theme.MIST, max_width=0.2 * inner.w, midleft=where)
        place_column(self.listed[self._top : self._top + fits], inner.x, inner.y, inner.w, u)
        self._bar = Rect(0, 0, 0, 0)
        if scrolls:
            self._bar = Rect(inner.right + round(8 * u), inner.y, round(_BAR * u), round(fits * step))
            self._draw_bar(surface, fits, u)

    def _draw_bar(self, surface: Surface, fits: int, u: float) -> None:
        bar, count = self._bar, len(self.listed)
        surface.blit(theme.rounded(bar.size, round(5 * u), theme.RAISED, None, 0), bar)
        high = max(round(24 * u), round(bar.h * fits / count))
        down = round((bar.h - high) * self._top / max(1, count - fits))
        thumb = Rect(bar.x, bar.y + down, bar.w, high)
        surface.blit(theme.rounded(thumb.size, round(5 * u), theme.MIST, None, 0), thumb)


def back_button(action: Callable[[], None]) -> Button:
    """The first button of the foot."""
    return Button(_("Back"), action)
