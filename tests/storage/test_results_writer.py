"""Whoever enters results beside the game: in order, all of them, and none lost at the end."""

import sqlite3
import sys
from pathlib import Path
from threading import get_ident

import pytest

from game.challenges.challenge import finished_run
from game.storage.database import FILE, VERSION
from game.storage.result import Result
from game.storage.results import open_results
from game.storage.results_writer import ResultsWriter
from game.storage.run_replay import RunReplay, read_checked_run
from game.storage.settings import Settings
from game.system import here
from tests.challenges.test_challenge import LEVEL, WHEN
from tests.challenges.test_challenge import played as session
from tests.storage.result_files import filled
from tests.waiting import PATIENCE


def unwanted(notice: object) -> None:
    """Nothing is to be told."""
    pytest.fail(str(notice))


def until_written(writer: ResultsWriter) -> None:
    end = here().clock.seconds() + PATIENCE
    while writer.busy:
        assert here().clock.seconds() < end, "it never gets done"
        here().clock.pause(0.002)


@pytest.fixture(scope="module")
def end() -> tuple[RunReplay, Result]:
    return finished_run(session(0.5), LEVEL, Settings(name="Ada"), WHEN)


def test_closing_waits_until_all_is_on_the_disk(tmp_path: Path, end: tuple[RunReplay, Result]) -> None:
    writer = ResultsWriter(tmp_path, unwanted)
    entries = [writer.save(*end) for _ in range(20)]
    writer.close()
    assert not writer.busy
    endings = [entry.saved for entry in entries if entry.saved]
    assert [ending.placing.of for ending in endings] == list(range(1, 21))
    assert [result.run for result in open_results(tmp_path)[0].latest()] == [e.result.run for e in endings]
    for ending in endings:
        assert ending.on_disk
        assert read_checked_run(tmp_path / "replays" / ending.result.run)[1].won


def test_it_writes_in_a_thread_of_its_own_and_wakes_others(
    tmp_path: Path, end: tuple[RunReplay, Result]
) -> None:
    threads: list[int] = []
    writer = ResultsWriter(tmp_path, unwanted, lambda: threads.append(get_ident()))
    writer.save(*end)
    writer.close()
    assert len(threads) == 2, "when it is saved, and when it has been compared"
    assert get_ident() not in threads


def test_what_cannot_be_kept_is_told_and_lasts_as_long_as_the_program(
    tmp_path: Path, end: tuple[RunReplay, Result]
) -> None:
    (tmp_path / "records.db").mkdir()
    (tmp_path / "replays").write_text("in the way")
    told: list[str] = []
    writer = ResultsWriter(tmp_path, lambda notice: told.append(str(notice)))
    entry = writer.save(*end)
    until_written(writer)
    assert entry.saved
    assert not entry.saved.on_disk
    assert writer.results.latest() == [entry.result]
    assert any("records.db" in line for line in told)
    assert any("replays" in line for line in told)
    writer.close()


def test_without_a_folder_nothing_is_written_and_all_is_known_at_once(end: tuple[RunReplay, Result]) -> None:
    writer = ResultsWriter(None, unwanted)
    entry = writer.save(*end)
    assert entry.saved
    assert not entry.saved.on_disk
    assert writer.results.latest() == [entry.result]
    writer.close()


def moved_away(folder: Path) -> None:
    """As another program does when it finds the file damaged."""
    if sys.platform == "win32":
        pytest.skip("Windows moves nothing away that is open")
    for file in folder.glob(f"{FILE}*"):
        file.rename(folder / f"kept-{file.name}")


def test_what_is_read_follows_what_is_written_when_the_file_is_set_aside(
    tmp_path: Path, end: tuple[RunReplay, Result]
) -> None:
    writer = ResultsWriter(tmp_path, unwanted)
    assert writer.results.latest() == []
    moved_away(tmp_path)
    entry = writer.save(*end)
    until_written(writer)
    assert entry.saved
    assert writer.results.latest() == [entry.saved.result]
    writer.close()
    assert open_results(tmp_path)[0].latest() == [entry.saved.result]


def test_a_newer_file_in_place_of_the_one_in_use_is_told_and_left_alone(
    tmp_path: Path, end: tuple[RunReplay, Result]
) -> None:
    told: list[str] = []
    writer = ResultsWriter(tmp_path, lambda notice: told.append(str(notice)))
    assert writer.results.latest() == []
    moved_away(tmp_path)
    filled(tmp_path)
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.close()
    newer = (tmp_path / FILE).read_bytes()
    entry = writer.save(*end)
    until_written(writer)
    assert entry.saved
    assert not entry.saved.on_disk
    assert writer.results.latest() == [entry.saved.result]
    writer.close()
    assert ["newer version" in line for line in told] == [True]
    assert (tmp_path / FILE).read_bytes() == newer


def test_nobody_waits_for_a_file_that_opens_but_cannot_be_read(
    tmp_path: Path, end: tuple[RunReplay, Result]
) -> None:
    open_results(tmp_path)[0].close()
    with sqlite3.connect(tmp_path / "records.db") as connection:
        connection.execute("ALTER TABLE result RENAME TO kept")
        connection.execute("CREATE VIEW result AS SELECT * FROM kept WHERE abs(-9223372036854775808)")
    connection.close()
    told: list[str] = []
    writer = ResultsWriter(tmp_path, lambda notice: told.append(str(notice)))
    entry = writer.save(*end)
    writer.close()
    assert entry.saved
    assert not writer.busy
    assert all("records.db" in line for line in told)
    assert told
