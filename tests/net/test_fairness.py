"""The measurement of who is first runs, and finds no wrong verdict; the figures are the bench's matter."""

from tests.bench.fairness import measure

WANTED = 72
"""Presses that must count, of the 96 at six tables; the others may be made while the machine is busy."""
STALL = 50_000
"""Microseconds: behind the slowest way of all, 34 ms, a press is still in time when a process stood still
for so long."""
TRIES = 4
"""Measurements at most until so many have counted."""


def test_presses_over_real_sockets_are_judged_by_who_was_first() -> None:
    counted = quick = 0
    for _try in range(TRIES):
        found = measure(6, 16, STALL)
        assert found["not judged"] == 0
        assert found["screens that disagree"] == 0
        assert found["wrong"]["5 ms"]["%"] == 0
        counted += found["presses"]
        quick += found["wrong"]["5 ms"]["n"]
        if counted >= WANTED:
            break
    assert counted >= WANTED
    assert quick >= WANTED / 8, "every fourth press has a lead of 5 ms"
