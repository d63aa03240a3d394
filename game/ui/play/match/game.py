"""A match at a table, from the joint knock to the podium."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Final

import pygame
from pygame import Rect
from pygame.event import Event as Input

from game.core.state import (
    PAUSED,
    PLAYING,
    SCORED,
    WAITING,
    WON,
    Cheered,
    Dealt,
    Dud,
    Event,
    Ready,
    Resumed,
    Returned,
    Scored,
    Shouted,
    Thrown,
)
from game.core.streaks import Streaks
from game.core.table import Called, Mode
from game.core.why import HAND_BUSY, why_not
from game.i18n import N_, _
from game.rules.haisty import ONES
from game.sessions.match_playback import MatchPlayback
from game.sessions.session import Session
from game.storage.result import MatchResult
from game.story.match_story import Round, RoundStory
from game.story.seen import Recorder, Seen
from game.ui.cards.frames import Frame
from game.ui.cards.layout import SHARED, Layout
from game.ui.cards.moments import At
from game.ui.cards.motion import EFFECTS
from game.ui.cards.stage import Stage
from game.ui.covers.cover import AskScene
from game.ui.engine import requests, theme
from game.ui.engine.description import Description
from game.ui.engine.devices import PAD_PRESS
from game.ui.engine.scene import Context
from game.ui.engine.sound import MOODS, SCALE
from game.ui.input.commands import Command, by_name, help_rows
from game.ui.input.controls import Controls, Device
from game.ui.input.gamepad import SHOUT, Gamepad
from game.ui.input.half_legend import MATCH
from game.ui.input.hand import Hand
from game.ui.input.keyboard import Keyboard
from game.ui.input.keys import Caps, Slot
from game.ui.input.match_picker import MatchPicker
from game.ui.input.pointer import Pointer, TouchGestures
from game.ui.play.match.commands import CRIES, KNOCK, SHOUTS, help_text, of_hand
from game.ui.play.match.commands import SLOTS as HANDS
from game.ui.play.match.hud import Hud, caps_of
from game.ui.play.match.knock import Block, Knockers, landed_knock
from game.ui.play.match.layout import table_layout
from game.ui.play.match.pegs import PegBoard
from game.ui.play.match.plates import WIDEST, invitation
from game.ui.play.match.said import note, shout, too_soon
from game.ui.play.scene import DEALING, FASTER, MENU, PAUSE, SLOWER, Extra, Play, PlayScene, paced
from game.ui.rulebook.page import HelpText
from game.ui.view.leaves import Button, Switch
from game.ui.view.node import Action, Control

_AFTER = 0.7
"""Seconds from the end of a round to the start of the count."""
_STEEPEST = 5
"""The steps of the scale by which a landing is raised at the most: an octave."""
_FAR = 24
"""How far a pointer is drawn from the tag to a shout at the least, in units."""


_PACE: Final = SLOWER._replace(pad="left"), FASTER._replace(pad="right")
_SKIP: Final = Slot("skip", "Space", pad="a")
_PEGS: Final = Slot("race", "Tab", N_("The peg board"))
TV: Final = Slot("tv", "F10")
"""Shows all seats alike, or one of them large, to who watches."""
SLOTS: Final = {**HANDS, **by_name(*_PACE, _SKIP, _PEGS, TV, PAUSE, MENU)}


class Exits:
    """How a match is left, and what may follow it."""

    def __init__(self, match: Extra) -> None:
        """`match`: what is at the table."""
        self.match = match

    @property
    def may_again(self) -> bool:
        """Whether this player may start another match."""
        return True

    @property
    def race(self) -> Action | None:
        """Has those at the table race next; None: that is not for this player, or what they do anyway."""
        return None

    @property
    def knocks(self) -> bool:
        """Whether another match begins once all have knocked for it."""
        return False

    @property
    def awaited(self) -> Sequence[int]:
        """The seats that have yet to knock for it, once somebody has."""
        return ()

    @property
    def watches(self) -> bool:
        """Whether the player watches, and would have no seat in another match."""
        return False

    def sit(self) -> None:
        """Ask for a seat in another match."""

    @property
    def closed(self) -> str:
        """Why the table has closed; empty: it is open."""
        return ""

    @property
    def awaits_winner(self) -> bool:
        """Whether the winner is somebody at another screen, who may choose how to win."""
        return False

    def late(self) -> Iterable[Command]:
        """What can be done about those who do not knock though all others have."""
        return ()

    def label(self, of_all: bool = False) -> str:
        """The label for leaving; `of_all`: the match is over."""
        return _("Back to the title") if of_all else _("Leave the match")

    def leave(self) -> None:
        """Leave the match; who plays is asked first, for then it does not count."""
        table, session, state = self.match.table, self.match.session, self.match.session.state
        begun = (state.round > 1 or state.starts is not None) and state.phase != WON
        if not table.quiet and session.plays and begun:
            words = _("Leave this match? It is not over, so it will not count.")
            table.cover(AskScene(words, self.label(), table, plays=True).if_so(table.back))
        else:
            table.back()

    def again(self) -> None:
        """Play another match."""
        ctx, session = self.match.table.ctx, self.match.session
        people, handicaps = len(session.local_seats), session.handicaps
        self.leave()
        bots = session.seats - people
        ctx.open(requests.BotMatch(bots, ctx.settings.level, people=people, handicaps=handicaps))

    def close(self) -> None:
        """The table has been left."""
        self.match.session.close()


class MatchGame(Play):
    """A match, from the joint knock to the podium."""

    kind, halves, slots, music = "table", MATCH, SLOTS, MOODS[0]

    def __init__(self, session: Session, easy: bool = False) -> None:
        """`easy`: for a newcomer, who may want to be shown where a card fits."""
        self.session: Session = session
        self.easy, self.exits = easy, Exits(self)
        self.scored: Scored | None = None
        """The round's end, from when it was seen to the next deal."""
        self.cheered: Cheered | None = None
        """The winner's fanfare, once it has been received."""
        self._recorder = Recorder(session.state)
        self._streaks = Streaks(session.state.air)
        self.streak = 0
        """How many cards the streak has whose latest lands just now; 0: none lands."""
        self.result: Callable[[], MatchResult] | None = None
        """Makes what is to be recorded of a match that has been won, until it has been recorded."""
        self.stories: dict[int, RoundStory] = {}
        """What is told of each round that was counted here."""
        self._told: Round | None = None
        """The round that was told last."""
        self._shouting = False
        """Whether the ring of shouts is open."""
        self._pressed = 0, 0
        """Where the pointer was pressed last."""
        self._totals: Sequence[int] | None = None
        """The totals shown until the round is counted; None: the match's."""

    def enter(self) -> None:
        """The first round is shown at once."""
        self.session.poll()
        self._recorder = Recorder(self.session.state)

    def duels_of(self, seat: int, number: int | None = None) -> tuple[int, int]:
        """How many contests of this round, or of the match, the seat has won, and lost."""
        told = [story for story in self.stories.values() if number in (None, story.number)]
        duels = [each for story in told for each in story.contests if not each.tie]
        return sum(each.landing.seat == seat for each in duels), sum(each.loser == seat for each in duels)

    def leave(self) -> None:
        self.tell()
        self.exits.close()

    def reset(self) -> None:
        self.scored, self._streaks, self.streak = None, Streaks(), 0
        self.show_totals(None)

    # -- the table

    @property
    def own(self) -> tuple[int, ...]:
        """The seats played at this screen."""
        return tuple([seat.seat for seat in self.session.local_seats])

    @property
    def for_room(self) -> bool:
        """Whether all seats lie alike, as a room watches them."""
        return self.table.ctx.tv and not (self.own or self.table.quiet)

    @property
    def reseated(self) -> bool:  # type: ignore[override]  # read-only here
        """Not while a seat has been added: its cards are dealt with the next round."""
        laid = tuple([hand.session.seat for hand in self.hands]), self.hud.for_room
        return laid != (self.own, self.for_room) and len(self.spots) == len(self.session.state.table.piles)

    @property
    def seen(self) -> Seen:
        """The round that is being played, or that has just ended, as far as it was seen here."""
        session = self.session
        of_replay = (seen for seen in session.seen if seen.opening.round == session.state.round)
        return next(of_replay, self._recorder.seen)

    def told(self) -> Round:
        """The round that has just ended, gone through again."""
        if not self._told or self._told.story.number != self.session.state.round:
            self._told = Round(self.seen, self.session.rules)
        return self._told

    @property
    def known(self) -> object:
        return self.session.state.table

    @property
    def ended(self) -> bool:
        return self.session.state.phase == WON

    @property
    def synced(self) -> bool:
        """Later the count moves the cards itself."""
        return self.session.state.phase in (WAITING, PLAYING, PAUSED)

    def layout(self, size: tuple[int, int]) -> Layout:
        seats = () if self.for_room else self.own or (self.session.seat,)
        return table_layout(size, self.spots, seats, self.table.ctx.settings.left_handed)

    def lay_out(self, stage: Stage) -> None:
        session, ctx, legend = self.session, self.table.ctx, self.table.legend
        self.hands = [Hand(seat, stage, MatchPicker(seat, stage)) for seat in session.local_seats]
        keyboards = [Keyboard(hand, self.table.half(at)) for at, hand in enumerate(self.hands)]
        self.hud = Hud(stage, session, self._caps(), self._faces, PegBoard(stage, session, ctx))
        self.hud.totals, self.hud.warns = self._totals, not self.table.quiet
        if not self.table.quiet:
            self.hud.menu = self._menu().button(legend, label=_("Menu"))
        self._shouting = False
        self.knockers = Knockers(legend, ctx.pads, self.table.halves)
        self.players = [self._player(number, keyboard) for number, keyboard in enumerate(keyboards)]

    def _player(self, at: int, keyboard: Device) -> Controls:
        """The devices of one hand. Of two hands each has the buttons at its own seat."""
        hand, several, pads = self.hands[at], len(self.hands) > 1, self.table.ctx.pads
        gamepad = Gamepad(
            hand,
            partial(self.table.by_pad, hand=at),
            lambda pad: pads.owner(pad, len(self.hands)) == at,
            lambda button: not several or button.endswith(" 2") == bool(at),
        )
        devices = keyboard, TouchGestures(hand, not several)
        own_pad = partial(pads.of_hand, at, len(self.hands))
        return Controls(Pointer(hand), devices, gamepad, own_pad)

    def renew_keys(self) -> None:
        self.hud.renew_keys(self._caps())

    def _caps(self) -> list[Caps]:
        """What stands on the keys of each hand."""
        table = self.table
        return [
            caps_of(hand.stage, hand.session.seat, table.half(at) or table.legend)
            for at, hand in enumerate(self.hands)
        ]

    def _faces(self, number: int) -> list[Button]:
        """The buttons of a hand."""
        legend = self.table.half(number) or self.table.legend
        every = self.table.commands.values()
        own = [each for each in every if each.hand == number and each.words]
        return [each.button(legend, kind=Block if each.slot == KNOCK else Button) for each in own]

    def refresh(self) -> None:
        self.hud.marks, self.hud.lines = self.table.said.marks, self.table.said.lines
        if isinstance(session := self.session, MatchPlayback):
            pace, keys = f"{session.clock.speed:g}", help_rows(self.table.told, self.table.legend.told)
            told = [_("Replay at {speed} ×").format(speed=pace), *map(": ".join, keys), _("F1: help")]
            self.hud.lines = told
        self.hud.refresh()

    def frame(self, frame: Frame, whose: str) -> None:
        self.hud.frame(frame, whose)

    def before_draw(self, at: float) -> None:
        if not self.table.still:
            self.hud.before_draw(at)

    def show_totals(self, totals: Sequence[int] | None) -> None:
        """Show these totals while the count runs; None: the match's."""
        self._totals = totals
        if self.table.stage:
            self.hud.totals = totals
            self.table.renew()

    def describe(self, page: Description) -> None:
        self.hud.describe(page)

    # -- what happens

    def filter(self, events: Sequence[Event], now: float) -> Sequence[Event]:
        """Record the round."""
        self._recorder.follow(events, self.session.now, self.session.state)
        return events

    def follow(self, event: Event, at: float) -> None:
        session = self.session
        for hand in self.hands:
            hand.follow(event)
        self.streak = self._streaks.follow(event)
        if isinstance(event, Thrown) and self.table.stage:
            late = session.now - event.at - session.state.delay
            self.table.stage.apply(event, at, late / 1e6)
        elif isinstance(event, Resumed) and self.table.stage:
            self.table.stage.rearrange(event.state.table, at, "return")
        else:
            super().follow(event, at)
        match event:
            case Dealt():
                self.scored = None
                self.show_totals(None)  # the count may have been cut short
            case Returned(seat, move, None) if seat in self.own and not self.table.still:
                why = why_not(session.rules, session.state.table, seat, move)
                self.table.refuse(why or (None if event.thrown else HAND_BUSY), move.src, at, onto=move.dst)
            case Scored():
                self._ring(False)
                for hand in self.hands:
                    hand.source = None
                if self.table.stage and session.state.phase in (SCORED, WON):
                    self.table.stage.sync(session.state.table, at)  # own moves that came too late are undone
                self._count(event, at + _AFTER if event.reason == "knock" else at + 2 * _AFTER)
            case Cheered():
                self.cheered = event
            case Called(seat) if session.state.phase == PLAYING and not self.table.still:
                self._shout(seat, _("Speltorka!"), theme.GOLD, at)
            case Mode(mode) if mode == ONES and not (self.table.still or self.table.quiet):
                self.say(_("All stuck: one card at a time"), self._find("stock", session.seat), at)
            case Shouted(seat, cry) if not self.table.ctx.settings.shouts_muted:
                self._shout(seat, _(CRIES[cry]), theme.PAPER, at)
            case Dud(seat):
                if self.table.stage:
                    too_soon(self.table.stage, self.hud, seat, at)
                self.play_sound("dud", seat=seat)
                self.hud.knock(seat, at, rings=False)
            case Ready(seat) if session.state.phase != SCORED or seat in self.own:
                self.play_sound("ready", seat=seat)  # other knocks would disturb the count, which shows them
                if session.state.phase != SCORED:
                    self.hud.knock(seat, at)

    def _find(self, role: str, seat: int) -> int:
        assert self.table.stage
        return self.table.stage.find(role, seat)

    def _count(self, scored: Scored, at: float) -> None:
        """Count the round at this time."""
        self.scored, self.ends = scored, at
        self.show_totals(scored.before)

    def tell(self) -> None:
        """Tell the story of a round that is counted, and record a match that is over."""
        session = self.session
        if self.scored and session.state.round not in self.stories:
            story = self.told().story
            whole = (
                session.can_pause or session.seen
            )  # what only this program has seen would be another story
            self.stories[session.state.round] = story if whole else story._replace(landings=(), contests=())
        if self.result and self.scored and session.state.phase == WON:
            result, self.result = self.result(), None
            if session.plays:
                result = result.with_duels(*self.duels_of(session.seat))
            self.table.ctx.archive.keep_match(result, session.plays)

    def untell(self) -> None:
        """The round goes on, though its end was told: that was lost with its host."""
        self._told = None
        self.stories.pop(self.session.state.round, None)

    def play_sound(self, kind: str, pan: float = 0.0, seat: int | None = None) -> None:
        """Those of other seats are softer; the cards of a streak land higher and higher."""
        effect = EFFECTS[kind]
        others = seat not in (None, self.session.seat, *self.own)
        gain = effect.others if others else 1.0
        if effect.sound and gain and not self.table.still:
            rising = SCALE[min(_STEEPEST, self.streak - 1)] if kind == "land" and self.streak else 0
            self.table.ctx.sounds.play(effect.sound, gain, pan * 0.7, rising, others)

    def step(self, at: float) -> None:
        """Count a round whose end was not seen here as whoever has seen it was told; who has sat down since
        has no part in it."""
        session, state = self.session, self.session.state
        self._prompt(at)
        if state.phase not in (SCORED, WON):
            return
        if state.scores and not self.scored:
            self._count(last_round(session), at)
        if session.can_pause or session.seen:
            self.tell()  # not before the knock has been shown: it takes longer than a frame

    def rest(self, at: float) -> float:
        """A table is never quite still while others play."""
        busy = self.session.state.phase in (PLAYING, SCORED, WON)
        return 0.0 if busy or self._dealing(at) else 0.02

    def _dealing(self, at: float) -> bool:
        return at < self.table.dealt_at + DEALING

    # -- commands

    def read_at(self, now: float) -> int:
        return self.session.moment(now)

    def open(self, event: Input | None = None) -> bool:
        """Not once a knock has landed, even before that is shown."""
        return not landed_knock(self.session)

    def of_hand(self, hand: Hand) -> Iterable[Command]:
        return of_hand(hand, self._shouting, self._ring)

    def _ring(self, opens: bool) -> None:
        """Open the ring of shouts, or close it."""
        if self.table.stage and opens != self._shouting:
            self._shouting, every = opens, self.table.commands.values() if opens else ()
            shouts = [each for each in every if each.name.startswith(SHOUT)]
            self.hud.shout([each.button(self.table.legend, size=19, label=each.help) for each in shouts])

    def intercept(self, event: Input) -> bool:
        """While the ring of shouts is open, where a pointer lets go that came from its tag is said, too; what
        is pressed elsewhere closes it."""
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._pressed = event.pos
        if not self._shouting or not self.table.stage:
            return False
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            found = [name for name, rect in self.hud.buttons.items() if rect.collidepoint(event.pos)]
            shout = next((name for name in found if name.startswith(SHOUT)), "")
            far = math.dist(event.pos, self._pressed) > _FAR * self.table.stage.layout.unit
            if shout and far and event.type == pygame.MOUSEBUTTONUP:
                self.table.do(shout, 0.0)
            elif event.type == pygame.MOUSEBUTTONDOWN and not shout:
                self._ring(False)
                return self.hud.buttons[SHOUTS.name].collidepoint(event.pos)
        elif event.type == pygame.KEYDOWN:
            command = self.table.heard(self.table.legend.translate(event))
            if not command or command.slot != SHOUTS:
                self._ring(False)
            return bool(event.key == pygame.K_ESCAPE)
        elif event.type == PAD_PRESS and event.button == "b":
            self._ring(False)
        return False

    def commands(self) -> Iterator[Command]:
        session = self.session
        if isinstance(session, MatchPlayback):
            yield from paced(self, session, *_PACE)
            words = _("to the end of the round, then to the next round")
            yield Command(_SKIP, lambda _at: session.skip(), words, "")
        words = _("the peg board: how far each 13-pile has come")
        yield Command(_PEGS, lambda _at: self.hud.pegs.toggle(), words, "")
        if not session.plays:
            words = _("the view for a TV, and back")
            yield Command(TV, lambda _at: self.table.ctx.turn_tv(), words, "")
        yield self._menu()

    def _menu(self) -> Command:
        slot, words = (PAUSE, _("pause, leave")) if self.session.can_pause else (MENU, _("menu, leave"))
        return Command(slot, self.table.pause, words, "")

    def say(self, why: str, pile: int, at: float) -> None:
        if self.table.stage:
            note(self.table.stage, why, pile, at)

    def _shout(self, seat: int, words: str, color: theme.Color, at: float) -> None:
        if self.table.stage:
            shout(self.table.stage, self.hud, seat, words, color, at)

    def _prompt(self, at: float) -> None:
        """Invite to begin, once the cards are dealt."""
        session, stage = self.session, self.table.stage
        waits = session.state.phase == WAITING and not self._dealing(at) and session.plays
        if stage and waits:
            prompt = invitation(session, self.knockers, self.table.legend)
            felt = next(area.box for area in stage.layout.areas if area.kind == SHARED)
            stage.overlay.say("prompt", prompt, At("center", Rect(felt).center), room=WIDEST)
        elif stage:
            stage.overlay.end("prompt")

    def rows(self) -> Sequence[Control]:
        leave = Button(self.exits.label(), self.exits.leave)
        if self.session.plays:
            return (leave,)
        return Switch(
            _("View for a TV"), self.for_room, lambda _on: self.table.ctx.turn_tv(), name="tv"
        ), leave

    def help(self) -> HelpText:
        return help_text(self.table, self.session)


MatchTable = PlayScene[MatchGame]
READ: Final = 9.0
"""Seconds that a room sees the last standings."""


def by_itself(ctx: Context, session: Session) -> bool:
    """Whether one thing follows another without a hand: where a room watches a match that is being played."""
    return ctx.tv and not (session.plays or session.can_pause)


def last_round(session: Session) -> Scored:
    """The end of the round that is being counted."""
    state = session.state
    return Scored(state.reason, state.knocker, state.scores, state.totals[: len(state.scores)])
