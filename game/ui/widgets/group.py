"""A group of widgets: focus, pointer, and which of them need redrawing."""

from collections.abc import Sequence
from math import inf
from typing import Final

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.ui.engine import text
from game.ui.engine.page import Page
from game.ui.widgets.fields import TextField
from game.ui.widgets.rows import UNPLACED, Widget

ROW: Final = 44
GAP: Final = 6
"""A row's height and the gap between two, in units."""


class Group:
    """Widgets in the order of Tab and the arrows. The focus follows the pointer."""

    def __init__(self, widgets: Sequence[Widget], focus: int = 0) -> None:
        self.widgets = widgets
        self._held: Widget | None = None
        self._backdrop: Surface | None = None
        self._origin = (0, 0)
        self.index = min(focus, len(widgets) - 1)
        widgets[self.index].set_focused(True)

    def handle(self, event: Event) -> bool:
        """Take an input event. Returns whether it was used."""
        if event.type == pygame.KEYDOWN:
            return self._key(event)
        if event.type == pygame.TEXTINPUT and isinstance(here := self.widgets[self.index], TextField):
            here.insert(event.text)
        elif event.type == pygame.MOUSEMOTION:
            self._motion(event)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT:
            if self._point(event.pos):
                self._held = self.widgets[self.index]
                self._held.press(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == pygame.BUTTON_LEFT and self._held:
            held, self._held = self._held, None
            held.release(held.rect.collidepoint(event.pos))
        elif event.type == pygame.MOUSEWHEEL:
            swiped = getattr(event, "touch", False)  # a finger that scrolls changes no value
            if not swiped and self._point(pygame.mouse.get_pos()):
                self.widgets[self.index].step_by(1 if event.y > 0 else -1)
        else:
            return False
        return True

    def draw(self, surface: Surface, full: bool) -> list[Rect]:
        """Draw the widgets that changed; if `full`, all of them onto the current background."""
        placed = [widget for widget in self.widgets if widget.rect.size != UNPLACED.size]
        if full:
            bounds = placed[0].rect.unionall([widget.rect for widget in placed[1:]])
            bounds = bounds.clip(surface.get_rect())
            self._backdrop, self._origin = surface.subsurface(bounds).copy(), bounds.topleft
        rects = []
        for widget in placed:
            if full or widget.dirty:
                if self._backdrop and not full:
                    x, y = self._origin
                    surface.blit(self._backdrop, widget.rect, widget.rect.move(-x, -y))
                    text.erase(surface, widget.rect)
                widget.draw(surface)
                widget.dirty = False
                rects.append(widget.rect)
        return rects

    def describe(self, page: Page) -> None:
        """Add each widget that has been laid out."""
        page.controls += [widget.described() for widget in self.widgets if widget.rect.size != UNPLACED.size]

    def set_widgets(self, widgets: Sequence[Widget]) -> None:
        """Replace the widgets; focus and a held button are kept if their widget remains."""
        here, self.widgets = self.widgets[self.index], widgets
        if here in widgets:
            self.index = widgets.index(here)
        else:
            here.set_focused(False)
            self.index = min(self.index, len(widgets) - 1)
            widgets[self.index].set_focused(True)
        if self._held not in widgets:
            self._held = None

    def blur(self) -> None:
        """Remove the focus from its widget."""
        self.widgets[self.index].set_focused(False)

    def _key(self, event: Event) -> bool:
        here = self.widgets[self.index]
        if event.key == pygame.K_TAB:
            self.focus((self.index + (-1 if event.mod & pygame.KMOD_SHIFT else 1)) % len(self.widgets))
        elif event.key in (pygame.K_DOWN, pygame.K_UP):
            self.focus((self.index + (1 if event.key == pygame.K_DOWN else -1)) % len(self.widgets))
        elif event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            by = 1 if event.key == pygame.K_RIGHT else -1
            if not here.step_by(by):
                self.focus((self.index + by) % len(self.widgets))
        else:
            return here.key(event)
        return True

    def _motion(self, event: Event) -> None:
        if self._held:
            self._held.drag(event.pos)
        else:
            self._point(event.pos)

    def _point(self, pos: tuple[int, int]) -> bool:
        """Focus the widget at `pos`. Returns whether there is one."""
        for at, widget in enumerate(self.widgets):
            if widget.rect.collidepoint(pos):
                self.focus(at)
                return True
        return False

    def focus(self, at: int) -> None:
        """Move the focus to the widget with this index."""
        if at != self.index:
            self.widgets[self.index].set_focused(False)
            self.index = at
            self.widgets[at].set_focused(True)


def place_column(
    widgets: Sequence[Widget], x: float, y: float, width: float, u: float, room: float = inf
) -> float:
    """Lay out widgets below one another from (x, y), `width` pixels wide, and lower than usual if they would
    not fit into `room` pixels. Returns the y below the last gap."""
    wanted = sum(widget.rows for widget in widgets) * ROW * u
    part = min(1.0, (room - (len(widgets) - 1) * GAP * u) / wanted) if widgets else 1.0
    for widget in widgets:
        widget.u = u
        widget.rect = Rect(round(x), round(y), round(width), round(widget.rows * ROW * part * u))
        y += (widget.rows * ROW * part + GAP) * u
    return y


def place_row(
    widgets: Sequence[Widget], x: float, y: float, width: float, u: float, gap: float = GAP
) -> None:
    """Lay out widgets beside one another from (x, y), all as wide, so that they fill `width` pixels; `gap`
    units apart."""
    each = (width - (len(widgets) - 1) * gap * u) / len(widgets)
    for i, widget in enumerate(widgets):
        place_column([widget], x + i * (each + gap * u), y, each, u)
