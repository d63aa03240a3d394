"""A pause for all: no card is seen, it says who has asked for it, and all knock before play goes on."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import pygame
from pygame.event import Event as Input

from game.core.match import ASKING
from game.core.state import PAUSED, PLAYING, Asked, Event, Knock
from game.i18n import N_, Notice, _
from game.lan.table import RemoteTable
from game.sessions.session import MatchSeat
from game.ui.covers.cover import WISHED, PauseScene
from game.ui.engine.devices import PAD_PRESS
from game.ui.input.commands import Command, by_name
from game.ui.input.keys import Slot
from game.ui.play.end import End
from game.ui.play.match.commands import GO_ON, REMOVE
from game.ui.play.match.game import MatchTable, by_itself
from game.ui.play.match.standings import addressed, who_plays
from game.ui.play.match.words import waiting_for
from game.ui.play.scene import Extra, Said
from game.ui.view.boxes import Column, Row
from game.ui.view.leaves import BODY, Button, Cameo, Style, Text
from game.ui.view.node import Control, Node

_ASKS = N_("{name} asks for a pause. {key}: agree")
_ASKS_TWO = N_("{name} asks for a pause. {key}, then “Pause with {name}”")
"""Of two at one keyboard neither has a letter for it."""
_ASKED = N_("You have asked for a pause. As soon as one more agrees, everything stands still.")
PAUSE_ALL: Final = Slot("pause for all", "P")
_TITLE: Final = Style(46, 58, lettered=True)
_NAME, _MARK = Style(26, 44), Style(22, 44, "mist")
_FACE, _COLUMN, _APART, _PAD, _ROWS = 20, 300, 40, 34, 4
"""The radius of a face, the width of a column of seats, between two of them and round them, in units; and the
most seats in one column."""


class JointPause(End):
    """Hides a table for as long as it is paused for all; the table removes it."""

    input_delay = 0.25
    takes_pads = True
    slots = GO_ON, REMOVE

    def __init__(self, table: MatchTable) -> None:
        self.table, self.session = table, table.game.session

    def step(self, now: float) -> None:
        """Follow who has knocked, until the table goes on."""
        self.table.pump(now)
        if self in self.ctx.stack:
            self.look()

    def facts(self) -> object:
        session, game = self.session, self.table.game
        people = session.names, session.local_seats, session.state.ready, session.state.asks, game.hud.marks
        return people, self.table.legend("Space"), [each.words for each in self.commands()]

    def rest(self, now: float) -> float:
        """The others knock meanwhile."""
        return 0.05

    def commands(self) -> Iterable[Command]:
        return self.table.game.exits.late()

    def view(self) -> Node:
        session, game, every = self.session, self.table.game, range(self.session.seats)
        half = len(every) if len(every) <= _ROWS else (len(every) + 1) // 2
        rows = [
            Column(*map(self._seat, part), gap=2, wide=_COLUMN)
            for part in (every[:half], every[half:])
            if part
        ]
        knocks = game.knockers.buttons(session, _("Knock to go on"), self._knock)
        waits = Text(waiting_for(session, game.hud.marks), _MARK)
        return Column(
            Text(_("Paused"), _TITLE),
            Text(self._asked, BODY, wraps=True),
            Row(*rows, gap=_APART, align="start", pack="middle"),
            Row(*(knocks or self.buttons(align="middle") or [waits]), gap=14, pack="middle"),
            None
            if by_itself(self.ctx, session)
            else Button(_("Menu"), self.close, name="menu", align="middle"),
            ground="sheet",
            wide=2 * _COLUMN + _APART + 2 * _PAD,
            pad=(_PAD, 24),
            gap=16,
        )

    @property
    def _asked(self) -> str:
        """Who has asked for it."""
        session, asks = self.session, self.session.state.asks
        if not asks:
            return ""
        if addressed(session, who_plays(session)) == asks.seat:
            return _("You have asked for a pause.")
        return _("{name} has asked for a pause.").format(name=session.names[asks.seat])

    def _seat(self, seat: int) -> Node:
        """Who sits there, and whether they have knocked."""
        session, state = self.session, self.session.state
        ready = _("ready") if state.ready >> seat & 1 else ""
        mark = self.table.game.hud.marks.get(seat) or (_("sits out") if state.sits_out(seat) else ready)
        return Row(
            Cameo(session.portraits[seat], session.backs[seat], _FACE),
            Text(session.names[seat], _NAME, at="start", grow=1),
            Text(mark, _MARK, at="end"),
            gap=14,
        )

    def _knock(self, seat: MatchSeat) -> None:
        seat.ask(Knock())

    def handle(self, event: Input, now: float) -> None:
        """Knock, or go on without who does not."""
        event = self.table.legend.translate(event)
        if event.type in (pygame.KEYDOWN, PAD_PRESS):
            seats = self.table.game.knockers.who(self.session, event)
            for seat in seats:
                self._knock(seat)
            if seats:
                return
            if command := self.heard(event):
                command.do(now)
                return
        super().handle(event, now)

    def show_help(self) -> None:
        """The help of the table."""
        self.table.show_help()

    def close(self) -> None:
        """Esc opens the table's menu."""
        self.table.cover(PauseScene(self.table))


class PauseForAll(Extra):
    """Asks for a pause, tells who does, and hides the table during one."""

    slots = by_name(PAUSE_ALL)

    def __init__(self, lan: RemoteTable) -> None:
        self._lan = lan

    def filter(self, events: Sequence[Event], now: float) -> Sequence[Event]:
        """Follow who asks, and whether all stands still."""
        for event in events:
            if isinstance(event, Asked):
                self._tell(event.seat)
        self._cover()
        wish = self._wish
        marks = {wish.seat: _("asks for a pause")} if wish else {}
        if marks != self.said.marks:
            self.said = Said(marks=marks)
        return events

    @property
    def _wish(self) -> Asked | None:
        """The wish for a pause that another hand could grant now."""
        asks = self._lan.state.asks if self._lan.state.phase == PLAYING else None
        return asks if asks and self._lan.now <= asks.at + ASKING else None

    def _tell(self, seat: int) -> None:
        lan, own, ctx = self._lan, seat in self.table.game.own, self.table.ctx
        words, key = (_ASKS_TWO, "Esc") if lan.partner else (_ASKS, "P")
        if own or lan.plays:
            asks = Notice(words, name=lan.names[seat], key=self.table.legend(key))
            ctx.say(Notice(_ASKED) if own else asks)
            ctx.sounds.play("ready")

    def _cover(self) -> None:
        """Hide the table for as long as it is paused, whatever lies over it; its menu closes as that begins
        and ends."""
        ctx, paused = self.table.ctx, self._lan.state.phase == PAUSED
        shown = [scene for scene in ctx.stack if isinstance(scene, JointPause)]
        if paused == bool(shown):
            return
        for scene in (*shown, *(each for each in ctx.stack if isinstance(each, PauseScene))):
            ctx.remove(scene)
        if paused:
            ctx.push(JointPause(self.table))

    @property
    def _may(self) -> bool:
        lan = self._lan
        return lan.plays and lan.rules.pausable and lan.state.phase == PLAYING

    def commands(self) -> Iterator[Command]:
        """Of two at one keyboard neither has that letter for it: they have the menu."""
        if self._may and not self._lan.partner:
            yield Command(PAUSE_ALL, lambda _at: self._lan.ask_pause(), _("ask all for a pause"), "")

    def rows(self) -> Sequence[Control]:
        if not self._may:
            return ()
        wish = self._wish
        other = self._lan.names[wish.seat] if wish and wish.seat not in self.table.game.own else ""
        words = _("Pause with {name}").format(name=other) if other else _("Pause for all")
        return (Button(words, self._pause, name=WISHED if other else "pause for all"),)

    def _pause(self) -> None:
        self._lan.ask_pause()
        self.table.ctx.pop_to(self.table)
