"""Equal hands that answer a landing win alike, whatever their lines; a card turned up takes its way."""

import pytest

from tests.many import many
from tests.net.cheats import MS
from tests.net.impair import BUSY
from tests.net.reactions import LINES, Answer, at_cards, at_landings

RACES = many(60)
KINDS = pytest.mark.parametrize("kind", [at_landings, at_cards])
MORE = 8 * MS
"""Half of the time from one packet to the next, and a little."""
SAME = 8 * MS
"""By how much the slowest line may be late now and then: its packets differ by 12 ms each way."""


@KINDS
def test_equal_hands_behind_lines_alike_win_alike(kind: Answer) -> None:
    won = kind(RACES, 1, (BUSY,) * 3).won
    assert all(won.count(seat) >= RACES / 5 for seat in range(3))


def test_a_landing_is_seen_at_one_time_behind_all_lines() -> None:
    found = at_landings(RACES, 1, LINES)
    assert all(found.won.count(seat) >= RACES / 5 for seat in range(3))
    for saw in zip(*found.saw, strict=True):
        assert max(saw) - min(saw) <= SAME


def test_a_card_turned_up_is_seen_within_the_own_round_trip() -> None:
    for way, saw in zip(LINES, at_cards(RACES, 1, LINES).saw, strict=True):
        assert sorted(saw)[RACES // 2] <= 2 * way.delay + MORE
