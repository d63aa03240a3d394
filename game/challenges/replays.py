"""Reads any file that can be watched and checked as a replay: of a match, a run, a solution or a level."""

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
"""A replay, and the deal or match after playing it again."""


def read_replay(path: Path) -> Played:
    """The replay in a file, checked; the solution of a level, or from `solve --json`, is read as a run.
    Raises ReplayError; Mismatch if it does not give the stated result."""
    if path.suffix == ".toml":
        return _level_run(path)
    try:
        begins = files.read(path)[: len(MAGIC)]
    except OSError:
        begins = b""  # the reader of matches reports the error
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
    """The number of deals in a file of daily deals, after replaying each. Raises ReplayError, Mismatch."""
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
