"""Results survive: kill -9, two programs at once, damage, newer versions, folders that cannot be written."""

import csv
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from game.storage import database
from game.storage.database import FILE
from game.storage.results import (
    Contest,
    Place,
    Records,
    RecordsError,
    Result,
    Statistics,
    contest,
    open_records,
)
from game.storage.schema import MIGRATIONS, migrate

WRITER = """
import sys
from pathlib import Path
from game.storage.results import contest, open_records
from tests.storage.test_results import result
records, notice = open_records(Path(sys.argv[1]))
assert notice is None, str(notice)
for number in range(int(sys.argv[2])):
    records.add(result(challenge=sys.argv[3], time=number))
    print(number, flush=True)
"""


def result(**changed: object) -> Result:
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
    }
    return Result(**{**stated, **changed})  # type: ignore[arg-type]


def of(one: Result) -> Contest:
    return contest(one.challenge, one.seed, one.rules)


def opened(folder: Path) -> Records:
    records, notice = open_records(folder)
    assert notice is None
    return records


def old(folder: Path, one: Result) -> None:
    """A file of version 1 with this result."""
    connection = sqlite3.connect(folder / FILE, isolation_level=None)
    migrate(connection, MIGRATIONS[:1])
    values = {name: getattr(one, name) for name in Result.__struct_fields__}
    values |= {"rules": contest("", 0, one.rules).rules, "seed": str(one.seed)}
    names = ", ".join(f'"{name}"' for name in values)
    marks = ", ".join("?" * len(values))
    connection.execute(f"INSERT INTO result ({names}) VALUES ({marks})", tuple(values.values()))
    connection.close()


def writer(folder: Path, count: int, name: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, str(folder), str(count), name]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_results_come_back(tmp_path: Path) -> None:
    opened(tmp_path).add(result())
    assert opened(tmp_path).results() == [result()]


def test_place_counts_won_then_cards_then_time(tmp_path: Path) -> None:
    records = opened(tmp_path)
    assert records.add(result(time=100)) == Place(1, 1)
    assert records.add(result(won=False, placed=60, time=50, medal="")) == Place(2, 2)
    assert records.add(result(won=False, placed=70, time=90, medal="")) == Place(2, 3)
    assert records.add(result(won=False, placed=70, time=80, medal="")) == Place(2, 4)
    assert records.add(result(time=99)) == Place(1, 5)
    assert records.add(result(time=99)) == Place(1, 6)
    assert records.add(result(time=98, challenge="acht-mal-acht-08")) == Place(1, 1)
    ranked = records.ranking(result())
    assert [(one.won, one.placed, one.time) for one in ranked[:4]] == [
        (True, 104, 99),
        (True, 104, 99),
        (True, 104, 100),
        (False, 70, 80),
    ]
    best = records.best(of(result()))
    assert best is not None
    assert best.time == 99
    assert records.best(of(result(challenge="none"))) is None
    assert {at: best.time for at, best in records.bests().items()} == {
        of(result()): 99,
        of(result(challenge="acht-mal-acht-08")): 98,
    }


def test_a_challenge_that_has_got_another_deal_has_no_results_yet(tmp_path: Path) -> None:
    records = opened(tmp_path)
    records.add(result())
    for other in (result(seed=8), result(rules={}), result(rules={"passes": 0})):
        assert records.best(of(other)) is None
        assert records.ranking(other) == []
        assert records.add(other) == Place(1, 1)
    assert len(records.bests()) == len(records.results()) == 4


def test_free_play_competes_with_the_same_rules(tmp_path: Path) -> None:
    records = opened(tmp_path)
    assert records.add(result(challenge="", rules={"a": 1, "b": True})) == Place(1, 1)
    assert records.add(result(challenge="", rules={"b": True, "a": 1}, seed=5)) == Place(1, 2)
    assert records.add(result(challenge="", rules={})) == Place(1, 1)
    assert records.bests() == {}


def test_statistics_and_streaks(tmp_path: Path) -> None:
    records = opened(tmp_path)
    for won in (True, True, True, False, True, True):
        records.add(result(won=won, time=10 if won else 1))
    records.add(result(game="paare", won=False))
    assert records.statistics() == [
        Statistics("acht-mal-acht", 6, 5, 10, 10, 2, 3),
        Statistics("paare", 1, 0, None, None, 0, 0),
    ]
    assert len(records.results("paare")) == 1
    assert records.results(most=2) == records.results()[-2:]


def test_days_in_a_row(tmp_path: Path) -> None:
    records = opened(tmp_path)
    for day in ("2026-11-17", "2026-11-19", "2026-11-20", "2026-11-20"):
        records.add(result(challenge=f"daily-{day}"))
    records.add(result(challenge="daily-2026-11-18", won=False))
    assert records.days(date(2026, 11, 21)) == 2
    records.add(result(challenge="daily-2026-11-21"))
    assert records.days(date(2026, 11, 21)) == 3
    assert records.days(date(2026, 11, 23)) == 0


def test_export_holds_every_result(tmp_path: Path) -> None:
    records = opened(tmp_path)
    records.add(result())
    records.add(result(won=False, medal="", run='a "b", c'))
    table, listed = records.export(tmp_path)
    with table.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["won"] for row in rows] == ["1", "0"]
    assert rows[1]["run"] == 'a "b", c'
    assert rows[0]["seed"] == str(2**64 - 1)
    stated = json.loads(listed.read_text("utf-8"))
    assert stated[0]["rules"] == {"passes": 1}
    assert [one["medal"] for one in stated] == ["silver", ""]


def test_every_result_that_was_told_survives_kill_9(tmp_path: Path) -> None:
    process = writer(tmp_path, 100_000, "x")
    assert process.stdout is not None
    for _line in range(50):
        assert process.stdout.readline(), process.stderr and process.stderr.read()
    process.send_signal(signal.SIGKILL)
    told = 50 + len(process.stdout.readlines())
    process.wait()
    times = [one.time for one in opened(tmp_path).results()]
    assert times == list(range(len(times)))
    assert told <= len(times) <= told + 1


def test_kill_9_within_a_transaction_leaves_all_or_nothing(tmp_path: Path) -> None:
    opened(tmp_path).add(result())
    half = """
import sqlite3, sys, time
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
connection.execute("PRAGMA cache_size = 1")
for _ in range(2000):
    connection.execute("INSERT INTO result SELECT NULL, challenge, game, rules, seed, won, placed, cards,"
                       ' time, penalty, hints, undos, mistakes, medal, "when", run FROM result LIMIT 1')
print("half", flush=True)
time.sleep(60)
"""
    command = [sys.executable, "-c", half, str(tmp_path / FILE)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "half\n"
        process.kill()
    records = opened(tmp_path)
    assert records.results() == [result()]
    assert records.add(result()) == Place(1, 2)


def test_two_programs_write_at_once_from_the_first_moment(tmp_path: Path) -> None:
    programs = [writer(tmp_path, 60, name) for name in ("a", "b", "c")]
    for program in programs:
        _out, told = program.communicate(timeout=60)
        assert program.returncode == 0, told
    results = opened(tmp_path).results()
    assert len(results) == 180
    for name in ("a", "b", "c"):
        assert [one.time for one in results if one.challenge == name] == list(range(60))


def test_a_program_that_writes_long_is_waited_for(tmp_path: Path) -> None:
    records = opened(tmp_path)
    hold = """
import sqlite3, sys, time
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("held", flush=True)
time.sleep(0.7)
connection.execute("COMMIT")
"""
    command = [sys.executable, "-c", hold, str(tmp_path / FILE)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        assert records.add(result()) == Place(1, 1)


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


@pytest.mark.parametrize("damage", ["garbage", "truncated", "overwritten", "foreign", "columns"])
def test_damaged_file_is_set_aside_and_told(damage: str, tmp_path: Path) -> None:
    whole = filled(tmp_path)
    path = tmp_path / FILE
    if damage == "garbage":
        path.write_bytes(b"no database at all" * 300)
    elif damage == "truncated":
        path.write_bytes(whole[: len(whole) // 2])
    elif damage == "overwritten":
        path.write_bytes(whole[:4096] + b"\xaa" * 8192 + whole[12288:])
    else:
        with sqlite3.connect(path) as connection:
            drop = {"foreign": "PRAGMA application_id = 7", "columns": "ALTER TABLE result DROP COLUMN hints"}
            connection.execute(drop[damage])
        connection.close()
    damaged = path.read_bytes()
    records, notice = open_records(tmp_path)
    assert str(path) in str(notice)
    assert "records-damaged-1.db" in str(notice)
    assert "\n" not in str(notice)
    assert (tmp_path / "records-damaged-1.db").read_bytes() == damaged
    assert records.add(result()) == Place(1, 1)
    assert opened(tmp_path).results() == [result()]


def test_second_damage_takes_another_name(tmp_path: Path) -> None:
    for number in (1, 2):
        (tmp_path / FILE).write_bytes(b"%d" % number * 5000)
        open_records(tmp_path)[0].close()
    assert (tmp_path / "records-damaged-1.db").read_bytes() == b"1" * 5000
    assert (tmp_path / "records-damaged-2.db").read_bytes() == b"2" * 5000


def test_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    filled(tmp_path)
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    connection.close()
    newer = (tmp_path / FILE).read_bytes()
    records, notice = open_records(tmp_path)
    assert "newer" in str(notice)
    assert records.add(result()) == Place(1, 1)
    records.close()
    assert (tmp_path / FILE).read_bytes() == newer
    assert not list(tmp_path.glob("*damaged*"))


def test_a_file_of_version_1_is_brought_up_to_date(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    migrate(connection, MIGRATIONS[:1])
    columns = [row[1] for row in connection.execute("PRAGMA table_info(result)")]
    values: dict[str, object] = {"rules": "{}", "medal": "gold", "game": "paare", "seed": "7"}
    row = [values.get(column, 1) for column in columns]
    connection.execute(f"INSERT INTO result VALUES ({', '.join('?' * len(row))})", row)
    connection.close()
    (found,) = opened(tmp_path).results()
    assert (found.game, found.seed, found.medal) == ("paare", 7, "gold")


@pytest.mark.parametrize(
    ("game", "rules", "told"),
    [
        ("acht-mal-acht", {}, {"any_part": True}),
        ("acht-mal-acht", {"passes": 0}, {"any_part": True, "passes": 0}),
        ("haisty", {}, {"exposed": True}),
        ("haisty", {"any_part": True}, {"any_part": True, "exposed": True}),
        (
            "haisty",
            {"any_part": True, "round_corner": False},
            {"any_part": True, "exposed": True, "round_corner": False},
        ),
        ("farbwechsel", {}, {"must_lay": True}),
        ("farbwechsel", {"way": "b"}, {"way": "b"}),
        ("rot-und-schwarz", {"any_part": True}, {"any_part": True}),
    ],
)
def test_an_old_result_keeps_the_rules_it_was_played_by(
    tmp_path: Path, game: str, rules: dict[str, bool | int | str], told: dict[str, bool | int | str]
) -> None:
    old(tmp_path, result(game=game, rules=rules))
    records = opened(tmp_path)
    assert records.results() == [result(game=game, rules=told)]
    assert records.add(result(game=game, rules=told)).of == 2


def test_an_old_win_by_double_series_is_a_win_that_counts_less(tmp_path: Path) -> None:
    old(tmp_path, result(game="staffelpatience", won=False, placed=52, cards=52))
    (found,) = opened(tmp_path).results()
    assert (found.won, found.placed) == (True, 51)


def test_a_later_migration_keeps_what_is_there(tmp_path: Path) -> None:
    filled(tmp_path)
    connection = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    migrate(connection, (*MIGRATIONS, "ALTER TABLE result ADD COLUMN place TEXT NOT NULL DEFAULT 'home'"))
    places = connection.execute("SELECT place, count(*) FROM result GROUP BY place").fetchall()
    assert places == [("home", 100)]
    assert connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS) + 1,)


def test_a_migration_that_fails_changes_nothing(tmp_path: Path) -> None:
    filled(tmp_path)
    connection = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    with pytest.raises(sqlite3.OperationalError):
        migrate(connection, (*MIGRATIONS, "CREATE TABLE other (one); CREATE TABLE other (two)"))
    connection.close()
    assert len(opened(tmp_path).results()) == 100
    assert sqlite3.connect(tmp_path / FILE).execute("SELECT count(*) FROM sqlite_master").fetchone() == (3,)


@pytest.mark.skipif(sys.platform != "linux", reason="needs a folder that not even root can write")
def test_folder_that_cannot_be_written_is_one_line_and_play_goes_on() -> None:
    records, notice = open_records(Path("/proc/haisty"))
    assert "/proc/haisty" in str(notice)
    assert "\n" not in str(notice)
    assert records.add(result()) == Place(1, 1)


def test_folder_in_the_files_place_is_one_line(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    records, notice = open_records(tmp_path)
    assert str(tmp_path / FILE) in str(notice)
    assert records.add(result()) == Place(1, 1)


BAD_ROWS = {
    "game": "CAST(x'ff' AS TEXT)",
    "challenge": "'two' || char(10) || 'lines'",
    "rules": "'{'",
    "seed": "'many'",
    "won": "7",
    "placed": "-1",
    "cards": "x'00'",
    "time": "'soon'",
    "penalty": "0.5",
    "medal": "'tin'",
    '"when"': "4611686018427387904",
    "run": "'a' || char(0)",
}


@pytest.mark.parametrize("column", BAD_ROWS)
def test_one_damaged_row_costs_no_other(column: str, tmp_path: Path) -> None:
    records = opened(tmp_path)
    for number, name in enumerate(("daily-2026-11-20", "daily-2026-11-21", "daily-2026-11-21")):
        records.add(result(time=number + 1, challenge=name))
    records.add(result(time=0, challenge="daily-2026-11-21"))
    whole = records.results()
    records.close()
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute(f"UPDATE result SET {column} = {BAD_ROWS[column]} WHERE id = 4")
    connection.close()
    records, notice = open_records(tmp_path)
    assert str(tmp_path / FILE) in str(notice)
    assert str(notice).endswith(" 1.")
    assert "\n" not in str(notice)
    assert records.results() == whole[:3]
    assert records.best(of(whole[1])) == whole[1]
    assert records.bests()[of(whole[1])] == whole[1]
    assert records.ranking(whole[1]) == whole[1:3]
    assert records.statistics() == [Statistics("acht-mal-acht", 3, 3, 1, 2, 3, 3)]
    assert records.days(date(2026, 11, 21)) == 2
    assert records.add(result(challenge="daily-2026-11-21", time=9)) == Place(3, 3)
    records.export(tmp_path)
    records.close()
    with sqlite3.connect(tmp_path / FILE) as connection:
        assert connection.execute("SELECT count(*) FROM result").fetchone() == (5,)
    connection.close()


def test_a_schema_that_is_no_text_is_damage(tmp_path: Path) -> None:
    damaged = filled(tmp_path).replace(
        b"CREATE INDEX result_game", b"CREATE \xff\xff\xff\xff\xff result_game"
    )
    (tmp_path / FILE).write_bytes(damaged)
    records, notice = open_records(tmp_path)
    assert "records-damaged-1.db" in str(notice)
    assert "\n" not in str(notice)
    assert (tmp_path / "records-damaged-1.db").read_bytes() == damaged
    assert records.add(result())
    assert opened(tmp_path).results()[-1] == result()


def test_an_index_that_says_something_else_than_the_rows_is_damage(tmp_path: Path) -> None:
    filled(tmp_path)
    start = index_start(tmp_path)
    whole = (tmp_path / FILE).read_bytes()
    page = whole[start : start + 4096].replace(b"acht-mal-acht", b"\xff\xff\xff\xff-mal-acht")
    (tmp_path / FILE).write_bytes(whole[:start] + page + whole[start + 4096 :])
    records, notice = open_records(tmp_path)
    assert str(notice).endswith(" 100.")
    assert len(records.results("acht-mal-acht")) == 100


def test_what_a_damaged_file_still_holds_is_saved(tmp_path: Path) -> None:
    filled(tmp_path)
    overwrite_index(tmp_path)
    records, notice = open_records(tmp_path)
    assert "records-damaged-1.db" in str(notice)
    assert str(notice).endswith(" 100.")
    assert [one.time for one in records.results()] == list(range(100))
    records.close()
    assert len(opened(tmp_path).results()) == 100


def test_what_a_damaged_file_of_an_older_version_holds_keeps_its_rules(tmp_path: Path) -> None:
    old(tmp_path, result(game="haisty", rules={}))
    overwrite_index(tmp_path)
    records, notice = open_records(tmp_path)
    assert "records-damaged-1.db" in str(notice)
    assert records.results() == [result(game="haisty", rules={"exposed": True})]


GATED = """
import sys
from pathlib import Path
from game.storage import database
from game.storage.results import contest, open_records
from tests.storage.test_results import result
print("here", flush=True)
sys.stdin.readline()
records, notice = open_records(Path(sys.argv[1]))
for number in range(3):
    records.add(result(challenge=sys.argv[2], time=number))
print(notice or "")
"""


@pytest.mark.parametrize(("programs", "damaged"), [(2, False), (4, False), (2, True), (4, True)])
def test_programs_that_open_at_once_lose_nothing(programs: int, damaged: bool, tmp_path: Path) -> None:
    for run in range(4):
        folder = tmp_path / str(run)
        folder.mkdir()
        if damaged:
            (folder / FILE).write_bytes(b"no database" * 500)
        begun = [
            subprocess.Popen(
                [sys.executable, "-c", GATED, str(folder), str(number)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            for number in range(programs)
        ]
        for program in begun:
            assert program.stdout
            program.stdout.readline()
        for program in begun:
            assert program.stdin
            program.stdin.write("go\n")
            program.stdin.flush()
        told = [program.communicate(timeout=60) for program in begun]
        assert not any(fault for _said, fault in told)
        assert sum(bool(said.strip()) for said, _fault in told) == damaged
        assert len(opened(folder).results()) == 3 * programs
        kept = ["records-damaged-1.db"] if damaged else []
        assert sorted(path.name for path in folder.glob("records*.db")) == [*kept, FILE]


def test_a_program_whose_file_is_set_aside_goes_on_in_the_new_one(tmp_path: Path) -> None:
    records = opened(tmp_path)
    records.add(result(time=1))
    for suffix in ("", "-wal", "-shm"):
        (tmp_path / (FILE + suffix)).rename(tmp_path / ("records-damaged-1.db" + suffix))
    opened(tmp_path).add(result(time=2))
    records.add(result(time=3))
    assert [one.time for one in opened(tmp_path).results()] == [2, 3]


@pytest.fixture
def unwritable() -> Iterator[Path]:
    """A folder with a hundred results in which this process may not write, root or not."""
    folder = Path(tempfile.mkdtemp())
    filled(folder)
    folder.chmod(0o555)
    (folder / FILE).chmod(0o444)
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    yield folder
    if user == 0:
        os.seteuid(0)
    folder.chmod(0o755)
    shutil.rmtree(folder)


@pytest.mark.skipif(sys.platform == "win32", reason="needs rights as Unix has them")
def test_a_folder_that_cannot_be_written_shows_what_it_holds(unwritable: Path) -> None:
    records, notice = open_records(unwritable)
    assert str(unwritable) in str(notice)
    assert [one.time for one in records.results()] == list(range(100))
    assert records.add(result(time=100)) == Place(101, 101)
    records.close()
    assert sorted(path.name for path in unwritable.iterdir()) == [FILE]


@pytest.mark.skipif(sys.platform == "win32", reason="needs rights as Unix has them")
def test_a_program_that_was_killed_left_results_that_a_read_only_folder_shows(tmp_path: Path) -> None:
    process = writer(tmp_path, 100_000, "x")
    assert process.stdout is not None
    for _line in range(20):
        process.stdout.readline()
    process.kill()
    told = 20 + len(process.stdout.readlines())
    folder = Path(tempfile.mkdtemp())
    for path in tmp_path.glob("records.db*"):
        shutil.copy(path, folder)
        (folder / path.name).chmod(0o444)
    folder.chmod(0o555)
    user = os.geteuid()
    try:
        os.seteuid(65534) if user == 0 else None
        assert len(open_records(folder)[0].results()) >= told
    finally:
        os.seteuid(0) if user == 0 else None
        folder.chmod(0o755)
        shutil.rmtree(folder)


@pytest.mark.skipif(sys.platform == "win32", reason="needs rights as Unix has them")
def test_a_file_that_cannot_be_written_is_told_and_shown(unwritable: Path) -> None:
    os.seteuid(os.getuid())
    unwritable.chmod(0o777)
    if os.getuid() == 0:
        os.seteuid(65534)
    records, notice = open_records(unwritable)
    assert "read-only" in str(notice)
    assert len(records.results()) == 100
    assert records.add(result(time=100)) == Place(101, 101)


def test_a_file_that_another_program_holds_is_told_without_sqlites_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(tmp_path)
    monkeypatch.setattr(database, "PATIENCE", 0.05)
    other = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    records, notice = open_records(tmp_path)
    assert "another program is using it" in str(notice)
    assert len(records.results()) == 100
    other.close()


@pytest.mark.skipif(sys.platform == "win32", reason="needs pipes and devices with names")
def test_a_pipe_a_device_or_a_flood_in_the_files_place_is_told(tmp_path: Path) -> None:
    path = tmp_path / FILE
    path.symlink_to("/dev/zero")
    assert "it is not a file" in str(open_records(tmp_path)[1])
    path.unlink()
    os.mkfifo(path)
    assert "it is not a file" in str(open_records(tmp_path)[1])
    path.unlink()
    with path.open("wb") as file:
        file.truncate(2**34)
    assert "it is too large" in str(open_records(tmp_path)[1])


def test_a_file_that_is_lost_while_it_is_used_is_told(tmp_path: Path) -> None:
    records = opened(tmp_path)
    connection = sqlite3.connect(tmp_path / FILE)
    connection.execute("DROP TABLE result")
    with pytest.raises(RecordsError, match=r"records\.db"):
        records.add(result())


def test_sqlite_is_not_loaded_before_records_are_opened() -> None:
    code = "import sys, game.storage.results; assert 'sqlite3' not in sys.modules"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
