"""The measurement of who is first runs; how seldom a verdict is wrong is the bench's matter."""

from tests.bench.fairness import measure

PLANNED = 96


def test_presses_over_real_sockets_are_judged_by_who_was_first() -> None:
    found = measure(6, 16)
    assert PLANNED / 2 < found["presses"] <= PLANNED, "on a busy machine some are made too late to count"
    assert found["not judged"] == 0
    assert found["screens that disagree"] == 0
    assert found["wrong"]["5 ms"]["%"] < 25, "by arrival it would be half of them"
