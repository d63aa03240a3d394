"""What the host measures of a client's line, and how far back a press may lie by it."""

from game.net.server.line import MARGIN, WINDOW, Line

MS = 1000


def test_press_lies_back_no_further_than_the_slowest_answer_lately() -> None:
    line = Line(0)
    for number, took in enumerate((8, 20, 11)):
        line.sent(number * 50 * MS)
        line.answer(number * 50 * MS, number * 50 * MS + took * MS)
    assert line.earliest(200 * MS) == 200 * MS - 20 * MS - MARGIN


def test_slow_answer_is_forgotten_after_two_windows() -> None:
    line = Line(0)
    line.sent(0)
    line.answer(0, 90 * MS)
    for at in range(100 * MS, 2 * WINDOW + 200 * MS, 50 * MS):
        line.sent(at)
        line.answer(at, at + 5 * MS)
    now = 2 * WINDOW + 300 * MS
    assert line.earliest(now) == now - 5 * MS - MARGIN


def test_press_counts_from_the_last_answer_while_the_line_stalls() -> None:
    line = Line(0)
    for at in (0, 50 * MS, 100 * MS):
        line.sent(at)
    line.answer(50 * MS, 60 * MS)
    assert line.earliest(115 * MS) == 50 * MS
    line.answer(100 * MS, 200 * MS)
    assert line.earliest(200 * MS) == 100 * MS, "no press lies before what it answered later"


def test_time_that_the_host_never_sent_is_no_answer() -> None:
    line = Line(7)
    line.sent(50 * MS)
    for echo in (0, 49 * MS, 2**32 - 1):
        line.answer(echo, 60 * MS)
    assert line.answered == 7
    line.answer(50 * MS, 60 * MS)
    assert line.answered == 50 * MS
    line.answer(50 * MS, 90 * MS)
    assert line.earliest(100 * MS) == 90 * MS - MARGIN, "what came again is no second answer"


def test_clock_beyond_32_bits_is_followed() -> None:
    line, at = Line(0), 2**32 + 5
    line.sent(at)
    line.answer(at % 2**32, at + 3 * MS)
    assert line.answered == at
