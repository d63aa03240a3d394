"""Solutions: the result of a search as JSON, and its moves as a synthetic run."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec

from game.core.notation import parse_move, pile_names
from game.core.rules import IllegalMove, Rules, replay
from game.core.solo import Act, Solo
from game.core.table import Move
from game.i18n import N_, Notice, reason
from game.rules.options import rules_from
from game.storage import files
from game.storage.replay_format import Mismatch, ReplayError
from game.storage.run_replay import RunReplay

PACE: Final = 1_000_000
"""Microseconds between the moves of a synthetic run."""


class Solution(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The verdict on a deal, with its moves in notation if it comes out."""

    game: str
    seed: Annotated[int, msgspec.Meta(ge=0)]
    rules: dict[str, bool | int | str]
    verdict: Literal["won", "hopeless", "undecided"]
    moves: tuple[str, ...]
    expanded: int
    seconds: float


def paced(
    rules: Rules, seed: int, moves: Sequence[Move], challenge: str = "", pace: int = PACE
) -> tuple[RunReplay, Solo]:
    """A synthetic run of the moves, `pace` microseconds each, and its deal after them. Raises ValueError."""
    solo = Solo(rules, seed)
    solo.replay(Act(number * pace, move) for number, move in enumerate(moves, 1))
    return RunReplay.from_solo(solo, len(moves) * pace, challenge), solo


def read_solution(path: Path) -> tuple[RunReplay, Solo]:
    """The moves in a solution file as a run, and its deal after them. Raises ReplayError; Mismatch if they
    do not win."""
    try:
        found = _read(path)
        rules = rules_from(found.game, found.rules)
        if 1 not in rules.seats or found.seed >= 2**64:
            raise ValueError(Notice(N_("there is no such solo deal")))
        names = pile_names(rules.spots(1), 0)
        moves = [_move(text, names) for text in found.moves]
    except ValueError as error:
        raise ReplayError(Notice("{path}: {reason}", path=path, reason=error)) from None
    if found.verdict != "won":
        raise Mismatch(Notice(N_("{path} holds no moves to replay: the deal was not solved"), path=path))
    try:
        table = replay(rules, rules.deal(found.seed, 1), moves)
    except IllegalMove as error:
        number = error.number
        text = N_("{path} does not replay: move {number} ({move}) is not legal")
        raise Mismatch(Notice(text, path=path, number=number, move=found.moves[number - 1])) from None
    if not rules.won(table):
        raise Mismatch(Notice(N_("{path} does not replay: its moves do not win"), path=path))
    return paced(rules, found.seed, moves)


def _read(path: Path) -> Solution:
    """The output of `solve --json` in a file. Raises ReplayError."""
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
