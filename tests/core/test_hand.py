"""A hand is over the same pile on every screen."""

import pytest

from game.core.hand import FINEST, SharedPiles
from game.rules.haisty import Haisty


@pytest.mark.parametrize("seats", range(2, 9))
def test_a_hand_over_a_pile_is_told_within_its_bounds_and_found_over_that_pile(seats: int) -> None:
    piles = SharedPiles(Haisty().spots(seats))
    for pile in piles:
        for across in (0.05, 0.3, 0.5, 0.95):
            for down in (0.05, 0.5, 0.95):
                hand = piles.hand(pile, across, down)
                assert all(0 <= part <= FINEST for part in hand)
                found, *at = piles.at(hand)
                assert found == pile
                assert at == pytest.approx([across, down], abs=0.05)


def test_the_corners_of_all_are_the_bounds() -> None:
    piles = SharedPiles(Haisty().spots(4))
    first, *_, last = piles
    assert piles.hand(first, 0, 0) == (0, 0)
    assert piles.hand(last, 1, 1)[0] == FINEST
