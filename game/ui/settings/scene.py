"""The settings, over the title or over a table: pages on the left, the rows of one of them on the right."""

from collections.abc import Sequence

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.i18n import N_, _
from game.ui.covers.cover import Covering
from game.ui.engine import text, theme
from game.ui.engine.covered import Covered
from game.ui.engine.scene import Context
from game.ui.settings.pages import PAGES
from game.ui.settings.rows import Rows
from game.ui.widgets.form_scene import FormScene
from game.ui.widgets.group import Group, place_column
from game.ui.widgets.hint import HintBar
from game.ui.widgets.rows import CONFIRM, Button, Widget
from game.ui.widgets.scrolled import Scrolled
from game.ui.widgets.two_panels import draw_two_panels

_PAD = 18
"""The padding around rows, in units."""
_PICTURE = 40
"""The least height of a picture below the rows, in units."""
_KEYS = N_("Up, Down: choose a row · Left, Right: change it · Page Up, Page Down: other pages · Esc: back")
_BACKWARD = (pygame.K_PAGEUP, pygame.K_UP, pygame.K_LEFT)


class SettingsScene(FormScene, Covering):
    """Every change takes effect at once."""

    _page = 0

    def __init__(self, table: Covered | None = None) -> None:
        """`table`: the table beneath, if it was opened there."""
        super().__init__(table)
        self.overlay = False
        self._rows = Scrolled()

    def enter(self, ctx: Context) -> None:
        """Show the first page."""
        super().enter(ctx)
        self._build(0)

    def _build(self, focus: int) -> None:
        """Make the tabs and the rows of this page, in the current language."""
        self._tabs = [_Tab(_(page.heading), number == self._page) for number, page in enumerate(PAGES)]
        self._rows.rows = PAGES[self._page].rows(Rows(self.ctx))
        self._back = Button(_("Back"), self.back)
        self.group = Group([*self._tabs, *self._rows.rows, self._back], focus)

    @property
    def _here(self) -> Widget:
        return self.group.widgets[self.group.index]

    # -- input

    def take(self, event: Event) -> None:
        """Keys and clicks that turn pages or walk from one column to the other; the rest is for the rows."""
        if event.type == pygame.KEYDOWN and self._walk(event):
            return
        if event.type == pygame.MOUSEWHEEL and self._rows.scroll(-event.y):
            self.ctx.redraw()
            return
        self.group.handle(event)
        pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT
        if pressed and self._here in self._tabs and self._here.rect.collidepoint(event.pos):
            self._turn(self._tabs.index(self._here))
        elif event.type == pygame.KEYDOWN and not self._rows.shows(self._here):
            self.ctx.redraw()

    def _walk(self, event: Event) -> bool:
        """Handle a key that leads to another page, row or column; returns whether it was one."""
        here, tab = self._here, self._tabs[self._page]
        column = [tab, *self._rows.rows, self._back]
        back = event.key in _BACKWARD or (event.key == pygame.K_TAB and event.mod & pygame.KMOD_SHIFT)
        by = -1 if back else 1
        if event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            self._turn((self._page + by) % len(PAGES))
        elif event.key == pygame.K_TAB:  # the other tabs are reached by the arrows
            self._step(column, by)
        elif event.key in (pygame.K_UP, pygame.K_DOWN):
            self._step([*self._tabs, self._back] if here in self._tabs else column, by)
        elif event.key in (pygame.K_LEFT, pygame.K_RIGHT) and here not in self._tabs:
            if not here.step_by(by) and by < 0:
                self._focus(tab)
        elif event.key in (pygame.K_RIGHT, *CONFIRM) and here in self._tabs:
            if here is not tab:
                self._turn(self._tabs.index(here))
            self._focus(self._rows.rows[0])
        else:
            return bool(event.key == pygame.K_LEFT)
        return True

    def _step(self, ring: Sequence[Widget], by: int) -> None:
        """Move the focus along a ring of widgets; a tab that gets it from another tab shows its page."""
        here = self._here
        to = ring[((ring.index(here) if here in ring else 0) + by) % len(ring)]
        if to in self._tabs and here in self._tabs:
            self._turn(self._tabs.index(to))
        else:
            self._focus(to)

    def _turn(self, page: int) -> None:
        """Show another page, with its tab focused."""
        self._page, self._rows = page, Scrolled(PAGES[page].rows(Rows(self.ctx)))
        for number, tab in enumerate(self._tabs):
            tab.raised = number == page
        self.group.set_widgets([*self._tabs, *self._rows.rows, self._back])
        self.group.focus(page)
        self.ctx.redraw()

    def _focus(self, row: Widget) -> None:
        """Focus a widget, and scroll to it if need be."""
        self.group.focus(self.group.widgets.index(row))
        if not self._rows.shows(row):
            self.ctx.redraw()

    # -- layout

    def lay_out(self, surface: Surface) -> None:
        """Background, tabs and rows for this size of window."""
        focus = self.group.index
        self.group.blur()
        self._build(focus)  # the language or the rows may have changed
        left, right, plate, x, top, wide, u = draw_two_panels(surface, _("Settings"))
        pad = _PAD * u
        place_column(self._tabs, left.x + pad, left.y + pad, left.w - 2 * pad, u, left.h - 2 * pad)
        inner = right.inflate(-2 * round(pad), -2 * round(pad))
        free = self._rows.lay_out(surface, inner, u, self._here)
        if (draw := PAGES[self._page].picture) and free.h >= _PICTURE * u:
            draw(self.ctx, surface, free)
        self.hint_bar = HintBar(surface, plate, u, _(_KEYS))
        place_column([self._back], x + wide / 2 - 110 * u, top + 658 * u, 220 * u, u)


class _Tab(Button):
    """A page in the list."""

    def __init__(self, label: str, chosen: bool) -> None:
        super().__init__(label, lambda: None)
        self.raised = chosen

    def draw_inside(self, surface: Surface) -> None:
        if self.raised:
            bar = Rect(self.rect.x, 0, max(3, round(5 * self.u)), round(self.rect.h * 0.6))
            bar.centery = self.rect.centery
            surface.blit(theme.rounded(bar.size, bar.w // 2, theme.GOLD), bar)
        where = self.rect.x + 18 * self.u, self.rect.centery
        text.draw(surface, self.label, self.size, theme.IVORY, max_width=self.rect.w * 0.86, midleft=where)
