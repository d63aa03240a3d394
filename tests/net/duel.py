"""A game made to measure who was first: all seats can lay a card on the same two places, for ever."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from game.core.cards import Card, Pile
from game.core.rules import Outcome, Rules, Spot, carry
from game.core.shuffle import Seed
from game.core.table import Called, Mode, Move, Moved, Table, TableEvent

CARDS = 4
"""Each seat's; one laid comes back when the other place is laid on."""
_OVER = 1


@dataclass(frozen=True)
class Duel(Rules):
    """Who lays a card on an empty place clears the other one. A knock ends the round, at any time."""

    name: ClassVar[str] = "duel"
    seats: ClassVar[range] = range(2, 9)

    def spots(self, seats: int) -> tuple[Spot, ...]:
        """A pile for each seat, then the two places."""
        own = tuple(Spot("reserve", 0, 0, "", seat) for seat in range(seats))
        return (*own, Spot("foundation", 0, 0), Spot("foundation", 1, 0))

    def deal(self, seed: Seed, seats: int) -> Table:
        """All cards face up."""
        piles = [
            Pile(tuple(Card(rank, 0, seat) for rank in range(1, CARDS + 1)), CARDS) for seat in range(seats)
        ]
        return Table((*piles, Pile(), Pile()))

    def moves(self, table: Table, seat: int) -> Iterator[Move]:
        """A card to an empty place, or a knock."""
        if table.mode == _OVER:
            return
        for place in range(len(table.piles) - 2, len(table.piles)):
            if not table.piles[place].cards and table.piles[seat].cards:
                yield Move(seat, place)
        yield Move(seat, seat, 0)

    def effects(self, table: Table, seat: int, move: Move) -> Iterator[TableEvent]:
        """The card is laid, and what lies on the other place goes back to whose it is."""
        if not move.count:
            yield Mode(_OVER)
            yield Called(seat)
            return
        yield carry(table, seat, move)
        other = other_place(table, move.dst)
        if cards := table.piles[other].cards:
            yield Moved(seat, other, cards[0].pack, cards)

    def outcome(self, table: Table) -> Outcome | None:
        """Over when somebody has knocked."""
        if table.mode != _OVER:
            return None
        return Outcome("knock", table.calls.bit_length() - 1, (0,) * (len(table.piles) - 2))

    def flies(self, table: Table, seat: int, move: Move) -> bool:
        """Everything does."""
        return True


def other_place(table: Table, place: int) -> int:
    """The place beside this one."""
    return 2 * len(table.piles) - 3 - place
