"""The measurement of who is first runs, and finds no wrong verdict; the figures are the bench's matter."""

from tests.bench.fairness import measure

PLANNED = 96


def test_presses_over_real_sockets_are_judged_by_who_was_first() -> None:
    found = measure(6, 16)
    assert 0 < found["presses"] <= PLANNED, "on a busy machine some are made too late to count"
    assert found["not judged"] == 0
    assert found["screens that disagree"] == 0
    assert found["wrong"]["5 ms"]["%"] == 0
