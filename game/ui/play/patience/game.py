"""A game for one at a table: any rules for one seat, from the first move to the last."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Final

import pygame
from pygame import Rect, Surface
from pygame.event import Event as Input

from game.core.rules import Spot
from game.core.solo import COSTS, HINT, UNDO
from game.core.state import Dealt, Event, Returned
from game.core.table import Move
from game.core.why import why_not
from game.i18n import N_, _, exact_time, ngettext
from game.sessions.live_run import LiveRun
from game.sessions.run_playback import RunPlayback
from game.sessions.solo import SoloSession
from game.storage.result import Result
from game.storage.run_replay import Progress
from game.system import here
from game.ui.cards.frames import Frame
from game.ui.cards.layout import Layout
from game.ui.cards.moments import At, AtPile
from game.ui.cards.motion import EFFECTS
from game.ui.cards.stage import Stage
from game.ui.covers.cover import AskScene
from game.ui.engine import theme
from game.ui.engine.assets import chosen, court_letters
from game.ui.engine.description import Description
from game.ui.input.commands import Command, by_name
from game.ui.input.controls import Controls, PadDevice
from game.ui.input.gamepad import Gamepad, SideGamepad
from game.ui.input.half_legend import SIDES
from game.ui.input.hand import Hand
from game.ui.input.keyboard import Keyboard
from game.ui.input.keys import CALL, Slot
from game.ui.input.pointer import Pointer, TouchGestures
from game.ui.input.solo_picker import SoloPicker
from game.ui.input.two_piles import SideHand, SideKeyboard, SidePointer
from game.ui.play.patience.finale import SoloEnding
from game.ui.play.patience.help import help_text
from game.ui.play.patience.layout import solo_layout
from game.ui.play.patience.panel import SoloPanel
from game.ui.play.patience.remarks import RED, TELLS, Remarks
from game.ui.play.patience.rhythm import FOOT, Rhythm
from game.ui.play.patience.splits import Splits
from game.ui.play.scene import FASTER, MENU, PAUSE, SLOWER, Extra, Play, PlayScene, paced
from game.ui.rulebook.page import HelpText, RulePage
from game.ui.view.leaves import Button, Switch
from game.ui.view.node import Control
from game.ui.widgets.words import cost, deal_words, give_up_words

AGAIN: Final = 0.22
"""Seconds in which a deal is shown that is played once more."""
_HEAVY = 400
"""Cards wider than so many pixels are not tilted in flight: turning the picture of one takes 10 ms."""
_OUT = 0.06
"""Seconds between two cards of those played automatically at the end."""
_OWN = {"land", "king", "build", "flip", "turn"}
"""Kinds of events for which a game of speed has its own sounds."""


SLOTS: Final = by_name(
    SLOWER,
    FASTER,
    Slot("skip", "Space", pad="y"),
    Slot("back", "B", N_("Back to where it can be won"), halves="B/"),
    Slot("undo", "U", N_("Undo"), (N_("Ctrl+Z"),), "16", "l"),
    Slot("redo", "Y", N_("Redo"), (N_("Ctrl+Y"), "Ctrl+Shift+Z"), "27", "lt"),
    Slot("hint", "H", N_("Hint"), halves="38", pad="r"),
    Slot("finish", "A", N_("Lay out the rest"), halves="49", pad="rt"),
    CALL,
    PAUSE,
    MENU,
    Slot("restart", "R", N_("Same deal again"), pad="select"),
    Slot("give up", "G", N_("Give up"), halves="50"),
    Slot("rules", "I", N_("Rules")),
    Slot("compare", "C", N_("Compare the splits")),
)


class Patience(Play):
    """A game for one, from the first move to the last."""

    kind, slots, music = "solo", SLOTS, "patience"

    def __init__(
        self,
        session: SoloSession,
        rival: Progress | None = None,
        before: Callable[[], tuple[Result | None, int]] = lambda: (None, 0),
        comparisons: Sequence[Callable[[], Progress | None]] = (),
    ) -> None:
        """`rival`: how another run of the deal came on; `before`: the best result on it so far, and how many
        there are; `comparisons`: the runs whose splits can be listed beside those of this one."""
        self._before, self._comparisons = before, comparisons
        self.compared = rival
        """The run that this one is compared with."""
        self.lists = False
        """Whether its splits are listed."""
        self._at = -1
        """Which of the comparisons it is; -1: the rival."""
        self.session: SoloSession = session
        self.rival, rules = rival, session.rules
        self.fingers = "press" if rules.reflex else None
        if rules.reflex:
            self.pads, self.halves = {"F": "x", "J": "b"}, SIDES
        self.mirrors = any(spot.role == "reserve" for spot in rules.spots(1))
        self.hides = session.can_pause
        self.easy = session.limit is None and session.can_pause
        self.rhythm: Rhythm | None = None
        self.asks = ""
        """What the player is asked in the panel."""
        self._late: deque[tuple[float, Event]] = deque()
        """Events that are shown one after the other."""
        self._shaken = False
        """Whether the table was drawn off its place last."""
        self._hints = session.solo.hints
        self.way_out: Callable[[], Control] = self._way_out
        """What the menu offers last."""
        self.round = ""
        """Which deal of a match it is, if it is one of a match."""
        self._paced = 0
        """The second for which the pace is shown."""

    def enter(self) -> None:
        """The cards are dealt at the first drawing, unless the game has begun earlier."""
        self.table.deals = not self.session.begun
        if self.session.hints and self.easy:
            self.session.hints.indicates = (
                self.table.ctx.settings.light or not self.session.may.time
            ) and not self.session.teaches

    def leave(self) -> None:
        self.session.close()

    def reset(self) -> None:
        if self.rhythm:
            self.rhythm.reset()

    # -- the table

    @property
    def spots(self) -> Sequence[Spot]:
        """All belong to the player."""
        return [spot._replace(seat=0) for spot in super().spots]

    @property
    def counts_time(self) -> bool:  # type: ignore[override]  # read-only here
        session = self.session
        counts = session.begun and not session.over and session.plays and not self.table.quiet
        return counts and session.can_pause and session.may.time

    @property
    def known(self) -> object:
        hints = self.session.hints
        return hints and (hints.winnable, hints.advice, hints.thinking), self.session.over, self.session.opens

    @property
    def ended(self) -> bool:
        return self.session.over

    @property
    def lags(self) -> bool:
        return bool(self._late)

    def layout(self, size: tuple[int, int]) -> Layout:
        foot = FOOT if self.session.rules.reflex else 0.0
        mirrored, unit = self.table.ctx.settings.left_handed, self.table.unit(size)
        return solo_layout(size, super().spots, foot, mirrored, unit)

    def lay_out(self, stage: Stage) -> None:
        session, ctx, legend = self.session, self.table.ctx, self.table.legend
        fast = session.rules.reflex
        stage.flat = fast or stage.layout.areas[0].card > _HEAVY
        sides = [SideHand(seat, stage) for seat in session.local_seats] if fast else []
        hands: Sequence[Hand] = sides or (Hand(session, stage, SoloPicker(session, stage)),)
        self.hands = hands
        courts = court_letters(chosen(ctx.settings).letters)
        keys = {} if fast or not session.plays else hands[0].keys
        self.remarks = Remarks(stage, session, keys, legend, courts)
        name = _("Lesson") if session.teaches else deal_words(session.name, session.seed)
        name += f" · {self.round}" if self.round else ""
        name += "" if session.may.time else f" · {_('In peace')}"
        legend = self.table.half(0) or legend
        shown = stage, session, self.compared, name, legend, self._offered
        self.panel = SoloPanel(*shown, lambda: ctx.finger, *self._before())
        self.rhythm = Rhythm(session, stage, sides, self.remarks, ctx.sounds, self._caps) if sides else None
        self.players = [self._player(number) for number in range(len(hands))]

    def _player(self, at: int) -> Controls:
        """The devices of a hand."""
        pads, hand = self.table.ctx.pads, self.hands[at]
        half, commands = self.table.half(at), self.table.by_pad
        at, hands = self.table.place(at)
        pointer: Pointer
        gamepad: PadDevice
        keyboard: Keyboard
        if isinstance(hand, SideHand):
            mine = lambda pad: pads.owner(pad, hands) == at  # noqa: E731
            pointer, gamepad = SidePointer(hand), SideGamepad(hand, commands, mine)
            keyboard = SideKeyboard(hand, half)
        else:
            pointer, keyboard = Pointer(hand), Keyboard(hand)
            gamepad = Gamepad(hand, commands)
        devices, own_pad = (keyboard, TouchGestures(hand)), partial(pads.of_hand, at, hands)
        return Controls(pointer, devices, gamepad, own_pad)

    def _offered(self) -> Iterable[Command]:
        return self.table.commands.values()

    def _caps(self, hand: SideHand) -> dict[int, str]:
        """What stands on the keys of a hand for the two piles, or on its pad; nothing in a playback."""
        legend = self.table.half(hand.session.seat) or self.table.legend
        return legend.of_piles(hand.keys if self.session.plays else {})

    def renew_keys(self) -> None:
        self.remarks.renew_keys()

    def renew(self) -> None:
        self.remarks.refresh()
        if self.rhythm:
            self.rhythm.refresh()

    def refresh(self) -> None:
        self.panel.extra = self._pace()
        told, split = self.table.said[:2]
        self.panel.told, self.panel.split = self.asks or told, split
        self.panel.refresh()

    def _pace(self) -> str:
        """The pace, as text."""
        if isinstance(session := self.session, RunPlayback):
            return _("Replay at {speed} ×").format(speed=f"{session.clock.speed:g}")
        rhythm = self.rhythm
        pace = rhythm.pace if rhythm and session.may.time else 0
        return ngettext("{n} card a minute", "{n} cards a minute", pace).format(n=pace) if pace else ""

    def frame(self, frame: Frame, whose: str) -> None:
        self.remarks.frames.frame(frame, whose)

    def describe(self, page: Description) -> None:
        self.remarks.describe(page)
        if self.rhythm:
            self.rhythm.describe(page)

    def facts(self) -> list[str]:
        """Further facts about the run for its end."""
        if not (rhythm := self.rhythm) or not rhythm.hits:
            return []
        return [_("longest streak {n}").format(n=rhythm.best), *filter(None, [self._pace()])]

    # -- what happens

    def filter(self, events: Sequence[Event], now: float) -> Sequence[Event]:
        """A hint has its price. What comes while others are shown one after the other waits for them."""
        before, self._hints = self._hints, self.session.solo.hints
        if self._hints > before and self.table.stage:
            self._price(COSTS[HINT], self.table.clock(now))
        if self._late:
            self._late.extend((self._late[-1][0], event) for event in events)
        return () if self._late else events

    def follow(self, event: Event, at: float) -> None:
        """A card that is refused while it lies is shaken."""
        stage, rules, table = self.table.stage, self.session.rules, self.session.state.table
        assert stage
        refused = event.move if isinstance(event, Returned) and not event.thrown else None
        cards = stage.piles[refused.src][-refused.count :] if refused else []
        lie = not any(card.tween for card in cards)
        super().follow(event, at)
        if refused and rules.penalty:
            self.remarks.flash(refused.dst, at, RED)
            if self.session.may.time:
                words = _("wrong: {cost}").format(cost=cost(rules.penalty))
                self.remarks.rise(words, AtPile(refused.dst), at, RED, 38)
            self.play_sound("mistake")
        elif refused and lie:
            stage.shake(cards, at)
        self.asks = ""
        if self.rhythm:
            self.rhythm.follow(event, at)
        if isinstance(event, Dealt):
            self._late.clear()
        explains = not rules.penalty or (not self.rhythm and rules.notes(table))
        if isinstance(event, Returned) and not event.thrown and explains:
            why = why_not(rules, self.session.solo.table, 0, event.move)
            self.table.refuse(why, event.move.src, at, onto=event.move.dst)

    def play_sound(self, kind: str, pan: float = 0.0, seat: int | None = None) -> None:
        """The cards played automatically at the end rise in pitch."""
        if (self.rhythm and kind in _OWN) or (kind == "return" and self.session.rules.penalty):
            return
        if sound := EFFECTS[kind].sound:
            rising = max(0, 12 - len(self._late) // 3) if self._late and kind == "land" else 0
            self.table.ctx.sounds.play(sound, 1.0, pan * 0.7, rising)

    def step(self, at: float) -> None:
        lagged = self.lags
        while self._late and self._late[0][0] <= at:
            self.table.follow(self._late.popleft()[1], at)
        if lagged and not self._late and self.table.stage:
            self.table.stage.sync(self.session.state.table, at)
            self.table.renew()
        self.remarks.step(at)
        if self.rhythm:
            self.rhythm.step(at)
            if self._paced != (second := self.session.now // 1_000_000):
                self._paced = second
                self.table.renew()
        self.panel.tick()

    def rest(self, at: float) -> float:
        """If nothing moves, only the clock advances."""
        beats = self.rhythm and self.rhythm.hits and not self.session.over
        return 0.0 if self.remarks.moving or self._late or beats else 0.05

    def draw(self, surface: Surface, now: float, full: bool) -> Sequence[Rect] | None:
        """In a game of speed the table shakes after a mistake."""
        stage, at = self.table.stage, self.table.clock(now)
        away = self.rhythm.shake(at) if self.rhythm and stage and not stage.calm else 0
        shaken, self._shaken = self._shaken or bool(away), bool(away)
        if not shaken or not stage:
            return None
        stage.draw(surface, at, True)
        surface.scroll(away, 0)
        return [surface.get_rect()]

    # -- commands

    def read_at(self, now: float) -> int | None:
        return self.session.read_at(now)

    def open(self, event: Input | None = None) -> bool:
        """Keys held with Ctrl or Alt are not for the cards, unless another player may hold those."""
        session, modes = self.session, pygame.KMOD_CTRL | pygame.KMOD_ALT
        held = event and event.type == pygame.KEYDOWN and event.mod & modes and not session.local_seats[1:]
        return session.plays and session.opens and not (session.over or self._late or held)

    def commanded(self, at: float) -> None:
        for player in self.players:
            player.let_go(at)

    def commands(self) -> Iterator[Command]:
        session, plays = self.session, self.session.plays and not self.session.teaches
        if isinstance(session, LiveRun) and plays:
            yield from self._of_run(session)
        if isinstance(session, RunPlayback):
            yield from paced(self, session)
        if isinstance(session, RunPlayback) and not self.table.said.told:  # words need the room
            end, begin = _("To the end"), _("From the beginning")
            yield Command(SLOTS["skip"], lambda _at: session.skip(), _("to the end"), end, not session.over)
            yield Command(SLOTS["restart"], self._deal_again, _("from the beginning"), begin)
        if plays and self._comparisons:
            yield Command(SLOTS["compare"], self._compare, _("the splits, against another run each time"), "")
        slot, words, pause = MENU, _("menu, leave"), _("Menu")
        if session.can_pause:
            slot, words, pause = PAUSE, _("pause: the table is covered"), _("Pause")
        yield Command(slot, self.table.pause, words, "" if session.teaches else pause)
        if plays and session.can_pause:
            yield Command(SLOTS["restart"], self._deal_again, _("the same deal again"), _("Restart"))
        if plays and session.may.give_up:
            stop, asks = _("Give up") if session.may.record else _("Back"), bool(self.asks)
            yield Command(SLOTS["give up"], self._stop, _("give up"), stop, session.opens, asks)
        if plays and session.can_pause:
            yield Command(SLOTS["rules"], self._explain, _("the rules"))

    def _compare(self, _at: float) -> None:
        """List the splits against the next run that there is; after the last of them, no more."""
        found = ((at, make()) for at, make in enumerate(self._comparisons) if at > self._at)
        self._at, other = next(((at, run) for at, run in found if run), (-1, None))
        self.compared, self.lists = other or self.rival, bool(other)
        self.panel.compare(self.compared)
        self.table.renew()

    def _of_run(self, run: LiveRun) -> Iterator[Command]:
        """What concerns the moves of a run; in a game of speed there is nothing to choose."""
        if run.rules.reflex:
            return
        on, advice, history = not run.over, run.advice, run.solo.history
        if advice and advice.back:
            words = ngettext("Back {n} move", "Back {n} moves", advice.back).format(n=advice.back)
            words += f" ({cost(advice.back * COSTS[UNDO])})" if run.may.time else ""
            yield Command(SLOTS["back"], partial(self._undo, run, advice.back), "", words, on, True)
        if run.may.undo:
            undo, can = partial(self._undo, run, 1), on and bool(history.line)
            yield Command(SLOTS["undo"], undo, _("undo"), can=can)
            can = on and bool(history.undone)
            yield Command(SLOTS["redo"], lambda _at: run.redo(), _("redo"), can=can)
        if run.may.hint:
            hint, move = _("a hint; again: make that move"), advice.move if advice else None
            label = _("Make this move") if move else _("Hint")
            yield Command(SLOTS["hint"], partial(self._hint, run), hint, label, on, bool(move))
        can, finish = on and bool(run.finish), partial(self._lay_out, run)
        yield Command(SLOTS["finish"], finish, _("lay out the rest"), can=can, wanted=True)
        for role, label in run.rules.gestures.items():
            moves = [move for move in run.moves if not move.count and self.spots[move.src].role == role]
            play = partial(self._play, run, moves)
            yield Command(CALL, play, _(label), _(label), on and bool(moves))

    def _undo(self, run: LiveRun, moves: int, at: float) -> None:
        run.undo(moves)
        self._price(moves * COSTS[UNDO], at)

    def _hint(self, run: LiveRun, _at: float) -> None:
        """Ask for a hint, or make the move that one shows."""
        if run.advice and run.advice.move:
            run.play(run.advice.move)
        else:
            run.hint()

    def _play(self, run: LiveRun, moves: Sequence[Move], _at: float) -> None:
        run.play(moves[0])

    def _lay_out(self, run: LiveRun, at: float) -> None:
        run.lay_out()
        self._late.extend((at + i * _OUT, event) for i, event in enumerate(run.poll()))

    def _deal_again(self, _at: float) -> None:
        session = self.session
        hurried = session.limit is not None or self.rival
        if self._risks and not (session.over or (hurried and not session.kept)):
            words = _("Start the same deal over? This run will be lost.")
            keys = (self.table.legend.key_of(SLOTS["restart"]),)
            ask = AskScene(words, _("Begin again"), self.table, keys, plays=True)
            self.table.cover(ask.if_so(self.restart))
        else:
            self.restart()

    def _stop(self, _at: float) -> None:
        """Give up, if there is anything to score yet."""
        if self._risks:
            self.ask_to_end()
        else:
            self.table.back()

    @property
    def _risks(self) -> bool:
        """Whether a run would be lost."""
        return self.session.plays and self.session.begun and self.session.may.record

    def _explain(self, _at: float) -> None:
        self.table.cover(RulePage(self.session.rules, self.table))

    def _price(self, time: int, at: float) -> None:
        """Show a cost beside the clock."""
        if not self.session.may.time:
            return
        clock, u = self.panel.clock, self.hands[0].stage.layout.unit
        where = At("center", (clock.centerx, clock.y + 36 * u))
        self.remarks.rise(cost(time), where, at, theme.GOLD, 30)

    def say(self, why: str, pile: int, at: float) -> None:
        down = 0.8 if self.session.rules.penalty else 0.5  # below what the mistake costs
        self.remarks.rise(why, AtPile(pile, down), at, RED, 26, TELLS)

    # -- what covers it

    @property
    def line(self) -> str:
        session = self.session
        return _(session.rules.title) + (f" · {exact_time(session.elapsed)}" if session.may.time else "")

    def rows(self) -> Sequence[Control]:
        session, rows = self.session, list[Control]()
        if session.hints and session.may.hint and not session.rules.reflex:
            shown = session.hints.indicates
            rows.append(Switch(_("Show whether it can still be won"), shown, self._indicate))
        if session.begun and session.can_pause:
            again = _("Same deal again") if session.plays else _("From the beginning")
            rows.append(Button(again, self.restart, keys=(self.table.legend.key_of(SLOTS["restart"]),)))
        if self._comparisons and session.plays:
            each = self.table.commands["compare"]
            rows.append(Button(_("Compare the splits"), partial(self._from_menu, each), name=each.name))
        for each in self.panel.hidden:
            if each.can and each.slot.name not in ("restart", "give up", "rules"):
                rows.append(Button(each.words, partial(self._from_menu, each), name=each.name))
        if session.keeps:
            rows.append(Button(_("Give up"), self.ask_to_end))
        return [*rows, self.way_out()]

    def _from_menu(self, command: Command) -> None:
        """Carry out what is in the menu only because there is no room beside the cards."""
        self.table.ctx.pop_to(self.table)
        self.table.do(command.name, self.table.clock(here().clock.seconds()))

    def _way_out(self) -> Control:
        return Button(_("Save for later") if self.session.keeps else _("Leave the table"), self.table.back)

    def _indicate(self, on: bool) -> None:
        assert self.session.hints
        self.session.hints.indicates = on
        self.table.lay_anew(deals=False)
        if self.easy and self.session.may.time:
            self.table.ctx.settings.light = on

    def help(self) -> HelpText:
        return help_text(self.table, self.session)

    # -- what ends it

    def restart(self) -> None:
        """Deal the same cards again. A run that has just ended is recorded first."""
        self.table.ctx.pop_to(self.table)
        self.table.pump(here().clock.seconds())
        self.table.dealt_in = AGAIN
        self.session.restart()
        self.table.ctx.redraw()

    def again(self, rival: Progress | None) -> None:
        """Deal the same cards again, against this run."""
        self.rival = rival
        self.compared = (self.lists and self._comparisons[self._at]()) or rival
        self.restart()
        self.session.poll()  # the deal is shown by the new stage
        self.table.lay_anew(deals=True)

    def ask_to_end(self) -> None:
        """Ask before giving up; where the others go on, in the panel and until a card moves."""
        words = give_up_words(self.session.may.time)
        if self.session.can_pause:
            self.table.cover(AskScene(words, _("Give up"), self.table, plays=True).if_so(self.give_up))
        elif self.asks:
            self.give_up()
        else:
            self.asks = _("Press once more to give up.")
            self.table.renew()

    def give_up(self) -> None:
        """End the run as it stands."""
        self.asks = ""
        self.table.ctx.pop_to(self.table)
        if isinstance(self.session, LiveRun):
            self.session.give_up()


SoloTable = PlayScene[Patience]


def solo_table(
    session: SoloSession,
    rival: Progress | None = None,
    extras: Sequence[Extra] = (),
    before: Callable[[], tuple[Result | None, int]] = lambda: (None, 0),
    comparisons: Sequence[Callable[[], Progress | None]] = (),
) -> SoloTable:
    """The table of a game for one: see Patience."""
    return PlayScene(Patience(session, rival, before, comparisons), [*extras, Splits(), SoloEnding()])
