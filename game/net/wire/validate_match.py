"""Checks that what a host says of a match is possible, so that the screen can rely on it."""

from functools import lru_cache

from game.core.rules import Rules
from game.core.state import (
    PAUSED,
    PLAYING,
    SCORED,
    WAITING,
    WON,
    Asked,
    Dealt,
    Event,
    Paused,
    Returned,
    Sat,
    Scored,
    State,
    Thrown,
)
from game.core.table import Moved, Turned
from game.net.wire.fields import LATEST, MOST

_FAR = MOST // 2
"""The most rounds or points of a match: a client that takes it over must still be able to send more."""


def seats_dealt(rules: Rules, state: State) -> int:
    """How many seats a match's table was dealt for; between rounds more players may have sat down since.

    0: it is not a table of this game.
    """
    seats = len(state.totals)
    fewer = seats if state.phase != SCORED else min(rules.seats)
    for dealt in range(seats, fewer - 1, -1):
        if dealt in rules.seats and len(rules.spots(dealt)) == len(state.table.piles):
            return dealt if seats in rules.seats else 0
    return 0


def validate_event(event: Event, state: State) -> None:
    """Raises ValueError if the event names seats, piles or cards that the `state` before it lacks."""
    match event:
        case Scored(_, _, scores, totals):
            valid = len(scores) == len(totals) == len(state.totals)
        case Thrown() | Returned():
            faster = event.faster if isinstance(event, Returned) else max(0, event.fate)
            valid = _flies(event, state) and _sits(faster, state)
        case Turned(pile, card):
            piles = state.table.piles
            valid = pile < len(piles) and bool(piles[pile].cards) and _sits(card.pack, state)
        case Moved(seat, src, dst, cards):
            piles = state.table.piles
            valid = (
                max(src, dst) < len(piles)
                and 0 < len(cards) <= len(piles[src].cards)
                and _sits(seat, state)
                and all(_sits(card.pack, state) for card in cards)
            )
        case Dealt(number, _, handicaps):
            valid = number == state.round + 1 and state.phase == (SCORED if state.round else WAITING)
            valid &= len(handicaps) >= len(state.handicaps)
        case Asked(seat, at) | Paused(seat, at):
            valid = state.phase == PLAYING and _sits(seat, state) and _stands(at, state)
        case Sat():
            valid = True  # whether there is such a place is known where the room is
        case _:
            valid = _sits(getattr(event, "seat", None), state)
    if not valid:
        raise ValueError("there are no such seats, piles or cards")


@lru_cache(maxsize=16)
def _cards_dealt(rules: Rules, seats: int) -> int:
    return sum(len(pile.cards) for pile in rules.deal(0, seats).piles)


def validate_state(state: State, rules: Rules) -> None:
    """Raises ValueError if no match by these rules can have this state."""
    if not _possible(state, rules):
        raise ValueError("no match stands like this")


def _possible(state: State, rules: Rules) -> bool:
    if not state.round:
        return state.phase == WAITING and not state.table.piles and not state.air
    seats = seats_dealt(rules, state)
    return (
        seats > 0
        and sum(len(pile.cards) for pile in state.table.piles) == _cards_dealt(rules, seats)
        and len({each.seat for each in state.table.standings}) == len(state.table.standings)
        and all(_sits(each.seat, state) for each in state.table.standings)
        and len(state.scores) <= len(state.totals)
        and len(state.handicaps) <= seats
        and all(cards in rules.handicaps for cards in state.handicaps)
        and (len(state.scores) == seats or state.phase not in (SCORED, WON))
        and all(_sits(card.pack, state) for pile in state.table.piles for card in pile.cards)
        and state.round < _FAR
        and all(abs(points) < _FAR for points in state.totals)
        and _sits(state.knocker, state)
        and _sits(state.winner, state)
        and (state.asks is not None or state.phase != PAUSED)
        and (state.asks is None or (_sits(state.asks.seat, state) and _stands(state.asks.at, state)))
        and all(_flies(thrown, state) for thrown in state.air)
    )


def _flies(event: Thrown | Returned, state: State) -> bool:
    packs = [pack for _rank, _suit, pack in event.cards] if isinstance(event, Thrown) else []
    there = max(event.move[:2]) < len(state.table.piles)
    return there and all(_sits(seat, state) for seat in (event.seat, *packs))


def _stands(at: int, state: State) -> bool:
    """Whether a pause is possible at that time: what has been played then can still be told."""
    return state.starts is not None and at - state.began <= LATEST


def _sits(seat: int | None, state: State) -> bool:
    return seat is None or seat < len(state.totals)
