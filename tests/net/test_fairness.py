"""The measurement of who is first runs, and finds no wrong verdict; the figures are the bench's matter."""

from tests.bench.fairness import measure

MADE = 6 * 16
LEAD = "5 ms"
STALL = 50_000
"""Microseconds: behind the slowest way of all, 34 ms, a press is still in time when a process stood still
for so long."""


def test_presses_over_real_sockets_are_judged_by_who_was_first() -> None:
    found = measure(6, 16, STALL)
    assert 3 / 4 * MADE <= found["presses"] <= MADE, (
        "the others were made while the machine was busy elsewhere"
    )
    assert found["not judged"] == 0
    assert found["screens that disagree"] == 0
    assert found["wrong"][LEAD]["n"] >= 3 / 4 * MADE / 4, "each fourth press has this lead"
    assert found["wrong"][LEAD]["%"] == 0
