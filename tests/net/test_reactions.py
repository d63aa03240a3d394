"""Equal hands behind lines alike win alike, and behind unequal lines each sees all within its round trip."""

import pytest

from tests.many import many
from tests.net.cheats import MS
from tests.net.impair import BUSY
from tests.net.reactions import LINES, Answer, at_cards, at_landings

RACES = many(60)
KINDS = pytest.mark.parametrize("kind", [at_landings, at_cards])
MORE = 8 * MS
"""Half of the time from one packet to the next, and a little."""


@KINDS
def test_equal_hands_behind_lines_alike_win_alike(kind: Answer) -> None:
    won = kind(RACES, 1, (BUSY,) * 3).won
    assert all(won.count(seat) >= RACES / 5 for seat in range(3))


@KINDS
def test_what_all_answer_is_seen_within_the_own_round_trip(kind: Answer) -> None:
    for way, saw in zip(LINES, kind(RACES, 1, LINES).saw, strict=True):
        assert sorted(saw)[RACES // 2] <= 2 * way.delay + MORE
