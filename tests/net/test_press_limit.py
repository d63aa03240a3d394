"""How far back the host lets a press lie, by how late its seat is told of others' doings."""

from game.net.server.match_server import LATEST
from game.net.server.peer import CREDIT, JITTER, REFILL, WINDOW, PressLimit

MS = 1000


def spent() -> PressLimit:
    """A line without its credit."""
    line = PressLimit(0)
    line.told(0, 0)
    line.earliest(-JITTER - CREDIT, 0)
    return line


def test_without_news_a_press_counts_from_when_it_was_made() -> None:
    line = spent()
    now = 3 * WINDOW
    assert line.earliest(now - LATEST, now) == now - LATEST


def test_without_news_a_line_that_stalls_needs_its_credit_all_the_same() -> None:
    line = PressLimit(0)
    now = 3 * WINDOW
    assert line.earliest(now - LATEST - CREDIT, now) == now - LATEST - CREDIT
    assert line.earliest(0, now) == now - LATEST


def test_press_lies_back_no_further_than_its_seat_when_it_was_told() -> None:
    line = spent()
    now = 3 * WINDOW
    line.told(40 * MS, now)
    line.told(30 * MS, now)
    assert line.earliest(now - 35 * MS, now) == now - 35 * MS
    assert line.earliest(0, now) == now - 30 * MS - JITTER - int(REFILL * now)


def test_news_that_is_long_known_is_not_answered_any_more() -> None:
    line = PressLimit(0)
    line.told(0, 0)
    line.told(60 * MS, 2 * WINDOW + MS)
    now = 2 * WINDOW + 100 * MS
    assert line.earliest(now - 60 * MS - JITTER - CREDIT, now) == now - 60 * MS - JITTER - CREDIT


def test_line_that_stalls_has_a_credit_that_comes_back() -> None:
    line = PressLimit(0)
    line.told(0, 0)
    now = CREDIT + 50 * MS
    assert line.earliest(0, now) == now - JITTER - CREDIT
    line.told(0, now)
    assert line.earliest(0, now) == now - JITTER
    later = now + round(CREDIT / REFILL) + MS
    line.told(0, later)
    assert line.earliest(0, later) == later - JITTER - CREDIT
