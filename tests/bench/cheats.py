"""What cheats gain over the network, and what it costs the honest to keep it from them; in simulated time."""

import json
from typing import Any

from game.core.state import FLIGHT, Thrown
from game.core.table import Moved
from tests.bench import pretence
from tests.bench.pretence import PRETENCES
from tests.net.cheats import MS, Cheating, Pretence, all_at_once, answers, race, time_lost
from tests.net.impair import BUSY, FAR, LAN, WIFI, Way
from tests.net.simnet import Net, new_table

HELD = 60 * MS
KINDS = {
    "honest: reacts at once": Cheating(honest=True),
    "1 dates its press 2 ms before a throw that it sees": Cheating(),
    "2 the same, its watermark held back": Cheating(held=HELD),
    "2 its echoes too": Cheating(held=HELD, echoes=False),
    "3 told by one who watches, all held back": Cheating(held=HELD, echoes=False, watcher=True),
    "3 told by another seat": Cheating(accomplice=True),
    "3 told by another seat, its watermark held back": Cheating(held=HELD, accomplice=True),
    "4 all delayed, as on a slow line": Cheating(held=HELD, echoes=False, slow=HELD),
    "3+4 told by another seat, all delayed": Cheating(held=HELD, echoes=False, slow=HELD, accomplice=True),
}
LINES: dict[str, Way] = {"0.3": LAN, "3±2": WIFI, "10±5": BUSY, "30±4": FAR}
"""By delay one way in milliseconds."""
SEEDS, RACES, PRESSES = 3, 40, 200
TABLES = {
    "2 at 10±5": [BUSY] * 2,
    "4 at 10±5": [BUSY] * 4,
    "8 at 10±5": [BUSY] * 8,
    "one each": [*LINES.values()],
}
FRIENDS = {
    f"line of {ms} ms, told by a friend": Pretence(ms * MS, accomplice=True) for ms in (20, 50, 100, 140)
}
ANSWERS = 400
PLAYED = 90
"""Seconds of a match in which flights are watched."""


def races_won() -> dict[str, dict[str, float]]:
    """Of the races that each kind of cheat aims at, how many it wins, in per cent; by both players' lines."""
    found: dict[str, dict[str, float]] = {}
    for kind, cheating in KINDS.items():
        for name in ("0.3", "10±5"):
            way = LINES[name]
            won = sum(race(cheating, (way, way, LAN), RACES, seed).won for seed in range(SEEDS))
            found.setdefault(kind, {})[name] = round(100 * won / RACES / SEEDS, 1)
    return found


def answers_won() -> dict[str, dict[str, float]]:
    """Of the races of equal hands, how many each pretence wins, in per cent: at a landing or a throw."""
    return {
        name: {
            what: round(100 * answers(one._replace(throws=throws), ANSWERS).won / ANSWERS, 1)
            for what, throws in (("landing", False), ("throw", True))
        }
        for name, one in (PRETENCES | FRIENDS).items()
    }


def flights_seen(ways: list[Way], seed: int = 1, played: float = PLAYED) -> dict[str, dict[str, object]]:
    """How long a seat sees others' throws fly, and how late their landings, in a match of quick bots; by its
    line."""
    net = Net(new_table(len(ways), 3, seed=seed), seed)
    for way in ways:
        net.join(way, way)
    net.run(played)
    seen: dict[str, list[int]] = {}
    late: dict[str, list[int]] = {}
    for client, way in zip(net.clients, ways, strict=True):
        name = next(name for name, line in LINES.items() if line == way)
        air: dict[int, tuple[int, Thrown]] = {}
        for at, event in client.events:
            if isinstance(event, Thrown) and event.move.count and event.seat != client.table.seat:
                air[event.seat] = at, event
            elif isinstance(event, Moved) and event.seat in air and event[1:3] == air[event.seat][1].move[:2]:
                told, thrown = air.pop(event.seat)
                seen.setdefault(name, []).append(at - told)
                late.setdefault(name, []).append(at - thrown.at - FLIGHT)
    return {name: {"flight": _spread(seen[name]), "landing late": _spread(late[name], 99)} for name in seen}


def _spread(times: list[int], share: int = 1) -> dict[str, float]:
    """The median, and what 99 of 100 exceed, or do not where `share` is 99; in milliseconds."""
    times.sort()
    rest = times[min(len(times) - 1, len(times) * share // 100)]
    return {"n": len(times), "p50": times[len(times) // 2] / MS, "p99": rest / MS}


def honest_losses() -> dict[str, dict[str, float]]:
    """How many presses of an honest seat count from later than they were made, in per cent, and by how many
    milliseconds at most."""
    ways = {name: (way, 0) for name, way in LINES.items()}
    ways |= {f"{name}, 20 % lost": (way._replace(loss=0.2), 0) for name, way in LINES.items()}
    ways["10±5, stalls of 100 ms"] = BUSY, 100 * MS
    found = {}
    for name, (way, hiccup) in ways.items():
        lost = time_lost(way, hiccup, PRESSES)
        found[name] = {"%": 100 * sum(by > 0 for by in lost) / len(lost), "most": max(lost) / MS}
    return found


def measure() -> dict[str, Any]:
    """All of it. But for the lots drawn in ties, the figures are the same at every run."""
    return {
        "races won, %": races_won(),
        "equal hands, won, %": answers_won(),
        "equal hands over real sockets": pretence.measure(),
        "5 turns made of 40 in one packet": {f"{ms} ms": all_at_once(slow=ms * MS) for ms in (0, 60, 120)},
        "flights of others, ms": {name: flights_seen(ways) for name, ways in TABLES.items()},
        "honest presses that lose time": honest_losses(),
    }


if __name__ == "__main__":
    print(json.dumps(measure(), indent=2, ensure_ascii=False))
