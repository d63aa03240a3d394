"""The search for Rot und Schwarz: it knows the rules' moves, and its beams complete each other."""

import pytest

from game.rules.rot_und_schwarz import COLUMNS, FOUNDATIONS, STOCK, WASTE, RotUndSchwarz
from game.solve import solve
from game.solve.packed.rot import TURNED, UP, Packing
from game.solve.verdict import WON
from tests.solve.tables import wander

HOUSES = [
    RotUndSchwarz(),
    RotUndSchwarz(any_part=True),
    RotUndSchwarz(foundations="suit"),
    RotUndSchwarz(foundations="suit", any_part=True),
]


@pytest.mark.parametrize("rules", HOUSES, ids=str)
@pytest.mark.parametrize("seed", range(0, 25, 5))
def test_packed_moves_are_those_of_the_rules(rules: RotUndSchwarz, seed: int) -> None:
    table = wander(rules, seed, 12 * seed)
    packing = Packing(rules)
    state = packing.pack(table)
    numbers = dict(enumerate(sorted(COLUMNS, key=lambda number: packing.cards(table, number))))

    def cards(number: int) -> bytes:
        """What equal piles have in common."""
        return packing.cards(table, number)

    ours = {
        (
            cards(WASTE if src == TURNED else numbers[src]),
            src == TURNED,
            count,
            None if dst == UP else cards(numbers[dst]),
        )
        for src, count, dst in packing.steps(state, full=True)
    }
    theirs = {
        (cards(src), src == WASTE, count, None if dst in FOUNDATIONS else cards(dst))
        for src, dst, count in rules.moves(table, 0)
        if src != STOCK
    }
    assert ours == theirs


def test_what_one_beam_misses_another_finds() -> None:
    rules = RotUndSchwarz()
    assert solve(rules, rules.deal(170, 1), expansions=60_000).verdict == WON
