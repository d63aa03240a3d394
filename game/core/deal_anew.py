"""A match goes on at another judge, who never knew what lies face down: the unseen cards are dealt anew."""

from collections.abc import Sequence

from game.core.cards import HIDDEN, Card, Pile, pack
from game.core.rules import Rules
from game.core.shuffle import Seed, Stream, derive, shuffled
from game.core.state import PAUSED, State
from game.core.table import Table

Owners = tuple[int | None, ...]
"""The seat that each pile belongs to; None: everyone's."""


def owners_at(rules: Rules, seats: int) -> Owners:
    """The owner of each pile of a table dealt for `seats` seats."""
    return tuple(spot.seat for spot in rules.spots(seats))


def owners_of(rules: Rules, seats: int, table: Table) -> Owners:
    """Whose the piles are. The table may have been dealt for fewer than `seats`: some have sat down since.

    Raises ValueError if it is not a table of this game.
    """
    for dealt in range(seats, 0, -1):
        if dealt in rules.seats and len(owners := owners_at(rules, dealt)) == len(table.piles):
            return owners
    raise ValueError("there is no such table")


def resumable(known: State, out: Sequence[int], now: int) -> State:
    """The state to go on from at `now`, by another clock than before: cards in the air are back, nobody asks
    for a pause, and if all have knocked but the start is not known, they knock again, but for seats that are
    `out` of the match or, after a pause, of the round."""
    ready = 0 if known.ready == (1 << len(known.totals)) - 1 else known.ready
    ready |= sum(1 << seat for seat in out)
    starts = None if known.starts is None else now
    if known.phase == PAUSED and known.asks:
        since, played = known.asks._replace(at=now), known.asks.at - known.began
        return known._replace(air=(), ready=ready | known.out, starts=starts, asks=since, played=played)
    return known._replace(air=(), ready=ready, starts=starts, asks=None)


def dealt_anew(table: Table, owners: Owners, seed: Seed) -> Table:
    """The table with a card in place of each hidden one: the unseen rest of its owner's pack, shuffled."""
    seen = {card for pile in table.piles for card in pile.cards if card != HIDDEN}
    rest: dict[int, list[Card]] = {}
    for seat in {owner for owner in owners if owner is not None}:
        missing = tuple(card for card in pack(seat) if card not in seen)
        rest[seat] = list(shuffled(missing, Stream(derive(seed, seat, use="anew"))))
    piles = []
    for pile, owner in zip(table.piles, owners, strict=True):
        cards = [
            rest[owner].pop() if card == HIDDEN and owner is not None and rest[owner] else card
            for card in pile.cards
        ]
        piles.append(Pile(tuple(cards), pile.up))
    return table._replace(piles=tuple(piles))


def complete(table: Table, owners: Owners) -> bool:
    """Whether the table holds each card of its owners' packs once."""
    cards = sorted(card for pile in table.piles for card in pile.cards)
    return cards == sorted(card for seat in {*owners} - {None} for card in pack(seat or 0))
