"""Whether what a host tells of a match can be: a screen may rely on it."""

from functools import lru_cache

from game.core.rules import Rules
from game.core.state import (
    SCORED,
    WAITING,
    Dealt,
    Event,
    Resumed,
    Returned,
    Sat,
    Scored,
    Started,
    State,
    Thrown,
    fold_match,
)
from game.core.table import Mode, Moved, Redealt, Table, Turned
from game.net.wire.messages import MOST

_FAR = MOST // 2
"""No match comes to so many rounds or points: whoever goes on with it must be able to tell of more."""


def seats_dealt(rules: Rules, state: State) -> int:
    """How many seats the table of a match was dealt for: between rounds more may have sat down since.

    0: it is no table of this game.
    """
    seats = len(state.totals)
    fewer = seats if state.phase != SCORED else min(rules.seats)
    for dealt in range(seats, fewer - 1, -1):
        if dealt in rules.seats and len(rules.spots(dealt)) == len(state.table.piles):
            return dealt if seats in rules.seats else 0
    return 0


def is_valid(event: Event, state: State, rules: Rules) -> bool:
    """Whether all seats and piles are there that the event speaks of; `state` is what was before it."""
    match event:
        case Scored(_, _, scores, totals) if not len(scores) == len(totals) == len(state.totals):
            return False
        case Dealt() | Resumed() | Sat() | Scored():
            return _whole(fold_match(state, event), rules)
        case Thrown() | Returned():
            return _flies(event, state) and (not isinstance(event, Returned) or _sits(event.faster, state))
        case Turned(pile, card):
            there = pile < len(state.table.piles) and _sits(card.pack, state)
            return there and keeps_count(event, state.table)
        case Moved(seat, src, dst, cards):
            there = max(src, dst) < len(state.table.piles) and _sits(seat, state)
            return (
                there and keeps_count(event, state.table) and all(_sits(card.pack, state) for card in cards)
            )
        case Started() | Mode() | Redealt():
            return True
    return _sits(event.seat, state)


def keeps_count(event: Event, table: Table) -> bool:
    """Whether there are as many cards after the event as before: some move, and none comes from nowhere."""
    match event:
        case Moved(_, src, _, cards):
            return 0 < len(cards) <= len(table.piles[src].cards)
        case Turned(pile):
            return bool(table.piles[pile].cards)
    return True


@lru_cache(maxsize=16)
def _cards_dealt(rules: Rules, seats: int) -> int:
    return sum(len(pile.cards) for pile in rules.deal(0, seats).piles)


def _whole(state: State, rules: Rules) -> bool:
    if not state.round:
        return state.phase == WAITING and not state.table.piles and not state.air
    seats = seats_dealt(rules, state)
    return (
        seats > 0
        and sum(len(pile.cards) for pile in state.table.piles) == _cards_dealt(rules, seats)
        and len(state.scores) <= len(state.totals)
        and all(_sits(card.pack, state) for pile in state.table.piles for card in pile.cards)
        and state.round < _FAR
        and all(abs(points) < _FAR for points in state.totals)
        and _sits(state.knocker, state)
        and _sits(state.winner, state)
        and all(_flies(thrown, state) for thrown in state.air)
    )


def _flies(event: Thrown | Returned, state: State) -> bool:
    packs = [pack for _rank, _suit, pack in event.cards] if isinstance(event, Thrown) else []
    there = max(event.move[:2]) < len(state.table.piles)
    return there and all(_sits(seat, state) for seat in (event.seat, *packs))


def _sits(seat: int | None, state: State) -> bool:
    return seat is None or 0 <= seat < len(state.totals)
