"""The table: a session on the screen, from the joint knock to the count."""

import math
import time
from collections.abc import Callable, Sequence

import pygame
from pygame import Rect, Surface
from pygame.event import Event as Input

from game.core.state import (
    PLAYING,
    SCORED,
    SHOUTS,
    WAITING,
    WON,
    Cheered,
    Dealt,
    Dud,
    Event,
    Ready,
    Returned,
    Scored,
    Shouted,
    Thrown,
)
from game.core.table import Called, Mode, Table
from game.core.why import HAND_BUSY, why_not
from game.i18n import _
from game.rules.haisty import ONES
from game.sessions.session import Session
from game.ui.cards.deck import Deck
from game.ui.cards.effects import EFFECTS, kind_of
from game.ui.cards.signs import backdrop
from game.ui.cards.stage import Stage
from game.ui.covers.cover import Cover
from game.ui.covers.help import HelpScene
from game.ui.covers.pause import Menu, PauseScene
from game.ui.engine.clock import StageClock
from game.ui.engine.scene import Context, Scene
from game.ui.input.hand import Hand
from game.ui.table.advice import Advice
from game.ui.table.controls import Controls
from game.ui.table.freeze import Freeze, landed_knock
from game.ui.table.help import help_text
from game.ui.table.hud import Hud
from game.ui.table.layout import table_layout
from game.ui.table.round_end import RoundEnd
from game.ui.table.toasts import News
from game.ui.widgets.rows import Button
from game.ui.widgets.toasts import Notices

_DEALING = 1.0
_FREEZE, _AFTER = 1.3, 0.7
"""Seconds everything stands still after a knock, and until the count begins."""
_PICTURES = 5
"""Bytes of card pictures to keep for each pixel of the window."""


class TableScene(Scene):
    """Shows a session and lets its person play. Times on the stage run on a clock that can stand still."""

    def __init__(self, session: Session, easy: bool = False) -> None:
        """`easy`: a newcomer plays, who may want to be shown where a card fits."""
        self.session, self._easy = session, easy
        self.stage: Stage | None = None
        self.clock = StageClock()
        self._dealt = -math.inf
        self._freeze: Freeze | None = None
        self._synced: Table | None = None
        """The table as the stage has it: on the network a card may be named without an event."""
        self._count_at = math.inf
        self._scored: Scored | None = None
        self._totals: Sequence[int] | None = None
        """Shown as long as the round's end has not been counted; None: the match's."""
        self._said: set[str] = set()
        """Why cards were refused in this round, each told once."""
        self._called = False
        """Whether the empty 13-pile calls for its knock: heard once."""
        self._quiet = False
        self.cheered: Cheered | None = None

    def enter(self, ctx: Context) -> None:
        """Sit down: the first round lies there at once."""
        super().enter(ctx)
        self._notices = Notices(ctx)
        self.session.poll()
        self._dealt = -1.0  # deal at the first drawing

    def leave(self) -> None:
        """Get up."""
        self.session.close()

    # -- events

    def pump(self, now: float) -> None:
        """Take in what has happened and show it."""
        self.take(self.session.poll(), now)

    def take(self, events: Sequence[Event], now: float) -> None:
        """Show these events; and a knock in the air at the moment it lands."""
        if not self.stage:
            return
        if (knock := landed_knock(self.session)) and not self._freeze:
            self._stand_still(knock.seat, now)
        table = self.session.state.table
        if not events and table is self._synced:
            return
        self._synced = table
        frozen = any(isinstance(event, Scored) and event.reason == "knock" for event in events)
        self._quiet = frozen or self._freeze is not None
        at = self.clock(now)
        for event in events:
            self._hand.follow(event)
            self.stage.apply(event, at, self._late(event))
            self._show(event, at, now)
        self._quiet = False
        if self.session.state.phase in (WAITING, PLAYING):  # later the count moves the cards as it likes
            self.stage.sync(table, at)
        self._controls.renew()
        self._advice.refresh()
        if self._hud.may_knock != self._called:
            self._called = self._hud.may_knock
            if self._called:
                self.ctx.sounds.play("chime", 0.8)
        if frozen and self._scored and self._scored.seat is not None:
            self._stand_still(self._scored.seat, now)

    def _stand_still(self, knocker: int, now: float) -> None:
        """Begin the silent moment, or mend whose knock it was."""
        assert self.stage
        name, begun = self.session.names[knocker], self._freeze
        if begun and begun.name == name:
            return
        if not begun:
            self.ctx.sounds.play("knock", 1.0)
            self.clock.stop(now)
        self._freeze = Freeze(name, begun.start if begun else now, self.stage.layout.unit)

    def _late(self, event: Event) -> float:
        return (self.session.now - event.at) / 1e6 if isinstance(event, Thrown) else 0.0

    def _show(self, event: Event, at: float, now: float) -> None:
        """What an event does beside moving cards."""
        assert self.stage
        match event:
            case Dealt(_, table):
                self.stage.reset(table)
                self.stage.deal(at)
                self._dealt = at
                self._said.clear()
                self.show_totals(None)  # the count may have been cut short
            case Returned(seat, move, faster) if seat == self.session.seat and self.session.plays:
                if faster is not None:
                    words = _("{name} was faster").format(name=self.session.names[faster])
                    self._news.lost(words, move.dst, at)
                elif not self._quiet:
                    why = why_not(self.session.rules, self.session.state.table, seat, move)
                    self._refuse(why or (None if event.thrown else HAND_BUSY), move.src, at)
            case Dud():
                self._news.note(_("Your 13-pile is not empty yet"), self._hand.reserve, at)
                self._hear(kind_of(event, self.stage.roles, False), 0.0, event.seat)
            case Called(seat) if self.session.state.phase == PLAYING and not self._quiet:
                self._news.cry(seat, _("Speltorka!"), at)
            case Mode(mode) if mode == ONES and not self._quiet:
                self._news.note(_("All stuck: one card at a time"), self._hand.stock, at)
            case Shouted(seat, shout) if not self.ctx.settings.shouts_muted:
                self._news.shout(seat, shout, at)
            case Cheered():
                self.cheered = event
            case Ready(seat) if self.session.state.phase == SCORED and seat != self.session.seat:
                pass  # the others' knocks would disturb the count: it shows who is ready
            case Scored():
                self._scored = event
                self.show_totals(event.before)
                self._hand.source = None
                self._count_at = at + _AFTER if event.reason == "knock" else at + 2 * _AFTER
            case _:
                kind = kind_of(event, self.stage.roles, False)
                if EFFECTS[kind].motion is None:
                    self._hear(kind, 0.0, getattr(event, "seat", None))

    def _refuse(self, why: str | None, pile: int, at: float) -> None:
        """Say at a pile why its card was refused: each kind of mistake once in a round."""
        if why and why not in self._said:
            self._said.add(why)
            self._news.note(_(why), pile, at)

    def _hear(self, kind: str, pan: float, seat: int | None) -> None:
        effect = EFFECTS[kind]
        gain = 1.0 if seat in (None, self.session.seat) else effect.others
        if effect.sound and gain and not self._quiet:
            self.ctx.sounds.play(effect.sound, gain, pan * 0.7)

    # -- the scene

    def step(self, now: float) -> None:
        """One step: the session goes on, wishes are played, what is over goes."""
        if not self.stage:
            return
        if self._freeze:
            self.pump(now)
            self._thaw(now)
            return
        self.tick(now)
        if self.ctx.scene is self and self.stage and self._scored and self.clock(now) >= self._count_at:
            scored, self._scored, self._count_at = self._scored, None, math.inf
            self.ctx.push(RoundEnd(self, scored))

    def _thaw(self, now: float) -> None:
        """End the silent moment when it has lasted, or at once if that knock was not to be."""
        if not self._freeze:
            return
        over = now >= self._freeze.start + _FREEZE
        if landed_knock(self.session) is None and (over or self.session.state.phase == PLAYING):
            self._freeze = None
            self.clock.start(now)
            self.ctx.redraw()

    @property
    def counts(self) -> bool:
        """Whether a round's end has been shown and its count is about to be."""
        return self._scored is not None

    def count(self, scored: Scored) -> None:
        """Count a round whose end nobody has seen here."""
        self._totals = scored.before
        self._scored, self._count_at = scored, -math.inf

    def lay_anew(self, deals: bool) -> None:
        """Build the stage from the session at the next drawing, with a deal or as the table lies."""
        self.stage = self._freeze = self._scored = self._totals = None
        self._count_at, self._dealt = math.inf, -1.0 if deals else -math.inf
        self.ctx.redraw()

    def tick(self, now: float) -> None:
        """Take in events, play what was wished, renew what shows for a moment."""
        self.pump(now)
        at = self.clock(now)
        if not self.stage:
            return
        if self._hand.waiting:
            self._hand.step(at)
            self.pump(now)
        if not self.stage:
            return
        self._notices.step(self.stage, at)
        if self._news.step(at, at < self._dealt + _DEALING):
            self.ctx.sounds.play("knock", 0.9)

    def seat_point(self, seat: int) -> tuple[int, int]:
        """Where a seat's words appear."""
        return self._hud.seat_point(seat)

    def show_totals(self, totals: Sequence[int] | None) -> None:
        """Show other totals than the match's while they are being counted up to; None: the match's."""
        self._totals = self._hud.totals = totals
        self._controls.renew()

    @property
    def deck(self) -> Deck:
        """The pictures of the cards."""
        assert self.stage
        return self.stage.canvas.deck

    def rest(self, now: float) -> float:
        """A table is never quite still while others play."""
        if self.session.paused:
            return math.inf
        busy = self._freeze or not self.stage or self.stage.moving(now) or self._news.waiting
        if busy or self.session.state.phase in (PLAYING, SCORED, WON):
            return 0.0
        return 0.0 if self.clock(now) < self._dealt + _DEALING else 0.02

    def handle(self, event: Input, now: float) -> None:
        """Input goes to the hand; its effect is shown at once."""
        if not self.stage:
            return
        if not self.shared_key(event):
            if not self.session.plays:
                self._controls.watch(event)
            elif not self._freeze and not landed_knock(self.session):
                self._hand.read = self.session.moment(now)
                self._controls.handle(event, self.clock(now))
                self._hand.read = None
        self.pump(now)

    def shared_key(self, event: Input) -> bool:
        """The keys that count during the round and after it; True if it was one."""
        if event.type != pygame.KEYDOWN:
            return False
        if event.key in (pygame.K_ESCAPE, pygame.K_p):
            self._cover(PauseScene(self))
        elif event.key == pygame.K_F1:
            self.show_help()
        elif not self.session.plays and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self._controls.watch(event)
        elif self.session.plays and pygame.K_F2 <= event.key < pygame.K_F2 + SHOUTS:
            self.session.shout(event.key - pygame.K_F2)
        else:
            return False
        return True

    # -- what covers it

    hides = False
    """The match may go on beneath: everyone sees the cards."""

    @property
    def stands(self) -> bool:
        """Whether nothing happens while it is covered."""
        return self.session.paused

    def keep_up(self, now: float) -> None:
        """Take in what happens beneath a cover."""
        self.pump(now)

    def _cover(self, cover: Cover) -> None:
        """Put it on top, and stop the time if this session allows."""
        session = self.session
        if session.can_pause and not session.paused:
            session.paused = True
            self.clock.stop(time.perf_counter())
            if self.stage:
                self.deck.forget()
        self.ctx.push(cover)

    def resume(self) -> None:
        """Let the time go on."""
        if self.session.paused:
            self.session.paused = False
            self.clock.start(time.perf_counter())

    def menu(self) -> Menu:
        """What the menu offers now."""
        rows = [Button(words, action) for words, action in self.choices()]
        rows.append(Button(self.way_out(), self.get_up))
        return Menu(_("Paused") if self.session.paused else _("Menu"), rows)

    def show_help(self) -> None:
        """Put the help on top."""
        self._cover(HelpScene(self, help_text(self.session)))

    # -- what differs where several machines play

    @property
    def may_again(self) -> bool:
        """Whether another match is this player's to begin."""
        return True

    @property
    def closed(self) -> str:
        """Why there is nothing more to come here; empty: the table is open."""
        return ""

    def choices(self) -> list[tuple[str, Callable[[], None]]]:
        """What the menu offers beside the way on and the way out."""
        return []

    def way_out(self, of_all: bool = False) -> str:
        """What leaving is called; `of_all`: where the match is over."""
        return _("Back to the title") if of_all else _("Leave the match")

    def get_up(self) -> None:
        """Leave the match."""
        self.back()

    def again(self) -> None:
        """Play another match."""
        ctx, seats = self.ctx, self.session.seats
        self.get_up()
        ctx.start_match(seats - 1, ctx.settings.level)

    # -- drawing

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """The stage, or the picture of the freeze."""
        if self.stage is None or self.stage.layout.size != surface.get_size():
            self._lay_out(surface.get_size(), now)
            full = True
        assert self.stage
        if self._freeze:
            return self._freeze.draw(
                surface, now, lambda: self.stage and self.stage.draw(surface, self.clock(now), True), full
            )
        at = self.clock(now)
        self._hud.glow(at)
        return self.stage.draw(surface, at, full)

    def _lay_out(self, size: tuple[int, int], now: float) -> None:
        session = self.session
        spots = session.rules.spots(session.seats)
        places = table_layout(size, spots, session.seat)
        widths = tuple({area.card for area in places.areas})
        self.ctx.cards.keep(*widths)
        deck = Deck(self.ctx.cards.art, widths, places.unit, _PICTURES * size[0] * size[1])
        self.ctx.cards.prepare(deck.sprites(session.backs))
        self.stage = Stage(places, spots, deck, session.backs, backdrop(places), self._hear)
        self._hud = Hud(self.stage, session)
        self._hud.totals = self._totals
        self._hand = Hand(session, self.stage, self._refuse)
        lights = self.ctx.settings.fits == "always" or (self.ctx.settings.fits == "easy" and self._easy)
        self._controls = Controls(session, self._hud, self._hand, lights)
        self._news = News(self.stage, self._hud, session)
        self._advice = Advice(self.stage, session)
        if len(session.state.table.piles) == len(spots):  # a seat may have come since the cards were dealt
            self.stage.reset(session.state.table)
            if self._dealt == -1.0:
                self._dealt = self.clock(now)
                self.stage.deal(self._dealt)
        self._hud.refresh()
        self._advice.refresh()
