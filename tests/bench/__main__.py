"""Run all benchmarks, or those named, and print one JSON object."""

import json
import sys
from collections.abc import Callable

from tests.bench import (
    author,
    built,
    calls,
    cheats,
    coach,
    comeout,
    deals,
    desktop,
    devices,
    duel,
    fairness,
    find,
    grades,
    handshake,
    hostcalls,
    hostloss,
    ladder,
    leads,
    lines,
    lost,
    match,
    matchframes,
    moments,
    network,
    newgame,
    orders,
    partings,
    presses,
    race,
    reactions,
    readers,
    simulated,
    solving,
    ties,
)

PARTS: dict[str, Callable[[], object]] = {
    "come_out": comeout.measure,
    "solving": solving.measure,
    "new_patience": newgame.measure,
    "match": match.measure,
    "frames": matchframes.measure,
    "moments": moments.measure,
    "calls": calls.measure,
    "desktop": desktop.measure,
    "devices": devices.measure,
    "network": network.measure,
    "network_simulated": simulated.measure,
    "lines": lines.measure,
    "handshake": handshake.measure,
    "find": find.measure,
    "host_calls": hostcalls.measure,
    "host_loss": hostloss.measure_host_loss,
    "fairness": fairness.measure,
    "clock": author.measure,
    "coach": coach.measure,
    "ties": ties.measure,
    "duel": duel.measure,
    "leads": leads.measure,
    "ladder": ladder.measure,
    "lost": lost.measure,
    "grades": grades.measure,
    "presses": presses.measure,
    "cheats": cheats.measure,
    "deals": deals.measure,
    "orders": orders.measure,
    "partings": partings.measure,
    "reactions": reactions.measure,
    "readers": readers.measure,
    "race": race.measure,
    "dist": built.measure,
}

if __name__ == "__main__":  # fairness starts a process that imports this anew
    asked = sys.argv[1:] or list(PARTS)
    if unknown := set(asked) - set(PARTS):
        sys.exit(f"no such benchmark: {min(unknown)}; there are {', '.join(PARTS)}")
    print(json.dumps({name: PARTS[name]() for name in asked}, indent=2, ensure_ascii=False))
