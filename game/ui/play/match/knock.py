"""The knocks of a round. With the first, by a button and a key for each who plays at this screen, it begins:
a count-in slams its numerals onto the table, then GO, as the felt lights up. With the last it ends: the
table shakes once, a ring runs out from the knocker's seat, and all stands still and pale but that seat and
the cards in the air; across the window it says who knocks."""

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import field
from functools import lru_cache, partial
from typing import Final, NamedTuple

import pygame
from pygame import Rect, Surface, Vector2
from pygame.event import Event as Input

from game.core.portraits import Portrait
from game.core.state import FLIGHT, PLAYING, WAITING, WON, Event, Scored, Thrown
from game.i18n import _
from game.sessions.session import MatchSeat, Session
from game.ui.cards.labels import label
from game.ui.cards.layout import RATIO, SHARED, SOLO
from game.ui.cards.moments import At, Life, Look
from game.ui.cards.stage import Stage
from game.ui.engine import text, theme
from game.ui.engine.assets import art, cameo
from game.ui.engine.description import Described, Description
from game.ui.engine.devices import PAD_PRESS, Pads
from game.ui.engine.tabletop import light
from game.ui.input.keys import ENTER, Legend, word_of
from game.ui.play.match.commands import BEGIN, KNOCK
from game.ui.play.match.standings import addressed, who_plays
from game.ui.play.match.words import stakes, waiting_for
from game.ui.play.scene import Extra
from game.ui.view.boxes import Row
from game.ui.view.leaves import Button, Cameo, Style, Text, capped, sunk
from game.ui.view.node import AT_REST, Drawn, Node, Space, State, still

_BLOCK, _TALL_BLOCK = 60, 84
"""The usual height of a block, and that from which its word is below the fist, in units."""
_SINKS, _LIFTED, _EDGE = 6, 3, 12
"""How far it sinks, and how high the fist is above it before, in units; and what is free at its ends."""
_FIST_WIDE = 220 / 160
"""The width of the fist with its rings, in their heights."""
_R = 18
"""Of the face of one who has knocked, from its middle to its rim, in units."""
_READY, _WAITS = Style(26, 44, "gold"), Style(23, 66, "gold")


class Block(Button):
    """The block of wood on which one knocks, with a fist on it, and the key that does the same. It is lit
    while it asks for a knock, and lies lower once it has been knocked on."""

    sleeve: theme.Color = field(default=theme.PAPER, kw_only=True)
    knocked: bool = field(default=False, kw_only=True)
    word: bool = field(default=False, kw_only=True)
    """Whether it bears no sentence but a word, which is lettered."""
    alone: bool = field(default=False, kw_only=True)
    """Whether Enter does the same: there is no other one."""
    align = "middle"

    def natural_width(self, u: float) -> float:
        return super().natural_width(u) + _FIST_WIDE * _BLOCK * u

    def natural_height(self, u: float, room: float) -> float:
        return _BLOCK * u

    def pictures(self, rect: Rect, u: float, state: State = AT_REST) -> Drawn:
        on, down = theme.ground("lit" if self.wanted else "maple"), state.down or self.knocked
        if state.focused or self.alone:
            on = on._replace(edge=theme.GOLD, line=3)
        seen = sunk(rect, _SINKS * u, down)
        ground = theme.laid(seen.size, u, on._replace(depth=on.depth - _SINKS if down else on.depth))
        top = Rect(seen.topleft, (seen.w, rect.h - round(on.depth * u)))
        label = Text(self.label, Style(self.size, self.size + 2, lettered=self.word), color=on.ivory)
        key = Text(self.cap or "", Style(17, 18), color=on.mist, at="end")
        if tall := top.h >= _TALL_BLOCK * u:
            high = label.height(u, top.w)
            word = Rect(top.x, top.bottom - round(high + 0.1 * self.size * u), top.w, round(high))
            hand = Rect(top.x, top.y, top.w, word.y - top.y)
            cap = Rect(top.x, top.y + round(6 * u), top.w - round(10 * u), round(20 * u))
        else:
            wide = _FIST_WIDE * top.h
            if top.w - wide - 3 * _EDGE * u - key.width(u) < 0.75 * label.width(u):
                wide = 0.0
            hand, begin = Rect(top.x, top.y, round(wide), top.h), top.x + wide + _EDGE * u
            cap = Rect(top.x, top.y, top.w - round(_EDGE * u), top.h)
            room = cap.right - begin - _EDGE * u - key.width(u)
            word = Space(begin, top.y, room, top.h).rect
        found = [(ground, rect.move(0, seen.y - rect.y).topleft)]
        if hand.w:
            dust = theme.ground("lit" if self.wanted else "maple").lit if self.wanted else on.edge
            fist = art("sign/fist", round((1 if tall else 0.86) * hand.h), self.sleeve, dust=dust)
            lifted = 0 if down else round(_LIFTED * u)
            found.append((fist, fist.get_rect(center=(hand.centerx, hand.centery - lifted)).topleft))
        return [*found, *label.pictures(word, u), *capped(key.pictures(cap, u), u, on)]

    def describe(self, rect: Rect, state: State) -> Described:
        return super().describe(rect, state) | {"focused": state.focused or self.alone}


def knocked(session: Session) -> Iterator[Node]:
    """The faces of those who have knocked for the next round, close together."""
    shown = zip(session.portraits, session.backs, strict=True)
    faces = [Cameo(*each, _R) for seat, each in enumerate(shown) if session.state.ready >> seat & 1]
    if faces:
        yield Row(*faces, gap=-0.5 * _R, align="middle")


class _Player(NamedTuple):
    seat: MatchSeat
    button: str
    keys: Legend


def is_pad_knock(event: Input) -> bool:
    """Whether a button of a gamepad was pressed that knocks for a round."""
    return event.type == PAD_PRESS and event.button in ("a", KNOCK.pad)


def is_knock(event: Input, enters: bool = False) -> bool:
    """Whether a key was pressed that knocks; `enters`: Enter does, too."""
    return event.type == pygame.KEYDOWN and (KNOCK.hears(word_of(event)) or (enters and event.key in ENTER))


class Knockers:
    """Those who play at this screen. The session passed is the current one: on a network the seats may have
    changed since the table was laid out."""

    def __init__(self, legend: Legend, pads: Pads, halves: Sequence[Legend] = ()) -> None:
        """`halves`: the keys of each of two; without them one of two knocks after the other."""
        self._legend, self._pads, self._halves = legend, pads, halves

    def buttons(
        self, session: Session, words: str, knock: Callable[[MatchSeat], object] = lambda _: None
    ) -> list[Node]:
        """Those of the players who have yet to knock; empty once everybody has. `words` on the button of one
        who is alone; two have their names on theirs, or stand there as ready."""
        nodes: list[Node] = []
        players = self._players(session)
        for seat, button, keys in players:
            ready, two = session.state.ready >> seat.seat & 1, len(players) > 1
            if two:
                words = _("{name}: ready") if ready else _("{name}: knock")
                words = words.format(name=session.names[seat.seat])
            if not ready:
                cap = keys(KNOCK.cap)
                sleeve, alone = theme.BACKS[session.backs[seat.seat]], not two
                block = Block(words, partial(knock, seat), cap=cap, name=button, wanted=True)
                nodes.append(block.replaced(sleeve=sleeve, alone=alone))
            elif two:
                nodes.append(Text(words, _READY))
        return nodes if any(isinstance(node, Block) for node in nodes) else []

    def ways_on(
        self,
        session: Session,
        words: str,
        go_on: Callable[[MatchSeat], object],
        away: Collection[int],
        late: Sequence[Button],
    ) -> list[Node]:
        """At the foot of standings: the buttons that continue, `words` on that of one who is alone; what can
        be done about those who are `late`; or who has yet to knock, not for seats whose players are `away`.
        """
        won, found = session.state.phase == WON, list[Node]()
        if won or (session.can_pause and not session.plays):
            label = _("See the winner") if won else _("Next round")
            cap = self._legend(KNOCK.cap)
            found = [Block(label, partial(go_on, session), cap=cap, alone=True, wanted=True)]
        elif session.plays:
            found = self.buttons(session, words, go_on)
        found = found or [*late] or [Text(waiting_for(session, away), _WAITS)]
        return [*knocked(session), *found]

    def who(self, session: Session, event: Input) -> Sequence[MatchSeat]:
        """Who goes on with the match by this press: with Space all here; where nobody has to knock, as after
        the last round, anyone."""
        if session.state.phase == WON or not session.plays:
            return [session] if is_pad_knock(event) or is_knock(event, enters=True) else []
        return self.here(session, event)

    def here(self, session: Session, event: Input) -> Sequence[MatchSeat]:
        """Whose knock this press is; with Space it is that of all here."""
        players = self._players(session)
        if event.type == PAD_PRESS:
            seat = self._pads.owner(event.pad, len(players)) if is_pad_knock(event) else -1
            return [players[seat].seat] if 0 <= seat < len(players) else []
        return [
            player.seat
            for player in players
            if is_knock(event)
            or is_knock(player.keys.translate(event) if players[1:] else event, enters=bool(self._halves))
        ]

    def _players(self, session: Session) -> list[_Player]:
        here = session.local_seats
        if here[1:] and self._halves:
            names = BEGIN.name, BEGIN.name + " 2"
            return [_Player(*each) for each in zip(here, names, self._halves, strict=True)]
        first = sorted(here, key=lambda each: session.state.ready >> each.seat & 1)[:1]
        return [_Player(seat, BEGIN.name, self._legend) for seat in first]


BEAT = 600_000
"""Microseconds between two joint knocks."""
BEATS = 3
_GO = 450_000
"""Microseconds that GO is shown."""
_GAINS = {"3": 0.5, "2": 0.7, "1": 1.0}
"""How loud each knock is."""
_HIGH, _GO_HIGH, _DRAWN = 0.5, 0.36, 0.64
"""The height of numerals and of GO in heights of the window; that of the line drawn, in heights of these."""
_ASIDE, _BELOW = 0.3, 0.36
"""How far beside the middle it says what for, in heights of the window; alone it is said so far below."""
_RIM = 0.035
"""The dark rim of the letters, in their heights."""
_FROM, _TO, _BURST, _CALM = 1.35, 0.7, 1.15, 0.72
"""How large words are when they come down, and in the end a numeral and GO; with reduced motion they stay at
one size."""
_SLAM, _FADE = 0.17, 0.2
"""The parts of their time in which words come down and in which a numeral fades."""
_LIGHTS = 130, 95, 58, 26
"""How bright the felt is lit, step by step."""


class CountIn(Extra):
    """Counts a round in, by the clock of the session."""

    _done: int | None = -1
    """The start that has been counted in, or has passed before it could be."""
    _sounded = ""
    """The words last sounded: a new stage shows them again, in silence."""

    def __init__(self, match: Session | None = None) -> None:
        """`match`: whose rounds are counted in, if not those of the table's own session."""
        self._match = match

    def lay_out(self, stage: Stage) -> None:
        self._words = ""
        felt = next(area for area in stage.layout.areas if area.kind in (SHARED, SOLO))
        self._felt, self._alone = Rect(felt.box), felt.kind == SOLO

    def step(self, at: float) -> None:
        """Show how long it is to the start."""
        session: Session = self._match or self.session
        state = session.state
        if state.starts == self._done:
            return
        left = state.starts - session.now if state.phase == PLAYING and state.starts else -_GO
        if left <= -_GO:
            self._done = state.starts
            self._end()
        elif left <= 0:
            self._show(_("GO!"), -left, at)
        elif left <= BEATS * BEAT:
            beat = -(-left // BEAT)
            self._show(str(beat), beat * BEAT - left, at)
        if left > BEATS * BEAT or state.phase == WAITING:
            self._prepare(str(BEATS))

    def _show(self, words: str, age: int, at: float) -> None:
        """Show these words, which have been shown for so many microseconds."""
        counts, overlay = words.isdecimal(), self.stage.overlay
        if words != self._words:
            self._begin(words, counts)
            middle, life = At("center", self._felt.center), _COUNTS if counts else _GOES
            overlay.say("count", self._word(words), middle, enters=life, since=at - age / 1e6)
            told = stakes(self._match or self.session) if counts and not self._alone else ""
            if told:  # after the numeral: it lies on that
                overlay.say("stakes", label(told, 30), At("midbottom", self._felt.midbottom, stands=True))
        elif counts and age > BEAT / 2:
            self._prepare(str(int(words) - 1) if words > "1" else _("GO!"))
        if not (counts or self.stage.calm):
            felt = self._felt.inflate(0.3 * self._felt.w, 0.7 * self._felt.h)
            overlay.show("felt", _Light(_LIGHTS[age * len(_LIGHTS) // _GO]), felt)

    def _begin(self, words: str, counts: bool) -> None:
        """Sound the new words; below a numeral it says what it is for."""
        before = words if self.table.among[0] else self._sounded  # of two tables the first sounds
        self._words = self._sounded = words
        if counts:
            if words != before:
                self.table.ctx.sounds.play("knock", _GAINS[words])
            (x, y), high = self._felt.center, self.stage.layout.size[1]
            aside = At("midleft", (x + round(_ASIDE * high), y), stands=True)
            below = At("midbottom", (x, y + round(_BELOW * high)), stands=True)
            at = below if self._alone else aside
            self.stage.overlay.say("get ready", label(_("Get ready"), 24), at)
        else:
            self.stage.overlay.end("get ready")
            self.stage.overlay.end("stakes")
            if before in _GAINS:
                self.table.game.play_sound("go")

    def _end(self) -> None:
        self._words, self._sounded = "", ""
        _drawn.cache_clear()
        for name in ("count", "get ready", "stakes", "felt"):
            self.stage.overlay.end(name)

    def _word(self, words: str) -> "_Large":
        return _Large(words, self.stage.layout.size[1])

    def _prepare(self, words: str) -> None:
        """Draw what is shown next."""
        _drawn(words, self.stage.layout.size[1])

    def describe(self, page: Description) -> None:
        """What is said; its picture is enlarged."""
        if self._words:
            word = _word(self._words, self.stage.layout.size[1])
            page.read(word, word.get_rect(center=self._felt.center).topleft)


class _Large(Node):
    """Words for a window of this height."""

    words: str
    window: int

    def natural_width(self, u: float) -> float:
        return _drawn(self.words, self.window).width

    def natural_height(self, u: float, room: float) -> float:
        return _drawn(self.words, self.window).height

    def paint(self, surface: Surface, rect: Rect, u: float, state: State) -> None:
        surface.blit(_drawn(self.words, self.window), rect)


class _Light(Node):
    """Light on the felt."""

    alpha: int

    def pictures(self, rect: Rect, u: float, state: State = AT_REST) -> Drawn:
        lit = light(theme.PAPER, (*theme.PAPER, 0), rect.size, 0.9)
        lit.set_alpha(self.alpha)
        return [(lit, rect.topleft)]


def _look(share: float, counts: bool) -> Look:
    """How words look after this share of their time. GO does not shrink but bursts."""
    if share < _SLAM:
        down = 1 - (1 - share / _SLAM) ** 2
        return Look(_FROM + (1 - _FROM) * down, round(120 + 135 * down))
    rest = (share - _SLAM) / (1 - _SLAM)
    if counts:
        return Look(1 + (_TO - 1) * rest, round(255 * min(1, (1 - rest) / _FADE)))
    return Look(1 + (_BURST - 1) * rest, round(255 * (1 - rest)))


def _life(time: float, counts: bool) -> Life:
    """That of words which are shown for so many microseconds."""
    return Life(lambda age, _left: _look(min(1.0, age * 1e6 / time), counts), time / 1e6, Look(_CALM))


_COUNTS, _GOES = _life(BEAT, True), _life(_GO, False)


def _tall(words: str, high: int) -> float:
    """The height of the letters in a window of this height."""
    return high * (_HIGH if words.isdecimal() else _GO_HIGH)


def _word(words: str, high: int) -> Surface:
    """The letters before they are enlarged: so large ones need not be kept."""
    return text.lettering(words, _DRAWN * _tall(words, high), theme.GOLD)


@lru_cache(maxsize=BEATS + 1)
def _drawn(words: str, high: int) -> Surface:
    """The words for a window of this height, with a dark rim."""
    word = _word(words, high)
    ink = word.get_bounding_rect()
    word, rim = word.subsurface(ink), round(_RIM * ink.h)
    dark = word.copy()
    dark.fill((*theme.INK, 255), special_flags=pygame.BLEND_RGBA_MULT)
    picture = Surface((ink.w + 2 * rim, ink.h + 2 * rim), pygame.SRCALPHA)
    for turn in range(0, 360, 30):
        picture.blit(dark, Vector2(rim) + Vector2(rim, 0).rotate(turn))
    picture.blit(word, (rim, rim))
    return pygame.transform.smoothscale_by(picture, _tall(words, high) / ink.h)


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
_SHAKE_WIDE, _SHAKE_HIGH = 5, 11
"""How far it is thrown off its place, in units."""
_ACROSS, _TALL, _WORDS_DRAWN = 0.68, 0.15, 0.2
"""The most that the words take of the window's width and height; the height of the line when it is drawn."""
_FACE, _STRIP, _DRAWN_FACE = 0.3, 0.24, 324
"""The width of the face beside them, and the height of the strip, in heights of the window; the most pixels
for which the face is drawn: at 3840 x 2160 that would take four times as long as may be seen."""
_MIDDLE = 0.45
"""How far down they stand."""
_RING = 20
"""How thick each of three rings is at first, in units."""


_SPOTLIGHT = (255, 255, 255), (30, 30, 30)
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
    pressed = session.now - FLIGHT - state.delay
    knocks = [thrown for thrown in state.air if not thrown.move.count and thrown.at <= pressed]
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
        words, seat, session = who_knocks(self.session, self._knocker), self._knocker, self.session
        face = session.portraits[seat], session.backs[seat]
        self._freeze = Freeze(words, start, stage.layout.unit, not stage.calm, lit, face)

    def _in_air(self, stage: Stage, now: float) -> Iterator[Lit]:
        """The cards on their way to the shared table."""
        for sprite in stage.canvas.flying:
            if sprite.aloft:
                pose, seat = sprite.pose(self.table.clock(now)), sprite.card.pack
                rect = Rect(0, 0, round(pose.w), round(pose.w * RATIO))
                rect.center = round(pose.x), round(pose.y)
                yield Lit(rect, self._color(seat), self.session.names[seat])

    def _color(self, seat: int) -> theme.Color:
        own = any(each.seat == seat for each in self.session.local_seats)
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
    """Begins at `start` seconds, and says these words beside the face. `lit`: the knocker's seat first."""

    def __init__(
        self,
        words: str,
        start: float,
        unit: float,
        shakes: bool,
        lit: Sequence[Lit] = (),
        face: tuple[Portrait, int] = ("star", 0),
    ) -> None:
        self._face = face
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
            self._bright, self._band = surface.copy(), _band(self.words, (wide, high), self._face)
        elif self._made == 2:
            self._pale.blit(
                light(*_SPOTLIGHT, (wide, high), 2.0), (0, 0), special_flags=pygame.BLEND_RGB_MULT
            )
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
            for inner in range(3):
                within = reach - 3 * inner * _RING * self._unit
                if within > 0:
                    pygame.draw.circle(surface, self.lit[0].color, self.lit[0].rect.center, within, thick)
        text.erase(surface)
        seats, others = self._marks[:1], self._marks[1:]
        for mark, place in seats:
            mark.set_alpha(round(255 * back))
            surface.blit(mark, place.move(off))
        if self._bright:
            at = self._band.get_rect(midleft=(round(-0.8 * wide * left**4), round(high * _MIDDLE)))
            self._band.set_alpha(round(255 * back))
            surface.blit(self._band, at)
            for lit in self.lit[1:]:  # the cards in the air are above the words
                surface.blit(self._bright, lit.rect.move(off), lit.rect)
        for mark, place in others:
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
            note = still(label(lit.words), self._unit, math.inf)
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
        return round(_SHAKE_WIDE * throw * math.sin(0.6 * swing)), round(
            _SHAKE_HIGH * throw * math.cos(swing)
        )


def _band(words: str, size: tuple[int, int], face: tuple[Portrait, int]) -> Surface:
    """The words on a strip of paper across a window of this size, with the face before them."""
    (wide, high), on = size, theme.ground("sheet")
    word = text.lettering(words, _WORDS_DRAWN * high, on.gold)
    word = word.subsurface(word.get_bounding_rect())
    scale = min(_ACROSS * wide / word.width, _TALL * high / word.height)
    word, tall = pygame.transform.smoothscale_by(word, scale), round(_FACE * high)
    round_ = cameo(*face, "calm", min(tall, _DRAWN_FACE))
    round_ = pygame.transform.smoothscale_by(round_, tall / round_.height)
    band = Surface((wide, round_.height), pygame.SRCALPHA)
    line, paper = max(2, high // 200), Rect(0, 0, wide, round(_STRIP * high))
    paper.midleft = 0, band.height // 2
    band.fill(on.fill, paper)
    for y in (paper.y + 2 * line, paper.bottom - 3 * line):
        band.fill(on.gold, (0, y, wide, line))
    both = Rect(0, 0, round_.width + word.width + round(0.04 * high), 1)
    both.center = wide // 2, band.height // 2
    band.blit(round_, round_.get_rect(midleft=both.midleft))
    band.blit(word, word.get_rect(midright=both.midright))
    return band
