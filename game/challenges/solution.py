"""What a search found, as JSON that `check` replays; and whatever holds a line of moves, as a run."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any, Literal

import msgspec

from game.challenges.level import Level, LevelError, dailies, prove, read_level
from game.core.notation import move_text, parse_move, pile_names
from game.core.rules import IllegalMove, Rules, replay
from game.core.solo import Act, Solo
from game.core.table import Move
from game.i18n import N_, Notice, reason
from game.rules.options import rules_of_file
from game.solve import solve
from game.solve.verdict import WON
from game.storage import files
from game.storage.match_replay import Mismatch, ReplayError
from game.storage.run_replay import MAGIC, Run, read_checked_run, run_of

PACE = 1_000_000
"""Microseconds between the moves of a line that nobody has played."""


class Solution(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The verdict on a deal, with the moves in the notation if it comes out."""

    game: str
    seed: Annotated[int, msgspec.Meta(ge=0)]
    rules: dict[str, bool | int | str]
    verdict: Literal["won", "hopeless", "undecided"]
    moves: tuple[str, ...]
    expanded: int
    seconds: float


def solution(rules: Rules, seed: int, seconds: float) -> Solution:
    """Search a deal for at most so long."""
    game: Any = rules
    names = pile_names(rules.spots(1), 0)
    begun = perf_counter()
    verdict, moves, expanded = solve(rules, rules.deal(seed, 1), seconds)
    took = round(perf_counter() - begun, 3)
    told = tuple(move_text(move, names) for move in moves)
    return Solution(game.name, seed, asdict(game), verdict, told, expanded, took)  # type: ignore[arg-type]


def run_in(path: Path) -> Run | None:
    """What a file holds as a run, checked: a run, a level's solution, what `solve --json` wrote; None if it
    is none of these. Raises ReplayError; Mismatch if it does not come to what it states."""
    if path.suffix == ".toml":
        return level_run(path)
    try:
        begins = files.read(path)[: len(MAGIC)]
    except OSError:
        return None
    if begins.startswith(b"{"):
        return solution_run(path)
    return read_checked_run(path)[0] if begins.split(b" ")[0] == MAGIC.split()[0].encode() else None


def solution_run(path: Path) -> Run:
    """The moves of a solution as a run. Raises ReplayError; Mismatch if they do not come out."""
    try:
        found = _solution(path)
        rules = rules_of_file(found.game, found.rules)
        if 1 not in rules.seats or found.seed >= 2**64:
            raise ValueError(Notice(N_("there is no such solo deal")))
        names = pile_names(rules.spots(1), 0)
        moves = [_move(text, names) for text in found.moves]
    except ValueError as error:
        raise ReplayError(Notice("{path}: {reason}", path=path, reason=error)) from None
    if found.verdict != WON:
        raise Mismatch(Notice(N_("{path} holds no moves to replay: the deal was not solved"), path=path))
    try:
        table = replay(rules, rules.deal(found.seed, 1), moves)
    except IllegalMove as error:
        number = error.number
        told = N_("{path} does not replay: move {number} ({move}) is not legal")
        raise Mismatch(Notice(told, path=path, number=number, move=found.moves[number - 1])) from None
    if not rules.won(table):
        raise Mismatch(Notice(N_("{path} does not replay: its moves do not win"), path=path))
    return _paced(rules, found.seed, moves)


def level_run(path: Path) -> Run:
    """The stored solution of a level as a run. Raises ReplayError; Mismatch if it does not win."""
    try:
        level = read_level(path)
    except LevelError as error:
        raise ReplayError(error) from None
    _prove(level)
    return _paced(level.variant(), level.seed, level.line(), level.id)


def _paced(rules: Rules, seed: int, moves: Sequence[Move], challenge: str = "") -> Run:
    """The run of moves that nobody has played."""
    solo = Solo(rules, seed)
    solo.replay(Act(number * PACE, move) for number, move in enumerate(moves, 1))
    return run_of(solo, len(moves) * PACE, challenge)


def check_dailies(path: Path) -> int:
    """How many deals a file of daily ones holds, each replayed. Raises ReplayError; Mismatch."""
    try:
        deals = dailies(path)
    except LevelError as error:
        raise ReplayError(error) from None
    for deal in deals:
        _prove(deal)
    return len(deals)


def _prove(level: Level) -> None:
    try:
        prove(level)
    except LevelError as error:
        raise Mismatch(error) from None


def _solution(path: Path) -> Solution:
    """What `solve --json` wrote. Raises ReplayError."""
    try:
        return files.decode(files.read(path), Solution)
    except OSError as error:
        raise ReplayError(Notice("{path}: {reason}", path=path, reason=reason(error))) from None
    except ValueError:
        raise ReplayError(Notice(N_("{path} is not what `solve --json` writes"), path=path)) from None


def _move(text: str, names: Sequence[str]) -> Move:
    try:
        return parse_move(text, names)
    except ValueError:
        raise ValueError(Notice(N_("{move!r} is not a move of this game"), move=text[:20])) from None
