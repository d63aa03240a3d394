"""Zahlenpatience decided: against the search by the rules alone, from any position, within its limits."""

import random
from collections.abc import Iterator

import pytest

from game.core.rules import fold_all, play, replay
from game.core.table import Table
from game.rules.zahlenpatience import Zahlenpatience
from game.solve import best_first, solve
from game.solve.verdict import HOPELESS, UNDECIDED, WON, search

HOUSES = [
    Zahlenpatience(must_lay=must_lay, passes=passes, shuffled=shuffled)
    for must_lay in (True, False)
    for passes in (2, 3, 0)
    for shuffled in (False, True, "asked")
]


def positions(rules: Zahlenpatience, seed: int) -> Iterator[Table]:
    """A random game's tables, the last ones first."""
    draw, tables = random.Random(seed), [rules.deal(seed, 1)]
    while moves := list(rules.moves(tables[-1], 0)):
        lays = [move for move in moves if move.dst != 9 and move.src == 9 and move.dst != 8]
        move = draw.choice(lays or moves) if draw.random() < 0.9 else draw.choice(moves)
        tables.append(fold_all(tables[-1], play(rules, tables[-1], 0, move)))
        if rules.outcome(tables[-1]) or tables[-1].passes > 6:
            break
    return reversed(tables)


@pytest.mark.parametrize("rules", HOUSES, ids=str)
def test_it_says_what_the_rules_alone_say(rules: Zahlenpatience) -> None:
    for seed in range(2):
        for table in list(positions(rules, seed))[: (90 if rules.must_lay else 30) : 10]:
            plain = search(best_first.attempts, rules, table, None, 300)
            found = solve(rules, table, expansions=20_000)
            if plain.verdict != UNDECIDED:
                assert found.verdict == plain.verdict, (seed, table)


def test_where_fitting_cards_must_be_laid_every_deal_is_decided_exactly_as_by_the_rules() -> None:
    rules = Zahlenpatience(must_lay=True)
    said = []
    for seed in range(6):
        plain = search(best_first.attempts, rules, rules.deal(seed, 1), None, None)
        said.append(plain.verdict)
        assert solve(rules, rules.deal(seed, 1)).verdict == plain.verdict
    assert set(said) == {WON, HOPELESS}


@pytest.mark.parametrize("rules", HOUSES, ids=str)
def test_what_is_won_is_won_by_the_rules_and_all_that_must_be_laid_is_decided(rules: Zahlenpatience) -> None:
    for seed in range(2):
        table = rules.deal(seed, 1)
        found = solve(rules, table, expansions=5_000)
        if rules.must_lay:
            assert found.verdict in (WON, HOPELESS)
        if not rules.passes:
            assert found.verdict == WON
        if found.verdict == WON:
            assert rules.won(replay(rules, table, found.moves))
