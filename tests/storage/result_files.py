"""Files of results as the tests want them: whole, old or damaged."""

import sqlite3
import subprocess
import sys
from datetime import date
from pathlib import Path

from game.storage.database import FILE
from game.storage.result import DAILY, Leaderboard, MatchResult, Opponent, Result
from game.storage.results import Results, open_results

ROOT = Path(__file__).parents[2]


def result(**changed: object) -> Result:
    """A result with all its fields; some may be other."""
    stated: dict[str, object] = {
        "game": "acht-mal-acht",
        "seed": 2**64 - 1,
        "rules": {"passes": 1},
        "challenge": "acht-mal-acht-07",
        "won": True,
        "placed": 104,
        "cards": 104,
        "time": 300_000_000,
        "penalty": 15_000_000,
        "hints": 1,
        "undos": 1,
        "mistakes": 0,
        "medal": "silver",
        "when": 1_795_000_000,
        "run": "2026-11-21.run",
        "day": str(date.fromtimestamp(1_795_000_000)),
    }
    return Result(**{**stated, **changed})  # type: ignore[arg-type]


def of_its_day(challenge: str, **changed: object) -> Result:
    """A result at the challenge of that day, recorded on that day."""
    return result(challenge=challenge, day=challenge.removeprefix(DAILY), **changed)


def match_result(**changed: object) -> MatchResult:
    """The result of a match with all its fields; some may be other."""
    stated: dict[str, object] = {
        "key": "1",
        "lan": False,
        "won": True,
        "place": 1,
        "points": 104,
        "rounds": 7,
        "fastest": 41_000_000,
        "opponents": (Opponent("Maja", "easy", 60), Opponent("Bo", "", 30)),
        "when": 1_795_000_000,
        "duels_won": 5,
        "duels_lost": 2,
    }
    return MatchResult(**{**stated, **changed})  # type: ignore[arg-type]


def of(one: Result) -> Leaderboard:
    """What it competes in."""
    return Leaderboard.of(one.challenge, one.seed, one.rules)


def opened(folder: Path) -> Results:
    """The results of this folder, whose file is whole."""
    records, notice = open_results(folder)
    assert notice is None
    return records


def writer(folder: Path, count: int, name: str, *wait: str) -> subprocess.Popen[str]:
    """A program that writes so many results into this folder (see `tests.storage.writer`)."""
    command = [sys.executable, "-m", "tests.storage.writer", str(folder), str(count), name, *wait]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe, text=True)


def filled(folder: Path) -> bytes:
    """A file with a hundred results; its bytes."""
    records = opened(folder)
    for number in range(100):
        records.add(result(time=number))
    records.close()
    return (folder / FILE).read_bytes()


def index_start(folder: Path) -> int:
    """Where in the file the first page of an index lies."""
    with sqlite3.connect(folder / FILE) as connection:
        index = "SELECT rootpage FROM sqlite_master WHERE name = 'result_game'"
        page: int = connection.execute(index).fetchone()[0]
    connection.close()
    return 4096 * (page - 1)


def overwrite_index(folder: Path) -> None:
    """Damage the file, but none of its rows."""
    start, whole = index_start(folder), (folder / FILE).read_bytes()
    (folder / FILE).write_bytes(whole[:start] + b"\xaa" * 4096 + whole[start + 4096 :])
