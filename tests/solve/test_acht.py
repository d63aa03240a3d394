"""The search for Acht mal Acht: it knows the rules' moves, and wastes nothing."""

from collections import Counter

import pytest

from game.core.rules import fold_all, play
from game.core.shuffle import Stream
from game.core.table import Move
from game.rules.acht_mal_acht import COLUMNS, FOUNDATIONS, STOCK, WASTE, AchtMalAcht
from game.solve import solve
from game.solve.acht import BeamSearch
from game.solve.packed.acht import TURNED, UP, Packing, code
from game.solve.packed.acht_weights import Weights
from game.solve.verdict import HOPELESS, WON, Budget
from levels.shorten import walk
from tests.playout import playout
from tests.solve.tables import wander

RULES = AchtMalAcht()
PARTS = AchtMalAcht(any_part=True)


@pytest.mark.parametrize("rules", [RULES, PARTS], ids=["whole runs", "any part"])
@pytest.mark.parametrize("seed", range(0, 40, 4))
def test_packed_moves_are_those_of_the_rules(seed: int, rules: AchtMalAcht) -> None:
    table = wander(rules, seed, 12 * seed)
    found = BeamSearch(rules, table, Budget(None, None))
    packing = Packing(found.order, Weights(), rules.any_part)
    empty = [number for number in COLUMNS if not table.piles[number].cards]

    def worth(move: Move) -> bool:
        """Not to a second gap, nor a whole column from gap to gap."""
        whole = move.src in COLUMNS and move.count == len(table.piles[move.src].cards)
        return move.dst not in empty or (move.dst == empty[0] and not whole)

    ours = sorted(packing.steps(found.root(packing)))
    theirs = {
        (
            TURNED if src == WASTE else COLUMNS.index(src),
            count,
            UP if dst in FOUNDATIONS else COLUMNS.index(dst),
        )
        for src, dst, count in filter(worth, rules.moves(table, 0))
        if STOCK not in (src, dst)
    }
    assert ours == sorted(theirs)


def test_the_stock_is_packed_in_the_order_of_a_pass() -> None:
    table = RULES.deal(1, 1)
    turned = fold_all(table, play(RULES, table, 0, Move(STOCK, WASTE)))
    found = BeamSearch(RULES, turned, Budget(None, None))
    assert found.order == bytes(map(code, table.piles[STOCK].cards[::-1]))
    assert found.drawn == 1


def test_it_spends_nothing_on_last_cards_moved_to_and_fro() -> None:
    assert solve(RULES, RULES.deal(15, 1), expansions=80_000).verdict == WON


def test_only_moves_that_can_be_undone_lead_to_the_same_number_apart() -> None:
    told: Counter[tuple[bool, bool]] = Counter()
    for seed in range(20):
        table = wander(RULES, seed, 8 * seed)
        found = BeamSearch(RULES, table, Budget(None, None))
        packing = Packing(found.order, Weights(), RULES.any_part)
        here = found.root(packing)
        for src, cards, dst in packing.steps(here):
            if TURNED not in (src, dst) and here.columns[dst].last:
                there = packing.after(here, (src, cards, dst))
                back = there.columns[src].last and (dst, cards, src) in packing.steps(there)
                told[there.apart() == here.apart(), bool(back)] += 1
    assert not told[True, False], told
    assert told[True, True] > 4 * told[False, True], told


def test_what_is_hopeless_in_any_number_of_passes_is_so_in_each() -> None:
    told = Counter[str]()
    for seed in range(6):
        made, _end = playout(RULES, RULES.deal(seed, 1), Stream(seed))
        table = walk(RULES, RULES.deal(seed, 1), made[:-10])[-1]
        if solve(AchtMalAcht(passes=0), table, expansions=2000).verdict == HOPELESS:
            told.update(
                solve(AchtMalAcht(passes=number), table, expansions=20_000).verdict
                for number in range(table.passes + 1, table.passes + 5)
            )
    assert set(told) == {HOPELESS}, told
