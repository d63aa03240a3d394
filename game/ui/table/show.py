"""Shows what happens in a match: each event on the stage with its text and sounds, and the freeze."""

from collections.abc import Sequence

from game.core.state import (
    PLAYING,
    SCORED,
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
from game.core.table import Called, Mode
from game.core.why import HAND_BUSY, why_not
from game.i18n import _
from game.rules.haisty import ONES
from game.sessions.session import Session
from game.ui.cards.effects import EFFECTS, kind_of
from game.ui.cards.stage import Stage
from game.ui.engine.clock import PausableClock
from game.ui.engine.scene import Context
from game.ui.input.hand import Hand
from game.ui.table.achievements import Achievements, milliseconds
from game.ui.table.captions import Captions
from game.ui.table.freeze import Freeze, landed_knock, who_knocks
from game.ui.table.tension import Tension
from game.ui.table.toasts import TableToasts

_SHORT, _LONG = (0.2, 0.6, 0.12), (0.9, 0.5, 0.3)
"""How gamepads rumble when a card comes back, and at the knock: the slow motor, the fast one, seconds."""
_FREEZE = 1.3
"""Seconds that everything stands still after a knock."""


class MatchShow:
    """`now` is in seconds of time.perf_counter(), `at` in seconds of the stage."""

    def __init__(self, session: Session, ctx: Context, clock: PausableClock, thrills: bool) -> None:
        """`thrills`: whether a 13-pile that is nearly empty tightens picture and sound."""
        self.session, self._ctx, self._clock = session, ctx, clock
        self._thrills = thrills
        self.freeze: Freeze | None = None
        """The freeze after a knock, while it lasts."""
        self._explained: set[tuple[int | None, str]] = set()
        """The refusals explained in this round, to each seat only once."""
        self._called = False
        """Whether the empty 13-pile has called for its knock: it chimes once."""
        self._quiet = False
        self._achievements = Achievements(ctx.sounds)

    def set_out(self, stage: Stage, hands: Sequence[Hand], toasts: TableToasts) -> None:
        """Use these from now on, made for a new window size."""
        self._stage, self._hands, self._toasts = stage, hands, toasts
        still = self._ctx.settings.reduced_motion or not self._thrills
        self._tension = None if still else Tension(stage, self.session, self._ctx.sounds)
        self._captions = Captions(stage, self._ctx.sounds) if self._ctx.settings.captions else None

    def step(self, at: float, dealing: bool) -> None:
        """Update what is shown for a moment, and what the end of the round brings with it."""
        if self._toasts.step(at, dealing):
            self._ctx.sounds.play("knock", 0.9)
        if self._tension:
            self._tension.step(at)
        if self._captions:
            self._captions.step()

    @property
    def _own(self) -> set[int]:
        """The seats played at this screen."""
        return {seat.seat for seat in self.session.here}

    def show(self, events: Sequence[Event], at: float, now: float) -> None:
        """Show events that have just happened; a knock that ended the round starts the freeze."""
        knocks = [event.seat for event in events if isinstance(event, Scored) and event.reason == "knock"]
        self._quiet = bool(knocks or self.freeze)
        for event in events:
            late = (self.session.now - event.at) / 1e6 if isinstance(event, Thrown) else 0.0
            for hand in self._hands:
                hand.follow(event)
            self._stage.apply(event, at, late)
            self._annotate(event, at)
            self._achievements.follow(event, self.session, self._toasts, at)
        self._quiet = False
        if knocks and knocks[-1] is not None:
            self.stand_still(knocks[-1], now)

    def _annotate(self, event: Event, at: float) -> None:
        """What an event shows besides moving cards."""
        session, toasts = self.session, self._toasts
        match event:
            case Dealt(_, table):
                self._stage.reset(table)
                self._stage.deal(at)
                self._explained.clear()
            case Returned(seat, move, faster) if seat in self._own:
                self._rumble(*_SHORT, seat=seat)
                if faster is not None:
                    toasts.lost(self._too_late(event, session.names[faster]), move.dst, at)
                elif not self._quiet:
                    why = why_not(session.rules, session.state.table, seat, move)
                    self.refuse(why or (None if event.thrown else HAND_BUSY), move.src, at)
            case Dud(seat):
                self._rumble(*_SHORT, seat=seat)
                toasts.note(_("Your 13-pile is not empty yet"), self._stage.find("reserve", seat), at)
                self.hear(kind_of(event, self._stage.roles, False), 0.0, event.seat)
            case Called(seat) if session.state.phase == PLAYING and not self._quiet:
                toasts.cry(seat, _("Speltorka!"), at)
            case Mode(mode) if mode == ONES and not self._quiet:
                toasts.note(_("All stuck: one card at a time"), self._stage.find("stock", session.seat), at)
            case Shouted(seat, shout) if not self._ctx.settings.shouts_muted:
                toasts.shout(seat, shout, at)
            case Ready(seat) if session.state.phase == SCORED and seat not in self._own:
                pass  # others' knocks would disturb the count, which shows who is ready
            case Scored():
                for hand in self._hands:
                    hand.source = None
            case Cheered():
                pass  # the last screen celebrates it
            case _:
                kind = kind_of(event, self._stage.roles, False)
                if EFFECTS[kind].motion is None:
                    self.hear(kind, 0.0, getattr(event, "seat", None))

    def _too_late(self, event: Returned, name: str) -> str:
        """Who was faster, and by how much if it was close."""
        if (lead := self._achievements.leads.lead(event)) is None:
            return _("{name} was faster").format(name=name)
        return _("{name} was {n} ms faster").format(name=name, n=milliseconds(lead))

    def _rumble(self, strong: float, weak: float, seconds: float, seat: int | None = None) -> None:
        """Let the pad of a player here rumble, or everyone's."""
        if self._ctx.settings.rumble:
            pads, here = self._ctx.pads, self.session.here
            for hand, own in enumerate(here):
                if seat in (None, own.seat):
                    pads.rumble(pads.of_hand(hand, len(here)), strong, weak, seconds)

    def refuse(self, why: str | None, pile: int, at: float) -> None:
        """Show at a pile why its card was refused: each kind of mistake once per round and player."""
        explained = self._stage.owners[pile], why or ""
        if why and explained not in self._explained:
            self._explained.add(explained)
            self._toasts.note(_(why), pile, at)

    def hear(self, kind: str, pan: float, seat: int | None) -> None:
        """Play the sound of an event's kind; those of other seats more softly."""
        effect = EFFECTS[kind]
        others = seat not in (None, self.session.seat, *self._own)
        gain = effect.others if others else 1.0
        if effect.sound and gain and not self._quiet:
            self._ctx.sounds.play(effect.sound, gain, pan * 0.7, others=others)

    def call_for_knock(self, may_knock: bool) -> None:
        """Chime when the own 13-pile has become empty."""
        if may_knock and not self._called:
            self._ctx.sounds.play("chime", 0.8)
        self._called = may_knock

    def stand_still(self, knocker: int, now: float) -> None:
        """Start the freeze, or correct whose knock it was."""
        words, begun = who_knocks(self.session, knocker), self.freeze
        if begun and begun.words == words:
            return
        if not begun:
            self._ctx.sounds.play("knock", 1.0)
            self._rumble(*_LONG)
            self._clock.stop(now)
        start, shakes = begun.start if begun else now, not self._ctx.settings.reduced_motion
        self.freeze = Freeze(words, start, self._stage.layout.unit, shakes)

    def end_freeze(self, now: float) -> None:
        """End the freeze when its time is up, or at once if the knock turned out not to count."""
        if not self.freeze:
            return
        over = now >= self.freeze.start + _FREEZE
        if landed_knock(self.session) is None and (over or self.session.state.phase == PLAYING):
            self.freeze = None
            self._clock.start(now)
            self._ctx.redraw()
