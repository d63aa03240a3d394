"""Records: the results of all deals played alone, in a SQLite file of the data folder.

Each result is a transaction of its own, on the disk when `add` returns; several programs may write at
once. Times are microseconds, penalties included; `when` is seconds since 1970 and passed in.
"""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, NamedTuple

import msgspec

from game.i18n import N_, Notice
from game.storage.data_folder import write
from game.storage.files import decode

if TYPE_CHECKING:
    from game.storage.database import RecordFile

_RANK: Final = "won DESC, placed DESC, time, id"
_DAILY: Final = "daily-"
_SAME_DEAL: Final = "challenge = ? AND seed = ? AND rules = ?"
_BAD = N_("Damaged results in the records file {path}, not shown: {count}.")
Word = Annotated[str, msgspec.Meta(max_length=200, pattern=r"^[^\x00-\x1f\x7f]*\Z")]
Count = Annotated[int, msgspec.Meta(ge=0)]


class RecordsError(Exception):
    """The records could not be written or read. The text is one line for the player."""


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How one deal went."""

    game: Word
    seed: Count
    rules: dict[str, bool | int | str] = {}
    """House rules that differ from the default."""
    challenge: Word = ""
    """The level's or the day's name; empty in free play."""
    won: bool
    placed: Count
    cards: Count
    """So many cards were placed, of so many."""
    time: Count
    penalty: Count = 0
    """The part of `time` that was added for undos, hints and mistakes."""
    hints: Count = 0
    undos: Count = 0
    mistakes: Count = 0
    medal: Literal["gold", "silver", "bronze", ""] = ""
    when: Annotated[int, msgspec.Meta(ge=0, le=253_402_300_799)]
    run: Word = ""
    """The file that holds its moves."""


class Contest(NamedTuple):
    """What results of a challenge compete on: its name and its deal. Under a name that has got another deal
    since, the results of the old one stay, and compete with each other alone."""

    challenge: str
    seed: int
    rules: str
    """As JSON, in the order of their names."""


def contest(challenge: str, seed: int, rules: Mapping[str, bool | int | str]) -> Contest:
    """`rules`: those that differ from the default."""
    return Contest(challenge, seed, msgspec.json.encode(dict(sorted(rules.items()))).decode())


class Place(NamedTuple):
    """The place of a result among the own ones of the same challenge, or of the same game and rules in
    free play: 1 is the best."""

    place: int
    of: int


class Statistics(NamedTuple):
    """What has been played of one game. Times are those of the deals won."""

    game: str
    played: int
    won: int
    best: int | None
    mean: int | None
    streak: int
    """How many of the latest were won without a break; `longest`: the most ever."""
    longest: int


class Records:
    """The results so far. Every method may raise RecordsError."""

    def __init__(self, file: "RecordFile") -> None:
        self._file = file

    @property
    def kept(self) -> bool:
        """Whether they are on the disk, and not only as long as the program lasts."""
        return self._file.kept

    @property
    def gone(self) -> bool:
        """Whether another program has set their file aside: what is read here is not what is kept now."""
        return self._file.gone

    def add(self, result: Result) -> Place:
        """Record a result; its place."""
        row = _row(result)
        marks = ", ".join("?" * len(row))
        self._file.write(f"INSERT INTO result ({_COLUMNS}) VALUES ({marks})", row)
        same, values = _alike(result)
        better, rank = "won > ? OR won = ? AND (placed > ? OR placed = ? AND time < ?)", result.won
        count = f"SELECT count(*), count(CASE WHEN {better} THEN 1 END) FROM good WHERE {same}"
        against = (rank, rank, result.placed, result.placed, result.time)
        ((of, before),) = self._file.ask(count, (*against, *values))
        return Place(before + 1, of)

    def best(self, at: Contest) -> Result | None:
        """The best result of a challenge."""
        values = (at.challenge, str(at.seed), at.rules)
        found = self._results(f"WHERE {_SAME_DEAL}", values, f"ORDER BY {_RANK} LIMIT 1")
        return found[0] if found else None

    def bests(self) -> dict[Contest, Result]:
        """The best result of every challenge that has been played."""
        same = "(challenge, seed, rules) = (played.challenge, played.seed, played.rules)"
        best = f"SELECT id FROM good WHERE {same} ORDER BY {_RANK} LIMIT 1"
        played = "SELECT DISTINCT challenge, seed, rules FROM good WHERE challenge <> ''"
        found = self._results(f"WHERE id IN (SELECT ({best}) FROM ({played}) AS played)", (), "")
        return {contest(result.challenge, result.seed, result.rules): result for result in found}

    def ranking(self, like: Result, most: int = 10) -> list[Result]:
        """The best results that compete with one: see Place."""
        same, values = _alike(like)
        return self._results(f"WHERE {same}", (*values, most), f"ORDER BY {_RANK} LIMIT ?")

    def results(self, game: str | None = None, most: int = -1) -> list[Result]:
        """The latest results, the latest last; of one game or all."""
        where, values = ("WHERE game = ?", (game,)) if game else ("", ())
        return self._results(where, (*values, most), "ORDER BY id DESC LIMIT ?")[::-1]

    def statistics(self) -> list[Statistics]:
        """A line for each game that has been played, by its name."""
        played: dict[str, list[tuple[bool, int]]] = {}
        for game, won, time in self._file.ask("SELECT game, won, time FROM good ORDER BY id", ()):
            played.setdefault(game, []).append((bool(won), time))
        return [_statistics(game, played[game]) for game in sorted(played)]

    def days(self, today: date) -> int:
        """For how many days in a row the daily challenge has been won, today's not counted before it is."""
        asked = "SELECT DISTINCT challenge FROM good WHERE won AND challenge LIKE 'daily-%'"
        won = {challenge.removeprefix(_DAILY) for (challenge,) in self._file.ask(asked, ())}
        day = today if today.isoformat() in won else today - timedelta(days=1)
        count = 0
        while day.isoformat() in won:
            count, day = count + 1, day - timedelta(days=1)
        return count

    def export(self, folder: Path) -> tuple[Path, Path]:
        """Write all results as CSV and as JSON into the folder; where they are. Raises DataFolderError."""
        results = self.results()
        table, listed = folder / "records.csv", folder / "records.json"
        write(table, csv_text(results).encode())
        write(listed, msgspec.json.format(msgspec.json.encode(results), indent=2) + b"\n")
        return table, listed

    def close(self) -> None:
        """Let the file go."""
        self._file.close()

    def _results(self, where: str, values: Sequence[object], order: str) -> list[Result]:
        rows = self._file.ask(f"SELECT {_COLUMNS} FROM good {where} {order}", values)
        try:
            return [_result(row) for row in rows]
        except (ValueError, TypeError):
            raise self._file.failed(Notice(N_("a line is damaged"))) from None

    def sift(self) -> int:
        """Leave out the rows that cannot be read; how many."""
        bad = [
            number for number, *row in self._file.ask(f"SELECT id, {_COLUMNS} FROM good") if not _good(row)
        ]
        self._file.hide(bad)
        return len(bad)


def open_records(folder: Path | None) -> tuple[Records, Notice | None]:
    """The records of a data folder, and what to tell the player if they are not those of the file.

    A damaged file is set aside under a free name, a damaged row left out. If nothing can be kept in the
    folder, the records last as long as the program.
    """
    from game.storage import database

    file, notice = database.open_file(folder)
    records = Records(file)
    try:
        if (bad := records.sift()) and folder:
            notice = notice or Notice(_BAD, path=folder / database.FILE, count=bad)
    except RecordsError as error:
        notice = notice or Notice("{reason}", reason=error)
    return records, notice


def csv_text(results: Iterable[Result]) -> str:
    """The results as CSV with a line of headings."""
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(Result.__struct_fields__)
    lines.writerows(_row(result) for result in results)
    return text.getvalue()


_COLUMNS = ", ".join(f'"{field}"' for field in Result.__struct_fields__)


def _row(result: Result) -> tuple[object, ...]:
    """The columns of a result; seeds may be larger than SQLite's numbers."""
    values = {field: getattr(result, field) for field in Result.__struct_fields__}
    at = contest(result.challenge, result.seed, result.rules)
    values |= {"rules": at.rules, "seed": str(at.seed), "won": int(result.won)}
    return tuple(values.values())


def _result(row: Sequence[Any]) -> Result:
    """The result that columns state. Raises ValueError, TypeError."""
    values = dict(zip(Result.__struct_fields__, row, strict=True))
    values["rules"] = decode(values["rules"], dict[str, bool | int | str])
    return msgspec.convert(values, Result, strict=False)


def _good(row: Sequence[Any]) -> bool:
    try:
        return bool(_result(row))
    except (ValueError, TypeError):
        return False


def _alike(result: Result) -> tuple[str, tuple[object, ...]]:
    """What a result competes with, as a condition and its values."""
    at = contest(result.challenge, result.seed, result.rules)
    if result.challenge:
        return _SAME_DEAL, (at.challenge, str(at.seed), at.rules)
    return "challenge = '' AND game = ? AND rules = ?", (result.game, at.rules)


def _statistics(game: str, played: Sequence[tuple[bool, int]]) -> Statistics:
    times = [time for won, time in played if won]
    streak = longest = 0
    for won, _time in played:
        streak = streak + 1 if won else 0
        longest = max(longest, streak)
    mean = sum(times) // len(times) if times else None
    return Statistics(game, len(played), len(times), min(times, default=None), mean, streak, longest)
