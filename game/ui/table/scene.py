"""The table: a session on the screen, from the start of the match to the count."""

import math
import time
from collections.abc import Callable, Mapping, Sequence

import pygame
from pygame import Rect, Surface
from pygame.event import Event as Input

from game.core.state import PLAYING, SCORED, WAITING, WON, Cheered, Dealt, Event, Scored
from game.core.table import Table
from game.i18n import _
from game.sessions.session import Session
from game.ui.cards.layout import Layout
from game.ui.covers.cover import AskScene, Menu, PauseScene
from game.ui.engine.scene import Context, Scene
from game.ui.input.hand import Hand
from game.ui.input.keyboard import HALVES, HalfKeyboard, Keyboard
from game.ui.input.keys import Legend
from game.ui.input.match_picker import MatchPicker
from game.ui.play.scene import Extra, PlayScene
from game.ui.rulebook.page import HelpScene
from game.ui.table.controls import PAD_CAPS, TableControls
from game.ui.table.freeze import landed_knock
from game.ui.table.help import help_text
from game.ui.table.hud import Hud
from game.ui.table.knocks import Knockers
from game.ui.table.layout import table_layout
from game.ui.table.race import Race
from game.ui.table.round_end import RoundEnd
from game.ui.table.seats import standard_caps
from game.ui.table.show import MatchShow
from game.ui.table.toasts import TableToasts
from game.ui.view.leaves import Button

_DEALING = 1.0
_AFTER = 0.7
"""Seconds from the end of a round to the start of the count."""


class TableScene(PlayScene):
    """A match, from the joint knock to the podium."""

    def __init__(self, session: Session, easy: bool = False, extras: Sequence[Extra] = ()) -> None:
        """`easy`: for a newcomer, who may want to be shown where a card fits."""
        super().__init__(session, extras)
        self.session, self._easy = session, easy
        self._dealt = -math.inf
        self._synced: Table | None = None
        """The table as the stage shows it: on the network a card may be named without an event."""
        self._count_at = math.inf
        self._scored: Scored | None = None
        self._totals: Sequence[int] | None = None  # shown until the round is counted; None: the match's
        self.cheered: Cheered | None = None

    def enter(self, ctx: Context) -> None:
        """Sit down: the first round is shown at once."""
        super().enter(ctx)
        self._show = MatchShow(self.session, ctx, self.clock, thrills=not self.quiet)
        self.session.poll()
        self._dealt = -1.0  # deal at the first drawing

    def make_legend(self) -> Legend:
        """The keys of this table."""
        return Legend(self.ctx.settings, self.ctx.pads, PAD_CAPS, True)

    @property
    def buttons(self) -> Mapping[str, Rect]:
        """Where its buttons are, by name."""
        return self._hud.buttons

    def suspend(self) -> None:
        """Put back the carried cards."""
        self._put_back(time.perf_counter())

    def _put_back(self, now: float) -> None:
        """Let the carried cards lie where they were, at once: the clock may stand."""
        if self.stage:
            self._controls.let_go(self.clock(now) - _AFTER)

    # -- events

    def pump(self, now: float) -> None:
        """Process what has happened and show it."""
        self.take(self.session.poll(), now)

    def take(self, events: Sequence[Event], now: float) -> None:
        """Show these events; and a flying knock at the moment it lands."""
        if not self.stage:
            return
        if (knock := landed_knock(self.session)) and not self._show.freeze:
            self._show.stand_still(knock.seat, now)
        table = self.session.state.table
        if not events and table is self._synced:
            return
        self._synced = table
        at = self.clock(now)
        self._show.show(events, at, now)
        for event in events:
            self._follow(event, at)
        if self.session.state.phase in (WAITING, PLAYING):  # later the count moves the cards itself
            self.stage.sync(table, at)
        self._controls.renew()
        self._show.call_for_knock(self._hud.may_knock)

    def _follow(self, event: Event, at: float) -> None:
        """What an event means for what follows."""
        match event:
            case Dealt():
                self._dealt = at
                self.show_totals(None)  # the count may have been cut short
            case Scored():
                self._scored = event
                self.show_totals(event.before)
                self._count_at = at + _AFTER if event.reason == "knock" else at + 2 * _AFTER
            case Cheered():
                self.cheered = event

    # -- the scene

    def advance(self, now: float) -> None:
        """One step: the session advances, wishes are played, what has expired is removed."""
        if self._show.freeze:
            self.pump(now)
            self._show.end_freeze(now)
            return
        self.tick(now)
        if self.ctx.scene is self and self.stage and self._scored and self.clock(now) >= self._count_at:
            scored, self._scored, self._count_at = self._scored, None, math.inf
            self.end_round(scored)

    def end_round(self, scored: Scored) -> None:
        """The round is over, and the table has been seen as it was."""
        if not self.over():
            self.ctx.push(RoundEnd(self, scored))

    def lay_anew(self, deals: bool) -> None:
        """Rebuild the stage from the session at the next drawing, with a deal or as the table is."""
        self.stage = self._show.freeze = self._scored = self._totals = None
        self._count_at, self._dealt = math.inf, -1.0 if deals else -math.inf
        self.ctx.redraw()

    def tick(self, now: float) -> None:
        """Process events, play wishes that are due, update what is shown for a moment."""
        self.pump(now)
        at = self.clock(now)
        if not self.stage:
            return
        for hand in self._hands:
            if hand.waiting:
                hand.step(at)
                self.pump(now)
        if not self.stage:
            return
        self.notice_toasts.step(self.stage, at)
        self._show.step(at, at < self._dealt + _DEALING)

    def seat_point(self, seat: int) -> tuple[int, int]:
        """Where a seat's points are counted up."""
        return self._hud.seat_point(seat)

    def show_totals(self, totals: Sequence[int] | None) -> None:
        """Show these totals while the count runs; None: the match's."""
        self._totals = self._hud.totals = totals
        self._controls.renew()

    def rest(self, now: float) -> float:
        """A table is never quite still while others play."""
        if self.session.paused:
            return math.inf
        busy = self._show.freeze or not self.stage or self.stage.moving or self._toasts.waiting
        if busy or self.session.state.phase in (PLAYING, SCORED, WON):
            return 0.0
        return 0.0 if self.clock(now) < self._dealt + _DEALING else 0.02

    def renew_keys(self) -> None:
        """Show the keys as they are now."""
        self.legend.renew()
        if self.stage:
            self._controls.renew_keys()

    def handle(self, event: Input, now: float) -> None:
        """Input goes to the hand; its effect is shown at once."""
        if not self.stage:
            return
        event = self.legend.heard(event)
        if not self.shared_key(event):
            if not self.session.plays:
                self._controls.watch(event)
            elif not self._show.freeze and not landed_knock(self.session):
                at = self.clock(now)
                for refusal in self._controls.handle(event, at, self.session.moment(now)):
                    self._show.refuse(refusal.why, refusal.pile, at)
        self.pump(now)

    def shared_key(self, event: Input) -> bool:
        """Handle a key that works during the round and after it; returns whether it was one."""
        if event.type != pygame.KEYDOWN:
            return False
        if event.key == pygame.K_ESCAPE or (event.key == pygame.K_p and not self.session.here[1:]):
            self._cover(PauseScene(self))
        else:
            return self._controls.shared_key(event)
        return True

    # -- what covers it

    def _cover(self, cover: Scene) -> None:
        """Open a covering scene, and pause if this session can be paused."""
        session = self.session
        if session.can_pause and not session.paused:
            session.paused = True
            self.clock.stop(time.perf_counter())
            if self.stage:
                self.stage.canvas.deck.forget()
        self.ctx.push(cover)

    def resume(self) -> None:
        """Resume the time."""
        if self.session.paused:
            self.session.paused = False
            self.clock.start(time.perf_counter())

    def menu(self) -> Menu:
        """What the menu offers now."""
        rows = [Button(words, action) for words, action in self.choices()]
        rows.append(Button(self.way_out(), self.leave_table))
        return Menu(_("Paused") if self.session.paused else _("Menu"), rows)

    def show_help(self) -> None:
        """Open the help."""
        self._cover(HelpScene(self, self.session.rules, help_text(self.session, self.legend)))

    # -- what a network table overrides

    @property
    def may_again(self) -> bool:
        """Whether this player may start another match."""
        return True

    @property
    def closed(self) -> str:
        """Why the table has closed; empty: it is open."""
        return ""

    def choices(self) -> list[tuple[str, Callable[[], None]]]:
        """What the menu offers besides continuing and leaving."""
        return []

    def way_out(self, of_all: bool = False) -> str:
        """The label for leaving; `of_all`: the match is over."""
        return _("Back to the title") if of_all else _("Leave the match")

    def leave_table(self) -> None:
        """Leave the match; who plays is asked first, for then it does not count."""
        state, words = self.session.state, _("Leave this match? It is not over, so it will not count.")
        begun = (state.round > 1 or state.starts is not None) and state.phase != WON
        if not self.quiet and self.session.plays and begun:
            self.ctx.push(AskScene(words, self.way_out(), self).if_so(self.back))
        else:
            self.back()

    def again(self) -> None:
        """Play another match."""
        ctx, seats, people = self.ctx, self.session.seats, len(self.session.here)
        self.leave_table()
        ctx.launcher.match(seats - people, ctx.settings.level, people=people)

    # -- drawing

    def look_changed(self) -> bool:
        """The player's card back may be among what has changed."""
        if changed := super().look_changed():
            self.session.wear_back(self.ctx.settings.back)
        return changed

    def paint(self, surface: Surface, now: float, full: bool) -> Sequence[Rect]:
        """The stage, or the picture of the freeze."""
        assert self.stage
        if freeze := self._show.freeze:
            self._put_back(now)
            return freeze.draw(
                surface, now, lambda: self.stage and self.stage.draw(surface, self.clock(now), True), full
            )
        at = self.clock(now)
        self._hud.glow(at)
        return self.stage.draw(surface, at, full)

    def lay_out(self, size: tuple[int, int], now: float) -> None:
        """Make the stage, and all that belongs to it, for a window of this size."""
        session, ctx, legend = self.session, self.ctx, self.legend
        spots, own = session.rules.spots(session.seats), tuple(seat.seat for seat in session.here)
        still, fits = ctx.settings.reduced_motion, ctx.settings.fits

        def layout(size: tuple[int, int]) -> Layout:
            return table_layout(size, spots, own or (session.seat,), ctx.settings.left_handed)

        stage = self.set_up(size, layout, spots, session.backs, self._show.hear, own)
        self._hands = hands = [Hand(seat, stage, MatchPicker(seat, stage)) for seat in session.here]
        keyboards: list[HalfKeyboard] | list[Keyboard] = [Keyboard(hand) for hand in hands]
        if own[1:]:
            keyboards = [HalfKeyboard(hand, half) for hand, half in zip(hands, HALVES, strict=False)]
        caps = [standard_caps(stage, seat, legend) for seat in own]
        self._hud = hud = Hud(stage, session, caps, Race(stage, session, ctx))
        hud.totals, hud.warns = self._totals, not self.quiet
        self.knockers = Knockers(hud.own, keyboards, legend, ctx.pads)
        self._toasts = TableToasts(stage, hud, session, legend, self.knockers, still)
        self._show.set_out(stage, hands, self._toasts)
        lights = fits == "always" or (fits == "easy" and self._easy)
        self._controls = TableControls(session, hud, hands, keyboards, ctx.pads, legend, lights)
        table = session.state.table
        if len(table.piles) == len(stage.piles):  # a seat may have been added since the deal
            stage.reset(table)
            if self._dealt == -1.0:
                self._dealt = self.clock(now)
                stage.deal(self._dealt)
        self._controls.renew_keys()
