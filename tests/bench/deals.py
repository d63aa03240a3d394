"""What it costs that nobody can choose a deal: the time until it is dealt, and the check of the round.

In simulated networks, with the real host and real clients; only the times of the check are real.
"""

import time
from hashlib import sha256
from typing import Any

from game.core.state import Knock
from game.lan.hosting import rules_of
from game.net.client.round_verdict import PROVED
from tests.net.impair import BUSY, LAN, Way
from tests.net.simnet import Net, new_table

SECRET = sha256(b"bench").digest()


def until_dealt(way: Way, silent: bool = False, seats: int = 4) -> float:
    """Milliseconds from the last knock to the deal at the slowest client; `silent`: one answers nothing."""
    net = Net(new_table(seats, seed=SECRET))
    for _ in range(seats):
        net.join(way, way, level=None)
    assert net.run(5, lambda: all(client.table.seated for client in net.clients))
    if silent:
        net.clients[-1].table.witness.receive = lambda *_: None  # type: ignore[method-assign]
    for client in net.clients:
        net.ask(client, Knock())
    begun = net.now
    assert net.run(5, lambda: all(client.table.confirmed.state.round for client in net.clients))
    return (net.now - begun) / 1000


def check(seats: int) -> dict[str, Any]:
    """The check of a round of bots by all of its clients."""
    net = Net(new_table(seats, seed=SECRET))
    updates: list[float] = []
    for _ in range(seats):
        witness = net.join(LAN, LAN, rules=rules_of).table.witness
        advance = witness.advance

        def timed(moves: int, advance: Any = advance) -> None:
            begun = time.process_time()
            advance(moves)
            updates.append(time.process_time() - begun)

        witness.advance = timed  # type: ignore[method-assign]
    net.play()
    net.run(10)
    verdicts = [client.table.witness.ledger.verdicts[1].kind for client in net.clients]
    updates.sort()
    return {
        "moves": len(net.match.log),
        "proved": sum(kind == PROVED for kind in verdicts),
        "cpu_ms_a_client": round(1000 * sum(updates) / seats, 1),
        "slowest_update_ms": round(1000 * updates[-1], 2),
    }


def measure() -> dict[str, Any]:
    """Both."""
    return {
        "until_dealt_ms": {
            "0.3": round(until_dealt(LAN), 1),
            "10±5": round(until_dealt(BUSY), 1),
            "0.3, one silent": round(until_dealt(LAN, silent=True), 1),
        },
        "check": {f"{seats} seats": check(seats) for seats in (2, 4, 8)},
    }
