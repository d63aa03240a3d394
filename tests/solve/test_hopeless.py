"""What a search calls hopeless is tried again, move by move, by the rules alone."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from game.core.rules import Rules, fold_all, play
from game.core.solo import Solo
from game.core.table import Move, Table
from game.rules.acht_mal_acht import AchtMalAcht
from game.rules.haisty import Haisty
from game.rules.rot_und_schwarz import RotUndSchwarz
from game.rules.staffelpatience import Staffelpatience
from game.rules.zahlenpatience import Zahlenpatience
from game.solve import solve
from game.solve.verdict import HOPELESS, UNDECIDED, WON

ENDS = 600
"""Positions after which the plain search gives up."""
EXPANSIONS = 500
"""Those of the search that is tried."""
HOUSES: list[tuple[Rules, int]] = [
    (AchtMalAcht(), 2),
    (AchtMalAcht(any_part=True), 2),
    (RotUndSchwarz(), 0),
    (RotUndSchwarz(foundations="suit"), 0),
    (Haisty(), 0),
    (Staffelpatience(double_series=False), 0),
    (Staffelpatience(), 0),
    (Zahlenpatience(must_lay=False), 2),
    (Zahlenpatience(must_lay=False, passes=2), 1),
    (Zahlenpatience(must_lay=True), 2),
]
"""House rules, and the pass in which positions are taken: before it too much can still be done."""


def plainly(rules: Rules, table: Table) -> str:
    """The verdict of trying every move of the rules from every table that is reached."""
    seen, ahead = {table}, [table]
    while ahead:
        here = ahead.pop()
        if rules.won(here):
            return WON
        for move in rules.moves(here, 0):
            there = fold_all(here, play(rules, here, 0, move))
            if there not in seen:
                seen.add(there)
                ahead.append(there)
        if len(seen) > ENDS:
            return UNDECIDED
    return HOPELESS


def late(rules: Rules, seed: int, number: int) -> Iterator[Table]:
    """Tables of a game played at random, from that pass on: the last one, and some before it."""
    draw, solo = Random(seed), Solo(rules, seed)
    for _ in range(700):
        moves = sorted(rules.moves(solo.table, 0))
        built = [move for move in moves if move.count and _places(rules, solo.table, move)]
        if not moves or solo.won:
            break
        solo.play(draw.choice(built if built and draw.random() < 0.95 else moves), 0)
    tables = [table for table in solo.history.tables if table.passes >= number]
    yield from tables[-1::-6][:4]


def _places(rules: Rules, table: Table, move: Move) -> bool:
    roles = [spot.role for spot in rules.spots(1)]
    return roles[move.dst] == "foundation" and move.src != move.dst


@pytest.mark.parametrize(("rules", "number"), HOUSES, ids=str)
def test_nothing_hopeless_comes_out_by_the_rules(rules: Rules, number: int) -> None:
    said: Counter[str] = Counter()
    for seed in range(3):
        for table in late(rules, seed, number):
            if solve(rules, table, expansions=EXPANSIONS).verdict == HOPELESS:
                plain = plainly(rules, table)
                assert plain != WON, (seed, table)
                said[plain] += 1
    assert said[HOPELESS] > 1, said
