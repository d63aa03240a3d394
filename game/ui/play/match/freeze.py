"""The freeze after a knock: the table shakes once, a ring runs out from the knocker's seat, and all stands
still and pale but that seat and the cards in the air; across the window it says who knocks."""

import math
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import pygame
from pygame import Rect, Surface

from game.core.state import FLIGHT, PLAYING, Event, Scored, Thrown
from game.i18n import _
from game.sessions.session import Session
from game.ui.cards.labels import label
from game.ui.cards.layout import RATIO
from game.ui.cards.stage import Stage
from game.ui.engine import text, theme
from game.ui.engine.description import Description
from game.ui.engine.tabletop import light
from game.ui.play.match.standings import addressed, who_plays
from game.ui.play.scene import Extra
from game.ui.view.node import still

_LASTS, _SETTLE = 1.3, 0.15
"""Seconds that everything stands still, and of these the last ones, in which the colours come back."""
_RUMBLE: Final = (0.9, 0.5, 0.3)
"""How gamepads rumble at the knock."""
_PULSE = 0.4
"""Seconds until the colours have settled."""
_FIRST, _LAST = 0.995, 0.72
"""How pale everything is at the knock and afterwards: an opaque picture at an alpha of 255 is drawn thirty
times as slowly as at 254."""
_SHAKE, _SWINGS = 0.3, 3.5
"""How long the table shakes, in seconds, and how often it swings to and fro in that time."""
_WIDE, _HIGH = 5, 11
"""How far it is thrown off its place, in units."""
_ACROSS, _TALL, _DRAWN = 0.94, 0.24, 0.2
"""The most that the words take of the window's width and height; the height of the line when it is drawn."""
_MIDDLE = 0.45
"""How far down they stand."""
_RING = 34
"""How thick the ring is at first, in units."""


_RIM = (255, 255, 255), (30, 30, 30)
"""How bright it is in the middle, and at the edges."""


class Lit(NamedTuple):
    """What keeps its colours: where it is, its seat's colour, and what is said below it."""

    rect: Rect
    color: theme.Color
    words: str = ""


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
    own = addressed(session, who_plays(session)) == seat
    return _("You knock!") if own else _("{name} knocks!").format(name=session.names[seat])


class Freezing(Extra):
    """Everything stands still from the moment a knock lands, before its effects are known."""

    session: Session
    _freeze: "Freeze | None" = None

    def reset(self) -> None:
        self._freeze = None

    def lay_out(self, stage: Stage) -> None:
        """The knocker's seat lies elsewhere; no cards are in the air on a new stage."""
        if self._freeze:
            self._show(stage, self._freeze.start)

    def filter(self, events: Sequence[Event], now: float) -> Sequence[Event]:
        """Begin at a knock; end when its time is up, or at once if the knock turned out not to count."""
        knocks = [event.seat for event in events if isinstance(event, Scored) and event.reason == "knock"]
        landed, begun = landed_knock(self.session), self._freeze
        if knocks and knocks[-1] is not None:
            self.begin(knocks[-1], now)
        elif landed and begun:
            begun.ends = max(begun.ends, now + _SETTLE)
        elif landed:
            self.begin(landed.seat, now)
        elif begun and (now >= begun.ends or self.session.state.phase == PLAYING):
            self._freeze, self.table.still = None, False
            self.table.clock.start(now)
            self.table.ctx.redraw()
        return events

    def begin(self, knocker: int, now: float) -> None:
        """Stand still, or correct whose knock it was."""
        words, begun, ctx = who_knocks(self.session, knocker), self._freeze, self.table.ctx
        stage = self.table.stage
        if not stage or (begun and begun.words == words):
            return
        if not begun:
            ctx.sounds.play("knock", 1.0)
            self.table.rumble(*_RUMBLE)
            self.table.clock.stop(now)
        self.table.still, self._knocker = True, knocker
        in_air = begun.lit[1:] if begun else tuple(self._in_air(stage, now))
        self._show(stage, begun.start if begun else now, in_air)

    def _show(self, stage: Stage, start: float, in_air: Sequence[Lit] = ()) -> None:
        seats = (Rect(area.box) for area in stage.layout.areas if area.seat == self._knocker)
        lit = Lit(next(seats, Rect(0, 0, 0, 0)), self._color(self._knocker)), *in_air
        words = who_knocks(self.session, self._knocker)
        self._freeze = Freeze(words, start, stage.layout.unit, not stage.calm, lit)

    def _in_air(self, stage: Stage, now: float) -> Iterator[Lit]:
        """The cards on their way to the shared table."""
        for sprite in stage.canvas.flying:
            if sprite.aloft:
                pose, seat = sprite.pose(self.table.clock(now)), sprite.card.pack
                rect = Rect(0, 0, round(pose.w), round(pose.w * RATIO))
                rect.center = round(pose.x), round(pose.y)
                yield Lit(rect, self._color(seat), self.session.names[seat])

    def _color(self, seat: int) -> theme.Color:
        own = any(each.seat == seat for each in self.session.here)
        return theme.GOLD if own else theme.BACKS[self.session.backs[seat]]

    def describe(self, page: Description) -> None:
        """Who knocks."""
        if self._freeze:
            self._freeze.describe(page)

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
    """Begins at `start` seconds, and says these words. `lit`: the knocker's seat first."""

    def __init__(self, words: str, start: float, unit: float, shakes: bool, lit: Sequence[Lit] = ()) -> None:
        self.start, self.words, self.lit, self._unit, self._shakes = start, words, lit, unit, shakes
        self.ends = start + _LASTS
        """When play, or the count, goes on."""
        self._made = 0
        """How many frames have been drawn: the first three make a picture each, so that none takes long."""
        self._bright: Surface | None = None
        """The table as it was."""
        self._settled = False

    def needs(self, surface: Surface) -> bool:
        """Whether the table as it was has to be on the surface when this is drawn."""
        return self._bright is None or self._bright.get_size() != surface.get_size()

    def draw(self, surface: Surface, now: float, full: bool = False) -> list[Rect]:
        """Draw the frozen picture."""
        wide, high = surface.get_size()
        back = min(1.0, max(0.0, (self.ends - now) / _SETTLE))
        u, off = min(1.0, (now - self.start) / _PULSE), self._off(now)
        if self._bright and self.needs(surface):
            self._made, self._bright = 0, None
        if self._made == 0:
            self._pale, off = pygame.transform.grayscale(surface), (0, 0)
            self._marks = [mark for lit in self.lit for mark in self._marks_of(lit)]
            self._light(surface)
        elif self._made == 1:
            self._bright, self._band = surface.copy(), _band(self.words, (wide, high))
        elif self._made == 2:
            self._pale.blit(light(*_RIM, (wide, high), 2.0), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
            self._light(self._bright or surface)
        elif self._settled and back == 1 and not full:
            return []
        self._made += 1
        if self._bright:
            surface.blit(self._bright, off)  # what it bares at an edge stays as it was a moment ago
        self._pale.set_alpha(round(255 * back * (_FIRST + (_LAST - _FIRST) * u)))
        surface.blit(self._pale, off)
        left = 1 - u if self._shakes else 0.0
        if left and self.lit:
            reach, thick = (1 - left**2) * math.hypot(wide, high), round(_RING * self._unit * left) + 1
            pygame.draw.circle(surface, self.lit[0].color, self.lit[0].rect.center, reach, thick)
        text.erase(surface)
        if self._bright:
            at = self._band.get_rect(midleft=(round(-0.8 * wide * left**4), round(high * _MIDDLE)))
            self._band.set_alpha(round(255 * back))
            surface.blit(self._band, at)
            for lit in self.lit[1:]:  # the cards in the air are above the words
                surface.blit(self._bright, lit.rect.move(off), lit.rect)
        for mark, place in self._marks:
            mark.set_alpha(round(255 * back))
            surface.blit(mark, place.move(off))
        self._settled = u == 1.0
        return [surface.get_rect()]

    def _light(self, bright: Surface) -> None:
        """Let what is lit keep its colours."""
        for lit in self.lit:
            self._pale.blit(bright, lit.rect, lit.rect)

    def _marks_of(self, lit: Lit) -> Iterator[tuple[Surface, Rect]]:
        """A frame around it and, below, whose it is, if that is said."""
        line = max(2, round(3 * self._unit))
        box = lit.rect.inflate(2 * line, 2 * line)
        yield theme.rounded(box.size, round(9 * self._unit), (*lit.color, 0), lit.color, line).copy(), box
        if lit.words:
            note = still(label(lit.words), self._unit, math.inf)[0]
            yield note, note.get_rect(midtop=box.midbottom).clamp(self._pale.get_rect())

    def describe(self, page: Description) -> None:
        """The words, which are drawn larger, and whose cards were in the air."""
        for words in (self.words, *(lit.words for lit in self.lit if lit.words)):
            page.read(text.render(words, 20 * self._unit, theme.GOLD))

    def _off(self, now: float) -> tuple[int, int]:
        """How far from its place the table is, in pixels."""
        part = (now - self.start) / _SHAKE
        if not self._shakes or not 0 <= part < 1:
            return 0, 0
        throw, swing = self._unit * (1 - part) ** 2, 2 * math.pi * _SWINGS * part
        return round(_WIDE * throw * math.sin(0.6 * swing)), round(_HIGH * throw * math.cos(swing))


def _band(words: str, size: tuple[int, int]) -> Surface:
    """The words on a dark strip across a window of this size."""
    wide, high = size
    word = text.lettering(words, _DRAWN * high, theme.GOLD)
    word = word.subsurface(word.get_bounding_rect())
    scale = min(_ACROSS * wide / word.width, _TALL * high / word.height)
    word = pygame.transform.smoothscale_by(word, scale)
    band = Surface((wide, word.height + round(0.1 * high)), pygame.SRCALPHA)
    band.fill((*theme.colors.plate, 216))
    line = max(2, high // 200)
    for y in (0, band.height - line):
        band.fill(theme.GOLD, (0, y, wide, line))
    band.blit(word, word.get_rect(center=band.get_rect().center))
    return band
