"""Where careless players lost: how often the move is named, how fast, and whether it is the right one.

`python -m tests.bench.lost [--runs 200] [--compared 20]` prints one JSON object. The players are those that
measure the challenges. Every other round of the games is played at challenges, whose deals are proved to come
out, and the rest at any deals. "named": the move that lost, or that the deal never came out.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import NamedTuple

from game.challenges.level_files import levels
from game.core.rules import Rules
from game.core.shuffle import Stream, derive
from game.core.table import Move, Table
from game.rules import games
from game.solve import solve
from game.solve.lost import SECONDS, Lost, lost
from game.solve.verdict import HOPELESS, WON, Verdict
from levels.shorten import walk
from tests.playout import playout

RUNS, COMPARED = 200, 20
_EACH = 0.2
"""Seconds for each position of a run that is compared."""
_GAMES = [name for name, kind in sorted(games().items()) if 1 in kind.seats and not kind().reflex]


class Run(NamedTuple):
    """A run that did not come out."""

    rules: Rules
    seed: int
    made: Sequence[Move]
    known: Sequence[Move]

    @property
    def deal(self) -> Table:
        """The first table."""
        return self.rules.deal(self.seed, 1)


def runs(number: int) -> Iterator[Run]:
    """As many of each game."""
    proved = {name: [level for level in levels()[0] if level.game == name] for name in _GAMES}
    for name in _GAMES:
        found = tried = 0
        while found < number // len(_GAMES):
            level = proved[name][tried * 7 % len(proved[name])] if tried % 2 else None
            rules: Rules = level.variant() if level else games()[name]()
            seed = level.seed if level else 5000 + tried
            made, table = playout(rules, rules.deal(seed, 1), Stream(derive(seed, tried)))
            if not rules.won(table):
                yield Run(rules, seed, made, level.line() if level else ())
                found += 1
            tried += 1


class Calls:
    """The solver, and how often it has been called."""

    def __init__(self) -> None:
        self.number = 0

    def __call__(self, rules: Rules, table: Table, seconds: float, expansions: int) -> Verdict:
        self.number += 1
        return solve(rules, table, seconds, expansions)


def named(found: Lost) -> bool:
    """Whether it is known which move lost, or that the deal never came out."""
    return found.exact or found.hopeless == 0


def contradicts(run: Run, found: Lost) -> bool:
    """Whether a position of the run says otherwise, each searched by itself."""
    for at, table in enumerate(walk(run.rules, run.deal, run.made)):
        verdict = solve(run.rules, table, _EACH).verdict
        late = verdict == WON and found.hopeless is not None and at >= found.hopeless
        if late or (verdict == HOPELESS and found.won is not None and at <= found.won):
            return True
    return False


def measure(number: int = RUNS, compared: int = COMPARED) -> dict[str, object]:
    """All of it."""
    right, times, calls, open_, wrong = Counter[str](), list[float](), list[int](), list[int](), 0
    every = max(1, number // compared) if compared else 0
    for count, run in enumerate(runs(number)):
        asked, begun = Calls(), perf_counter()
        found = lost(run.rules, run.deal, run.made, SECONDS, run.known, asked)
        times.append(perf_counter() - begun)
        calls.append(asked.number)
        right[run.rules.name] += named(found)
        if not named(found):
            end = len(run.made) if found.hopeless is None else found.hopeless
            open_.append(end - (0 if found.won is None else found.won))
        wrong += bool(every) and count % every == 0 and contradicts(run, found)
    return {
        "runs": len(times),
        "named_%": round(100 * right.total() / len(times), 1),
        "named": {name: right[name] for name in _GAMES},
        "moves_left_open": {"p50": _part(open_, 0.5), "max": max(open_, default=0)},
        "calls": {"p50": _part(calls, 0.5), "max": max(calls)},
        "seconds": {"p50": _part(times, 0.5), "p99": _part(times, 0.99), "max": round(max(times), 2)},
        "compared": len(times) // every if every else 0,
        "contradicted": wrong,
    }


def _part(values: Sequence[float], part: float) -> float:
    return round(sorted(values)[int(part * len(values))], 2) if values else 0.0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Where careless players lost.")
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--compared", type=int, default=COMPARED, help="position by position")
    args = parser.parse_args()
    print(json.dumps(measure(args.runs, args.compared), indent=2))
