"""Host migration: a match continues on another machine, from what that machine had been told.

Only the old host knew the face-down cards, and nobody needs to: cards that no one has seen are reshuffled
among the places where they lie. A card that was once face up is remembered wherever it went. What others had
heard of later is taken back: a new host believes nobody about what the old one said.
"""

from collections.abc import Sequence
from typing import NamedTuple

from game.core.rules import Rules
from game.core.state import PLAYING, Event, State
from game.net.client.prediction import alike
from game.net.confirmed import ConfirmedMatch
from game.net.wire.validate_match import seats_dealt


class Heritage(NamedTuple):
    """What a match goes on from."""

    state: State
    sent: int
    """How many numbered events there have been."""


def heritage(confirmed: ConfirmedMatch, rules: Rules) -> Heritage:
    """The match as it was confirmed, without the last move if only some of its effects have come, or not the
    count of the round that it ended. Raises ValueError if such a match cannot be played."""
    state, heard = confirmed.state, list(confirmed.recent)
    if not seats_dealt(rules, state):
        raise ValueError("there is no such match")
    for number, (before, _) in enumerate(heard):
        come = [event for _, event in heard[number:]]
        if state.phase == before.phase == PLAYING and _lacks(rules, before, come, state):
            return Heritage(before, confirmed.count - len(come))
    return Heritage(state, confirmed.count)


def _lacks(rules: Rules, before: State, come: Sequence[Event], now: State) -> bool:
    """Whether these are effects of one move and others of it have yet to come."""
    ended = rules.outcome(now.table) is not None
    for seat in range(len(before.totals)):
        for move in rules.moves(before.table, seat):
            way = tuple(rules.effects(before.table, seat, move))
            begun = len(way) >= len(come) and all(map(_same, come, way))
            if begun and (ended or len(way) > len(come)):
                return True
    return False


def _same(heard: Event, meant: Event) -> bool:
    """Whether they are the same event, but for cards not known here."""
    return heard == meant or alike(heard, meant)
