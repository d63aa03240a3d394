"""A race: each seat plays a patience of its own, and the table shows only how far everyone has come.

What is seen here is public: a marker for each card of the patience, to do or done, and each seat's flag,
which goes to the line when its patience has come out. The patience itself is judged apart, by `Solo`, and
markers and flags follow it; so a match of races is begun, counted, handed on and watched as any match is.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from game.core.cards import HIDDEN, SPADES, Card, Pile
from game.core.rules import Outcome, Rules, Spot
from game.core.shuffle import Seed, Stream, derive, lot
from game.core.table import Called, Move, Moved, Table, TableEvent
from game.core.words import N_

TODO, DONE, FLAG = range(3)
OWN = 3
"""Piles of each seat; the line comes after all of them."""
LEAST: Final = 3
"""The fewest seats with which a cup begins: of two the slower would be out at once."""


@dataclass(frozen=True)
class Race(Rules):
    """How many markers each has, one for each card; and whether the last of each round is out, until one is
    left."""

    markers: int
    cup: bool = False
    pool: tuple[str, ...] = ()
    """The names of the challenges that are drawn from."""
    last: int = 60_000_000
    """Microseconds that the others have once somebody has come out."""

    name: ClassVar[str] = "race"
    title: ClassVar[str] = N_("Race")
    seats: ClassVar[range] = range(2, 9)

    def spots(self, seats: int) -> tuple[Spot, ...]:
        """For each seat what is to do, what is done and its flag; then the line."""
        roles = ("todo", "done", "flag")
        own = (Spot(role, x, 0, "", seat) for seat in range(seats) for x, role in enumerate(roles))
        return (*own, Spot("line", 0, 0))

    def deal(self, seed: Seed, seats: int) -> Table:
        """All is to do."""
        return self.next_deal(seed, (0,) * seats)

    def next_deal(self, seed: Seed, totals: Sequence[int]) -> Table:
        """In a cup that has qualified each flag bears its seat's place so far, of equal ones by lot. Who is
        out sits out, as the mode says."""
        piles, seats = list[Pile](), range(len(totals))
        order = sorted(seats, key=lambda seat: (-totals[seat], lot(seed, 0, 0, seat)))
        qualified = self.cup and len({*totals}) > 1
        for seat in seats:
            place = 1 + order.index(seat) if qualified else 1
            piles += Pile((HIDDEN,) * self.markers), Pile(), Pile((Card(place, SPADES, seat),), 1)
        return Table((*piles, Pile()), mode=sum(1 << seat for seat in self.eliminated(totals)))

    def drawn(self, seed: Seed, number: int, rounds: int) -> str:
        """The challenge of a round, which nobody chose if nobody chose the seed of its deal. Each round of
        `rounds`, 0 for a cup's, draws from a part of its own, so that none comes twice while there are more.
        """
        parts = min(rounds or self.seats[-1], len(self.pool))
        part = self.pool[(number - 1) % parts :: parts]
        return part[Stream(derive(seed, number, use="deal")).below(len(part))]

    def moves(self, table: Table, seat: int) -> Iterator[Move]:
        """Markers forward and back; the flag, once all are done; give up."""
        if not self.goes_on(table, seat):
            return
        todo, done, flag = (OWN * seat + pile for pile in (TODO, DONE, FLAG))
        for count in range(1, len(table.piles[todo].cards) + 1):
            yield Move(todo, done, count)
        for count in range(1, len(table.piles[done].cards) + 1):
            yield Move(done, todo, count)
        if not table.piles[todo].cards:
            yield Move(flag, len(table.piles) - 1)
        yield give_up(seat)

    def effects(self, table: Table, seat: int, move: Move) -> Iterator[TableEvent]:
        """What moves moves; who gives up calls."""
        if move.count:
            cards = table.piles[move.src].cards[-move.count :]
            yield Moved(seat, move.src, move.dst, cards, up=self.flies(table, seat, move))
        else:
            yield Called(seat)

    def flies(self, table: Table, seat: int, move: Move) -> bool:
        """The flag flies: who comes out first is decided by the presses."""
        return move.dst == len(table.piles) - 1

    def outcome(self, table: Table) -> Outcome | None:
        """All have come out, given up or sit out; in a cup in which nobody gave up, all but one who still has
        cards to place."""
        racing = self.racing(table)
        last = self.cup and not table.calls and any(table.piles[OWN * seat + TODO].cards for seat in racing)
        if len(racing) > last:
            return None
        first = next(iter(finished(table)), None)
        return Outcome("stuck" if first is None else "knock", first, self.scores(table))

    def places(self, table: Table, scores: Sequence[int]) -> tuple[int, ...]:
        """By how far all have come."""
        return places(table)

    def goes_on(self, table: Table, seat: int) -> bool:
        """Whether this seat still plays its patience."""
        return bool(table.piles[OWN * seat + FLAG].cards) and not (table.calls | table.mode) >> seat & 1

    def racing(self, table: Table) -> list[int]:
        """The seats that still play their patience."""
        return [seat for seat in range(seats_of(table)) if self.goes_on(table, seat)]

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
    return len(table.piles) // OWN


def done(table: Table, seat: int) -> int:
    """How many of its markers this seat has done."""
    return len(table.piles[OWN * seat + DONE].cards)


def finished(table: Table) -> list[int]:
    """The seats that have come out, in their order."""
    return [flag.pack for flag in table.piles[-1].cards]


def still_in(table: Table) -> list[int]:
    """The seats that are not out of the cup in this deal."""
    return [seat for seat in range(seats_of(table)) if not table.mode >> seat & 1]


def _before(table: Table) -> dict[int, int]:
    """By seat, its place in the cup before this deal, which its flag bears."""
    return {flag.pack: flag.rank for pile in table.piles if pile.up for flag in pile.cards}


def qualifying(table: Table) -> bool:
    """Whether this is the first deal of a cup, or one more as no place was won before: nobody goes out."""
    return set(_before(table).values()) == {1}


def places(table: Table) -> tuple[int, ...]:
    """Each seat's place, from 1: first those on the line, in their order, then the others by what they have
    done; of equal ones, and of those who are out of the cup, by the place before. Others share a place."""
    line, before, keys = finished(table), _before(table), []
    for seat in range(seats_of(table)):
        rest = int(seat not in still_in(table)), -done(table, seat), before.get(seat, 0)
        keys.append((-1, line.index(seat), 0) if seat in line else rest)
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def next_move(table: Table, seat: int, count: int) -> Move | None:
    """The move that brings a seat to `count` markers done; None if it is there."""
    todo, at = OWN * seat + TODO, OWN * seat + DONE
    more = count - done(table, seat)
    return Move(todo, at, more) if more > 0 else Move(at, todo, -more) if more else None


def give_up(seat: int) -> Move:
    """The move by which a seat gives up."""
    return Move(OWN * seat + DONE, OWN * seat + DONE, 0)
