"""Presses as the bench makes them, over real sockets but in a time of their own: who was first is found out.
The figures of real time are the bench's matter."""

import pytest

from tests.bench import fairness
from tests.bench.fairness import OWN, PAIRS, Hand, Plan, Tables, figures, noted, turn

pytestmark = pytest.mark.real

PRESSES = 16
STEP = 100
"""Microseconds that pass at least from one turn to the next."""


def test_presses_over_real_sockets_are_judged_by_who_was_first(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000_000_000
    monkeypatch.setattr(fairness, "microseconds", lambda: now)
    tables = Tables(len(PAIRS), fairness.STALL)
    hands = [
        Hand(
            ("127.0.0.1", tables.ports[number].port), tables.begun, Plan(number, second, PRESSES), way or OWN
        )
        for number, (_name, *ways) in enumerate(PAIRS)
        for second, way in zip((False, True), ways, strict=True)
    ]
    while not all(hand.done for hand in hands):
        tables.turn(range(len(PAIRS)))
        turn(hands, hands)
        due = min(
            *(hand.next_time(now) for hand in hands), *(t.next_time() + tables.begun for t in tables.tables)
        )
        now = max(now + STEP, due)
    for ports in (*tables.ports, *(hand.ports for hand in hands)):
        ports.close()
    found = figures(PAIRS, PRESSES, tables.judged(), [], map(noted, hands))
    assert (found["presses"], found["not judged"]) == (PRESSES * len(PAIRS), 0)
    assert found["screens that disagree"] == 0
    assert found["wrong"]["5 ms"] == {"n": PRESSES * len(PAIRS) // 4, "%": 0}
