"""How long a message takes from a client over the host to all clients, beside the same load over ENet."""

import json
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from tests.net.lan import ROOT

SECONDS, RUNS = 6.0, 3
WAYS: dict[str, dict[str, float]] = {
    "lan": {"delay": 300, "jitter": 0, "loss": 0.0},
    "loss_0": {"delay": 10_000, "jitter": 5_000, "loss": 0.0},
    "loss_5": {"delay": 10_000, "jitter": 5_000, "loss": 0.05},
    "loss_20": {"delay": 10_000, "jitter": 5_000, "loss": 0.2},
}
"""Each way between a client and the host; microseconds."""


@contextmanager
def process(role: str, **options: object) -> Iterator[subprocess.Popen[str]]:
    """One of the processes of tests.bench.talk, ended with the context."""
    command = [sys.executable, "-m", "tests.bench.talk", json.dumps({"role": role} | options)]
    started = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        yield started
    finally:
        started.kill()
        started.communicate()


def _told(started: subprocess.Popen[str]) -> int:
    assert started.stdout
    return int(started.stdout.readline())


def talk(how: str, way: dict[str, float], seconds: float, seed: int) -> dict[str, float]:
    """One run of `how` ("own" or "enet") over such a network."""
    with (
        process(f"{how}_host") as host,
        process("network", port=_told(host), seed=seed, **way) as between,
        process(f"{how}_clients", port=_told(between), seconds=seconds, seed=seed) as clients,
    ):
        out, _nothing = clients.communicate(timeout=seconds + 60)
    figures: dict[str, float] = json.loads(out)
    return figures


def measure(seconds: float = SECONDS, runs: int = RUNS) -> dict[str, dict[str, dict[str, float]]]:
    """Medians of several runs, the two ways of talking in turn; `missing` of all runs together."""
    found: dict[str, dict[str, dict[str, float]]] = {}
    for name, way in WAYS.items():
        all_runs: dict[str, list[dict[str, float]]] = {"own": [], "enet": []}
        for seed in range(runs):
            for how, figures in all_runs.items():
                figures.append(talk(how, way, seconds, 100 * seed))
        found[name] = {how: _medians(figures) for how, figures in all_runs.items()}
    return found


def _medians(runs: list[dict[str, float]]) -> dict[str, float]:
    figures = {key: statistics.median(run[key] for run in runs) for key in ("p50_ms", "p95_ms", "p99_ms")}
    return figures | {"missing": sum(run["missing"] for run in runs)}
