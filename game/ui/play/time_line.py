"""The time line of a replay: what happened when, and a way to any moment of it."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

import pygame
from pygame import Rect, Surface
from pygame.event import Event as Input

from game.core.state import Dealt, Event
from game.i18n import _
from game.sessions.match_playback import MatchPlayback
from game.sessions.run_playback import RunPlayback
from game.ui.cards.stage import Stage
from game.ui.engine import theme
from game.ui.engine.devices import PadButton
from game.ui.input.commands import Command, by_name
from game.ui.input.keys import Slot
from game.ui.play.scene import Extra
from game.ui.view.leaves import Picture, Plate

_STEP = 5_000_000
"""Microseconds that a press goes back or forth."""
_EARLIER: Final = Slot("earlier", "Page Up", says="page up")
_LATER: Final = Slot("later", "Page Down", says="page down")
HEAD: Final = 22.0
"""Its height, in units."""
_EDGE = 14
"""From the window's sides, in units."""


Playback = MatchPlayback | RunPlayback


class Tick(NamedTuple):
    """Something on the line: a dot in its colour; without one a line, or a bar where a part begins."""

    at: int
    color: theme.Color | None = None
    bar: bool = False


class TimeLine(Extra):
    """A line with ticks above the table. A press on it goes there at once."""

    head = HEAD

    def __init__(
        self, session: Playback, lasts: int, ticks: Sequence[Tick], pad: Sequence[PadButton]
    ) -> None:
        """`lasts`: microseconds of it all; `pad`: the buttons of a gamepad that go back and ahead."""
        self._session, self._lasts, self._ticks = session, max(1, lasts), list(ticks)
        pads = zip((_EARLIER, _LATER), pad, strict=True)
        self.slots = by_name(*(slot._replace(pad=button) for slot, button in pads))
        self._box = Rect(0, 0, 0, 0)
        self._wanted: int | None = None
        """Where to go with the next step."""

    def lay_out(self, stage: Stage) -> None:
        u, wide = stage.layout.unit, stage.layout.size[0]
        self._box = Rect(0, 0, wide - round(2 * _EDGE * u), round(self.head * u))
        self._box.x = round(_EDGE * u)
        self._long, self._thin = self._box.w - self._box.h // 2, max(1, round(1.5 * u))
        self._show()

    def add(self, tick: Tick) -> None:
        """Put one more tick on the line."""
        if tick not in self._ticks:
            self._ticks.append(tick)
            self._show()

    def _show(self) -> None:
        self.stage.overlay.show("time line", Picture(tuple(self._ticks), self._draw), self._box)

    def _draw(self, line: Surface, rect: Rect, _u: float) -> None:
        (wide, high), thin = rect.size, self._thin
        middle = high // 2
        line.fill(theme.colors.mist, (0, middle, wide, thin))
        for at, color, bar in self._ticks:
            x = self._x(at)
            if color:
                dot = theme.rounded((high // 2, high // 2), high, color)
                line.blit(dot, dot.get_rect(center=(x, middle)))
            elif bar:
                line.fill(theme.colors.mist, (x, round(0.15 * high), 2 * thin, round(0.7 * high)))
            else:
                line.fill(theme.colors.ivory, (x, round(0.3 * high), thin, round(0.4 * high)))

    def _x(self, at: int) -> int:
        return round(at / self._lasts * self._long)

    def step(self, at: float) -> None:
        """Show where the replay is."""
        x = self._box.x + self._x(min(self._lasts, self._session.now))
        needle = Rect(x, self._box.y, 3 * self._thin, self._box.h)
        self.stage.overlay.show("time now", Plate(theme.GOLD), needle)

    def commands(self) -> Iterator[Command]:
        for slot, by in zip(self.slots.values(), (-_STEP, _STEP), strict=True):
            yield Command(slot, partial(self._go, by), _("5 s back, ahead"), "")

    def _go(self, by: int, _at: float) -> None:
        self._wanted = self._session.now + by

    def intercept(self, event: Input) -> bool:
        """Go where the line is pressed."""
        pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT
        drawn = event.type == pygame.MOUSEMOTION and event.buttons[0]
        if (pressed or drawn) and self._box.collidepoint(event.pos):
            self._wanted = round((event.pos[0] - self._box.x) / self._long * self._lasts)
            return True
        return False

    def filter(self, events: Sequence[Event], now: float) -> Sequence[Event]:
        """Lay the table as it was then, or for whoever has sat down since the last deal."""
        if self._wanted is not None:
            self._session.seek(max(0, min(self._lasts, self._wanted)))
            self._wanted = None
            self.table.jump(now)
            return ()
        if self.table.fits or not any(isinstance(event, Dealt) for event in events):
            return events
        self.table.lay_anew(deals=True)
        return ()
