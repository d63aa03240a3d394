"""Whatever file can be watched and checked, as a replay: of a match or a run, a solution, a level."""

from pathlib import Path

from game.challenges.level import Level, LevelError, prove
from game.challenges.level_files import dailies, read_level
from game.core.match import Match
from game.core.solo import Solo
from game.storage import files
from game.storage.match_replay import MatchReplay, read_checked_match
from game.storage.replay_format import Mismatch, ReplayError
from game.storage.run_replay import MAGIC, RunReplay, read_checked_run
from game.storage.solution import paced, read_solution

Played = tuple[RunReplay, Solo] | tuple[MatchReplay, Match]
"""A replay, and what came of playing it again."""


def read_replay(path: Path) -> Played:
    """What a file holds, checked; the solution in a level, or from `solve --json`, is a run too. Raises
    ReplayError; Mismatch if it does not come to what it states."""
    if path.suffix == ".toml":
        return _level_run(path)
    try:
        begins = files.read(path)[: len(MAGIC)]
    except OSError:
        begins = b""  # what reads matches says why
    if begins.startswith(b"{"):
        return read_solution(path)
    if begins.split(b" ")[0] == MAGIC.split()[0].encode():
        return read_checked_run(path)
    return read_checked_match(path)


def _level_run(path: Path) -> tuple[RunReplay, Solo]:
    """The stored solution of a level as a run. Raises ReplayError; Mismatch if it does not win."""
    try:
        level = read_level(path)
    except LevelError as error:
        raise ReplayError(error) from None
    _prove(level)
    return paced(level.variant(), level.seed, level.line(), level.id)


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
