"""How often the games with little to choose come out, against figures measured elsewhere.

`python -m tests.bench.comeout [--deals 1000000] [--searched 20000]` prints one JSON object. Simulated
shares come with their 95 % interval (Wilson); `agrees` says whether it meets the interval expected.
"""

import argparse
import json
import multiprocessing
from fractions import Fraction
from math import sqrt
from time import process_time

import numpy as np

from game.rules.farbwechsel import Farbwechsel
from game.rules.paare import Paare
from game.rules.zahlenpatience import Zahlenpatience
from game.solve import solve
from game.solve.verdict import UNDECIDED, WON, Verdict
from tests.bench import passes
from tests.bench.exact import chance, second_pass_chance
from tests.bench.passes import any_column, first_column, furthest_behind, in_any_order

DEALS, SEARCHED, TIMED = 1_000_000, 20_000, 1000
MOST = 50_000
"""Expansions a deal in which a fitting card may be left."""
SECOND_PASS = Fraction(10983760033, 82653088824684)


def interval(hits: int, of: int) -> tuple[float, float]:
    """Wilson's interval that holds the share in 95 of 100 cases."""
    z, share = 1.96, hits / of
    middle, half = share + z * z / (2 * of), z * sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return (middle - half) / (1 + z * z / of), (middle + half) / (1 + z * z / of)


def share(hits: int, of: int, expected: tuple[float, float]) -> dict[str, object]:
    """The share with its interval, in per cent, and whether that meets what is expected."""
    low, high = (100 * end for end in interval(hits, of))
    return {
        "comes_out_%": round(100 * hits / of, 4),
        "interval_%": [round(low, 4), round(high, 4)],
        "deals": of,
        "expected_%": expected,
        "agrees": low <= expected[1] and expected[0] <= high,
    }


def exact() -> dict[str, object]:
    """The chances that can be computed."""
    free, second, pairs = (
        chance(Farbwechsel("a", must_lay=True)),
        second_pass_chance(),
        100 * float(chance(Paare())),
    )
    return {
        "farbwechsel_a": {"exactly": str(free), "agrees": free == 1},
        "farbwechsel_b": {"exactly": str(second), "agrees": second == SECOND_PASS},
        "paare": {"exactly_%": pairs, "agrees": round(pairs, 6) == 0.356777},
    }


def simulated(deals: int) -> dict[str, object]:
    """Zahlenpatience by players who lay what fits at once."""
    draw = np.random.default_rng(3)

    def wins(number: int, pick: passes.Pick = first_column, shuffle: bool = False, only: bool = False) -> int:
        reorder = in_any_order(draw) if shuffle else None
        heights = passes.played(passes.dealt(deals, draw), number, pick, reorder, only)
        return int((heights == passes.LAST).all(axis=1).sum())

    return {
        "three_passes": share(wins(3), deals, (18.98, 19.13)),
        "two_passes": share(wins(2), deals, (0.2945, 0.2955)),
        "four_passes": share(wins(4), deals, (74.85, 74.95)),
        "only_as_they_turn_up": share(wins(3, only=True), deals, (0.0154, 0.0206)),
        "shuffled_any_column": share(wins(3, any_column(draw), shuffle=True), deals, (10.5, 11.5)),
        "shuffled_furthest_behind": share(wins(3, furthest_behind, shuffle=True), deals, (17.5, 18.5)),
    }


def must_lay(seed: int) -> Verdict:
    """Whether the deal comes out where a fitting card must be laid."""
    rules = Zahlenpatience(must_lay=True)
    return solve(rules, rules.deal(seed, 1))


def may_leave(seed: int) -> Verdict:
    """Whether it comes out where a fitting card may be left, within a limit."""
    rules = Zahlenpatience(must_lay=False)
    return solve(rules, rules.deal(seed, 1), expansions=MOST)


def searched(deals: int) -> dict[str, object]:
    """Zahlenpatience with all cards known."""
    with multiprocessing.Pool() as pool:
        must = [found.verdict for found in pool.imap(must_lay, range(deals), 64)]
        may = [found.verdict for found in pool.imap(may_leave, range(deals // 20), 8)]
    return {
        "must_be_laid": {**share(must.count(WON), deals, (52.16, 52.60)), "undecided": must.count(UNDECIDED)},
        "may_be_left": {**share(may.count(WON), len(may), (97, 100)), "undecided": may.count(UNDECIDED)},
    }


def timed(deals: int) -> dict[str, object]:
    """Milliseconds of a processor to decide deals in which a fitting card must be laid."""
    times = []
    for seed in range(deals):
        begun = process_time()
        must_lay(seed)
        times.append(1000 * (process_time() - begun))
    times.sort()
    middle, most = times[deals // 2], times[deals * 99 // 100]
    return {
        "deals": deals,
        "median_ms": round(middle, 2),
        "p99_ms": round(most, 2),
        "max_ms": round(times[-1], 2),
    }


def measure(deals: int = DEALS, search: int = SEARCHED, clocked: int = TIMED) -> dict[str, object]:
    """All of it."""
    return {
        "exact": exact(),
        "zahlenpatience": simulated(deals),
        "zahlenpatience_all_cards_known": searched(search),
        "zahlenpatience_time_to_decide": timed(clocked),
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="How often games come out.")
    parser.add_argument("--deals", type=int, default=DEALS, help="simulated a row")
    parser.add_argument("--searched", type=int, default=SEARCHED, help="decided by search")
    args = parser.parse_args()
    print(json.dumps(measure(args.deals, args.searched), indent=2))
