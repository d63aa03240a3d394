"""Presses at the very same moment, one of them at the host's own machine: who is first, in simulated time."""

import json
import random
from typing import Any

from game.core.match import TIE
from game.core.table import Move
from tests.net.impair import BUSY, Way
from tests.net.simnet import at_duel

MATCHES, PRESSES = 10, 1000
HOST = Way()


def ties(presses: int, seed: int) -> tuple[int, list[int]]:
    """How many of so many the host's seat wins, and by how many microseconds the other's clock is ahead."""
    net = at_duel(HOST, BUSY, seed=seed)
    net.run(6)
    rng, won, errors = random.Random(seed), 0, []
    for number in range(presses):
        place, judged = 2 + number % 2, len(net.match.log)
        host, other = (net.press(client, Move(client.number, place)) for client in net.clients)
        errors.append(other - host)
        net.run(0.2 + rng.random() / 30)
        won += net.match.log[judged].seat == 0
    return won, errors


def measure(matches: int = MATCHES, presses: int = PRESSES) -> dict[str, Any]:
    """Between the host's seat and one at 10±5 ms, each match with a secret of its own."""
    won, errors = 0, list[int]()
    for seed in range(matches):
        more, off = ties(presses, seed)
        won, errors = won + more, errors + off
    n, errors = len(errors), sorted(errors)
    return {
        "n": n,
        "host's share, %": round(100 * won / n, 2),
        "deviations from even": round((won - n / 2) / (n / 4) ** 0.5, 2),
        "clock ahead, µs": {"mean": round(sum(errors) / n, 1)}
        | {f"p{share}": errors[n * share // 100] for share in (1, 50, 99)},
        "decided by the clock, %": 100 * sum(abs(off) > TIE for off in errors) / n,
    }


if __name__ == "__main__":
    print(json.dumps(measure(), indent=2, ensure_ascii=False))
