"""The search for Rot und Schwarz: it knows the rules' moves, proves what it says, and repeats itself."""

from collections import Counter
from random import Random

import pytest

from game.core.rules import fold_all, play, replay
from game.core.table import Move, Table
from game.rules.rot_und_schwarz import COLUMNS, FOUNDATIONS, STOCK, WASTE, RotUndSchwarz
from game.solve import best_first, solve
from game.solve.packed.rot import TURNED, UP, Packing
from game.solve.verdict import HOPELESS, UNDECIDED, WON, search

HOUSES = [
    RotUndSchwarz(),
    RotUndSchwarz(any_part=True),
    RotUndSchwarz(foundations="suit"),
    RotUndSchwarz(foundations="suit", any_part=True),
]


def wander(rules: RotUndSchwarz, seed: int, moves: int) -> Table:
    """The table after random moves, rather played than drawn."""
    random = Random(seed)
    table = rules.deal(seed, 1)
    for _ in range(moves):
        offered = list(rules.moves(table, 0))
        played = [move for move in offered if move.src != STOCK]
        if not offered:
            break
        table = fold_all(table, play(rules, table, 0, random.choice(played * random.randrange(2) or offered)))
    return table


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


@pytest.mark.parametrize("seed", [1, 2])
def test_a_line_comes_out_and_is_the_same_again(seed: int) -> None:
    rules = RotUndSchwarz()
    table = rules.deal(seed, 1)
    verdict = solve(rules, table, expansions=20_000)
    assert verdict.verdict == WON
    assert rules.won(replay(rules, table, verdict.moves))
    assert verdict == solve(rules, table, expansions=20_000)


def test_what_one_beam_misses_another_finds() -> None:
    rules = RotUndSchwarz()
    assert solve(rules, rules.deal(170, 1), expansions=60_000).verdict == WON


def test_it_goes_on_from_the_middle_of_a_line() -> None:
    rules = RotUndSchwarz()
    table = rules.deal(1, 1)
    line = solve(rules, table, expansions=20_000).moves
    for done in (len(line) // 2, len(line) - 3, len(line)):
        middle = replay(rules, table, line[:done])
        verdict = solve(rules, middle, expansions=20_000)
        assert verdict.verdict == WON
        assert rules.won(replay(rules, middle, verdict.moves))


def test_out_of_expansions_it_does_not_say() -> None:
    rules = RotUndSchwarz()
    assert solve(rules, rules.deal(1, 1), expansions=50) == (UNDECIDED, (), 50)


@pytest.mark.parametrize("rules", [RotUndSchwarz(), RotUndSchwarz(any_part=True)], ids=str)
def test_it_agrees_with_the_search_by_the_rules_alone(rules: RotUndSchwarz) -> None:
    random = Random(5)
    decided: Counter[str] = Counter()
    table = rules.deal(1, 1)
    line = solve(rules, table, expansions=20_000).moves
    for _ in range(12):
        there = replay(rules, table, line[: random.randrange(len(line))])
        while len(there.piles[STOCK].cards) > 2:  # the rest is turned without a thought
            there = fold_all(there, play(rules, there, 0, Move(STOCK, WASTE)))
        ours = solve(rules, there, expansions=700).verdict
        alone = search(best_first.attempts, rules, there, None, 700).verdict
        assert UNDECIDED in (ours, alone) or ours == alone
        decided[ours] += alone != UNDECIDED
    assert min(decided[WON], decided[HOPELESS]) > 0, decided
