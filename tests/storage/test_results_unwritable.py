"""Results in folders and files that cannot be written are shown, and play goes on."""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.storage.database import FILE
from game.storage.result import Placing
from game.storage.results import open_results
from tests.storage.result_files import filled, result, writer


@pytest.mark.skipif(sys.platform != "linux", reason="needs a folder that not even root can write")
def test_folder_that_cannot_be_written_is_one_line_and_play_goes_on() -> None:
    records, notice = open_results(Path("/proc/haisty"))
    assert "/proc/haisty" in str(notice)
    assert "\n" not in str(notice)
    assert records.add(result()) == Placing(1, 1)


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
    records, notice = open_results(unwritable)
    assert str(unwritable) in str(notice)
    assert [one.time for one in records.latest()] == list(range(100))
    assert records.add(result(time=100)) == Placing(101, 101)
    records.close()
    assert sorted(path.name for path in unwritable.iterdir()) == [FILE]


@pytest.mark.real
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
        assert len(open_results(folder)[0].latest()) >= told
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
    records, notice = open_results(unwritable)
    assert "read-only" in str(notice)
    assert len(records.latest()) == 100
    assert records.add(result(time=100)) == Placing(101, 101)
