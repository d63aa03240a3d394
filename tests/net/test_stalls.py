"""A line that stalls for a moment loses no press; who keeps falling silent holds the others up but rarely."""

import pytest

from game.core.state import FLIGHT
from game.core.table import Move
from game.net.server.match_server import GRACE
from game.net.server.peer import APART, STALL
from tests.net.cheats import MS
from tests.net.duel import other_place
from tests.net.impair import FAR, LAN, WIFI, Way
from tests.net.simnet import SECOND, at_duel
from tests.net.stalls import stalled


@pytest.mark.parametrize("fails", [False, True])
@pytest.mark.parametrize("way", [WIFI, FAR])
def test_press_made_while_the_line_stalls_or_fails_is_not_lost(way: Way, fails: bool) -> None:
    assert stalled(2, 7, way, seed=6, fails=fails).lost == 0


def test_seat_that_keeps_falling_silent_holds_the_others_up_once_in_a_while() -> None:
    net = at_duel(LAN, LAN, LAN)
    liar, place, late = net.clients[2], net.match.seats, list[int]()
    net.run(1)
    end = net.now + 2 * APART
    while net.now < end:
        liar.up.stall(net.now + 340 * MS)
        press, done = net.press(net.clients[0], Move(0, place)), len(net.match.log)
        assert net.run(1, lambda done=done: len(net.match.log) > done)  # type: ignore[misc]
        late.append(net.now - press - FLIGHT)
        place = other_place(net.match.state.table, place)
        net.run((press + 350 * MS - net.now) / SECOND)
    assert max(late) <= GRACE + STALL
    assert sum(by > GRACE + 2 * MS for by in late) <= 2 * APART // APART + 1
