"""How far back a press may count, and how long the host waits for a line that stalls."""

from game.net.server.match_server import LATEST
from game.net.server.peer import APART, STALL, PressLimit

MS = 1000


def test_a_press_counts_from_when_it_was_made_as_far_as_its_seat_has_not_committed_itself() -> None:
    line = PressLimit(0)
    assert line.floor(400 * MS, 500 * MS) == 400 * MS


def test_the_floor_never_goes_back() -> None:
    line = PressLimit(0)
    assert line.floor(400 * MS, 500 * MS) == 400 * MS
    assert line.floor(390 * MS, 501 * MS) == 400 * MS


def test_the_host_waits_for_a_line_that_stalls_but_not_for_long() -> None:
    line, begins = PressLimit(0), LATEST + MS
    assert line.floor(0, begins) == 0
    assert line.floor(0, begins + STALL - MS) == 0
    assert line.floor(0, begins + STALL) == begins + STALL - LATEST


def test_it_waits_but_once_in_a_while() -> None:
    line, begins = PressLimit(0), LATEST + MS
    line.floor(0, begins)
    again = begins + STALL
    line.floor(again, again)
    soon = begins + APART - MS
    assert line.floor(again, soon) == soon - LATEST
    back = begins + APART
    assert line.floor(back - LATEST - MS, back) == back - LATEST - MS
