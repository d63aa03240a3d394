"""The time line of a replay: its rounds, knocks and contests, and a way to any of them."""

from collections.abc import Sequence
from typing import Final

import pygame
from pygame import Rect, Surface
from pygame.event import Event as Input

from game.core.state import Dealt, Event, Returned, Scored
from game.sessions.match_playback import MatchPlayback
from game.ui.cards.stage import Stage
from game.ui.engine import theme
from game.ui.engine.pads import PAD_PRESS
from game.ui.play.scene import Extra

_STEP = 5_000_000
"""Microseconds that a press goes back or forth."""
_KEYS: Final = {pygame.K_PAGEUP: -_STEP, pygame.K_PAGEDOWN: _STEP}
_PAD: Final = {"l": -_STEP, "r": _STEP}
_EDGE = 14
"""From the window's sides, in units."""


class TimeLine(Extra):
    """A line above the table: a bar where a round begins, a dot in the colour of who knocks, a tick where
    somebody was beaten to a pile. A press on it goes there at once."""

    head = 22

    def __init__(self, session: MatchPlayback) -> None:
        self._session = session
        self._lasts = max(1, session.timeline[-1][0] if session.timeline else 0)
        self._box = Rect(0, 0, 0, 0)
        self._wanted: int | None = None
        """Where to go with the next step."""

    def lay_out(self, stage: Stage) -> None:
        u, wide = stage.layout.unit, stage.layout.size[0]
        self._stage, self._box = stage, Rect(0, 0, wide - round(2 * _EDGE * u), round(self.head * u))
        self._box.x = round(_EDGE * u)
        line, thin = Surface(self._box.size, pygame.SRCALPHA), max(1, round(1.5 * u))
        middle, high = self._box.h // 2, self._box.h
        self._long = self._box.w - middle
        line.fill(theme.colors.mist, (0, middle, self._box.w, thin))
        for at, event in self._session.timeline:
            x = self._x(at)
            match event:
                case Dealt():
                    line.fill(theme.colors.mist, (x, round(0.15 * high), 2 * thin, round(0.7 * high)))
                case Returned(faster=int()):
                    line.fill(theme.colors.ivory, (x, round(0.3 * high), thin, round(0.4 * high)))
                case Scored(seat=int(seat)):
                    color = theme.BACKS[self._session.backs[seat]]
                    pygame.draw.circle(line, color, (x, middle), 0.27 * high)
        stage.canvas.tag("time line", line, self._box.topleft)
        self._needle = theme.rounded((3 * thin, high), thin, theme.GOLD)

    def _x(self, at: int) -> int:
        return round(at / self._lasts * self._long)

    def step(self, at: float) -> None:
        """Show where the replay is."""
        x = self._box.x + self._x(min(self._lasts, self._session.now))
        self._stage.canvas.tag("time now", self._needle, (x, self._box.y))

    def take(self, event: Input) -> bool:
        """Go where the line is pressed, or back and ahead by keys."""
        pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT
        drawn = event.type == pygame.MOUSEMOTION and event.buttons[0]
        by = _KEYS.get(event.key) if event.type == pygame.KEYDOWN else None
        if event.type == PAD_PRESS and self.table.ctx.scene is self.table:  # in the standings they knock
            by = _PAD.get(event.button)
        if by:
            self._wanted = self._session.now + by
        elif (pressed or drawn) and self._box.collidepoint(event.pos):
            self._wanted = round((event.pos[0] - self._box.x) / self._long * self._lasts)
        else:
            return False
        return True

    def sift(self, events: Sequence[Event], now: float) -> Sequence[Event]:
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
