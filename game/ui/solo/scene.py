"""A solo game on the screen: any rules for one seat, from the first move to the last."""

import math
import time
from collections.abc import Callable, Mapping, Sequence

import pygame
from pygame import Rect, Surface
from pygame.event import Event as Input

from game.core.state import Dealt, Resumed, Returned
from game.i18n import _
from game.sessions.live_run import LiveRun
from game.sessions.run_playback import RunPlayback
from game.sessions.solo import SoloSession
from game.ui.cards.layout import Layout
from game.ui.covers.cover import Menu
from game.ui.engine.deckstyle import chosen, court_letters
from game.ui.engine.scene import Context
from game.ui.input.gamepad import Pressed
from game.ui.input.hand import Hand
from game.ui.input.keys import Legend
from game.ui.input.solo_picker import SoloPicker
from game.ui.input.two_piles import SideHand
from game.ui.play.scene import Extra, PlayScene
from game.ui.solo.commands import Commands
from game.ui.solo.controls import SoloControls, solo_legend
from game.ui.solo.cover import SoloAsk, SoloHelp, SoloPause
from game.ui.solo.help import help_text
from game.ui.solo.layout import solo_layout
from game.ui.solo.marks import Marks
from game.ui.solo.panel import SoloPanel
from game.ui.solo.rhythm import FOOT, Rhythm
from game.ui.solo.show import SoloShow
from game.ui.view.leaves import Button, Switch
from game.ui.view.node import Control
from game.ui.widgets.times import exact_time

_AFTER = 1.1
"""Seconds from the last move to the end screen."""
Ended = Callable[["SoloScene"], None]


class SoloScene(PlayScene):
    """A game for one, from the first move to the last."""

    def __init__(
        self,
        session: SoloSession,
        ended: Ended = lambda scene: None,
        ghost: Callable[[int], int] | None = None,
        left: Callable[[], object] = lambda: None,
        extras: Sequence[Extra] = (),
    ) -> None:
        """`ended` is called once when it is over and the cards are at rest, or `left` if the player leaves
        before. `ghost`: how many cards another run had placed at a given time (microseconds)."""
        super().__init__(session, extras)
        self.session, self._ended, self._ghost, self._left = session, ended, ghost, left
        self.fingers = "press" if session.rules.reflex else "table"
        self._end_at = math.inf
        self._end_shown = self._deals = False
        self._last_hints = object()
        self._paced = 0  # the second for which the pace is shown

    def enter(self, ctx: Context) -> None:
        """Sit down: the cards are dealt at the first drawing, unless the game has begun earlier."""
        super().enter(ctx)
        self._deals = not self.session.begun
        if self.session.hints and not self._counts:
            self.session.hints.indicates = ctx.settings.light and not self.session.teaches

    def make_legend(self) -> Legend:
        """The keys of this table."""
        return solo_legend(self.session, self.ctx)

    @property
    def buttons(self) -> Mapping[str, Rect]:
        """Where its buttons are, by name."""
        return self._panel.buttons

    def suspend(self) -> None:
        """Put back the carried cards and stop the clock."""
        now = time.perf_counter()
        if self.stage:
            self._controls.let_go(self.clock(now))
        self.session.paused = True
        self.clock.stop(now)

    def resume(self) -> None:
        """Resume the time."""
        self.session.paused = False
        self.clock.start(time.perf_counter())

    def leave(self) -> None:
        """Get up."""
        super().leave()
        if self.session.begun and not self._end_shown:
            self._left()

    @property
    def _open(self) -> bool:
        """Whether the hand may play."""
        return self.session.plays and not self.session.over and not self._show.laying_out

    @property
    def _counts(self) -> bool:
        """Whether it is a challenge, and not free play."""
        return self.session.limit is not None

    # -- events

    def pump(self, now: float) -> None:
        """Process what has happened and show it."""
        if not self.stage or self._show.laying_out:
            return
        at = self.clock(now)
        events = self.session.poll()
        for event in events:
            if isinstance(event, Resumed | Dealt):
                self._controls.forget()
            self._show.show(event, at)
            if isinstance(event, Returned) and self.ctx.settings.rumble:
                self.ctx.pads.rumble(self.ctx.pads.used, 0.2, 0.6, 0.12)
        if events:
            self.stage.sync(self.session.state.table, at)
        hints = self.session.hints
        hint_state = hints and (hints.winnable, hints.advice, hints.thinking)
        if events or (hint_state, self.session.over) != self._last_hints:
            self._last_hints = hint_state, self.session.over
            self._commands.follow(at)
            self.renew()
        if self.session.over and self._end_at == math.inf and not self._end_shown:
            self._end_at = at + _AFTER
            self._show.end(at)

    def _hear(self, kind: str, pan: float, seat: int | None) -> None:
        self._show.hear(kind, pan)

    def renew(self) -> None:
        """Update all text, and mark what is under the pointer now."""
        self._panel.extra = self._pace()
        self._panel.refresh(self._controls.button)
        self._marks.refresh()
        if self._rhythm:
            self._rhythm.refresh()
        self._mark()

    def _pace(self) -> str:
        """The pace, as text."""
        if isinstance(session := self.session, RunPlayback):
            return _("Replay at {speed} ×").format(speed=f"{session.clock.speed:g}")
        rhythm = self._rhythm
        return _("{n} cards a minute").format(n=rhythm.pace) if rhythm and rhythm.pace else ""

    def _mark(self) -> None:
        """Mark what is under the pointer; in free play, if wanted, also where cards fit."""
        fits = self.ctx.settings.fits
        lights = fits == "always" or (fits == "easy" and not self._counts)
        self._controls.mark(self._open, lights)

    # -- the scene

    def advance(self, now: float) -> None:
        """One step: time advances, what has expired is removed."""
        assert self.stage
        at = self.clock(now)
        if self._show.step(at):
            self.stage.sync(self.session.state.table, at)
            self.renew()
        self.pump(now)
        self._marks.step(at)
        if self._rhythm:
            self._rhythm.step(at)
            if self._paced != (second := self.session.now // 1_000_000):
                self._paced = second
                self.renew()
        self._panel.tick()
        self.notice_toasts.step(self.stage, at)
        if at >= self._end_at and not self._show.busy and self.ctx.scene is self:
            self._end_shown, self._end_at = True, math.inf
            if not self.over():
                self._ended(self)

    def rest(self, now: float) -> float:
        """If nothing moves, only the clock advances."""
        if not self.stage or self.session.paused:
            return math.inf if self.session.paused else 0.0
        busy = self.stage.moving or self._marks.moving or self._show.busy or self._end_at < math.inf
        beats = self._rhythm and self._rhythm.beating and not self.session.over
        return 0.0 if busy or beats else min([0.05, *(extra.rest() for extra in self.extras)])

    def renew_keys(self) -> None:
        """Show the keys as they are now."""
        self.legend.renew()
        if self.stage:
            self._marks.renew_keys()
            self.renew()

    def handle(self, event: Input, now: float) -> None:
        """Input goes to the hand or a command; its effect is shown at once."""
        if not self.stage:
            return
        at, event = self.clock(now), self.legend.heard(event)
        counts = self.session.begun and not self.session.over and self.session.plays and not self.quiet
        if event.type == pygame.WINDOWFOCUSLOST and counts:
            self.ctx.push(SoloPause(self))
        elif self._show.finale and self._show.finale.handle(event, at):
            self._end_at = at
        elif isinstance(done := self._controls.handle(event, at, self._open), Pressed):
            self._do(done.button, at)
        elif done:
            self._show.say(done.why, done.pile, at)
        if self.ctx.scene is self:
            self.pump(now)
            self._mark()

    def _do(self, name: str, at: float) -> None:
        """Carry out a button of the panel; does nothing if it is disabled."""
        if name == "pause":
            self.ctx.push(SoloPause(self))
            return
        if self._show.laying_out or not self._panel.can(name):
            return
        self._controls.let_go(at)
        session = self.session
        if name == "finish" and isinstance(session, LiveRun):
            session.lay_out()
            self._show.lay_out(session.poll(), at)
        elif name == "restart" and session.plays and session.begun and not session.over:
            words = _("Start the same deal over? This run will be lost.")
            self.ctx.push(SoloAsk(words, _("Begin again"), self).if_so(self.restart))
        elif name == "restart":
            self.restart()
        elif name == "give up" and session.plays and session.begun:
            self.ask_to_end()
        elif name == "give up":
            self.leave_table()  # there is nothing to score yet
        else:
            self._commands.do(name, at)
            if not session.plays:
                self.renew()

    # -- what covers it

    hides = True

    def menu(self) -> Menu:
        """What the menu offers."""
        session, rows = self.session, list[Control]()
        if session.hints and not session.rules.reflex:
            shown = session.hints.indicates
            rows.append(Switch(_("Show whether it can still be won"), shown, self._indicate))
        if session.begun:
            again = _("Same deal again") if session.plays else _("From the beginning")
            rows.append(Button(again, self.restart))
        if keeps := session.keeps:
            rows.append(Button(_("Give up"), self.ask_to_end))
        rows.append(Button(_("Keep for later") if keeps else _("Leave the table"), self.leave_table))
        return Menu(_("Paused"), rows, f"{_(session.rules.title)} · {exact_time(session.elapsed)}")

    def ask_to_end(self) -> None:
        """Ask before giving up."""
        words = _("Give up this deal? The result counts as it stands.")
        self.ctx.push(SoloAsk(words, _("Give up"), self).if_so(self.give_up))

    def _indicate(self, on: bool) -> None:
        assert self.session.hints
        self.session.hints.indicates = on
        if not self._counts:
            self.ctx.settings.light = on

    def show_help(self) -> None:
        """Open the help."""
        self.ctx.push(SoloHelp(self, self.session.rules, help_text(self.session, self.legend)))

    # -- what other scenes call

    def restart(self) -> None:
        """Deal the same cards again."""
        self.ctx.pop_to(self)
        self.session.restart()
        self._end_shown, self._end_at = False, math.inf
        self.ctx.redraw()

    def give_up(self) -> None:
        """End the run as it stands."""
        self.ctx.pop_to(self)
        if isinstance(self.session, LiveRun):
            self.session.give_up()

    def facts(self) -> list[str]:
        """Further facts about the run for its end."""
        if not (rhythm := self._rhythm) or not rhythm.hits:
            return []
        return [_("best streak {n}").format(n=rhythm.best), *filter(None, [self._pace()])]

    def leave_table(self) -> None:
        """Leave the table."""
        self.back()

    # -- drawing

    def paint(self, surface: Surface, now: float, full: bool) -> Sequence[Rect]:
        """Draw the stage; returns what has changed."""
        return self._show.draw(surface, self.clock(now), full)

    def lay_out(self, size: tuple[int, int], now: float) -> None:
        """Make the stage, and all that belongs to it, for a window of this size."""
        session, ctx, legend = self.session, self.ctx, self.legend
        spots, settings, fast = session.rules.spots(1), self.ctx.settings, session.rules.reflex

        def layout(size: tuple[int, int]) -> Layout:
            return solo_layout(size, spots, FOOT if fast else 0.0, settings.left_handed)

        stage = self.set_up(
            size, layout, [spot._replace(seat=0) for spot in spots], (settings.back,), self._hear
        )
        stage.level = fast
        sides = SideHand(session, stage) if fast else None
        hand = sides or Hand(session, stage, SoloPicker(session, stage))
        courts = court_letters(chosen(settings).letters)
        self._marks = Marks(stage, session, {} if fast else hand.keys, legend, courts)
        name = _("Lesson") if session.teaches else session.name or _("Deal {seed}").format(seed=session.seed)
        self._panel = panel = SoloPanel(stage, session, self._ghost, name, legend, lambda: ctx.finger)
        self._controls = SoloControls(session, ctx.pads, panel, hand, self._marks)
        self._rhythm = Rhythm(session, stage, sides, self._marks, ctx.sounds, legend) if sides else None
        self._show = SoloShow(session, stage, self._marks, self._rhythm, ctx.sounds, stage.calm)
        self._commands = Commands(session, stage, self._marks)
        stage.reset(self.session.state.table)
        if self._deals:
            self._deals = False
            stage.deal(self.clock(now))
        self.renew()
