"""Delays are as they are written down."""

from itertools import pairwise

import pytest

from game.bots.pace import CHEER, PACES, SHARES, START, Delay
from game.core.shuffle import Stream
from game.core.state import FLIGHT

DELAYS = {
    **{
        f"{level} {name}": delay
        for level, pace in PACES.items()
        for name, delay in zip(pace._fields, pace, strict=True)
    },
    "start": START,
    "cheer": CHEER,
}


@pytest.mark.parametrize("name", DELAYS)
def test_a_sample_has_the_stated_quantiles(name: str) -> None:
    delay = DELAYS[name]
    rng = Stream(5)
    sample = sorted(delay.draw(rng) for _ in range(4000))
    lowest, *inner, highest = (quantile * 1000 for quantile in delay.quantiles)
    assert lowest <= sample[0]
    assert sample[-1] <= highest
    for share, stated in zip(SHARES[1:-1], inner, strict=True):
        assert sample[len(sample) * share // 100] == pytest.approx(stated, rel=0.04)


def test_draws_are_pinned() -> None:
    rng = Stream(1)
    assert [PACES["hard"].reach.draw(rng) for _ in range(4)] == [286620, 293519, 413555, 369195]


def test_the_extremes_are_reached_and_not_passed() -> None:
    class Loaded(Stream):
        def __init__(self, number: int) -> None:
            self._number = number

        def below(self, bound: int) -> int:
            return self.next64() % bound and bound - 1

        def next64(self) -> int:
            return self._number

    delay = Delay((1, 2, 3, 4, 5, 6, 7))
    assert delay.draw(Loaded(0)) == 1000
    assert 6990 <= delay.draw(Loaded(1)) < 7000


@pytest.mark.parametrize("level", tuple(PACES))
def test_nobody_is_faster_than_a_person(level: str) -> None:
    pace = PACES[level]
    assert pace.reach.quantiles[0] >= 250
    assert pace.knock.quantiles[0] >= 250
    assert pace.after_turn.quantiles[0] >= 350
    assert pace.after_play.quantiles[0] + pace.reach.quantiles[0] >= 350
    assert pace.after_play.quantiles[0] * 1000 > FLIGHT


def test_each_level_is_slower_with_cards_than_the_next() -> None:
    """Easy bots turn their hand faster than medium ones: what makes them weak shall not make them dull."""
    for slow, fast in pairwise(tuple(PACES)):
        for field in ("after_play", "reach", "call", "rest"):
            one, other = getattr(PACES[slow], field), getattr(PACES[fast], field)
            assert all(a > b for a, b in zip(one.quantiles, other.quantiles, strict=True)), field
