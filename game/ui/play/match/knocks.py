"""The buttons with which those who play at this screen knock for a round, each with an own key."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import field
from functools import partial
from typing import NamedTuple

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.core.state import WON
from game.i18n import _
from game.sessions.session import MatchSeat, Session
from game.ui.cards.labels import key_button
from game.ui.engine.description import Described
from game.ui.engine.devices import PAD_PRESS, Pads
from game.ui.input.keys import ENTER, Legend, word_of
from game.ui.play.match.commands import BEGIN, KNOCK
from game.ui.play.match.words import waiting_for
from game.ui.view.leaves import Button, Style, Text
from game.ui.view.node import Axis, Node, State

_READY, _WAITS = Style(26, 44, "gold"), Style(23, 66, "gold")


class KnockButton(Button):
    """What to do now, with the key that does the same."""

    alone: bool = field(default=True, kw_only=True)
    """Whether there is no other one: Enter does the same, too."""
    align = "middle"

    def natural_width(self, u: float) -> float:
        return self._picture(u, False).width

    def natural_height(self, u: float, room: float) -> float:
        return self._picture(u, False).height

    def slack(self, axis: Axis, u: float, size: float) -> float:
        return 0.5 * size if axis == "across" else 0.0

    def _picture(self, u: float, hover: bool, room: int | None = None) -> Surface:
        return key_button(self.label, self.cap, u, hover, self.alone, room)

    def paint(self, surface: Surface, rect: Rect, u: float, state: State) -> None:
        surface.blit(self._picture(u, state.down, rect.w + 1), rect)

    def describe(self, rect: Rect, state: State) -> Described:
        return super().describe(rect, state) | {"role": "button", "focused": self.alone}


class _Player(NamedTuple):
    seat: MatchSeat
    button: str
    keys: Legend


def is_pad_knock(event: Event) -> bool:
    """Whether a button of a gamepad was pressed that knocks for a round."""
    return event.type == PAD_PRESS and event.button in ("a", KNOCK.pad)


def _is_knock(event: Event, enters: bool = False) -> bool:
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
        """Those of the players who have yet to knock; none: all have. `words` on the button of one who is
        alone; two have their names on theirs, or stand there as ready."""
        nodes: list[Node] = []
        players = self._players(session)
        for seat, button, keys in players:
            ready, two = session.state.ready >> seat.seat & 1, len(players) > 1
            if two:
                words = _("{name}: ready") if ready else _("{name}: knock")
                words = words.format(name=session.names[seat.seat])
            if not ready:
                cap = keys(KNOCK.cap)
                nodes.append(KnockButton(words, partial(knock, seat), cap=cap, name=button, alone=not two))
            elif two:
                nodes.append(Text(words, _READY))
        return nodes if any(isinstance(node, KnockButton) for node in nodes) else []

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
            found = [KnockButton(label, partial(go_on, session), cap=self._legend(KNOCK.cap))]
        elif session.plays:
            found = self.buttons(session, words, go_on)
        return found or [*late] or [Text(waiting_for(session, away), _WAITS)]

    def who(self, session: Session, event: Event) -> Sequence[MatchSeat]:
        """Who goes on with the match by this press: with Space all here; where nobody has to knock, as after
        the last round, anyone."""
        if session.state.phase == WON or not session.plays:
            return [session] if is_pad_knock(event) or _is_knock(event, enters=True) else []
        players = self._players(session)
        if event.type == PAD_PRESS:
            seat = self._pads.owner(event.pad, len(players)) if is_pad_knock(event) else -1
            return [players[seat].seat] if 0 <= seat < len(players) else []
        return [
            player.seat
            for player in players
            if _is_knock(event)
            or _is_knock(player.keys.translate(event) if players[1:] else event, enters=bool(self._halves))
        ]

    def _players(self, session: Session) -> list[_Player]:
        here = session.here
        if here[1:] and self._halves:
            names = BEGIN.name, BEGIN.name + " 2"
            return [_Player(*each) for each in zip(here, names, self._halves, strict=True)]
        first = sorted(here, key=lambda each: session.state.ready >> each.seat & 1)[:1]
        return [_Player(seat, BEGIN.name, self._legend) for seat in first]
