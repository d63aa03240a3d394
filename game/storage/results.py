"""The results of all solo deals and matches: saved, ranked, counted and exported.

Each result is its own transaction, on disk when `add` returns; several programs may write at once.
"""

import csv
import io
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
from msgspec.structs import asdict, replace

from game.i18n import N_, Notice
from game.storage.data_folder import write
from game.storage.database import FILE, Database, open_database
from game.storage.files import decode
from game.storage.replay_format import Mismatch, ReplayError
from game.storage.replay_writer import run_path
from game.storage.result import (
    DAILY,
    Attempts,
    Leaderboard,
    MatchResult,
    Opponent,
    Placing,
    Result,
    ResultsError,
    Statistics,
    winning_streaks,
)
from game.storage.run_replay import read_checked_run
from game.system import here

R = TypeVar("R", Result, MatchResult)
_RANK: Final = "won DESC, placed DESC, time, id"
_SAME_DEAL: Final = "challenge = ? AND seed = ? AND rules = ?"
_DAMAGED = N_("Damaged results in the records file {path}, not shown: {count}.")
_JSON: Final[dict[str, Any]] = {"rules": dict[str, bool | int | str], "opponents": tuple[Opponent, ...]}
"""The columns that hold JSON, and what it is."""


class Matches:
    """The matches so far. Every method may raise ResultsError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, match: MatchResult) -> None:
        """Save a result, unless the match has been saved already."""
        _insert(self._database, "OR IGNORE INTO match_result", match)

    def all(self, kind: str = "") -> list[MatchResult]:
        """All of this kind that can be read, the latest last."""
        return self._select("kind = ?", kind)

    def since(self, when: int) -> list[MatchResult]:
        """Those of all kinds that ended at this time or later, in seconds since 1970."""
        return self._select('"when" >= ?', when)

    def _select(self, where: str, value: object) -> list[MatchResult]:
        found = []
        ordered = f"SELECT {_columns(MatchResult)} FROM match_result WHERE {where} ORDER BY id"
        for row in self._database.execute(ordered, (value,)):
            with suppress(ValueError, TypeError):
                found.append(_from_row(MatchResult, row))
        return found


class Results:
    """The results so far. Every method may raise ResultsError."""

    def __init__(self, database: Database) -> None:
        self.database, self.matches = database, Matches(database)
        self.unproved: set[tuple[object, ...]] = set()
        """What is stated by the results whose medal is not shown, as their run does not bear it out."""

    def add(self, result: Result) -> Placing:
        """Save a result and return its placing."""
        _insert(self.database, "INTO result", result)
        same, values = _competing(result)
        better, rank = "won > ? OR won = ? AND (placed > ? OR placed = ? AND time < ?)", result.won
        count = f"SELECT count(*), count(CASE WHEN {better} THEN 1 END) FROM good WHERE {same}"
        against = (rank, rank, result.placed, result.placed, result.time)
        ((of, before),) = self.database.execute(count, (*against, *values))
        return Placing(before + 1, of)

    def count(self, result: Result) -> None:
        """Count a deal that was played in peace: it is no result."""
        statement = 'INSERT INTO peaceful (game, challenge, "when") VALUES (?, ?, ?)'
        self.database.execute(statement, (result.game, result.challenge, result.when))

    def best(self, leaderboard: Leaderboard) -> Result | None:
        """The best result of a challenge."""
        found = self._select(f"WHERE {_SAME_DEAL}", _values(leaderboard), f"ORDER BY {_RANK} LIMIT 1")
        return found[0] if found else None

    def reset(self, leaderboard: Leaderboard, when: int) -> None:
        """Count a run at a challenge that was dropped to begin again, at this time in seconds since 1970."""
        statement = 'INSERT INTO reset (challenge, seed, rules, "when") VALUES (?, ?, ?, ?)'
        self.database.execute(statement, (*_values(leaderboard), when))

    def tries(self, leaderboard: Leaderboard) -> int:
        """How many attempts at a challenge there have been."""
        return self.attempts().get(leaderboard, Attempts(0, 0)).all

    def attempts(self) -> dict[Leaderboard, Attempts]:
        """How often every challenge that was played has been attempted."""
        found: dict[Leaderboard, Attempts] = {}
        same = "FROM {} WHERE challenge <> '' GROUP BY challenge, seed, rules"
        for table in ("good", "reset"):
            select = f"SELECT challenge, seed, rules, count(*) {same.format(table)}"
            for challenge, seed, rules, count in self.database.execute(select):
                with suppress(ValueError):
                    board = Leaderboard(challenge, int(seed), rules)
                    every, resets = found.get(board, Attempts(0, 0))
                    found[board] = Attempts(every + count, resets + count * (table == "reset"))
        return found

    def bests(self) -> dict[Leaderboard, Result]:
        """The best result of every challenge that has been played."""
        same = "(challenge, seed, rules) = (played.challenge, played.seed, played.rules)"
        best = f"SELECT id FROM good WHERE {same} ORDER BY {_RANK} LIMIT 1"
        played = "SELECT DISTINCT challenge, seed, rules FROM good WHERE challenge <> ''"
        found = self._select(f"WHERE id IN (SELECT ({best}) FROM ({played}) AS played)", (), "")
        return {result.leaderboard: result for result in found}

    def ranking(self, like: Result, most: int = 10) -> list[Result]:
        """The best of the results that compete with `like`: see Placing."""
        same, values = _competing(like)
        return self._select(f"WHERE {same}", (*values, most), f"ORDER BY {_RANK} LIMIT ?")

    def latest(self, game: str | None = None, most: int = -1) -> list[Result]:
        """The latest results of one game or of all, the latest last."""
        where, values = ("WHERE game = ?", (game,)) if game else ("", ())
        return self._select(where, (*values, most), "ORDER BY id DESC LIMIT ?")[::-1]

    def statistics(self, clean: bool = False) -> dict[str, Statistics]:
        """By its name, the statistics of each game played; `clean`: as if no other win were one."""
        played: dict[str, list[tuple[bool, int]]] = {}
        counts = "won AND penalty = 0" if clean else "won"
        for game, won, took in self.database.execute(f"SELECT game, {counts}, time FROM good ORDER BY id"):
            played.setdefault(game, []).append((bool(won), took))
        peaceful = dict(self.database.execute("SELECT game, count(*) FROM peaceful GROUP BY game"))
        return {
            game: _statistics(played.get(game, ()), peaceful.get(game, 0)) for game in {**played, **peaceful}
        }

    def days(self, today: date) -> tuple[int, int]:
        """On how many days in a row their own daily challenge has been won, and the most ever; today counts
        once it is won."""
        won = [date.min, *self.won_days(today)]
        streak = longest = 0
        for before, day in pairwise(won):
            streak = streak + 1 if (day - before).days == 1 else 1
            longest = max(longest, streak)
        return streak if (today - won[-1]).days <= 1 else 0, longest

    def won_days(self, today: date) -> list[date]:
        """The days on which their own daily challenge has been won, in order, up to `today`."""
        dailies, won = f"SELECT DISTINCT day FROM good WHERE won AND challenge = '{DAILY}' || day", []
        for (day,) in self.database.execute(dailies):
            with suppress(ValueError):
                won.append(date.fromisoformat(day))
        return sorted(day for day in won if day <= today)

    def medals(self) -> Counter[str]:
        """How many challenges have each medal as their best."""
        found = self._select("WHERE medal <> ''", (), "ORDER BY time DESC")
        return Counter({result.leaderboard: result.medal for result in found}.values())

    def prove(self, folder: Path, pause: float = 0.0) -> None:
        """Replay the runs of all medals, with `pause` seconds between them. From then on a medal is not shown
        if its run is missing or has another result. Nothing happens if the database cannot be read."""
        with suppress(ResultsError):
            for result in self._select("WHERE medal <> ''", (), "ORDER BY id DESC"):
                if not _proved(result, folder):
                    self.unproved.add(_stated(result))
                here().clock.pause(pause)

    def close(self) -> None:
        """Close the database."""
        self.database.close()

    def hide_damaged(self) -> int:
        """Hide the rows that cannot be read; returns how many."""
        rows = self.database.execute(f"SELECT id, {_columns(Result)} FROM good")
        bad = [number for number, *row in rows if not _readable(row)]
        self.database.hide(bad)
        return len(bad)

    def _select(self, where: str, values: Sequence[object], order: str) -> list[Result]:
        rows = self.database.execute(f"SELECT {_columns(Result)} FROM good {where} {order}", values)
        try:
            found = [_from_row(Result, row) for row in rows]
        except (ValueError, TypeError):
            raise self.database.error(Notice(N_("a line is damaged"))) from None
        lost = self.unproved
        return [replace(one, medal="") if lost and _stated(one) in lost else one for one in found]


def open_results(folder: Path | None) -> tuple[Results, Notice | None]:
    """The results of a data folder, and a notice if the file could not be used as it is.

    A damaged file is set aside under a free name, a damaged row is hidden. If the folder is not writable, the
    results are kept in memory.
    """
    database, notice = open_database(folder)
    results = Results(database)
    try:
        if (bad := results.hide_damaged()) and folder:
            notice = notice or Notice(_DAMAGED, path=folder / FILE, count=bad)
    except ResultsError as error:
        notice = notice or Notice("{reason}", reason=error)
    return results, notice


def export(results: Results, folder: Path) -> tuple[Path, ...]:
    """Write the results of solo deals and of matches of all kinds into the folder, each as CSV and as JSON,
    and return the paths. Raises DataFolderError, ResultsError."""
    deals = _export(results.latest(), Result, folder / "records")
    return *deals, *_export(results.matches.since(0), MatchResult, folder / "matches")


def _export(rows: Sequence[R], kind: type[R], name: Path) -> tuple[Path, Path]:
    """The rows as CSV, with a header line, and as JSON."""
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(kind.__struct_fields__)
    lines.writerows(map(_cells, rows))
    table, listed = name.with_suffix(".csv"), name.with_suffix(".json")
    write(table, text.getvalue().encode())
    write(listed, msgspec.json.format(msgspec.json.encode(rows), indent=2) + b"\n")
    return table, listed


def _columns(kind: type[R]) -> str:
    return ", ".join(f'"{field}"' for field in kind.__struct_fields__)


def _insert(database: Database, where: str, result: R) -> None:
    row = _cells(result)
    marks = ", ".join("?" * len(row))
    database.execute(f"INSERT {where} ({_columns(type(result))}) VALUES ({marks})", row)


def _cells(result: R) -> list[object]:
    """The fields as columns of a database or table; seeds may exceed SQLite's integers."""
    values = asdict(result)
    for name in _JSON.keys() & values.keys():
        values[name] = msgspec.json.encode(values[name], order="deterministic").decode()
    values |= {name: int(value) for name, value in values.items() if isinstance(value, bool)}
    return [str(value) if name == "seed" else value for name, value in values.items()]


def _from_row(kind: type[R], row: Sequence[Any]) -> R:
    """The result in a row. Raises ValueError, TypeError."""
    values = dict(zip(kind.__struct_fields__, row, strict=True))
    values |= {name: decode(values[name], of) for name, of in _JSON.items() if name in values}
    return msgspec.convert(values, kind, strict=False)


def _readable(row: Sequence[Any]) -> bool:
    try:
        return bool(_from_row(Result, row))
    except (ValueError, TypeError):
        return False


def _stated(result: Result) -> tuple[object, ...]:
    """What a result states, which its run has to bear out."""
    return result.run, result.game, result.seed, result.challenge, result.time


def _proved(result: Result, folder: Path) -> bool:
    """Whether the result's run is there, replays, and is that of this win."""
    try:
        run, solo = read_checked_run(run_path(folder, result.run))
    except (ReplayError, Mismatch):
        return False
    head = run.header
    return solo.won and _stated(result)[1:] == (head.game, head.seed, head.challenge, run.result.time)


def _values(board: Leaderboard) -> tuple[object, ...]:
    return board.challenge, str(board.seed), board.rules


def _competing(result: Result) -> tuple[str, tuple[object, ...]]:
    """An SQL condition, with its values, for the results that compete with this one."""
    board = result.leaderboard
    if result.challenge:
        return _SAME_DEAL, _values(board)
    return "challenge = '' AND game = ? AND rules = ?", (result.game, board.rules)


def _statistics(played: Sequence[tuple[bool, int]], peaceful: int) -> Statistics:
    times = [took for won, took in played if won]
    mean = sum(times) // len(times) if times else None
    streaks = winning_streaks(won for won, _took in played)
    best = min(times, default=None)
    return Statistics(len(played), len(times), *streaks, best, mean, peaceful=peaceful)
