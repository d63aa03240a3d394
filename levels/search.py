"""The search for deals that come out, on any executor, which goes on where it was broken off."""

import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import asdict
from hashlib import sha256
from inspect import getsourcefile
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from game.challenges.level import Deal
from game.challenges.packed import pack
from game.core.table import Move
from game.rules.options import rules_from
from game.solve import solve
from game.solve.verdict import WON
from levels.measure import Measures, grade, known, measure, times
from levels.recipes import Recipe
from levels.shorten import shorten

EVERY = 32
"""A line of progress after so many units, where nobody looks on."""


class Found(msgspec.Struct, frozen=True):
    """A deal that comes out, its packed solution, and what was measured of it."""

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
            Path(getsourcefile(type(rules)) or "").read_text("utf-8"),
            asdict(rules),
            self.recipe.expansions,
            self.recipe.first,
            self.recipe.unit,
            self.recipe.sieve and self.recipe.sieve.__name__,
        ]
        return f"{self.game}-{sha256(msgspec.json.encode(stated)).hexdigest()[:12]}"


def search(order: Order, number: int) -> Unit:
    """Try the seeds of a unit."""
    recipe = order.recipe
    first = recipe.first + number * recipe.unit
    seeds: Sequence[int] = range(first, first + recipe.unit)
    if recipe.sieve:
        seeds = recipe.sieve(rules_from(order.game, recipe.rules), seeds)
    found = (certify(order, seed) for seed in seeds)
    return Unit(number, tuple(deal for deal in found if deal))


def certify(order: Order, seed: int) -> Found | None:
    """The deal of a seed, if it is found to come out: solved, shortened, measured."""
    recipe = order.recipe
    rules = rules_from(order.game, recipe.rules)
    table = rules.deal(seed, 1)
    verdict = solve(rules, table, expansions=recipe.expansions)
    if verdict.verdict != WON:
        return None
    moves = verdict.moves if rules.reflex else shorten(rules, table, verdict.moves)
    return measured(order, seed, moves, verdict.expanded)


def measured(order: Order, seed: int, moves: tuple[Move, ...], expanded: int) -> Found:
    """The deal that comes out with these moves."""
    rules = rules_from(order.game, order.recipe.rules)
    solution = pack(rules, rules.deal(seed, 1), moves)
    return Found(seed, solution, measure(rules, seed, moves, expanded))


def judged(order: Order, found: Found) -> Deal:
    """The deal with its grade and its times."""
    rules: Any = rules_from(order.game, order.recipe.rules)
    return Deal(
        seed=found.seed,
        rules=asdict(rules),
        grade=grade(rules, found.measures),
        solution=found.solution,
        **times(rules, found.measures),
        **known(rules, found.seed, found.solution),
    )


def find(order: Order, executor: Executor, ahead: int, cache: Path, fresh: bool = False) -> list[Deal]:
    """As many deals as the recipe asks for, the first that there are, whatever the executor.

    `ahead`: how many units are handed to it at a time.
    """
    cache.mkdir(parents=True, exist_ok=True)
    path = cache / f"{order.key()}.jsonl"
    if fresh:
        path.unlink(missing_ok=True)
    units = _kept(path)
    progress = _Progress(order)
    running: set[Future[Unit]] = set()
    found: list[Found] = []
    following = handed = 0
    with path.open("ab") as file:
        try:
            while True:
                while following in units and len(found) < order.recipe.wanted:
                    found += units[following].deals
                    following += 1
                if len(found) >= order.recipe.wanted:
                    return [judged(order, deal) for deal in found[: order.recipe.wanted]]
                while len(running) < ahead:
                    if handed not in units:
                        running.add(executor.submit(search, order, handed))
                    handed += 1
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    unit = future.result()
                    units[unit.number] = unit
                    file.write(msgspec.json.encode(unit) + b"\n")
                    file.flush()
                progress.show(units)
        finally:
            for future in running:
                future.cancel()
            progress.end()


def _kept(path: Path) -> dict[int, Unit]:
    """What an earlier run has searched, but for a line that it did not finish."""
    lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
    whole = [line for line in lines if line.endswith(b"\n")]
    if len(whole) < len(lines):
        path.write_bytes(b"".join(whole))
    return {unit.number: unit for unit in _units(whole)}


def _units(lines: list[bytes]) -> Iterator[Unit]:
    decoder = msgspec.json.Decoder(Unit)
    return (decoder.decode(line) for line in lines)


class _Progress:
    """One line of progress, in place of the last where a person looks on."""

    def __init__(self, order: Order) -> None:
        self._order, self._began = order, time.monotonic()
        self._looked_on = sys.stderr.isatty()
        self._shown = 0

    def show(self, units: dict[int, Unit]) -> None:
        """Show what has been searched."""
        if not self._looked_on and len(units) < self._shown + EVERY:
            return
        self._shown = len(units)
        recipe = self._order.recipe
        found = sum(len(unit.deals) for unit in units.values())
        rules = ", ".join(f"{key}={value}" for key, value in recipe.rules.items())
        seeds, seconds = len(units) * recipe.unit, time.monotonic() - self._began
        line = f"{self._order.game} {rules}: {found} of {recipe.wanted} deals, {seeds} seeds, {seconds:.0f} s"
        if self._looked_on:
            print(f"\r{line}\x1b[K", end="", file=sys.stderr, flush=True)
        else:
            print(line, file=sys.stderr, flush=True)

    def end(self) -> None:
        """End the line."""
        if self._looked_on and self._shown:
            print(file=sys.stderr)
