"""Run all benchmarks, or those named, and print one JSON object."""

import json
import sys
from collections.abc import Callable

from tests.bench import comeout, desktop, frames, match, network

PARTS: dict[str, Callable[[], object]] = {
    "come_out": comeout.measure,
    "match": match.measure,
    "frames": frames.frames,
    "desktop": desktop.measure,
    "network": network.measure,
}

asked = sys.argv[1:] or list(PARTS)
if unknown := set(asked) - set(PARTS):
    sys.exit(f"no such benchmark: {min(unknown)}; there are {', '.join(PARTS)}")
print(json.dumps({name: PARTS[name]() for name in asked}, indent=2))
