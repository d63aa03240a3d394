"""The freeze after a knock: the table shakes once, all stands still and pale, the knocker is named."""

import math
from collections.abc import Sequence
from typing import Final

import pygame
from pygame import Rect, Surface

from game.core.state import FLIGHT, PLAYING, Event, Scored, Thrown
from game.i18n import _
from game.sessions.session import Session
from game.ui.cards.labels import banner
from game.ui.engine import text, theme
from game.ui.play.scene import Extra

_LASTS = 1.3
"""Seconds that everything stands still."""
_RUMBLE: Final = (0.9, 0.5, 0.3)
"""How gamepads rumble at the knock."""
_PULSE = 0.4
"""Seconds until the colours have settled."""
_FIRST, _LAST = 1.0, 0.72
"""How pale everything is at the knock and afterwards."""
_SHAKE, _SWINGS = 0.3, 3.5
"""How long the table shakes, in seconds, and how often it swings to and fro in that time."""
_WIDE, _HIGH = 5, 11
"""How far it is thrown off its place, in units."""


def landed_knock(session: Session) -> Thrown | None:
    """A valid knock that has landed, though its effects may still be on their way here."""
    state = session.state
    if state.phase != PLAYING or not state.air:
        return None
    knocks = [thrown for thrown in state.air if not thrown.move.count and thrown.at + FLIGHT <= session.now]
    first = min(knocks, key=lambda thrown: thrown.at, default=None)
    return first if first and first.move in session.rules.moves(state.table, first.seat) else None


def who_knocks(session: Session, seat: int) -> str:
    """Whose knock it is, as a sentence."""
    name = session.names[seat]
    own = name == _("You") or [each.seat for each in session.here] == [seat]
    return _("You knock!") if own else _("{name} knocks!").format(name=name)


class Freezing(Extra):
    """Everything stands still from the moment a knock lands, before its effects are known."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._freeze: Freeze | None = None

    def reset(self) -> None:
        self._freeze = None

    def sift(self, events: Sequence[Event], now: float) -> Sequence[Event]:
        """Begin at a knock; end when its time is up, or at once if the knock turned out not to count."""
        knocks = [event.seat for event in events if isinstance(event, Scored) and event.reason == "knock"]
        landed, begun = landed_knock(self._session), self._freeze
        if knocks and knocks[-1] is not None:
            self.begin(knocks[-1], now)
        elif landed and not begun:
            self.begin(landed.seat, now)
        elif begun and not landed and (now >= begun.start + _LASTS or self._session.state.phase == PLAYING):
            self._freeze, self.table.still = None, False
            self.table.clock.start(now)
            self.table.ctx.redraw()
        return events

    def begin(self, knocker: int, now: float) -> None:
        """Stand still, or correct whose knock it was."""
        words, begun, ctx = who_knocks(self._session, knocker), self._freeze, self.table.ctx
        if not self.table.stage or (begun and begun.words == words):
            return
        if not begun:
            ctx.sounds.play("knock", 1.0)
            self.table.rumble(*_RUMBLE)
            self.table.clock.stop(now)
        self.table.still = True
        start, shakes = begun.start if begun else now, not ctx.settings.reduced_motion
        self._freeze = Freeze(words, start, self.table.stage.layout.unit, shakes)

    def draw(self, surface: Surface, now: float, full: bool) -> Sequence[Rect] | None:
        """The picture of the freeze."""
        if not self._freeze or not self.table.stage:
            return None
        self.table.put_back(now)
        if self._freeze.needs(surface):
            self.table.stage.draw(surface, self.table.clock(now), True)
        return self._freeze.draw(surface, now, full)

    def rest(self, at: float) -> float:
        return 0.0 if self._freeze else super().rest(at)


class Freeze:
    """Begins at `start` seconds, and says these words."""

    def __init__(self, words: str, start: float, unit: float, shakes: bool) -> None:
        self.start, self.words, self._unit, self._shakes = start, words, unit, shakes
        self._bright: Surface | None = None
        self._settled = False

    def needs(self, surface: Surface) -> bool:
        """Whether the table as it was has to be on the surface when this is drawn."""
        return self._bright is None or self._bright.get_size() != surface.get_size()

    def draw(self, surface: Surface, now: float, full: bool = False) -> list[Rect]:
        """Draw the frozen picture."""
        if self._bright is None or self.needs(surface):
            self._bright = surface.copy()
            self._pale = pygame.transform.grayscale(surface)
            self._pale.blit(_rim(surface.get_size()), (0, 0))
            self._banner = banner([(self.words, 64, theme.GOLD)], self._unit, 700 * self._unit)
        elif self._settled and not full:
            return []
        u, off = min(1.0, (now - self.start) / _PULSE), self._off(now)
        surface.blit(self._bright, off)  # what it bares at an edge stays as it was a moment ago
        self._pale.set_alpha(round(255 * (_FIRST + (_LAST - _FIRST) * u)))
        surface.blit(self._pale, off)
        width, height = surface.get_size()
        text.erase(surface)
        at = self._banner.get_rect(center=(width // 2, round(height * 0.45)))
        text.blit(surface, self._banner, at.topleft)
        self._settled = u == 1.0
        return [surface.get_rect()]

    def _off(self, now: float) -> tuple[int, int]:
        """How far from its place the table is, in pixels."""
        part = (now - self.start) / _SHAKE
        if not self._shakes or not 0 <= part < 1:
            return 0, 0
        throw, swing = self._unit * (1 - part) ** 2, 2 * math.pi * _SWINGS * part
        return round(_WIDE * throw * math.sin(0.6 * swing)), round(_HIGH * throw * math.cos(swing))


def _rim(size: tuple[int, int]) -> Surface:
    """Darkness from the edges inwards."""
    small = Surface((32, 18), pygame.SRCALPHA)
    for y in range(18):
        for x in range(32):
            away = ((x - 15.5) / 18) ** 2 + ((y - 8.5) / 10.5) ** 2
            small.set_at((x, y), (0, 0, 0, min(200, round(170 * away**1.5))))
    return pygame.transform.smoothscale(small, size)
