"""A race: each seat plays a patience of its own, and the table shows only how far everyone has come.

What is seen here is public. The patience itself is judged apart, by `Solo`, and what is said of it are
standings; so a match of races is begun, counted, handed on and watched as any match is.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from game.core.cards import SPADES, Card, Pile
from game.core.rules import Outcome, Rules, Spot
from game.core.shuffle import Seed, Stream, derive, lot
from game.core.table import Move, Table, TableEvent
from game.core.words import N_

LEAST: Final = 3
"""The fewest seats with which a cup begins: of two the slower would be out at once."""


@dataclass(frozen=True)
class Race(Rules):
    """How many cards each has; and whether the last of each round is out, until one is left."""

    cards: int
    cup: bool = False
    pool: tuple[str, ...] = ()
    """The names of the challenges that are drawn from."""
    last: int = 60_000_000
    """Microseconds that the others have once somebody has come out."""

    name: ClassVar[str] = "race"
    title: ClassVar[str] = N_("Race")
    seats: ClassVar[range] = range(2, 9)
    apart: ClassVar[bool] = True

    def spots(self, seats: int) -> tuple[Spot, ...]:
        """For each seat that of its place before the deal."""
        return tuple(Spot("place", 0, 0, "", seat) for seat in range(seats))

    def deal(self, seed: Seed, seats: int) -> Table:
        """Nobody has a place yet."""
        return self.next_deal(seed, (0,) * seats)

    def next_deal(self, seed: Seed, totals: Sequence[int], handicaps: Sequence[int] = ()) -> Table:
        """In a cup that has qualified each card is of its seat's rank so far, of equal ones by lot. Who is
        out sits out, as the mode says."""
        seats = range(len(totals))
        order = sorted(seats, key=lambda seat: (-totals[seat], lot(seed, 0, 0, seat)))
        qualified = self.cup and len({*totals}) > 1
        ranks = (1 + order.index(seat) if qualified else 1 for seat in seats)
        piles = tuple(Pile((Card(rank, SPADES, seat),), 1) for seat, rank in enumerate(ranks))
        return Table(piles, mode=sum(1 << seat for seat in self.eliminated(totals)))

    def drawn(self, seed: Seed, number: int, rounds: int) -> str:
        """The challenge of a round, which nobody chose if nobody chose the seed of its deal. Each round of
        `rounds`, 0 for a cup's, draws from a part of its own, so that none comes twice while there are more.
        """
        parts = min(rounds or self.seats[-1], len(self.pool))
        part = self.pool[(number - 1) % parts :: parts]
        return part[Stream(derive(seed, number, use="deal")).below(len(part))]

    def moves(self, table: Table, seat: int) -> Iterator[Move]:
        """Give up, unless all cards are placed and only penalties run."""
        if self.goes_on(table, seat) and done(table, seat) < self.cards:
            yield give_up(seat)

    def effects(self, table: Table, seat: int, move: Move) -> Iterator[TableEvent]:
        """It has given up."""
        yield table.standing(seat)._replace(gave_up=True)

    def outcome(self, table: Table) -> Outcome | None:
        """All have come out, given up or sit out; in a cup in which nobody gave up, all but one who still has
        cards to place."""
        racing = self.racing(table)
        last = self.cup and not table.agreed and any(done(table, seat) < self.cards for seat in racing)
        if len(racing) > last:
            return None
        first = next(iter(finished(table)), None)
        return Outcome("stuck" if first is None else "knock", first, self.scores(table))

    def places(self, table: Table, scores: Sequence[int]) -> tuple[int, ...]:
        """By how far all have come."""
        return places(table)

    def goes_on(self, table: Table, seat: int) -> bool:
        """Whether this seat still plays its patience."""
        known = table.standing(seat)
        return known.out is None and not (known.gave_up or table.mode >> seat & 1)

    def racing(self, table: Table) -> list[int]:
        """The seats that still play their patience."""
        return [seat for seat in range(seats_of(table)) if self.goes_on(table, seat)]

    @property
    def preset(self) -> bool:
        """Whether there is but one challenge."""
        return len(self.pool) == 1

    @property
    def fewest(self) -> int:
        """In a cup three: of two the slower would be out at once."""
        return LEAST if self.cup else 0

    @property
    def knockout_margin(self) -> int:
        """In a cup, as much as nobody gains on another by qualifying."""
        return self.seats[-1] if self.cup else 0

    def max_swing(self, seats: int) -> int:
        """Out first, and the other the last of all."""
        return seats

    def scores(self, table: Table) -> tuple[int, ...]:
        """A point for each seat left behind, and in a mere race one for coming out. In a cup, once it has
        qualified, so many for not being the last that all who go on lead by enough, whatever they had before.
        """
        ranks = places(table)
        if self.cup and not qualifying(table):
            last = max((rank for seat, rank in enumerate(ranks) if seat in still_in(table)), default=0)
            return tuple(2 * self.knockout_margin * (rank < last) for rank in ranks)
        behind = (sum(other > rank for other in ranks) for rank in ranks)
        return tuple(n + (not self.cup and seat in finished(table)) for seat, n in enumerate(behind))


def seats_of(table: Table) -> int:
    """How many seats race."""
    return len(table.piles)


def done(table: Table, seat: int) -> int:
    """How many cards this seat has placed."""
    return table.standing(seat).placed


def finished(table: Table) -> list[int]:
    """The seats that have come out, in their order."""
    return [each.seat for each in table.standings if each.out is not None]


def still_in(table: Table) -> list[int]:
    """The seats that are not out of the cup in this deal."""
    return [seat for seat in range(seats_of(table)) if not table.mode >> seat & 1]


def _before(table: Table) -> dict[int, int]:
    """By seat, its place in the cup before this deal."""
    return {card.pack: card.rank for pile in table.piles for card in pile.cards}


def qualifying(table: Table) -> bool:
    """Whether this is the first deal of a cup, or one more as no place was won before: nobody goes out."""
    return set(_before(table).values()) == {1}


def places(table: Table) -> tuple[int, ...]:
    """Each seat's place, from 1: first those who have come out, in their order, then the others by the cards
    placed; of equal ones, and of those who are out of the cup, by the place before. Others share a place."""
    came, before, keys = finished(table), _before(table), []
    for seat in range(seats_of(table)):
        rest = int(seat not in still_in(table)), -done(table, seat), before.get(seat, 0)
        keys.append((-1, came.index(seat), 0) if seat in came else rest)
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def give_up(seat: int) -> Move:
    """The move by which a seat gives up."""
    return Move(seat, seat, 0)
