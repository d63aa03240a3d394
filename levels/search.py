"""The search for deals that come out, on all cores, which goes on where it was broken off."""

import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import asdict
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from game.challenges.level import Deal
from game.challenges.packed import pack
from game.core.notation import move_text, parse_move, pile_names
from game.core.rules import Rules
from game.core.table import Move
from game.rules.options import rules_from
from game.solve import solve
from game.solve.verdict import WON
from levels.measure import Measures, grade, measure, times
from levels.recipes import Recipe
from levels.shorten import comes_out, shorten

BATCH = 32
"""Units that are searched before it is looked whether there are deals enough."""


class Found(msgspec.Struct, frozen=True):
    """A deal that comes out, and what was measured of it."""

    seed: int
    solution: str
    measures: Measures


class Unit(msgspec.Struct, frozen=True):
    """What was found among the seeds of one unit."""

    number: int
    deals: tuple[Found, ...]


class Order(NamedTuple):
    """What is to be searched."""

    game: str
    recipe: Recipe

    def key(self) -> str:
        """A name of the order, as short as it is safe; another one when the deals or rules have changed."""
        rules: Any = rules_from(self.game, self.recipe.rules)
        stated = [
            repr(rules.deal(self.recipe.first, 1)),
            self.game,
            asdict(rules),
            self.recipe.expansions,
            self.recipe.first,
            self.recipe.unit,
            self.recipe.sieve and self.recipe.sieve.__name__,
        ]
        return f"{self.game}-{sha256(msgspec.json.encode(stated)).hexdigest()[:12]}"


def search(order: Order, number: int) -> Unit:
    """Try the seeds of a unit."""
    first = order.recipe.first + number * order.recipe.unit
    found = (certify(order, seed) for seed in range(first, first + order.recipe.unit))
    return Unit(number, tuple(deal for deal in found if deal))


def certify(order: Order, seed: int) -> Found | None:
    """The deal of a seed, if it is found to come out: solved, shortened, measured."""
    recipe = order.recipe
    rules = rules_from(order.game, recipe.rules)
    if recipe.sieve and not recipe.sieve(rules, seed):
        return None
    table = rules.deal(seed, 1)
    verdict = solve(rules, table, expansions=recipe.expansions)
    if verdict.verdict != WON:
        return None
    moves = verdict.moves if rules.reflex else shorten(rules, table, verdict.moves)
    names = pile_names(rules.spots(1), 0)
    solution = " ".join(move_text(move, names) for move in moves)
    return Found(seed, solution, measure(rules, seed, moves, verdict.expanded))


def judged(order: Order, found: Found) -> Deal:
    """The deal with its grade and its times, its solution packed."""
    rules: Any = rules_from(order.game, order.recipe.rules)
    moves = line_of(rules, found)
    return Deal(
        seed=found.seed,
        rules=asdict(rules),
        grade=round(grade(rules, found.measures) + order.recipe.insight, 1),
        solution=pack(rules, rules.deal(found.seed, 1), moves),
        **times(rules, found.measures),
    )


def find(order: Order, jobs: int, cache: Path, fresh: bool = False, batch: int = BATCH) -> list[Deal]:
    """As many deals as the recipe asks for, the first that there are; searched by batches of units."""
    wanted = order.recipe.levels + order.recipe.deals
    cache.mkdir(parents=True, exist_ok=True)
    path = cache / f"{order.key()}.jsonl"
    if fresh:
        path.unlink(missing_ok=True)
    units = _kept(order, path)
    began = time.monotonic()
    with ExitStack() as stack:
        file = stack.enter_context(path.open("ab"))
        pool = stack.enter_context(multiprocessing.Pool(jobs, _stand_back)) if jobs > 1 else None
        for start in range(0, sys.maxsize, batch):
            numbers = range(start, start + batch)
            task, missing = partial(search, order), [n for n in numbers if n not in units]
            done: Iterable[Unit] = pool.imap_unordered(task, missing) if pool else map(task, missing)
            for unit in done:
                units[unit.number] = unit
                file.write(msgspec.json.encode(unit) + b"\n")
                file.flush()
                _show(order, units, wanted, time.monotonic() - began)
            found = [judged(order, deal) for n in range(numbers.stop) for deal in units[n].deals]
            good = [deal for deal in found if deal.grade <= order.recipe.hardest]
            if len(good) >= wanted:
                return good[:wanted]
    raise AssertionError


def _stand_back() -> None:
    """A process of the pool leaves the machine to whoever works at it, and Ctrl+C to its parent; it ends when
    asked to, even if its parent would not: SDL has a handler of its own."""
    os.nice(10)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _kept(order: Order, path: Path) -> dict[int, Unit]:
    """What an earlier run has searched, but for a line that it did not finish and what no longer wins."""
    lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
    read = [msgspec.json.decode(line, type=Unit) for line in lines if line.endswith(b"\n")]
    units = {unit.number: unit for unit in read if all(_wins(order, deal) for deal in unit.deals)}
    if len(units) < len(lines):
        path.write_bytes(b"".join(msgspec.json.encode(unit) + b"\n" for unit in units.values()))
    return units


def _wins(order: Order, found: Found) -> bool:
    rules = rules_from(order.game, order.recipe.rules)
    return comes_out(rules, rules.deal(found.seed, 1), line_of(rules, found))


def line_of(rules: Rules, found: Found) -> list[Move]:
    """The moves of the solution."""
    names = pile_names(rules.spots(1), 0)
    return [parse_move(text, names) for text in found.solution.split()]


def _show(order: Order, units: dict[int, Unit], wanted: int, seconds: float) -> None:
    """One line of progress, in place of the last where a person looks on."""
    found = sum(len(unit.deals) for unit in units.values())
    rules = ", ".join(f"{key}={value}" for key, value in order.recipe.rules.items())
    seeds = len(units) * order.recipe.unit
    line = f"{order.game} {rules}: {found} of {wanted} deals, {seeds} seeds, {seconds:.0f} s"
    looked_on = sys.stderr.isatty()
    if looked_on or len(units) % BATCH == 0:
        last = not looked_on or found >= wanted
        print(f"\r{line}\x1b[K" if looked_on else line, end="\n" * last, file=sys.stderr, flush=True)
