"""How many deals the searches decide, how fast and in how much memory; how long a hint takes.

Each deal has a limit of seconds on one core, and each series a process of its own, one to a core: peak memory
is told by series. All of it takes about ten minutes on two cores. Run by itself, the arguments are parts of
the names of the series wanted, if not all: `python -m tests.bench.solving rot-und haisty light`.
"""

import json
import multiprocessing
import resource
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from statistics import median
from time import perf_counter, sleep
from typing import NamedTuple

from game.challenges.level_files import levels
from game.core.rules import Rules, fold_all, play
from game.core.solo import Solo
from game.core.table import Move, Table
from game.rules import games
from game.rules.options import rules_from
from game.rules.zahlenpatience import SUMS
from game.sessions.hints import HINT_SECONDS, WINNABLE_SECONDS
from game.solve import solve
from game.solve.hints.cache import SolverCache
from game.solve.hints.process import SolverClient
from game.solve.verdict import HOPELESS, UNDECIDED, WON


class Series(NamedTuple):
    """Deals to be decided."""

    game: str
    first: int
    last: int
    house: Mapping[str, object] = {}
    seconds: float = 10.0

    @property
    def name(self) -> str:
        """For the figures."""
        house = "".join(f", {name} {value}" for name, value in self.house.items())
        return f"{self.game}{house}, {self.first}-{self.last}, {self.seconds:g} s"


SERIES = (
    Series("acht-mal-acht", 51, 150),
    Series("acht-mal-acht", 51, 150, {"any_part": True}),
    Series("acht-mal-acht", 1, 50),
    Series("acht-mal-acht", 1, 50, {"any_part": True}),
    Series("staffelpatience", 1, 50, {"double_series": False}),
    Series("rot-und-schwarz", 51, 300, seconds=4.0),
    Series("rot-und-schwarz", 1, 50),
    Series("zahlenpatience", 1, 50, {"must_lay": True}),
    Series("haisty", 1, 50),
)
"""The longest first."""
LIGHT_SEEDS, LIGHT_TABLES = range(1, 41), 8
"""The deals of Zahlenpatience in which the light is tried, and at how many tables of each."""
CARELESS = (0.0, 0.05, 0.2)
"""How often a player leaves a card that fits."""
EVERY = 5
"""Hints are asked for every fifth challenge."""
HINTS = 4
"""Hints asked for a level, each after a move that its solution does not make."""

Told = dict[str, object]


def measure() -> Told:
    """The figures of all games, and of hints."""
    return {**searches(), "hints": hints()}


def searches(asked: Sequence[str] = ("",)) -> Told:
    """The verdicts on the deals of each series with one of these in its name, and how often the light is."""
    wanted = [one for one in SERIES if any(part in one.name for part in asked)]
    with multiprocessing.get_context("spawn").Pool(maxtasksperchild=1) as pool:
        light = pool.apply_async(_light) if any(part in "light" for part in asked) else None
        told = dict(pool.imap(_searched, wanted))
        return {"searches": told} | ({"light, zahlenpatience may leave": light.get()} if light else {})


def _searched(series: Series) -> tuple[str, Told]:
    rules = rules_from(series.game, series.house)
    verdicts: Counter[str] = Counter()
    times: list[float] = []
    undecided: list[int] = []
    expanded = 0
    for seed in range(series.first, series.last + 1):
        begun = perf_counter()
        found = solve(rules, rules.deal(seed, 1), series.seconds)
        times.append(perf_counter() - begun)
        verdicts[found.verdict] += 1
        expanded += found.expanded
        if found.verdict == UNDECIDED:
            undecided.append(seed)
    return series.name, {
        "deals": len(times),
        **verdicts,
        "open": undecided,
        "median seconds": round(median(times), 3),
        "longest": round(max(times), 2),
        "expanded a second": round(expanded / sum(times)),
        "peak MB": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    }


def _light() -> Told:
    """The verdicts on tables along plays of Zahlenpatience, in the time that the light has."""
    rules = rules_from("zahlenpatience", {"must_lay": False})
    verdicts: Counter[str] = Counter()
    for seed in LIGHT_SEEDS:
        draw = Random(seed)
        for table in _along(rules, seed, draw):
            verdicts[solve(rules, table, WINNABLE_SECONDS).verdict] += 1
    decided = verdicts[WON] + verdicts[HOPELESS]
    return {**verdicts, "decided_%": round(100 * decided / verdicts.total(), 1)}


def _along(rules: Rules, seed: int, draw: Random) -> list[Table]:
    """Tables of a deal played to its end by someone who now and then leaves a card that fits."""
    careless, tables = draw.choice(CARELESS), [rules.deal(seed, 1)]
    while not rules.outcome(tables[-1]) and (moves := list(rules.moves(tables[-1], 0))):
        fitting = [move for move in moves if move.dst in SUMS]
        others = [move for move in moves if move.dst not in SUMS]
        lays = fitting and (not others or draw.random() >= careless)
        move = draw.choice(fitting if lays else others)
        tables.append(fold_all(tables[-1], play(rules, tables[-1], 0, move)))
    return draw.sample(tables, LIGHT_TABLES)


def hints() -> Told:
    """Times of hints in the certified challenges, on the stored way and a move beside it, in milliseconds."""
    draw, solver = Random(1), SolverClient()
    on, beside, moves = list[float](), list[float](), 0
    _answered(SolverCache(paare := games()["paare"](), solver), Solo(paare, 1))  # the process is there
    for level in levels()[0][::EVERY]:
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
    print(json.dumps(searches(sys.argv[1:] or ("",)), indent=2))
