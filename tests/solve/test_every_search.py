"""What holds for every search of a game: its lines come out, from anywhere on them, and it repeats itself."""

import pytest

from game.core.rules import Rules, replay
from game.rules.acht_mal_acht import AchtMalAcht
from game.rules.haisty import Haisty
from game.rules.rot_und_schwarz import RotUndSchwarz
from game.rules.staffelpatience import Staffelpatience
from game.rules.zahlenpatience import Zahlenpatience
from game.solve import solve
from game.solve.verdict import UNDECIDED, WON

EXPANSIONS = 20_000
DEALS: list[tuple[Rules, int]] = [
    (AchtMalAcht(), 4),
    (AchtMalAcht(passes=0), 4),
    (Haisty(), 46),
    (RotUndSchwarz(), 1),
    (Zahlenpatience(must_lay=False), 3),
    *((Staffelpatience(double_series=False), seed) for seed in (3, 6, 16)),
    *((Staffelpatience(), seed) for seed in (4, 15)),
    (Staffelpatience(by_click=False), 4),
    (Staffelpatience(beneath=True), 6),
]
"""Deals that come out with few expansions."""


@pytest.mark.parametrize(("rules", "seed"), DEALS, ids=str)
def test_a_line_comes_out_from_the_deal_and_from_anywhere_on_it(rules: Rules, seed: int) -> None:
    table = rules.deal(seed, 1)
    found = solve(rules, table, expansions=EXPANSIONS)
    assert found.verdict == WON
    end = len(found.moves)
    for done in (0, end // 2, end - 3, end):
        there = replay(rules, table, found.moves[:done])
        again = solve(rules, there, expansions=EXPANSIONS)
        assert again.verdict == WON
        assert rules.won(replay(rules, there, again.moves))
        assert done or again == found
    assert again == (WON, (), 0), "what has come out needs no moves"


@pytest.mark.parametrize(
    ("rules", "seed", "most"),
    [
        (AchtMalAcht(), 1, 50),
        (Haisty(), 14, 500),
        (RotUndSchwarz(), 1, 50),
        (Staffelpatience(double_series=False), 2, 5),
        (Zahlenpatience(passes=2, must_lay=False), 1, 3000),
    ],
    ids=str,
)
def test_out_of_expansions_or_of_time_it_does_not_say(rules: Rules, seed: int, most: int) -> None:
    table = rules.deal(seed, 1)
    for expansions in (0, most):
        assert solve(rules, table, expansions=expansions) == (UNDECIDED, (), expansions)
    assert solve(rules, table, seconds=-1).verdict == UNDECIDED
