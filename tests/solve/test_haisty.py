"""The search for Haisty alone: its positions and steps are those of the rules, its lines are theirs."""

from collections import Counter
from random import Random

import pytest

from game.core.rules import fold_all, replay
from game.core.table import Table
from game.rules.haisty import RESERVE, STOCK, Haisty
from game.solve import best_first, haisty, solve
from game.solve.packed.haisty import Position, number_of, packed, parts_of, steps_from
from game.solve.verdict import HOPELESS, UNDECIDED, WON

VARIANTS = (
    Haisty(),
    Haisty(any_part=True),
    Haisty(exposed=True),
    Haisty(round_corner=False),
    Haisty(auto_knock=True),
)


def positions(rules: Haisty, seed: int, count: int) -> list[Table]:
    """Tables on a way of any moves, laying and building before turning."""
    draw, table = Random(seed), rules.deal(seed, 1)
    found: list[Table] = []
    while len(found) < count:
        found.append(table)
        moves = sorted(rules.moves(table, 0))
        moves = [move for move in moves if move.src != STOCK and draw.random() < 0.8] or moves
        table = fold_all(table, tuple(rules.effects(table, 0, draw.choice(moves))))
        if not table.piles[RESERVE].cards:
            break
    return found


def by_the_rules(rules: Haisty, table: Table) -> set[Position]:
    """Where one card or pile can come from here, after any turns and calls, as the search notes it.

    Its notation and its steps are its own business; that these are right is what is proved here.
    """
    turned, reached = [table], set[Position]()
    for here in turned:
        for move in rules.moves(here, 0):
            there = fold_all(here, tuple(rules.effects(here, 0, move)))
            if move.src != STOCK:
                reached.add(packed(there))
            elif there not in turned:
                turned.append(there)
    return reached


@pytest.mark.parametrize("rules", VARIANTS)
@pytest.mark.parametrize("seed", range(3))
def test_its_steps_are_what_the_rules_allow_after_turning(rules: Haisty, seed: int) -> None:
    for table in positions(rules, seed, 24)[seed::4]:
        reserve = [number_of(card) for card in table.piles[RESERVE].cards]
        steps = steps_from(packed(table), reserve, parts_of(rules))
        assert {there for _, there in steps} == by_the_rules(rules, table)


def plainly(root: Position, reserve: list[int], rules: Haisty, most: int) -> str:
    """The verdict of trying every step, one by one; undecided after so many positions."""
    seen, ahead = {root}, [root]
    while ahead:
        if len(seen) > most:
            return UNDECIDED
        for _, there in steps_from(ahead.pop(), reserve, parts_of(rules)):
            if not there.left:
                return WON
            if there not in seen:
                seen.add(there)
                ahead.append(there)
    return HOPELESS


@pytest.mark.parametrize("rules", VARIANTS[:3])
def test_what_it_puts_off_or_lays_at_once_loses_nothing(rules: Haisty) -> None:
    agreed: Counter[str] = Counter()
    for seed in range(40):
        table = positions(rules, seed, 60)[-1]
        if table.piles[RESERVE].cards:
            reserve = [number_of(card) for card in table.piles[RESERVE].cards]
            plain = plainly(packed(table), reserve, rules, 1500)
            if plain != UNDECIDED:
                assert haisty.search(rules, table, None, None).verdict == plain, (seed, table)
                agreed[plain] += 1
    assert min(agreed[WON], agreed[HOPELESS]) > 0, agreed


@pytest.mark.parametrize("rules", VARIANTS)
def test_it_finds_lines_from_the_deal_and_from_the_middle(rules: Haisty) -> None:
    for table in [rules.deal(seed, 1) for seed in range(1, 8)] + positions(rules, 2, 20)[7::6]:
        verdict = solve(rules, table, expansions=2000)
        if verdict.verdict == WON:
            assert rules.won(replay(rules, table, verdict.moves))
    assert solve(rules, rules.deal(46, 1), expansions=100).verdict == WON


def test_it_proves_what_does_not_come_out_and_the_rules_search_finds_no_line() -> None:
    rules = Haisty()
    table = rules.deal(8, 1)
    assert haisty.search(rules, table, None, None).verdict == HOPELESS
    assert best_first.search(rules, table, None, 3000).verdict == UNDECIDED


def test_limits_are_kept_and_the_same_each_time() -> None:
    rules = Haisty()
    hard = rules.deal(14, 1)
    assert haisty.search(rules, hard, None, 500) == (UNDECIDED, (), 500)
    assert haisty.search(rules, hard, -1, None).verdict == UNDECIDED
    assert solve(rules, rules.deal(14, 1)) == solve(rules, rules.deal(14, 1))


def test_memory_that_is_full_ends_in_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(haisty, "MOST", 1000)
    rules = Haisty()
    assert haisty.search(rules, rules.deal(14, 1), None, None).verdict == UNDECIDED


def test_a_table_that_has_come_out_needs_no_moves() -> None:
    rules = Haisty()
    won = replay(rules, rules.deal(46, 1), solve(rules, rules.deal(46, 1)).moves)
    assert solve(rules, won) == (WON, (), 0)
