"""Long orders of what a host can say of deals; one that gets a chosen deal proved ends it with that order."""

import time
from random import Random
from typing import Any

from game.net.client.round_verdict import PROVED, RoundVerdict
from tests.net.deal_orders import orders, walk

SECONDS = 60
"""For all orders, and again for random ones."""


def measure(seconds: float = SECONDS) -> dict[str, Any]:
    """Every order, the short ones first, of one round on two connections; then random ones of two rounds."""
    positions = proved = steps = walked = 0
    end = time.process_time() + seconds
    for cheat in orders(1, 100):
        positions += 1
        proved += RoundVerdict(PROVED) in cheat.found.values()
        if time.process_time() > end:
            break
    while time.process_time() < end + seconds:
        walked += walk(10_000, Random(steps))
        steps += 10_000
    return {
        "positions": positions,
        "proved": proved,
        "longest": len(cheat.path),
        "steps": steps,
        "walked": walked,
    }
