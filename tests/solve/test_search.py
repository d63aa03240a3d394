"""The generic search: what it says is proved, its limits hold, and it is the same each time."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import pytest

from game.core.cards import Card, Pile
from game.core.rules import Outcome, Rules, Spot, replay
from game.core.shuffle import Seed
from game.core.table import Move, Table
from game.rules.rot_und_schwarz import RotUndSchwarz
from game.solve import best_first, by_rules, nodes, solve, within
from game.solve.verdict import HOPELESS, UNDECIDED, WON, search


@dataclass(frozen=True)
class Ladder(Rules):
    """Two heaps; the top of either goes to the foundation if it is the next rank, or to the other heap
    if that is empty or its top is higher."""

    name: ClassVar[str] = "ladder"
    title: ClassVar[str] = "Ladder"
    seats: ClassVar[range] = range(1, 2)

    def spots(self, seats: int) -> tuple[Spot, ...]:
        """Two heaps and the foundation."""
        return Spot("build", 0, 0), Spot("build", 1, 0), Spot("foundation", 2, 0)

    def deal(self, seed: Seed, seats: int) -> Table:
        """Unused: positions are stated."""
        raise NotImplementedError

    def moves(self, table: Table, seat: int) -> Iterator[Move]:
        """Up in rank, or down on the other heap."""
        for src in range(2):
            card, other = table.piles[src].exposed, table.piles[1 - src].exposed
            if card:
                if card.rank == len(table.piles[2].cards) + 1:
                    yield Move(src, 2)
                if other is None or other.rank > card.rank:
                    yield Move(src, 1 - src)

    def outcome(self, table: Table) -> Outcome | None:
        """It never ends by itself."""
        return None


def ladder(first: tuple[int, ...], second: tuple[int, ...] = ()) -> Table:
    def pile(ranks: tuple[int, ...]) -> Pile:
        return Pile(tuple(Card(rank, 0) for rank in ranks), len(ranks))

    return Table((pile(first), pile(second), Pile()))


def test_what_comes_out_comes_with_its_moves() -> None:
    found = solve(Ladder(), ladder((1, 2), (4, 3)))
    assert found.verdict == WON
    assert Ladder().won(replay(Ladder(), ladder((1, 2), (4, 3)), found.moves))


def test_a_search_that_has_tried_everything_proves_that_it_does_not_come_out() -> None:
    found = solve(Ladder(), ladder((1, 4, 2, 5), (3, 6)))
    assert (found.verdict, found.moves) == (HOPELESS, ())
    assert found.expanded > 1


def test_a_table_that_has_come_out_needs_no_moves() -> None:
    found = solve(Ladder(), ladder(())._replace(piles=(Pile(), Pile(), Pile((Card(1, 0),), 1))))
    assert found == (WON, (), 0)


@pytest.mark.parametrize("most", [0, 1, 2])
def test_expansions_are_limited_exactly(most: int) -> None:
    assert solve(Ladder(), ladder((1, 4, 2, 5), (3, 6)), expansions=most) == (UNDECIDED, (), most)


def test_no_time_no_verdict() -> None:
    assert solve(Ladder(), ladder((1, 4, 2, 5), (3, 6)), seconds=-1).verdict == UNDECIDED


def test_memory_that_is_full_ends_in_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nodes, "ROOM", 1000)
    assert solve(Ladder(), ladder((1, 4, 2, 5), (3, 6))).verdict == UNDECIDED


def test_beams_by_the_rules_alone_find_what_the_best_position_does_not_lead_to() -> None:
    """A new game's first deals, as many positions as each may take."""
    rules = RotUndSchwarz()
    for seed in (1, 2, 4, 5):
        deal = rules.deal(seed, 1)
        assert search(best_first.attempts, rules, deal, None, 4000).verdict == UNDECIDED
        found = search(by_rules.attempts, rules, deal, None, 4000)
        assert rules.won(replay(rules, deal, found.moves))
        assert search(by_rules.attempts, rules, deal, None, found.expanded) == found
        assert search(by_rules.attempts, rules, deal, None, found.expanded - 1).verdict == UNDECIDED


def test_between_beams_the_search_goes_on_until_every_position_is_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(by_rules, "FIRST", 1)
    assert solve(Ladder(), ladder((1, 4, 2, 5), (3, 6))).verdict == HOPELESS


def test_positions_come_back_as_they_were_and_equal_ones_are_one() -> None:
    root = ladder((1, 2), (4, 3))
    seen = nodes.Nodes(root)
    other = ladder((1,), (4, 3, 2))._replace(passes=2, mode=1, calls=5)
    assert seen.add(other, 0, Move(0, 1)) == 1
    assert seen.add(ladder((1,), (4, 3, 2))._replace(passes=2, mode=1, calls=5), 0, Move(0, 1)) is None
    assert (seen.table(0), seen.table(1)) == (root, other)
    assert (seen.line(1), seen.depth(1)) == ((Move(0, 1),), 1)


def test_a_search_that_somebody_waits_for_ends_by_what_it_searched_not_by_the_clock() -> None:
    """The clock of a test stands still while it reckons."""
    seconds, expansions = within(RotUndSchwarz(), 0.02)
    assert expansions == 360 and seconds > 0.02
    deal = RotUndSchwarz().deal(4, 1)
    assert solve(RotUndSchwarz(), deal, seconds, expansions) == (UNDECIDED, (), expansions)
