"""Run all benchmarks, or those named, and print one JSON object."""

import json
import sys
from collections.abc import Callable

from tests.bench import (
    author,
    built,
    calls,
    desktop,
    devices,
    grades,
    hostcalls,
    hostloss,
    lines,
    lost,
    matchframes,
    moments,
    presses,
    reactions,
    rivals,
    simulated,
    solving,
    takenback,
)

PARTS: dict[str, Callable[[], object]] = {
    "solving": solving.measure,
    "frames": matchframes.measure,
    "moments": moments.measure,
    "calls": calls.measure,
    "desktop": desktop.measure,
    "devices": devices.measure,
    "network_simulated": simulated.measure,
    "lines": lines.measure,
    "host_calls": hostcalls.measure,
    "host_loss": hostloss.measure_host_loss,
    "taken_back": takenback.measure,
    "clock": author.measure,
    "lost": lost.measure,
    "grades": grades.measure,
    "presses": presses.measure,
    "reactions": reactions.measure,
    "rivals": rivals.measure,
    "dist": built.measure,
}

if __name__ == "__main__":
    asked = sys.argv[1:] or list(PARTS)
    if unknown := set(asked) - set(PARTS):
        sys.exit(f"no such benchmark: {min(unknown)}; there are {', '.join(PARTS)}")
    print(json.dumps({name: PARTS[name]() for name in asked}, indent=2, ensure_ascii=False))
