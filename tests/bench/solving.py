"""How many deals the searches decide, how fast and in how much memory; how long a hint takes.

Each deal has a limit of seconds on one core, and each game a process of its own: peak memory is told by game.
Run by itself, the arguments are the first and last seed, the seconds, and the games if not all.
"""

import json
import multiprocessing
import resource
import sys
from collections import Counter
from collections.abc import Container
from random import Random
from statistics import median
from time import perf_counter, sleep

from game.challenges.level_files import levels
from game.core.rules import Rules, fold_all
from game.core.solo import Solo
from game.core.table import Move, Table
from game.rules import games
from game.rules.options import rules_from
from game.solve import solve
from game.solve.hints.cache import SolverCache
from game.solve.hints.process import SolverClient

GAMES: dict[str, tuple[str, dict[str, object]]] = {
    "acht-mal-acht, whole runs": ("acht-mal-acht", {}),
    "acht-mal-acht, any part": ("acht-mal-acht", {"any_part": True}),
    "rot-und-schwarz": ("rot-und-schwarz", {}),
    "staffelpatience, books alone": ("staffelpatience", {"double_series": False}),
    "zahlenpatience, must lay": ("zahlenpatience", {"must_lay": True}),
    "haisty alone": ("haisty", {}),
}
SEEDS, SECONDS = (1, 50), 10.0
HINT_SECONDS = 3.0
"""As the screen asks for it."""
HINTS = 4
"""Hints asked for a level, each after a move that its solution does not make."""

Told = dict[str, object]


def measure() -> Told:
    """The figures of all games, and of hints."""
    return {"searches": searches(*SEEDS, SECONDS), "hints": hints()}


def searches(first: int, last: int, seconds: float, asked: Container[str] = games()) -> Told:
    """The verdicts on the deals of each game that is asked for, one game after the other."""
    with multiprocessing.get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        return {
            name: pool.apply(_searched, (game, rules, first, last, seconds))
            for name, (game, rules) in GAMES.items()
            if game in asked
        }


def _searched(game: str, house: dict[str, object], first: int, last: int, seconds: float) -> Told:
    rules = rules_from(game, house)
    verdicts: Counter[str] = Counter()
    times: list[float] = []
    expanded = 0
    for seed in range(first, last + 1):
        begun = perf_counter()
        found = solve(rules, rules.deal(seed, 1), seconds)
        times.append(perf_counter() - begun)
        verdicts[found.verdict] += 1
        expanded += found.expanded
    return {
        **verdicts,
        "median seconds": round(median(times), 3),
        "longest": round(max(times), 2),
        "expanded a second": round(expanded / sum(times)),
        "peak MB": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    }


def hints() -> Told:
    """Times of hints in the certified challenges, on the stored way and a move beside it, in milliseconds."""
    draw, solver = Random(1), SolverClient()
    on, beside, moves = list[float](), list[float](), 0
    _answered(SolverCache(paare := games()["paare"](), solver), Solo(paare, 1))  # the process is there
    for level in levels()[0]:
        rules, line = level.variant(), level.line()
        if rules.reflex:
            continue
        cache, solo = SolverCache(rules, solver), Solo(rules, level.seed)
        cache.learn(solo.table, line)
        asked = set(draw.sample(range(len(line)), HINTS))
        for number, move in enumerate(line):
            begun = perf_counter()
            assert cache.move(solo.table) == move
            on.append(perf_counter() - begun)
            if number in asked and (others := _others(rules, solo.table, cache)):
                off = Solo(rules, level.seed)
                for done in (*solo.history.line, draw.choice(others)):
                    off.play(done, 0)
                alone = SolverCache(rules, solver)
                alone.learn(rules.deal(level.seed, 1), line)
                took, found = _answered(alone, off)
                beside.append(took)
                moves += found
            solo.play(move, 0)
    solver.close()
    return {
        "on the way: median, p99 ms": _told(on),
        "beside it: median, p99 ms": _told(beside),
        "beside it: a move found": f"{moves} of {len(beside)}",
    }


def _others(rules: Rules, table: Table, cache: SolverCache) -> list[Move]:
    """The moves to tables of which nothing is known."""
    moves: list[Move] = [move for move in rules.moves(table, 0) if move.count]
    return [
        move for move in moves if cache.move(fold_all(table, tuple(rules.effects(table, 0, move)))) is None
    ]


def _answered(cache: SolverCache, solo: Solo) -> tuple[float, bool]:
    """Seconds until the answer came, and whether it is a way to win."""
    begun = perf_counter()
    cache.ask(solo.history, HINT_SECONDS)
    while not cache.poll():
        sleep(0.001)
    return perf_counter() - begun, cache.move(solo.table) is not None


def _told(times: list[float]) -> list[float]:
    ordered = sorted(times)
    return [round(1000 * ordered[int(part * (len(ordered) - 1))], 3) for part in (0.5, 0.99)]


if __name__ == "__main__":
    first, last, seconds, *asked = (*sys.argv[1:], *("1", "50", "10")[len(sys.argv) - 1 :])
    print(json.dumps(searches(int(first), int(last), float(seconds), asked or games()), indent=2))
