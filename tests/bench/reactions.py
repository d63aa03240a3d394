"""Who wins when equal hands answer what they see over unequal lines, and which presses are lost to stalls; in
simulated time."""

import json
from typing import Any

from game.core.table import Move, Moved
from tests.net.cheats import MS, Pretence, answers
from tests.net.impair import BUSY, FAR, WIFI, Way
from tests.net.reactions import LINES, Answer, at_cards, at_landings
from tests.net.simnet import at_duel
from tests.net.stalls import stalled

KINDS: dict[str, Answer] = {"a landing": at_landings, "a card turned up": at_cards}
QUICK, SLOW = Way(2 * MS, 1 * MS), Way(40 * MS, 5 * MS)
RACES, SEEDS = 300, 5
PRETENDED = 0, 20, 60
"""Milliseconds by which a line only seems slow."""
ANSWERS = 200
NEAR_AND_FAR = BUSY, FAR
PRESSES, TURNS = 5000, 100
APART = 0, 2, 5
"""Milliseconds from one press to the other."""
STALLS, SECONDS = 40, (40, 10)
"""Presses in stalls, and how many seconds apart."""


def races(kind: str, ways: tuple[Way, ...] = LINES) -> dict[str, object]:
    """The share that each seat wins, by its line, and when it sees what all answer."""
    found = [KINDS[kind](RACES, seed, ways) for seed in range(SEEDS)]
    won = [winner for one in found for winner in one.won]
    rows = {}
    for seat, way in enumerate(ways):
        saw = sorted(late for one in found for late in one.saw[seat])
        rows[f"{seat}: {way.delay / MS:g}±{way.jitter / MS:g} ms"] = {
            "won, %": round(100 * won.count(seat) / len(won), 1),
            "seen after, ms": {f"p{share}": saw[len(saw) * share // 100] / MS for share in (50, 99)},
        }
    return {"races": len(won), **rows}


def pretended() -> dict[str, float]:
    """Of races of two equal hands, the share of one behind a line that only seems slow, in per cent."""
    shares = {ms: 100 * answers(Pretence(ms * MS), ANSWERS).won / ANSWERS for ms in PRETENDED}
    return {f"{ms} ms": round(share, 1) for ms, share in shares.items()}


def earlier(apart: int) -> dict[str, object]:
    """Of presses for one place, the second so many milliseconds after the first, how many the second wins,
    in per cent; either by the near seat or by the far one first."""
    laid: list[int] = []
    for seed in range(PRESSES // TURNS):
        net = at_duel(*(NEAR_AND_FAR if seed % 2 else NEAR_AND_FAR[::-1]), seed=seed)
        net.run(12)
        for turn in range(TURNS):
            move_to = net.match.seats + turn % 2
            net.press(net.clients[0], Move(0, move_to))
            net.run(apart / 1000)
            net.press(net.clients[1], Move(1, move_to))
            net.run(0.4)
        moved = [event for _at, event in net.clients[0].events if isinstance(event, Moved)]
        laid += [each.seat for each in moved if each.src == each.seat]
    return {"presses": len(laid), "the later one wins, %": round(100 * laid.count(1) / len(laid), 2)}


def lost(apart: int, fails: bool) -> dict[str, object]:
    """Of presses in stalls so many seconds apart, how many lose to one that was made 5 to 50 ms later."""
    found: dict[str, object] = {}
    for name, way in {"3±2": WIFI, "10±5": BUSY, "30±4": FAR}.items():
        one = stalled(STALLS, apart, way, fails=fails)
        found[name] = {
            "lost, %": round(100 * one.lost / one.presses, 1),
            "settled after, ms": max(one.took) / MS,
        }
    return found


def measure() -> dict[str, Any]:
    """All of it."""
    figures: dict[str, Any] = {kind: races(kind) for kind in KINDS}
    figures["a landing, lines alike"] = races("a landing", (BUSY, BUSY, BUSY))
    figures["a landing, one line slow"] = races("a landing", (QUICK, QUICK, SLOW))
    figures["line that only seems slow, won, %"] = pretended()
    figures["the first of two presses"] = {f"{apart} ms earlier": earlier(apart) for apart in APART}
    for apart in SECONDS:
        for kind, fails in (("stalls", False), ("failures", True)):
            figures[f"presses in {kind} of 150 to 300 ms, each {apart} s"] = lost(apart, fails)
    return figures


if __name__ == "__main__":
    print(json.dumps(measure(), indent=2, ensure_ascii=False))
