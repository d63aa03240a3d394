"""Two to four tables beside each other, each with a player of its own."""

from collections.abc import Sequence
from typing import Any, Final

import pygame
from pygame import Rect, Surface
from pygame.event import Event as Input

from game.ui.engine.description import Description
from game.ui.engine.devices import PAD_PRESS, TWO_FINGERS
from game.ui.engine.scene import Context, Scene
from game.ui.engine.tabletop import tabletop
from game.ui.input.half_legend import HalfLegend, device_changed
from game.ui.play.scene import PlayScene

_PRESSES: Final = (pygame.MOUSEBUTTONDOWN, TWO_FINGERS)


class SplitScreen(Scene):
    """Each player has a part of the window and half of the keyboard, or a gamepad, which the third and the
    fourth need. The pointer plays wherever it is. What covers it is opened by the first table, as it covers
    all."""

    takes_pads = True
    takes_files = False

    def __init__(self, *tables: PlayScene[Any]) -> None:
        self.tables = list(tables)
        self.kind, self.fingers, self.music = tables[0].kind, tables[0].fingers, tables[0].music

    def enter(self, ctx: Context) -> None:
        """Sit down at all."""
        super().enter(ctx)
        for number in range(len(self.tables)):
            self._sit(number)

    def _sit(self, number: int) -> None:
        table, ctx = self.tables[number], self.ctx
        table.pair, table.among = self, (number, len(self.tables))
        table.enter(ctx)
        table.legend = table.half_legend(number, (*table.half_keys, {}, {})[: len(self.tables)])

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
        """The help of the first table at which somebody plays names the keys of all."""
        next((table for table in self.tables if table.session.plays), self.tables[0]).show_help()

    def step(self, now: float) -> None:
        """Let all go on, as long as there are any."""
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
        if device_changed(
            event, [each.legend for each in self.tables if isinstance(each.legend, HalfLegend)]
        ):
            self.renew_keys()

    def _meant(self, event: Input, number: int) -> Input | None:
        """The event as a table's player makes it, if it is from that one."""
        part, legend = self._part(number), self.tables[number].legend
        if event.type == pygame.KEYDOWN:
            return event if isinstance(legend, HalfLegend) and legend.has(event) else None
        if event.type == PAD_PRESS:
            return event if self.ctx.pads.owner(event.pad, len(self.tables)) == number else None
        if event.type in _PRESSES and not part.collidepoint(event.pos):
            return None
        if not hasattr(event, "pos"):
            return event
        return Input(event.type, event.dict | {"pos": (event.pos[0] - part.x, event.pos[1] - part.y)})

    def _part(self, number: int) -> Rect:
        """The part of the window for a table: half of it, or a quarter, with as much room below what stands
        above the upper ones."""
        (wide, high), first = self.ctx.window.size, self.tables[0]
        column, row = number % 2, number // 2
        left, right = (wide * edge // 2 for edge in (column, column + 1))
        middle = high
        if self.tables[2:]:
            middle = (high + round(first.head * first.unit((wide, high)))) // 2
        top, bottom = (middle, high) if row else (0, middle)
        return Rect(left, top, right - left, bottom - top)

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """All, beside each other; where three play, the last quarter is bare."""
        found = list[Rect]()
        for number, table in enumerate(self.tables):
            part = self._part(number)
            changed = table.draw(surface.subsurface(part), now, alpha, full)
            found += [Rect(each).move(part.topleft) for each in changed]
        if full and len(self.tables) == 3:
            bare = self._part(3)
            found.append(surface.blit(tabletop(bare.size), bare))
        return found

    def describe(self, page: Description) -> None:
        """All."""
        self.tables[0].describe(page)
        for number, table in enumerate(self.tables[1:], 1):
            other = Description()
            table.describe(other)
            page.add(other, self._part(number).topleft)
