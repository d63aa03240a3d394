"""Presses of the right key in a duel, the later one 5 ms after the earlier: who gets the card, and when all
see it; and what it is worth to guess; in simulated time."""

import json
import random
from functools import partial
from typing import Any

from game.challenges.race import DUELS
from game.core.duel import ASIDE, LAID, TURNED, key_of, taken, turns
from game.core.match import COUNTDOWN, Match
from game.core.state import PLAYING
from game.core.table import Moved
from tests.net.impair import BUSY, Way
from tests.net.simnet import Client, Net, at_duel

LEAD = 5_000
"""Microseconds between the two presses."""
ROUNDS = 50
NEEDS = 300_000, 500_000
"""Microseconds that people need for a card, from the least to the most."""
MOMENT = 5_000
"""Microseconds from one moment to the next where somebody guesses."""
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


def guessed(seats: int, seed: int) -> tuple[int, ...]:
    """The scores of a round in which seat 0 guesses whenever it may, and the others look."""
    match, chance, seen = Match(DUELS["farbwechsel"], seats, seed, 0, 1), random.Random(seed), -1
    match.start()
    for seat in range(seats):
        match.ready(seat, 0)
    due = dict[int, int]()
    for now in range(COUNTDOWN, COUNTDOWN + 200_000_000, MOMENT):
        match.settle(now)
        table = match.state.table
        if match.state.phase != PLAYING:
            break
        if turns(table) != seen:
            seen = turns(table)
            due = {seat: now + chance.randrange(*NEEDS) for seat in range(1, seats)}
        match.claim(0, key_of(table, 0, chance.choice((LAID, ASIDE))), now, now)
        for seat in [seat for seat, at in due.items() if at <= now]:
            del due[seat]
            match.claim(seat, next(iter(match.rules.moves(table, seat))), now, now)
    return match.state.scores


def measure(presses: int = 1000, rounds: int = 20) -> dict[str, Any]:
    """So many pairs of presses for each patience and each line, and rounds against one who guesses."""
    figures: dict[str, Any] = {}
    for seats in (2, 4, 8):
        totals = [sum(scores) for scores in zip(*(guessed(seats, n) for n in range(rounds)), strict=True)]
        share, others = 100 * totals[0] / sum(totals), 100 * max(totals[1:]) / sum(totals)
        figures[f"guessing among {seats}, %"] = {"guesser": round(share), "best other": round(others)}
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
