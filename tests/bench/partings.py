"""All ways in which everybody but one can go while the host goes: what becomes of the one who remains."""

import itertools
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import get_args

from tests.net.partings import Case, How, Outcome, Stage, outcomes, steps

PEOPLE = 3, 4, 5
TIMES = steps(-3.0, 1.0, 0.05)
"""Seconds from when the host goes until the others do."""
HOSTS: tuple[How, ...] = ("leave", "kill")


def measure() -> dict[str, object]:
    """By how the host goes and the others do: how often the table is closed, goes on, or goes on alone as the
    player wished; how often somebody waits in vain, and how many epochs two hosts have played at once."""
    where = list(itertools.product(PEOPLE, get_args(Stage)))
    with ProcessPoolExecutor() as pool:
        found = [each for part in pool.map(_at, where) for each in part]
    ways = {f"{host}, {how}": partial(_goes, host, how) for host in HOSTS for how in get_args(How)}
    return {
        "cases": len(found),
        "waits_in_vain": sum(each.ends not in ("closed", "goes on", "asked, goes on") for each in found),
        "forks": sum(each.forks for each in found),
        **{
            name: Counter(each.ends for each in found if goes(each))
            | {"longest_s": max(each.took for each in found if goes(each))}
            for name, goes in ways.items()
        },
    }


def _goes(host: How, how: How, found: Outcome) -> bool:
    return found.case[:2] == (host, how)


def _at(where: tuple[int, Stage]) -> list[Outcome]:
    people, stage = where
    others = tuple(range(1, people - 1))
    ways = itertools.product(HOSTS, get_args(How), TIMES)
    return outcomes(people, stage, [Case(*way, others) for way in ways])
