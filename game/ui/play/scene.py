"""A session on the screen: the table, the game that is played at it, and what may be added to it."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property, partial
from types import MappingProxyType
from typing import Any, Final, Generic, NamedTuple, TypeVar

import pygame
from pygame import Rect, Surface
from pygame.event import Event as Input

from game.core.cards import Card
from game.core.rules import Spot
from game.core.state import Dealt, Dud, Event, Resumed, Returned
from game.core.why import IT_FITS, TURN_ON
from game.i18n import N_, _
from game.sessions.match_playback import MatchPlayback
from game.sessions.run_playback import RunPlayback
from game.sessions.session import TableSession
from game.system import here
from game.ui.cards.deck import Deck
from game.ui.cards.frames import Frame
from game.ui.cards.labels import backdrop
from game.ui.cards.layout import SOLO, Layout, lowered
from game.ui.cards.stage import UNHURRIED, Stage
from game.ui.covers.cover import Cover, Menu, PauseScene
from game.ui.engine import theme
from game.ui.engine.assets import card_sign
from game.ui.engine.description import Description
from game.ui.engine.devices import PAD_PRESS, Fingers, PadButton
from game.ui.engine.scene import Context, Scene, scene_name
from game.ui.input.commands import Command
from game.ui.input.controls import Controls
from game.ui.input.gamepad import Pressed
from game.ui.input.half_legend import PATIENCE, Half, HalfLegend, device_changed, with_commands
from game.ui.input.hand import Hand
from game.ui.input.keys import Legend, Slot, word_of, words_of
from game.ui.rulebook.page import HelpScene, HelpText
from game.ui.view.node import Control, Node
from game.ui.widgets.toasts import NoticeToasts

_PICTURES = 5
"""Bytes of card pictures to cache for each pixel of the window."""
DEALING = 1.0
"""Seconds that a deal takes to be shown."""
_PUT_BACK = 0.7
"""Seconds that cards need to be back where they were carried from."""
_RUMBLE: Final = (0.2, 0.6, 0.12)
"""How gamepads rumble when a card comes back: the slow motor, the fast one, seconds."""


class PausableClock:
    """Turns seconds of real time into seconds without the pauses."""

    def __init__(self) -> None:
        self._lost = 0.0
        self._stopped: float | None = None

    def __call__(self, now: float) -> float:
        return (now if self._stopped is None else self._stopped) - self._lost

    def stop(self, now: float) -> None:
        """Stand still from now on."""
        if self._stopped is None:
            self._stopped = now

    def start(self, now: float) -> None:
        """Resume where it stopped."""
        if self._stopped is not None:
            self._lost += now - self._stopped
            self._stopped = None


class Said(NamedTuple):
    """What a part of a table says beside the cards; of several parts that say one thing, the first does."""

    told: str = ""
    """In the panel, in words."""
    split: Node | None = None
    """There, how a run stands."""
    lines: Sequence[str] = ()
    """In place of the buttons, to who does not play."""
    marks: Mapping[int, str] = MappingProxyType({})
    """Beside the names of seats."""


_SILENT = Said()


class Extra:
    """Follows what happens at a table and shows something of its own. Times are seconds of the stage."""

    kind = ""
    """What the table is called in descriptions, if not by its game."""
    head = 0.0
    """Height to leave free above the table, in units."""
    quiet = False
    """Whether the game does not count, and nothing else asks for attention."""
    fingers: Fingers | None = None
    """What fingers on a touch screen mean, if not what they mean at any table."""
    table: "PlayScene[Any]"
    session: Any
    """The table's."""
    stage: Stage
    """The latest one, from when it has been laid out."""
    said = _SILENT
    """What it says now."""
    ends = math.inf
    """When what is played ends by it."""
    slots: Mapping[str, Slot] = {}
    """Those of its commands, and of those of its hands."""

    @property
    def waits(self) -> bool:
        """Whether the end of the game has to wait for what it shows."""
        return False

    def enter(self) -> None:
        """The table has been entered."""

    def leave(self) -> None:
        """The table has been left."""

    def reset(self) -> None:
        """The table will be laid out anew, as a part of the game was missed."""

    def lay_out(self, stage: Stage) -> None:
        """The stage is a new one; no cards lie there yet."""

    def filter(self, events: Sequence[Event], now: float) -> Sequence[Event]:
        """These events have come, perhaps none. Returns those to be shown; `now`: in seconds of
        the clock."""
        return events

    def follow(self, event: Event, at: float) -> None:
        """This event has just been shown."""

    def step(self, at: float) -> None:
        """Time has passed."""

    def refused(self, why: str, pile: int, at: float) -> bool:
        """The pile's card was refused; returns whether this has said why."""
        return False

    def before_draw(self, at: float) -> None:
        """The stage is about to be drawn."""

    def draw(self, surface: Surface, now: float, full: bool) -> Sequence[Rect] | None:
        """Draw the stage in a way of its own, and return what has changed; None: as ever. `now`: in seconds
        of the clock."""

    def commands(self) -> Iterable[Command]:
        """What it can be told to do now."""
        return ()

    def intercept(self, event: Input) -> bool:
        """Take an input before the table; returns whether it was meant for this alone."""
        return False

    def show_end(self) -> bool:
        """The game has ended; returns whether this has shown so."""
        return False

    def rest(self, at: float) -> float:
        """Seconds until its next step is needed."""
        return math.inf

    def rows(self) -> Sequence[Control]:
        """What it adds to the menu."""
        return ()

    def describe(self, page: Description) -> None:
        """Describe what it shows."""


class Play(Extra):
    """What is played at a table: where its cards lie, what is written beside them, and its commands."""

    session: TableSession
    pads: Mapping[str, PadButton] = {"V": "y"}
    """The buttons of a pad that stand for piles, by their caps."""
    halves: Sequence[Half] = PATIENCE
    """The keys of the piles for each of two who share a keyboard."""
    mirrors = True
    """Whether the table for the left hand lies from right to left."""
    hides = False
    """Whether a cover hides the cards and stops the clock, so that nobody can think meanwhile."""
    easy = False
    """Whether the player may be shown where a card fits."""
    counts_time = False
    """Whether it has to pause when the player turns to another window."""
    music = ""
    """What is played there; empty: none."""
    reseated = False
    """Whether others play here than those for whom the stage was laid out."""
    hands: Sequence[Hand] = ()
    players: Sequence[Controls] = ()
    """The devices of each hand."""

    @property
    def spots(self) -> Sequence[Spot]:
        """Where the piles are; each has the seat that sees to it."""
        return self.session.rules.spots(self.session.seats)

    @property
    def own(self) -> Sequence[int]:
        """The seats whose cards stand out on the shared table."""
        return ()

    @property
    def ended(self) -> bool:
        """Whether the whole game is over."""
        return False

    @property
    def lags(self) -> bool:
        """Whether events are yet to be shown: meanwhile nothing else is."""
        return False

    @property
    def known(self) -> object:
        """All that is shown of the session and may change without an event."""
        raise NotImplementedError

    @property
    def synced(self) -> bool:
        """Whether the cards on the stage are to lie as on the session's table."""
        return True

    @property
    def line(self) -> str:
        """The line below the heading of the menu."""
        return ""

    def layout(self, size: tuple[int, int]) -> Layout:
        """Where all lies in a window of this size."""
        raise NotImplementedError

    def play_sound(self, kind: str, pan: float = 0.0, seat: int | None = None) -> None:
        """Play the sound of an event's kind."""

    def follow(self, event: Event, at: float) -> None:
        """Show an event on the stage."""
        assert self.table.stage
        match event:
            case Dealt(_, table):
                self.table.stage.reset(table)
                self.table.stage.deal(at, self.table.dealt_in)
            case Resumed(state):
                self.table.stage.rearrange(state.table, at)
            case _:
                self.table.stage.apply(event, at)

    def renew(self) -> None:
        """The table has changed."""

    def refresh(self) -> None:
        """Update all text."""

    def renew_keys(self) -> None:
        """Show the keys as they are now."""

    def frame(self, frame: Frame, whose: str) -> None:
        """Frame what is marked for one player."""

    def say(self, why: str, pile: int, at: float) -> None:
        """Show at a pile why its card was refused."""

    def read_at(self, now: float) -> int | None:
        """When an input was read, by the host's clock; None: there is no host."""
        return None

    def open(self, event: Input | None = None) -> bool:
        """Whether the hands may play, and take this input."""
        return True

    def of_hand(self, hand: Hand) -> Iterable[Command]:
        """What a hand can be told to do now."""
        return ()

    def commanded(self, at: float) -> None:
        """A command is about to be carried out."""

    def help(self) -> HelpText:
        """The help at this table."""
        raise NotImplementedError


G = TypeVar("G", bound=Play)


PAUSE: Final = Slot("pause", "P", N_("Pause"), ("Esc",), pad="start")
MENU: Final = Slot("menu", "Esc", says="escape", pad="start")
"""In place of that where play does not wait: P is for a pause of all."""
SLOWER: Final = Slot("slower", "‹", says="left", pad="l")
FASTER: Final = Slot("faster", "›", says="right", pad="r")


def paced(
    game: Play, session: MatchPlayback | RunPlayback, slower: Slot = SLOWER, faster: Slot = FASTER
) -> Iterator[Command]:
    """A playback can be told to go slower or faster, until it has ended."""

    def pace(by: int, _at: float) -> None:
        session.clock.faster(by)
        game.table.renew()

    words, can = _("slower, faster"), not game.ended
    yield Command(slower, partial(pace, -1), words, _("Slower"), can)
    yield Command(faster, partial(pace, 1), words, _("Faster"), can)


def _with(hook: str, parts: Sequence[Extra]) -> Sequence[Extra]:
    """Those that do something there: the others need not be called sixty times a second."""
    return [part for part in parts if getattr(type(part), hook) is not getattr(Extra, hook)]


class PlayScene(Scene, Generic[G]):
    """Shows a session and lets its player play. Times of the stage are of a clock that can be paused."""

    takes_pads = True
    pair: Scene | None = None
    """What shows it beside others, if it has only a part of the window."""
    among = 0, 1
    """Which it is of those that are shown at once, and how many these are."""

    def __init__(self, game: G, extras: Sequence[Extra] = ()) -> None:
        self.game, self.session, self.extras = game, game.session, tuple(extras)
        self._parts: Sequence[Extra] = (game, *extras)
        self._foremost: Sequence[Extra] = (*extras, game)
        """The same, where what extras do comes before what the game does."""
        self._sifting, self._drawing = _with("filter", self._foremost), _with("draw", self._foremost)
        self._stepping, self._glowing = _with("step", self._parts), _with("before_draw", self._parts)
        self._intercepting, self._commanding = _with("intercept", self._foremost), _with("commands", extras)
        self._resting, self._following = _with("rest", self._parts), _with("follow", self._parts)
        for part in self._parts:
            part.table, part.session = self, game.session
        self.stage: Stage | None = None
        self._laid: tuple[tuple[int, int], bool] | None = None
        """For which size of the window, and whether for the left hand, it has been laid out."""
        self.clock = PausableClock()
        self.hides = game.hides
        self.quiet = any(extra.quiet for extra in extras)
        """Whether it does not count, and nothing but an extra asks for attention."""
        self.music = None if self.quiet else game.music
        self.head = max((extra.head for extra in extras), default=0.0)
        """Height to leave free above the table, in units."""
        self.kind = next(extra.kind for extra in self._foremost if extra.kind)
        self.fingers = next((extra.fingers for extra in self._foremost if extra.fingers), "table")
        self.still = False
        """Whether everything stands still for a moment: nothing is stepped, and no hand may act."""
        self.deals = True
        """Whether the next stage begins with a deal."""
        self.dealt_in = UNHURRIED
        """Seconds in which a deal is shown."""
        self.dealt_at = -math.inf
        """When the cards were last dealt, in seconds of the stage."""
        self._over = -math.inf
        """Up to when it has been shown that the game, or a round of it, has ended."""
        self.said = _SILENT
        """What its parts say."""
        self._heard: Sequence[Said] = ()
        """What each of them has said."""
        self._known: object = None
        self._explained: set[tuple[int | None, str]] = set()
        """The refusals explained since the deal, to each seat only once."""

    @property
    def foremost(self) -> bool:
        """Whether nothing lies over it."""
        return self.ctx.scene is (self.pair or self)

    def unit(self, size: tuple[int, int]) -> float:
        """Pixels per unit of length on a stage of this size; half a window is no half as legible."""
        if not self.pair:
            return theme.unit(size)
        (wide, high), rows = self.ctx.window.size, (self.among[1] + 1) // 2
        return theme.unit((wide * 3 // 4, high // rows))

    @property
    def stands(self) -> bool:
        """Whether the session is paused while covered."""
        return self.session.paused

    @property
    def takes_files(self) -> bool:  # type: ignore[override]  # read-only here
        """Not while somebody plays here: nothing is lost once the game is over, or if it is only watched."""
        return self.quiet or self.game.ended or not self.session.plays

    @property
    def fits(self) -> bool:
        """Whether the stage has the session's piles: a seat may have been added since it was made."""
        return self.stage is not None and len(self.stage.piles) == len(self.session.state.table.piles)

    def enter(self, ctx: Context) -> None:
        """Sit down: the first deal is shown at the first drawing."""
        super().enter(ctx)
        game = self.game
        self.legend = Legend(ctx.settings, ctx.pads, self._slots, game.pads, game.mirrors)
        self.notice_toasts = NoticeToasts(ctx)
        for part in self._parts:
            part.enter()

    def leave(self) -> None:
        """Get up: nothing is shown any more."""
        self.stage = None
        for part in self._parts:
            part.leave()

    # -- events

    def pump(self, now: float) -> bool:
        """Process what has happened and show it; returns whether anything has changed."""
        events: Sequence[Event] = self.session.poll()
        for part in self._sifting:
            events = part.filter(events, now)
        return self.show(events, now)

    def show(self, events: Sequence[Event], now: float) -> bool:
        """Show these events, and what has changed without one: on the network a card may be named so.
        Returns whether anything has changed."""
        if not self.stage or self.game.lags:
            return False
        known = self.game.known
        if not events and known == self._known:
            return False
        self._known = known
        at = self.clock(now)
        for event in events:
            self.follow(event, at)
        if self.game.synced:
            self.stage.sync(self.session.state.table, at)
        self.renew()
        return True

    def follow(self, event: Event, at: float) -> None:
        """Show one event."""
        if isinstance(event, Dealt | Resumed):
            for player in self.game.players:
                player.forget()
        if isinstance(event, Dealt):
            self._explained.clear()
            self.dealt_at = at
        for part in self._following:
            part.follow(event, at)
        if isinstance(event, Returned | Dud):
            self.rumble(*_RUMBLE, seat=event.seat)

    def rumble(self, strong: float, weak: float, seconds: float, seat: int | None = None) -> None:
        """Let the pad of a player here rumble, or everyone's."""
        pads, hands = self.ctx.pads, self.game.hands
        for number, hand in enumerate(hands if self.ctx.settings.rumble else ()):
            if seat in (None, hand.session.seat):
                pads.rumble(pads.of_hand(*self.place(number)), strong, weak, seconds)

    def place(self, hand: int) -> tuple[int, int]:
        """Which a hand is of those who play at this screen, and how many these are."""
        return self.among if self.pair else (hand, len(self.game.hands))

    def half(self, hand: int) -> HalfLegend | None:
        """The keys of one of two hands at this table; None: there is only one."""
        return self.halves[hand] if self.game.hands[1:] else None

    @cached_property
    def halves(self) -> Sequence[HalfLegend]:
        """The keys of each of two hands."""
        return [self.half_legend(number, self.half_keys) for number in range(2)]

    @cached_property
    def half_keys(self) -> Sequence[Half]:
        """The keys of each of two who share a keyboard."""
        return with_commands(self.game.halves, self._slots)

    def half_legend(self, number: int, halves: Sequence[Half]) -> HalfLegend:
        """The keys of the player with this number who has such a part of the keyboard."""
        ctx, pads = self.ctx, self.game.pads
        return HalfLegend(ctx.settings, ctx.pads, self._slots, pads, number, halves)

    @cached_property
    def _slots(self) -> list[Slot]:
        return [slot for part in self._foremost for slot in part.slots.values()]

    @cached_property
    def _words(self) -> Set[str]:
        """What the keys of commands are called."""
        return {word for slot in self._slots for word in words_of(slot)}

    def refuse(
        self, why: str | None, pile: int, at: float, cards: Sequence[Card] = (), onto: int | None = None
    ) -> None:
        """Show why a pile's card was refused, with the `cards` named in it: where it was to go, if that was
        said, for one looks there, and at its pile else. Two at one screen each look at their own piles. Each
        kind of mistake is told once per deal and player; that a card fits, or will fit, is no such kind."""
        assert self.stage
        if not why or any(part.refused(why, pile, at) for part in self._foremost):
            return
        words = _(why).format(cards=" ".join(card_sign(card, self.ctx.settings) for card in cards))
        explained = self.stage.owners[pile], words
        if explained not in self._explained or why in (IT_FITS, TURN_ON):
            self._explained.add(explained)
            if onto is None or self.stage.roles[pile] == "stock" or self.game.hands[1:]:
                onto = pile
            self.game.say(words, onto, at)

    def renew(self) -> None:
        """The table has changed: update all text, and mark what is under the pointers now."""
        self._listen()
        self.game.refresh()
        self.game.renew()
        self._mark()

    def _listen(self) -> bool:
        """Take in what is said; returns whether that is something else than before."""
        heard = [part.said for part in self._foremost]
        if other := heard != self._heard:
            self._heard = heard
            self.said = Said(
                next((each.told for each in heard if each.told), ""),
                next((each.split for each in heard if each.split), None),
                next((each.lines for each in heard if each.lines), ()),
                {seat: mark for each in reversed(heard) for seat, mark in each.marks.items()},
            )
        return other

    def _mark(self) -> None:
        """Light the button under the pointers; frame the cards there, what has been chosen by key, and if
        wanted where cards fit."""
        fits, free = self.ctx.settings.fits, self.game.open()
        lights = fits == "always" or (fits == "easy" and self.game.easy)
        frames = [player.frame(lights, free) for player in self.game.players]
        for number, frame in enumerate(frames):
            self.game.frame(frame, f" {number}" if number else "")
        if self.stage:
            found = next((each for each in frames if isinstance(each.focus, str)), None)
            self.stage.overlay.focus(str(found.focus) if found else "", bool(found and found.held))

    # -- the scene

    def step(self, now: float) -> None:
        """One step; and the end, once it is due."""
        if not self.stage:
            return
        self.tick(now)
        ends = self._ends
        due = ends and self.clock(now) >= ends[0] and self.foremost
        if due and not any(part.waits for part in self._parts):
            self._over = ends[-1]
            any(part.show_end() for part in self._foremost)

    @property
    def _ends(self) -> list[float]:
        """When what is played ends; empty: that is not known yet, or has been shown."""
        return sorted([part.ends for part in self._parts if self._over < part.ends < math.inf])

    def tick(self, now: float) -> None:
        """Process events, play wishes that are due, update what is shown for a moment."""
        self.pump(now)
        at = self.clock(now)
        for hand in self.game.hands if self.stage and not self.still else ():
            if hand.waiting:
                hand.step(at)
                self.pump(now)
        if self.stage and not self.still:
            self.stage.overlay.step(at)
            self.notice_toasts.step(self.stage, at)
            for part in self._stepping:
                part.step(at)
        if self.stage and self._listen():
            self.renew()
            if not self.foremost:
                self.ctx.redraw()

    def rest(self, now: float) -> float:
        """As long as all parts of it may rest."""
        if self.session.paused:
            return math.inf
        if not self.stage or self.stage.moving or self._ends:
            return 0.0
        at = self.clock(now)
        return min(self.stage.overlay.rest(at), *(part.rest(at) for part in self._resting))

    def lay_anew(self, deals: bool) -> None:
        """Rebuild the stage from the session at the next drawing, with a deal or as the table is."""
        self.stage, self.deals, self.dealt_at = None, deals, -math.inf
        self._reset()

    def jump(self, now: float) -> None:
        """Show the session's table as it is, whatever was before."""
        self.clock.start(now)
        if self.stage and self.fits:
            self._reset()
            self.stage.reset(self.session.state.table)
            self.renew()
        else:
            self.lay_anew(deals=False)

    def _reset(self) -> None:
        self.still = False
        for part in self._parts:
            part.ends = math.inf
            part.reset()
        self.ctx.redraw()

    def describe(self, page: Description) -> None:
        """Describe the cards, the game and the extras."""
        if self.stage:
            self.stage.describe(page)
            self.stage.overlay.describe(page)
            for part in self._parts:
                part.describe(page)

    # -- input

    def renew_keys(self) -> None:
        """Show the keys as they are now."""
        for legend in (self.legend, *self.halves):
            legend.renew()
        if self.stage:
            self.game.renew_keys()
            self.renew()

    def receive(self, event: Input, now: float) -> None:
        """An input goes to the extras first."""
        if not self.intercept(event):
            super().receive(event, now)

    def intercept(self, event: Input) -> bool:
        """Let an extra take an input before the table, for itself or as a key of its commands."""
        if any(extra.intercept(event) for extra in self._intercepting):
            return True
        if event.type != pygame.KEYDOWN or not self.stage:
            return False
        word = word_of(self.legend.translate(event))
        command = next((each for each in self._of_extras() if each.slot.hears(word)), None)
        if command:
            command.do(0.0)
        return command is not None

    def handle(self, event: Input, now: float) -> None:
        """Input is a command or goes to the hands; its effect is shown at once."""
        if not self.stage:
            return
        at, raw, event, game = self.clock(now), event, self.legend.translate(event), self.game
        for hand in game.hands:
            hand.read = game.read_at(now)
        if command := self.heard(event):
            self.carry_out(command, at)
        elif not self.still:
            self._hand_over(event, at)
        for hand in game.hands:
            hand.read = None
        if game.hands[1:] and device_changed(raw, self.halves):
            self.renew_keys()
        if self.foremost and not self.pump(now):
            self._mark()

    def _hand_over(self, event: Input, at: float) -> None:
        """Let the devices of each hand have an input."""
        free = self.game.open(event)
        for player in self.game.players:
            done = player.handle(event, at, free)
            if isinstance(done, Pressed):
                self.do(done.button, at)
                break  # the button is under everyone's pointer
            if done:
                self.refuse(done.why, done.pile, at, done.cards, done.onto)

    # -- commands

    @property
    def commands(self) -> dict[str, Command]:
        """What can be done now, by the names of the buttons: an extra's commands before the game's. Of two
        hands each has those with keys on halves of a keyboard."""
        game, found = self.game, dict[str, Command]()
        of_hands = (
            command._replace(hand=number)
            for number, hand in enumerate(game.hands)
            for command in game.of_hand(hand)
            if not game.hands[1:] or command.slot.halves or not command.slot.cap
        )
        for command in (*self._of_extras(), *of_hands, *game.commands()):
            found.setdefault(command.name, command)
        return found

    @property
    def told(self) -> Sequence[Command]:
        """The commands that the help tells of: those of extras last, those of two hands once."""
        extras = {each.name for each in self._of_extras()}
        return sorted(
            (each for each in self.commands.values() if not each.hand), key=lambda each: each.name in extras
        )

    def _of_extras(self) -> list[Command]:
        return [command for extra in self._commanding for command in extra.commands()]

    def heard(self, event: Input) -> Command | None:
        """The command that a key press is; or a pad's, where there is no hand that it moves. Of two hands
        each has its own keys: the letters are for them."""
        hands = self.game.hands
        if event.type == pygame.WINDOWFOCUSLOST and self.game.counts_time:
            return self.commands.get(PAUSE.name)
        if event.type == PAD_PRESS and not hands:
            return self.commands.get(self.by_pad(event.button))
        if event.type != pygame.KEYDOWN:
            return None
        words = [word_of(half.translate(event)) for half in self.halves[: len(hands)]] if hands[1:] else []
        word = word_of(event)
        if self._words.isdisjoint((word, *words)):
            return None
        whole = "" if words and len(word) == 1 else word
        for command in self.commands.values():
            own = words[command.hand] if words and command.hand is not None else whole
            if command.slot.hears(own):
                return command
        return None

    def by_pad(self, button: PadButton, hand: int | None = None) -> str:
        """The command for which a pad has this button, pressed for a hand; empty: none."""
        found = (each for each in self.commands.values() if each.slot.pad == button)
        return next((each.name for each in found if each.hand in (None, hand)), "")

    def do(self, name: str, at: float) -> None:
        """Carry out the command of a button."""
        self.carry_out(self.commands.get(name), at)

    def carry_out(self, command: Command | None, at: float) -> None:
        """Carry out a command, if that can be done now."""
        stopped = command and command.hand is not None and (self.still or not self.game.open())
        if command and command.can and not stopped:
            self.game.commanded(at)
            command.do(at)

    def pause(self, _at: float = 0.0) -> None:
        """Open the menu."""
        self.cover(PauseScene(self))

    # -- what covers it

    def cover(self, cover: Cover[Any]) -> None:
        """Open a cover, and pause if this session can be paused."""
        if self.hides:
            cover.kind = "solo-" + scene_name(type(cover))
        if self.session.can_pause:
            self._stop(here().clock.seconds())
            if self.stage:
                self.stage.canvas.deck.forget()
        self.ctx.push(cover)

    def _stop(self, now: float) -> None:
        self.session.paused = True
        self.clock.stop(now)

    def suspend(self) -> None:
        """Put back the carried cards, at once: the clock may stand."""
        now = here().clock.seconds()
        self.put_back(now)
        if self.hides:
            self._stop(now)

    def put_back(self, now: float) -> None:
        """Let the carried cards lie where they were."""
        for player in self.game.players if self.stage else ():
            player.let_go(self.clock(now) - _PUT_BACK)

    def resume(self) -> None:
        """Resume the time, but not that of a table on which all stands still."""
        if self.session.paused:
            self.session.paused = False
            if not self.still:
                self.clock.start(here().clock.seconds())

    def menu(self) -> Menu:
        """What the menu offers now."""
        rows = [row for part in self._foremost for row in part.rows()]
        return Menu(_("Paused") if self.session.paused else _("Menu"), rows, self.game.line)

    def show_help(self) -> None:
        """Open the help."""
        self.cover(HelpScene(self, self.session.rules, self.game.help()))

    # -- drawing

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """The stage, laid out for this window."""
        size = surface.get_size()
        if full and self.look_changed():
            settings, number = self.ctx.settings, self.among[0]
            if number < 2:  # the host chooses for the third and the fourth
                second, first = (
                    (settings.other_back, settings.second_portrait),
                    (settings.back, settings.portrait),
                )
                self.session.appear(*second if number else first)
            self.stage = None
        wanted = size, self.ctx.settings.left_handed
        if not self.stage or self._laid != wanted or self.game.reseated:
            self._laid = wanted
            self._lay_out(size, now)
            full = True
        at = self.clock(now)
        for part in self._glowing:
            part.before_draw(at)
        for part in self._drawing:
            if (changed := part.draw(surface, now, full)) is not None:
                return changed
        return self.stage.draw(surface, at, full) if self.stage else ()

    def _lay_out(self, size: tuple[int, int], now: float) -> None:
        """Make the stage for a window of this size, with the pictures it needs; those for other sizes of
        cards are dropped."""
        game, cards, backs = self.game, self.ctx.cards, self.session.backs
        above = round(self.head * self.unit(size))
        places = lowered(game.layout((size[0], size[1] - above)), above)
        widths = tuple({area.card for area in places.areas})
        cards.keep(*widths)
        columns = any(each.fan == "down" for each in places.places) and places.areas[0].kind == SOLO
        deck = Deck(cards.image, widths, places.unit, _PICTURES * size[0] * size[1], columns)
        cards.prepare(deck.sprites(backs))
        base, calm = backdrop(places), self.ctx.settings.reduced_motion
        self.stage = stage = Stage(places, game.spots, deck, backs, base, game.play_sound, game.own, calm)
        for part in self._parts:
            part.stage = stage
            part.lay_out(stage)
        if self.fits:
            stage.reset(self.session.state.table)
            if self.deals:
                self.deals, self.dealt_at = False, self.clock(now)
                stage.deal(self.dealt_at, self.dealt_in)
        if self.session.state.table.piles:  # else it is not known yet who plays
            game.renew_keys()
            self.renew()
