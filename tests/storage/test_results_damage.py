"""Results outlive damage to their file: all that can be read is kept, the rest set aside."""

import os
import sqlite3
import sys
from datetime import date
from pathlib import Path

import pytest

from game.storage.database import FILE
from game.storage.result import Placing, ResultsError, Statistics
from game.storage.results import export, open_results
from tests.storage.result_files import filled, index_start, of, of_its_day, opened, overwrite_index, result


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
    records, notice = open_results(tmp_path)
    assert str(path) in str(notice)
    assert "records-damaged-1.db" in str(notice)
    assert "\n" not in str(notice)
    assert (tmp_path / "records-damaged-1.db").read_bytes() == damaged
    assert records.add(result()) == Placing(1, 1)
    assert opened(tmp_path).latest() == [result()]


def test_second_damage_takes_another_name(tmp_path: Path) -> None:
    for number in (1, 2):
        (tmp_path / FILE).write_bytes(b"%d" % number * 5000)
        open_results(tmp_path)[0].close()
    assert (tmp_path / "records-damaged-1.db").read_bytes() == b"1" * 5000
    assert (tmp_path / "records-damaged-2.db").read_bytes() == b"2" * 5000


def test_folder_in_the_files_place_is_one_line(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    records, notice = open_results(tmp_path)
    assert str(tmp_path / FILE) in str(notice)
    assert records.add(result()) == Placing(1, 1)


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
    "day": "x'00'",
}


@pytest.mark.parametrize("column", BAD_ROWS)
def test_one_damaged_row_costs_no_other(column: str, tmp_path: Path) -> None:
    records = opened(tmp_path)
    for number, name in enumerate(("daily-2026-11-20", "daily-2026-11-21", "daily-2026-11-21")):
        records.add(of_its_day(name, time=number + 1))
    records.add(of_its_day("daily-2026-11-21", time=0))
    whole = records.latest()
    records.close()
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute(f"UPDATE result SET {column} = {BAD_ROWS[column]} WHERE id = 4")
    connection.close()
    records, notice = open_results(tmp_path)
    assert str(tmp_path / FILE) in str(notice)
    assert str(notice).endswith(" 1.")
    assert "\n" not in str(notice)
    assert records.latest() == whole[:3]
    assert records.best(of(whole[1])) == whole[1]
    assert records.bests()[of(whole[1])] == whole[1]
    assert records.ranking(whole[1]) == whole[1:3]
    assert records.statistics() == {"acht-mal-acht": Statistics(3, 3, 3, 3, 1, 2)}
    assert records.days(date(2026, 11, 21)) == (2, 2)
    assert records.add(result(challenge="daily-2026-11-21", time=9)) == Placing(3, 3)
    export(records, tmp_path)
    records.close()
    with sqlite3.connect(tmp_path / FILE) as connection:
        assert connection.execute("SELECT count(*) FROM result").fetchone() == (5,)
    connection.close()


def test_a_schema_that_is_no_text_is_damage(tmp_path: Path) -> None:
    damaged = filled(tmp_path).replace(
        b"CREATE INDEX result_game", b"CREATE \xff\xff\xff\xff\xff result_game"
    )
    (tmp_path / FILE).write_bytes(damaged)
    records, notice = open_results(tmp_path)
    assert "records-damaged-1.db" in str(notice)
    assert "\n" not in str(notice)
    assert (tmp_path / "records-damaged-1.db").read_bytes() == damaged
    assert records.add(result())
    assert opened(tmp_path).latest()[-1] == result()


def test_an_index_that_says_something_else_than_the_rows_is_damage(tmp_path: Path) -> None:
    filled(tmp_path)
    start = index_start(tmp_path)
    whole = (tmp_path / FILE).read_bytes()
    page = whole[start : start + 4096].replace(b"acht-mal-acht", b"\xff\xff\xff\xff-mal-acht")
    (tmp_path / FILE).write_bytes(whole[:start] + page + whole[start + 4096 :])
    records, notice = open_results(tmp_path)
    assert str(notice).endswith(" 100.")
    assert len(records.latest("acht-mal-acht")) == 100


def test_what_a_damaged_file_still_holds_is_saved(tmp_path: Path) -> None:
    filled(tmp_path)
    overwrite_index(tmp_path)
    records, notice = open_results(tmp_path)
    assert "records-damaged-1.db" in str(notice)
    assert str(notice).endswith(" 100.")
    assert [one.time for one in records.latest()] == list(range(100))
    records.close()
    assert len(opened(tmp_path).latest()) == 100


@pytest.mark.skipif(sys.platform == "win32", reason="needs pipes and devices with names")
def test_a_pipe_a_device_or_a_flood_in_the_files_place_is_told(tmp_path: Path) -> None:
    path = tmp_path / FILE
    path.symlink_to("/dev/zero")
    assert "it is not a file" in str(open_results(tmp_path)[1])
    path.unlink()
    os.mkfifo(path)
    assert "it is not a file" in str(open_results(tmp_path)[1])
    path.unlink()
    with path.open("wb") as file:
        file.truncate(2**34)
    assert "it is too large" in str(open_results(tmp_path)[1])


def test_a_file_that_is_lost_while_it_is_used_is_told(tmp_path: Path) -> None:
    records = opened(tmp_path)
    connection = sqlite3.connect(tmp_path / FILE)
    connection.execute("DROP TABLE result")
    with pytest.raises(ResultsError, match=r"records\.db"):
        records.add(result())
