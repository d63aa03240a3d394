"""The search for Acht mal Acht: it knows the rules' moves, proves what it says, and repeats itself."""

from collections import Counter
from random import Random

import pytest

from game.core.rules import fold_all, play, replay
from game.core.table import Move, Table
from game.rules.acht_mal_acht import COLUMNS, FOUNDATIONS, STOCK, WASTE, AchtMalAcht
from game.solve import best_first, solve
from game.solve.acht import BeamSearch
from game.solve.packed.acht import TURNED, UP, Packing, code
from game.solve.packed.acht_weights import Weights
from game.solve.verdict import HOPELESS, UNDECIDED, WON, Budget, search

RULES = AchtMalAcht()
PARTS = AchtMalAcht(any_part=True)
SOLVED = 4
"""A seed that comes out with few expansions."""


def wander(rules: AchtMalAcht, table: Table, random: Random, moves: int) -> Table:
    """The table after random moves."""
    for _ in range(moves):
        offered = list(rules.moves(table, 0))
        if not offered:
            break
        table = fold_all(table, play(rules, table, 0, random.choice(offered)))
    return table


@pytest.mark.parametrize("rules", [RULES, PARTS], ids=["whole runs", "any part"])
@pytest.mark.parametrize("seed", range(0, 40, 4))
def test_packed_moves_are_those_of_the_rules(seed: int, rules: AchtMalAcht) -> None:
    table = wander(rules, rules.deal(seed, 1), Random(seed), 12 * seed)
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


@pytest.mark.parametrize("passes", [3, 0])
def test_a_line_comes_out_and_is_the_same_again(passes: int) -> None:
    rules = AchtMalAcht(passes=passes)
    table = rules.deal(SOLVED, 1)
    verdict = solve(rules, table, expansions=20_000)
    assert verdict.verdict == WON
    assert rules.won(replay(rules, table, verdict.moves))
    assert verdict == solve(rules, table, expansions=20_000)


@pytest.mark.parametrize("seed", [15, 24])
def test_it_spends_nothing_on_last_cards_moved_to_and_fro(seed: int) -> None:
    assert solve(RULES, RULES.deal(seed, 1), expansions=70_000).verdict == WON


def test_only_moves_that_can_be_undone_lead_to_the_same_number_apart() -> None:
    told: Counter[tuple[bool, bool]] = Counter()
    for seed in range(20):
        table = wander(RULES, RULES.deal(seed, 1), Random(seed), 8 * seed)
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


def test_it_goes_on_from_the_middle_of_a_line() -> None:
    table = RULES.deal(SOLVED, 1)
    line = solve(RULES, table, expansions=20_000).moves
    for done in (len(line) // 3, 2 * len(line) // 3, len(line) - 3, len(line)):
        middle = replay(RULES, table, line[:done])
        verdict = solve(RULES, middle, expansions=20_000)
        assert verdict.verdict == WON
        assert RULES.won(replay(RULES, middle, verdict.moves))


def test_out_of_expansions_it_does_not_say() -> None:
    assert solve(RULES, RULES.deal(1, 1), expansions=50) == (UNDECIDED, (), 50)


def test_it_agrees_with_the_search_by_the_rules_alone() -> None:
    """In the last pass, with all that is left of the stock turned without a thought."""
    table = RULES.deal(SOLVED, 1)
    line = solve(RULES, table, expansions=20_000).moves
    decided: Counter[str] = Counter()
    for done in range(0, len(line), 10):
        there = replay(RULES, table, line[:done])._replace(passes=2)
        while there.piles[STOCK].cards:
            there = fold_all(there, play(RULES, there, 0, Move(STOCK, WASTE)))
        ours = solve(RULES, there, expansions=800).verdict
        if ours != UNDECIDED:
            alone = search(best_first.attempts, RULES, there, None, 800).verdict
            assert alone in (ours, UNDECIDED)
            decided[ours] += alone != UNDECIDED
    assert min(decided[WON], decided[HOPELESS]) > 2, decided
