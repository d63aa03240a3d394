"""Two tables side by side, each with a player of its own."""

from collections.abc import Sequence
from typing import Any, Final

import pygame
from pygame import Rect, Surface
from pygame.event import Event as Input

from game.ui.engine.pads import PAD_PRESS
from game.ui.engine.page import Page
from game.ui.engine.scene import Context, Scene
from game.ui.engine.touch import TWO_FINGERS
from game.ui.input.half_legend import HalfLegend
from game.ui.play.scene import PlayScene

_PRESSES: Final = (pygame.MOUSEBUTTONDOWN, TWO_FINGERS)


class PairScene(Scene):
    """Each player has half of the window and of the keyboard, or a gamepad; the pointer plays wherever it is.
    What covers it is opened by the first table, as it covers both."""

    takes_pads = True
    takes_files = False

    def __init__(self, *tables: PlayScene[Any]) -> None:
        self.tables = list(tables)
        self.kind, self.fingers = tables[0].kind, tables[0].fingers

    def enter(self, ctx: Context) -> None:
        """Sit down at both."""
        super().enter(ctx)
        for number in range(len(self.tables)):
            self._sit(number)

    def _sit(self, number: int) -> None:
        table, ctx = self.tables[number], self.ctx
        game = table.gameplay
        table.pair, table.number = self, number
        table.enter(ctx)
        table.legend = HalfLegend(ctx.settings, ctx.pads, game.caps, number, game.halves)

    def put(self, old: PlayScene[Any], new: PlayScene[Any]) -> None:
        """Show another table in place of one."""
        number = self.tables.index(old)
        self.tables[number] = new
        old.leave()
        self._sit(number)
        self.ctx.redraw()

    def leave(self) -> None:
        for table in self.tables:
            table.leave()

    def suspend(self) -> None:
        for table in self.tables:
            table.suspend()

    def resume(self) -> None:
        for table in self.tables:
            table.resume()

    def renew_keys(self) -> None:
        for table in self.tables:
            table.renew_keys()

    def show_help(self) -> None:
        """The help of the first table names the keys of both."""
        self.tables[0].show_help()

    def step(self, now: float) -> None:
        """Let both go on, as long as there are any."""
        for table in tuple(self.tables):
            if self in self.ctx.stack:
                table.step(now)

    def rest(self, now: float) -> float:
        return min(table.rest(now) for table in self.tables)

    def handle(self, event: Input, now: float) -> None:
        """An input goes to whom it is from."""
        for number, table in enumerate(tuple(self.tables)):
            if self.ctx.scene is self and (meant := self._meant(event, number)):
                table.receive(meant, now)
        if event.type == PAD_PRESS:  # it may just have taken a hand
            self.renew_keys()

    def _meant(self, event: Input, number: int) -> Input | None:
        """The event as a table's player makes it, if it is from that one."""
        half, legend = self._half(number), self.tables[number].legend
        if event.type == pygame.KEYDOWN:
            return event if isinstance(legend, HalfLegend) and legend.has(event) else None
        if event.type == PAD_PRESS:
            return event if self.ctx.pads.owner(event.pad, 2) == number else None
        if event.type in _PRESSES and not half.collidepoint(event.pos):
            return None
        if not hasattr(event, "pos"):
            return event
        return Input(event.type, event.dict | {"pos": (event.pos[0] - half.x, event.pos[1])})

    def _half(self, number: int) -> Rect:
        wide, high = self.ctx.window.size
        left, right = (wide * edge // 2 for edge in (number, number + 1))
        return Rect(left, 0, right - left, high)

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """Both, beside each other."""
        found = list[Rect]()
        for number, table in enumerate(self.tables):
            half = self._half(number)
            changed = table.draw(surface.subsurface(half), now, alpha, full)
            found += [Rect(each).move(half.topleft) for each in changed]
        return found

    def describe(self, page: Page) -> None:
        """Both."""
        self.tables[0].describe(page)
        other = Page()
        self.tables[1].describe(other)
        page.add(other, self._half(1).x)
