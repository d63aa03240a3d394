"""A duel: one reflex patience lies before all seats, and the first right key takes what is turned.

It is played to the end of its stock: each turned card, or pair, belongs on one of two piles. What is put
aside stays there, and is never laid from there.

A press is a gesture on an own key; there are two for what is turned now, others for what is turned next, so
that a press made for a card that has gone never counts for another. It flies, as all do that seats contend
for. What is right moves the cards and a marker onto the key; what is wrong freezes the seat. The stock is of
seat 0's pack and counts as its pile, so that its unseen cards can be dealt anew as any seat's.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from game.core.cards import Pile, pack
from game.core.rules import Outcome, Rules, Spot, carry
from game.core.shuffle import Seed
from game.core.table import Move, Moved, Table, TableEvent
from game.core.words import N_

STOCK, TURNED, LAID, ASIDE, MARKERS = range(5)
"""The patience's piles, then a marker for each turn to come."""
KEYS = 5
"""The first key of seat 0; the seats' keys come after the shared piles."""
SIDES, PHASES = 2, 4
"""Keys for one turn, and turns until they are used again: a press comes late by less."""
OWN = SIDES * PHASES
LOCKOUT_PER_OPPONENT = 500_000
"""Microseconds for each of the others: they take a card in that time, so that guessing gains nothing."""


@dataclass(frozen=True)
class Duel(Rules):
    """What patience is played."""

    inner: Rules

    name: ClassVar[str] = "duel"
    title: ClassVar[str] = N_("Duel")
    answers: ClassVar[bool] = True
    seats: ClassVar[range] = range(2, 9)

    def spots(self, seats: int) -> tuple[Spot, ...]:
        """The patience's piles, the markers, and each seat's keys."""
        stock, *others = self.inner.spots(1)
        keys = (Spot("key", 0, 0, "", seat) for seat in range(seats) for _ in range(OWN))
        return (stock._replace(seat=0), *others, Spot("markers", 0, 0), *keys)

    def deal(self, seed: Seed, seats: int) -> Table:
        """The patience's deal; the markers are the second pack."""
        dealt = self.inner.deal(seed, 1).piles
        return Table((*dealt, Pile(pack(1), len(pack(1))), *[Pile()] * (OWN * seats)))

    def moves(self, table: Table, seat: int) -> Iterator[Move]:
        """The one right key for what is turned."""
        for move in self.inner.moves(table, 0):
            if move.src == TURNED:
                yield key_of(table, seat, move.dst)

    def effects(self, table: Table, seat: int, move: Move) -> Iterator[TableEvent]:
        """The turned cards move, the next are turned, and the key gets a marker."""
        count = len(table.piles[TURNED].cards)
        yield carry(table, seat, Move(TURNED, LAID + (move.src - KEYS) % SIDES, count))
        if stock := table.piles[STOCK].cards:
            yield Moved(seat, STOCK, TURNED, stock[: -count - 1 : -1])
        yield carry(table, seat, Move(MARKERS, move.src))

    def flies(self, table: Table, seat: int, move: Move) -> bool:
        """All do: who is first is decided by the presses."""
        return True

    def lockout(self, table: Table, seat: int, move: Move) -> int:
        """A wrong key, or one pressed before its card is turned; one pressed too late costs nothing."""
        ahead = (move.src - KEYS) % OWN // SIDES - turns(table)
        return frozen(table) if ahead % PHASES < 2 else 0

    def max_swing(self, seats: int) -> int:
        """All turns."""
        stock, turned = self.inner.deal(0, 1).piles[:LAID]
        return 1 + len(stock.cards) // len(turned.cards)

    def outcome(self, table: Table) -> Outcome | None:
        """The end of the stock; nobody ends it, so nobody is named."""
        return None if table.piles[TURNED].cards else Outcome("stuck", None, taken(table))


def frozen(table: Table) -> int:
    """Microseconds from the landing of a wrong press until the seat may press again; a second at least."""
    seats = (len(table.piles) - KEYS) // OWN
    return LOCKOUT_PER_OPPONENT * max(2, seats - 1)


def turns(table: Table) -> int:
    """How many times somebody has taken what was turned."""
    return sum(len(pile.cards) for pile in table.piles[KEYS:])


def taken(table: Table) -> tuple[int, ...]:
    """How often each seat has."""
    keys = [len(pile.cards) for pile in table.piles[KEYS:]]
    return tuple(sum(keys[first : first + OWN]) for first in range(0, len(keys), OWN))


def key_of(table: Table, seat: int, pile: int) -> Move:
    """The key with which a seat sends what is turned now to a pile, LAID or ASIDE."""
    key = KEYS + OWN * seat + SIDES * (turns(table) % PHASES) + pile - LAID
    return Move(key, key, 0)
