"""Each field of each message at its bounds and beyond them, in every phase; then millions of mutated packets
for the decoders, a client, a table before a match and a match, on all cores.

`python -m tests.bench.fuzz [PACKETS] [SEED]` prints one JSON object; an exception or a match that comes out
different ends it with the seed with which it happens again.
"""

import gc
import json
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from random import Random

import psutil

from tests.net.fieldfuzz import attack_client, attack_host
from tests.net.fuzzing import TICK, Attack, Lobby, Steady, client, decoders
from tests.net.mutation import Corpus

PACKETS = 10_000_000
SHARES = {"decoders": 0.4, "client": 0.15, "lobby": 0.25, "strangers": 0.1, "watchers": 0.1}
"""Which part of the packets each target takes."""
_BATCH = 20_000
_A_TICK = 20
"""Packets of the attack for each two milliseconds of the match: 10,000 a second."""


def batches(target: str, rng: Random, corpus: Corpus, packets: int) -> Iterator[int]:
    """How many packets the target has taken, again and again."""
    taken = 0
    lobby, alone, attacked = Lobby(rng, corpus), Steady(), Steady()
    attack = Attack(rng, corpus, attacked, target == "watchers")
    while taken < packets:
        match target:
            case "decoders":
                decoders(rng, corpus, _BATCH)
                taken += _BATCH
            case "client":
                client(rng, corpus, _BATCH)
                taken += _BATCH
            case "lobby":
                while lobby.taken < taken + _BATCH:
                    lobby.step(200)
                taken = lobby.taken
            case _:
                while attack.taken < taken + _BATCH:
                    if target == "strangers":
                        alone.run(TICK / 1e6)
                    attacked.run(TICK / 1e6)
                    attack.step(_A_TICK)
                taken = attack.taken
                assert attacked.sound(), "the attack has put a player out"
                assert target == "watchers" or attacked.story() == alone.story(), "the match is another"
                for net in (alone, attacked):
                    for one in net.clients:
                        one.events.clear()
                        one.asked.clear()
        yield taken


def attack(seed: int, packets: int) -> dict[str, dict[str, float]]:
    """All targets in this process: packets, seconds, and resident megabytes after a fifth and at the end."""
    corpus, process = Corpus(), psutil.Process()
    found: dict[str, dict[str, float]] = {}
    for target, share in SHARES.items():
        begun, least, early = time.perf_counter(), packets * share, 0.0
        taken = 0
        for taken in batches(target, Random(f"{target} {seed}"), corpus, round(least)):
            if not early and taken >= least / 5:
                gc.collect()
                early = process.memory_info().rss / 1e6
        gc.collect()
        found[target] = {
            "packets": taken,
            "seconds": round(time.perf_counter() - begun, 1),
            "early_mb": round(early, 1),
            "late_mb": round(process.memory_info().rss / 1e6, 1),
        }
    return found


def measure(packets: int = PACKETS, seed: int = 1) -> dict[str, object]:
    """So many packets in all, shared among the cores."""
    cores = os.cpu_count() or 1
    begun = time.perf_counter()
    fields = {"host": attack_host(), "owner": attack_host(owner=True), "client": attack_client()}
    with ProcessPoolExecutor(cores) as pool:
        parts = list(pool.map(attack, range(seed, seed + cores), [-(-packets // cores)] * cores))
    return {
        "fields": fields,
        "packets": sum(target["packets"] for part in parts for target in part.values()),
        "seconds": round(time.perf_counter() - begun, 1),
        "processes": {seed + number: part for number, part in enumerate(parts)},
    }


if __name__ == "__main__":
    numbers = [int(text) for text in sys.argv[1:]]
    print(json.dumps(measure(*numbers), indent=2))
