"""Reads whatever can be watched and checked as a replay: of a match, a run, a solution or a level."""

from collections import Counter
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from game.challenges.level import Challenge, LevelError, prove
from game.challenges.level_files import DealList, listed, named, read_level, read_toml
from game.core.match import Match
from game.core.solo import Solo
from game.rules.options import non_default
from game.storage import files
from game.storage.match_replay import MatchReplay, read_checked_match, read_match
from game.storage.replay_format import Mismatch, ReplayError
from game.storage.replay_writer import FOLDER, MATCHES
from game.storage.result import Leaderboard, MatchResult
from game.storage.run_replay import MAGIC, RunReplay, read_checked_run
from game.storage.solution import paced, read_solution
from game.system import here

_DAY = 86_400
"""The most seconds that a match takes."""

Played = tuple[RunReplay, Solo] | tuple[MatchReplay, Match]
"""A replay, and the deal or match after playing it again."""


def read_replay(path: Path) -> Played:
    """The replay in a file, checked; the solution of a level, or from `solve --json`, is read as a run. Where
    there is no such file, it may be the name of a challenge. Raises ReplayError; Mismatch if it does not give
    the stated result."""
    if level := _level(path):
        _prove(level)
        return paced(level.variant(), level.seed, level.line(), level.id)
    try:
        begins = files.text(files.read(path))[: len(MAGIC)]
    except (OSError, UnicodeDecodeError):
        begins = ""  # the reader of matches reports the error
    if begins.startswith("{"):
        return read_solution(path)
    if begins.split(" ")[0] == MAGIC.split()[0]:
        return read_checked_run(path)
    return read_checked_match(path)


def replay_of(folder: Path, match: MatchResult) -> Path | None:
    """The latest replay of a match that these opponents ended with these points, if it lies in this data
    folder."""
    ended = Counter((each.name, each.points) for each in match.opponents)
    with suppress(OSError):
        for path in sorted((folder / FOLDER).iterdir(), reverse=True):
            if MATCHES.name.fullmatch(path.name) and abs(_begun(path) - match.when) < _DAY:
                with suppress(ReplayError, ValueError):
                    replay = read_match(path)
                    if replay.finished and ended <= Counter(
                        zip(replay.header.names, replay.totals, strict=True)
                    ):
                        return path
    return None


def _begun(path: Path) -> float:
    """When a match began by its replay's name, in seconds since 1970. Raises ValueError."""
    return datetime.strptime(path.name[:17], "%Y-%m-%d-%H%M%S").timestamp()


def _level(path: Path) -> Challenge | None:
    """The level in a file, or of that name if there is no such file; None if it is something else. Raises
    ReplayError."""
    try:
        if path.suffix == ".toml":
            return read_level(path)
        typed = path.name == str(path) and not path.exists()
        return named(path.name, today=here().clock.today()) if typed else None
    except LevelError as error:
        if path.suffix == ".toml" or (not path.suffix and "-" in path.name):
            raise ReplayError(error) from None
        return None  # the reader of matches reports that there is no such file


def of_challenge(run: RunReplay) -> bool | None:
    """Whether the run was played at the deal that its challenge has now; None if it states none, or there is
    none of that name."""
    head = run.header
    try:
        stated = Leaderboard.of(head.challenge, head.seed, non_default(run.rules))
        return named(head.challenge).leaderboard() == stated if head.challenge else None
    except LevelError:
        return None


def check_list(path: Path) -> int | None:
    """The number of deals in a list of them, after replaying each; None if the file is something else. Raises
    ReplayError, Mismatch."""
    if path.suffix != ".toml" or not path.exists():
        return None
    try:
        if not DealList.is_one(read_toml(path)):
            return None
        deals = listed(path)
    except LevelError as error:
        raise ReplayError(error) from None
    for deal in deals:
        _prove(deal)
    return len(deals)


def _prove(level: Challenge) -> None:
    try:
        prove(level)
    except LevelError as error:
        raise Mismatch(error) from None
