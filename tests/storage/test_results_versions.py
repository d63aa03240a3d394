"""Results of an older version are set aside whole, those of a newer one left alone."""

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from game.storage import files
from game.storage.database import FILE, VERSION
from game.storage.result import Placing
from game.storage.results import open_results
from tests.storage.result_files import filled, opened, result


@contextmanager
def inside(folder: Path) -> Iterator[sqlite3.Connection]:
    """The file of a folder with a hundred results, to be changed."""
    filled(folder)
    with sqlite3.connect(folder / FILE) as connection:
        yield connection
    connection.close()


def test_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    with inside(tmp_path) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    newer = (tmp_path / FILE).read_bytes()
    records, notice = open_results(tmp_path)
    assert "newer" in str(notice)
    assert records.add(result()) == Placing(1, 1)
    records.close()
    assert (tmp_path / FILE).read_bytes() == newer
    assert [path.name for path in tmp_path.glob("*.db")] == [FILE]


@pytest.mark.parametrize("version", [1, VERSION - 1])
def test_file_of_an_older_version_is_set_aside_and_told(tmp_path: Path, version: int) -> None:
    with inside(tmp_path) as connection:
        connection.execute(f"PRAGMA user_version = {version}")
    other = (tmp_path / FILE).read_bytes()
    records, notice = open_results(tmp_path)
    assert "older version" in str(notice)
    assert str(tmp_path / FILE) in str(notice)
    assert "records-old-1.db" in str(notice)
    assert "\n" not in str(notice)
    assert (tmp_path / "records-old-1.db").read_bytes() == other
    assert records.latest() == []
    assert records.add(result()) == Placing(1, 1)
    records.close()
    assert opened(tmp_path).latest() == [result()]


def test_what_an_older_program_wrote_last_is_set_aside_with_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "_PATIENCE", 0)
    filled(tmp_path)
    connection = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    connection.execute(f"PRAGMA user_version = {VERSION - 1}")
    connection.execute("DELETE FROM result WHERE time > 0")
    records, notice = open_results(tmp_path)
    connection.close()
    if sys.platform == "win32":  # where it stays as long as it is open
        assert "another program is using it" in str(notice)
        assert len(records.latest()) == 1, "it is shown all the same"
        records, notice = open_results(tmp_path)
    assert "older version" in str(notice)
    assert records.latest() == []
    records.close()
    with sqlite3.connect(tmp_path / "records-old-1.db") as connection:
        assert connection.execute("SELECT count(*) FROM result").fetchone() == (1,)
    connection.close()
