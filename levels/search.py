"""The search for deals that come out, on any executor, which goes on where it was broken off.

First deals are judged, cheaply and many; then lines are found for those that were chosen.
"""

import math
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import asdict
from functools import partial
from hashlib import sha256
from inspect import getsourcefile
from itertools import count, pairwise
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple, TypeVar

import msgspec

from game.challenges.packed import pack
from game.core.rules import Rules
from game.core.table import Move
from game.rules.options import rules_from
from game.solve import by_rules, solve
from game.solve.verdict import WON
from levels import careful
from levels.careful import play
from levels.executors import Workers
from levels.lines import shortest
from levels.recipes import Recipe

T = TypeVar("T")

GAMES = 36
"""Games that the careful player plays of a deal."""
EVERY = 5.0
"""Seconds between two lines of progress where nobody looks on."""


class Found(msgspec.Struct, frozen=True):
    """A deal that comes out."""

    seed: int
    share: float
    """Of the careful player's games, so many come out."""
    grade: float
    """Difficulty in bits."""


class Judged(msgspec.Struct, frozen=True):
    """What was found among the seeds of one unit."""

    number: int
    deals: tuple[Found, ...]


class Line(msgspec.Struct, frozen=True):
    """What was found for a deal, by its seed."""

    number: int
    solution: str
    """Packed; empty if there is none."""
    usual: int
    """How many moves the careful player mostly needs; 0 if it never wins."""


class Order(NamedTuple):
    """What is to be searched."""

    game: str
    recipe: Recipe

    def rules(self) -> Any:
        """The game with the recipe's house rules."""
        return rules_from(self.game, self.recipe.rules)

    def key(self) -> str:
        """A name of the order, as short as it is safe; another one when the deals, the rules or the player
        have changed."""
        rules, recipe = self.rules(), self.recipe
        stated = [
            repr(rules.deal(recipe.first, 1)),
            [Path(getsourcefile(each) or "").read_text("utf-8") for each in (type(rules), careful, by_rules)],
            asdict(rules),
            recipe.expansions,
            recipe.first,
            recipe.unit,
            recipe.solved,
            [each and each.__name__ for each in (recipe.sieve, recipe.holds)],
            [recipe.screen, GAMES],
        ]
        return f"{self.game}-{sha256(msgspec.json.encode(stated)).hexdigest()[:12]}"


def find(
    order: Order,
    workers: Workers,
    cache: Path,
    enough: Callable[[Order, list[Found]], bool],
    fresh: bool = False,
) -> list[Found]:
    """The first deals that there are, until there are enough, whatever the executor."""
    found: list[Found] = []
    path = cache / f"{order.key()}-judged.jsonl"
    for unit in _each(workers, path, partial(judge, order), Judged, count(), fresh):
        found += unit.deals
        if unit.deals and enough(order, found):
            break
    return found


def lines(
    order: Order, seeds: Sequence[int], games: int, workers: Workers, cache: Path, fresh: bool = False
) -> list[Line]:
    """The solution of each deal; `games`: see lines.py. Raises ValueError if one does not come out."""
    path = cache / f"{order.key()}-lines-{games}.jsonl"
    found = list(_each(workers, path, partial(certify, order, games), Line, seeds, fresh))
    for line in found:
        if not line.solution:
            raise ValueError(f"{order.game}: no line was found for seed {line.number}")
    return found


def judge(order: Order, number: int) -> Judged:
    """Try the seeds of a unit."""
    recipe = order.recipe
    first = recipe.first + number * recipe.unit
    seeds: Sequence[int] = range(first, first + recipe.unit)
    if recipe.sieve:
        seeds = recipe.sieve(order.rules(), seeds)
    found = (judged(order, seed) for seed in seeds)
    return Judged(number, tuple(deal for deal in found if deal))


def judged(order: Order, seed: int) -> Found | None:
    """The deal of a seed, if it is found to come out."""
    rules, recipe = order.rules(), order.recipe
    games = [] if rules.reflex else [*play(rules, seed, range(recipe.screen))]
    if not any(game.won for game in games):
        if seed >= recipe.first + recipe.solved:
            return None
        solved = solve(rules, rules.deal(seed, 1), expansions=recipe.expansions)
        if solved.verdict != WON:
            return None
        if rules.reflex:
            return Found(seed, 1.0, switches(rules, solved.moves))
    if recipe.holds and not recipe.holds(rules, seed):
        return None
    games += play(rules, seed, range(recipe.screen, GAMES))
    wins = sum(game.won for game in games)
    return Found(seed, round(wins / GAMES, 3), bits(wins, mean(game.laid for game in games)))


def bits(wins: int, laid: float) -> float:
    """Difficulty: how seldom a player wins, and where it never does, what share of the cards it leaves."""
    return round(-math.log2((wins + 0.5) / (GAMES + 0.5)) + (0 if wins else 1 - laid), 2)


def switches(rules: Rules, moves: Sequence[Move]) -> float:
    """The difficulty of a reflex game: a tenth for each answer that differs from the one before."""
    roles = [spot.role for spot in rules.spots(1)]
    answers = [roles[move.dst] for move in moves if roles[move.src] != "waste"]
    return sum(one != other for one, other in pairwise(answers)) / 10


def certify(order: Order, games: int, seed: int) -> Line:
    """The shortest line that is known of a deal."""
    rules = order.rules()
    moves, usual = shortest(rules, seed, order.recipe.expansions, games)
    return Line(seed, pack(rules, rules.deal(seed, 1), moves) if moves else "", usual)


def _each(
    workers: Workers,
    path: Path,
    task: Callable[[int], T],
    kind: type[T],
    numbers: Iterable[int],
    fresh: bool,
) -> Iterator[T]:
    """What a task gives for each number, in their order: kept in the file from an earlier run, or done now
    and added there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    kept = _kept(path, kind, fresh)
    ahead: deque[int] = deque()
    running: dict[Future[T], int] = {}
    todo = iter(numbers)
    progress = _Progress(path.stem)
    with path.open("ab") as file:
        try:
            while True:
                while len(running) < workers.ahead and (number := next(todo, None)) is not None:
                    ahead.append(number)
                    if number not in kept:
                        running[workers.executor.submit(task, number)] = number
                while ahead and ahead[0] in kept:
                    yield kept[ahead.popleft()]
                if not ahead:
                    return
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    kept[running.pop(future)] = done = future.result()
                    file.write(msgspec.json.encode(done) + b"\n")
                    file.flush()
                progress.show(len(kept))
        finally:
            for future in running:
                future.cancel()
            progress.end()


def _kept(path: Path, kind: type[T], fresh: bool) -> dict[int, T]:
    """What an earlier run has found, but for a line that it did not finish."""
    if fresh:
        path.unlink(missing_ok=True)
    lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
    whole = [line for line in lines if line.endswith(b"\n")]
    if len(whole) < len(lines):
        path.write_bytes(b"".join(whole))
    decoder = msgspec.json.Decoder(kind)
    found: list[Any] = [decoder.decode(line) for line in whole]
    return {each.number: each for each in found}


class _Progress:
    """One line of progress, in place of the last where a person looks on."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._began = self._shown = time.monotonic()
        self._looked_on = sys.stderr.isatty()

    def show(self, done: int) -> None:
        """Show how many tasks are done."""
        now = time.monotonic()
        if self._looked_on or now > self._shown + EVERY:
            self._shown = now
            start, end = ("\r", "\x1b[K") if self._looked_on else ("", "\n")
            line = f"{start}{self._name}: {done} done, {now - self._began:.0f} s{end}"
            print(line, end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        """End the line."""
        if self._looked_on and self._shown > self._began:
            print(file=sys.stderr)
