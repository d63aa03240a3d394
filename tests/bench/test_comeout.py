"""The figures of the rules, in short: the exact ones in full, simulations that prove to be the rules'."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from game.core.cards import Pile
from game.core.rules import fold_all
from game.core.shuffle import Stream, derive, shuffled
from game.core.table import Move, Table, fold
from game.rules.farbwechsel import Farbwechsel
from game.rules.paare import Paare
from game.rules.zahlenpatience import SUMS, Zahlenpatience
from game.solve.verdict import UNDECIDED, WON
from tests.bench import comeout, passes
from tests.bench.exact import BLACK, RED, chance, second_pass_chance


def test_exact_chances_are_those_of_the_rules_table() -> None:
    found = comeout.exact()
    assert [figure["agrees"] for figure in found.values() if isinstance(figure, dict)] == [True] * 3


def test_the_second_pass_is_computed_as_it_is_played() -> None:
    rules, half = Farbwechsel("b"), 5
    won = 0
    for reds in combinations(range(2 * half), half):
        cards = tuple(RED if i in reds else BLACK for i in range(2 * half))
        table = Table((Pile(cards[:-1]), Pile(cards[-1:], 1), Pile(), Pile()))
        while moves := list(rules.moves(table, 0)):
            (move,) = moves
            table = fold_all(table, tuple(rules.effects(table, 0, move)))
        won += rules.outcome(table) is not None
    assert second_pass_chance(half) == Fraction(won, comb(2 * half, half))


def test_pairs_of_two_and_two() -> None:
    # A mixed pair first in two of three; else the four are shuffled, and again two of three.
    assert chance(Paare(), 2) == Fraction(2, 3) + Fraction(1, 3) * Fraction(2, 3)


def laid_by_the_rules(
    rules: Zahlenpatience, table: Table, pick: Callable[[list[Move], list[int]], Move], only_turned: bool
) -> list[int]:
    """How high the piles are at the end, by the rules, where what fits is laid as soon as it shows."""
    last = None
    while moves := list(rules.moves(table, 0)):
        heights = [len(table.piles[pile].cards) - 1 for pile in SUMS]
        fitting = [move for move in moves if move.dst in SUMS]
        may = fitting and (not only_turned or last == Move(8, 9))
        if not may and fitting == moves:
            break
        last = pick(fitting, heights) if may else moves[-1]
        for event in rules.effects(table, 0, last):
            table = fold(table, event)
    return [len(table.piles[pile].cards) - 1 for pile in SUMS]


@pytest.mark.parametrize("number", [2, 3, 4])
@pytest.mark.parametrize("shuffle", [False, True])
@pytest.mark.parametrize("only_turned", [False, True])
@pytest.mark.parametrize("behind", [False, True])
def test_many_deals_at_once_end_as_by_the_rules(
    number: int, shuffle: bool, only_turned: bool, behind: bool
) -> None:
    rules = Zahlenpatience(must_lay=False, passes=number, shuffled=shuffle)
    deals = [rules.deal(seed, 1) for seed in range(1000 * number, 1000 * number + 30)]

    def reorder(done: int, waste: passes.Ranks, sizes: passes.Ranks) -> passes.Ranks:
        order = waste.copy()
        for row, (table, size) in enumerate(zip(deals, sizes, strict=True)):
            turned_over = waste[row, :size][::-1].tolist()
            order[row, :size] = shuffled(turned_over, Stream(derive(table.seed, done)))[::-1]
        return order

    def choose(fitting: list[Move], heights: list[int]) -> Move:
        return min(fitting, key=lambda move: heights[move.dst - SUMS[0]]) if behind else fitting[0]

    stocks = np.array([[card.rank for card in table.piles[8].cards[::-1]] for table in deals], np.int8)
    pick = passes.furthest_behind if behind else passes.first_column
    found = passes.played(stocks, number, pick, reorder if shuffle else None, only_turned)
    assert found.tolist() == [laid_by_the_rules(rules, table, choose, only_turned) for table in deals]


def test_dealt_stocks_hold_what_the_rules_leave_in_the_stock() -> None:
    ranks = sorted(card.rank for card in Zahlenpatience().deal(1, 1).piles[8].cards)
    stocks = passes.dealt(3, np.random.default_rng(1))
    assert [sorted(row) for row in stocks.tolist()] == [ranks] * 3


def test_simulated_and_searched_shares_agree_with_the_rules_table() -> None:
    shares = comeout.simulated(4_000)
    assert {name for name, found in shares.items() if isinstance(found, dict) and found["agrees"]} == set(
        shares
    )
    verdicts = [comeout.must_lay(seed).verdict for seed in range(100)]
    assert UNDECIDED not in verdicts
    assert comeout.share(verdicts.count(WON), 100, (52.16, 52.60))["agrees"]
    assert [comeout.may_leave(seed).verdict for seed in range(8)].count(WON) == 8
