"""A race over the network, in simulated time: how far apart eight machines begin, how soon who comes out is
seen everywhere, what a patched client gets away with, and cups whose host is killed, served or a player's."""

import statistics

from game.challenges.level_files import named
from game.core.race import FLAG, OWN
from game.core.state import PLAYING, Thrown
from tests.net.cups import STAGES, cup_after
from tests.net.impair import BUSY, LAN
from tests.net.races import FORGERIES, Racing, accepted

SEATS, NETS, DRIFT = 8, 10, 50
"""Seats; networks for the start; by how many µs a second the machines' clocks go wrong at most."""
RACES = 6
PATIENCE = "farbwechsel-01"
_MS = 1000


def start_spread() -> dict[str, float]:
    """Milliseconds from the first machine's start to the last one's, on lines of 10±5 ms."""
    spreads = []
    for seed in range(NETS):
        net = Racing(*[BUSY] * SEATS, race=f"race:{PATIENCE}", seed=seed, drift=DRIFT)
        errors = [client.table.host_now(client.clock(net.now)) - net.now for client in net.clients]
        spreads.append((max(errors) - min(errors)) / _MS)
    return {"median_ms": round(statistics.median(spreads), 2), "max_ms": round(max(spreads), 2)}


def flag_shown() -> dict[str, float]:
    """Milliseconds from who comes out to the flag on each other's screen, on lines of 10±5 ms."""
    line, took = named(PATIENCE).line(), list[float]()
    for seed in range(RACES):
        net = Racing(*[BUSY] * SEATS, race=f"race:{PATIENCE}", seed=seed)
        for client in net.clients:
            net.race(client, line[:-1], 0.035)
        for seat, client in enumerate(net.clients[:-1]):
            out = net.now
            net.act(client, line[-1])
            net.run(0.3 + 0.007 * seat)
            for other in net.clients:
                took += [
                    (at - out) / _MS
                    for at, event in other.events
                    if isinstance(event, Thrown)
                    and event.seat == seat
                    and event.move.src == OWN * seat + FLAG
                    if other is not client
                ]
        assert len(took) == (seed + 1) * (SEATS - 1) ** 2 and net.state.phase == PLAYING
    took.sort()
    return {
        "p50_ms": round(statistics.median(took), 1),
        "p99_ms": round(took[len(took) * 99 // 100], 1),
        "max_ms": round(took[-1], 1),
        "shown": len(took),
    }


def measure() -> dict[str, object]:
    """All of it."""
    tried = {name: [accepted(name, way) for way in (LAN, BUSY)] for name in FORGERIES}
    cups = {
        f"{stage}{', by a player' if sits else ''}": cup_after(stage, 5, 3, BUSY, sits)
        for stage in STAGES
        for sits in (False, True)
    }
    return {
        "start": start_spread(),
        "flag_shown": flag_shown(),
        "forgeries": len(tried),
        "forgeries_accepted": sum(map(sum, tried.values())),
        "cups": {
            stage: {"winners": len(cup.winners), "wrong_places": cup.wrong, "rounds": cup.rounds}
            for stage, cup in cups.items()
        },
    }
