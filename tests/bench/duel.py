"""Presses of the right key in a duel, the later one 5 ms after the earlier: who gets the card, and when all
see it; in simulated time."""

import json
import random
from functools import partial
from typing import Any

from game.challenges.race import DUELS
from game.core.duel import TURNED, taken
from game.core.state import PLAYING
from game.core.table import Moved
from tests.net.impair import BUSY, Way
from tests.net.simnet import Client, Net, at_duel

LEAD = 5_000
"""Microseconds between the two presses."""
ROUNDS = 50
HOST = Way()
LINES = {"10±5 : 10±5": (BUSY, BUSY), "host : 10±5": (HOST, BUSY)}


def contest(net: Net, rng: random.Random) -> tuple[bool, int]:
    """Two press for the card that lies; whether the earlier one got it, and after how many microseconds all
    had seen so."""
    first, second = rng.sample(net.clients, 2)
    before, began = taken(net.match.state.table), net.now
    for client in (first, second):
        (key,) = net.match.rules.moves(client.table.state.table, client.number)
        net.press(client, key)
        net.run((began + LEAD - net.now) / 1e6)
    net.run(0.25 + rng.random() / 30)
    after = list(taken(net.match.state.table))
    after[first.number] -= 1
    return tuple(after) == before, max(map(partial(_shown, began), net.clients)) - began


def _shown(began: int, client: Client) -> int:
    """When this client saw the card being taken."""
    moves = ((at, event.src) for at, event in client.events if isinstance(event, Moved))
    return next(at for at, src in moves if at > began and src == TURNED)


def contests(name: str, ways: tuple[Way, Way], presses: int, seed: int = 1) -> list[tuple[bool, int]]:
    """So many, round after round."""
    net = at_duel(*ways, seed=seed, rounds=ROUNDS, rules=lambda: DUELS[name])
    rng, found = random.Random(seed), list[tuple[bool, int]]()
    net.run(6)
    while len(found) < presses:
        if net.match.state.phase != PLAYING:
            net.knock_all()
            net.run(10, lambda: net.now > (net.match.state.starts or 0) and net.match.state.phase == PLAYING)
            net.run(0.2)
        for client in net.clients:
            client.events.clear()
        found.append(contest(net, rng))
    return found


def measure(presses: int = 1000) -> dict[str, Any]:
    """So many pairs of presses for each patience and each line."""
    figures = {}
    for name in DUELS:
        for line, ways in LINES.items():
            found = contests(name, ways, presses)
            seen = sorted(took for _won, took in found)
            figures[f"{name}, {line}"] = {
                "pairs": len(found),
                "lost by the earlier": sum(not won for won, _took in found),
                "seen by all, ms": {
                    f"p{share}": round(seen[len(seen) * share // 100] / 1000, 1) for share in (50, 99)
                },
            }
    return figures


if __name__ == "__main__":
    print(json.dumps(measure(), indent=2, ensure_ascii=False))
