"""Times summed up, and measured in a process of its own."""

import json
import subprocess
import sys
from typing import Any


def figures(times: list[float]) -> dict[str, float]:
    """The median, the 99th percentile and the most."""
    ordered = sorted(times)
    return {
        "p50": round(ordered[len(ordered) // 2], 3),
        "p99": round(ordered[len(ordered) * 99 // 100], 3),
        "max": round(ordered[-1], 3),
    }


def apart(module: str, *words: object) -> Any:
    """What this module of benchmarks prints as JSON for these words: in a process of its own nothing is
    cached yet."""
    command = [sys.executable, "-m", f"tests.bench.{module}", *map(str, words)]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.splitlines()[-1])
