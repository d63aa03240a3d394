"""Results survive kill -9, and several programs at once."""

import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from threading import Event, Thread

import pytest

from game.storage import database
from game.storage.database import FILE
from game.storage.result import Placing, ResultsError
from game.storage.results import open_results
from tests.storage.result_files import filled, opened, result, writer


@pytest.mark.real
def test_every_result_that_was_told_survives_kill_9(tmp_path: Path) -> None:
    process = writer(tmp_path, 100_000, "x")
    assert process.stdout is not None
    for _line in range(50):
        assert process.stdout.readline(), process.stderr and process.stderr.read()
    process.kill()
    told = 50 + len(process.stdout.readlines())
    process.wait()
    times = [one.time for one in opened(tmp_path).latest()]
    assert times == list(range(len(times)))
    assert told <= len(times) <= told + 1


@pytest.mark.real
def test_kill_9_within_a_transaction_leaves_all_or_nothing(tmp_path: Path) -> None:
    opened(tmp_path).add(result())
    half = """
import sqlite3, sys, time
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
connection.execute("PRAGMA cache_size = 1")
for _ in range(2000):
    connection.execute("INSERT INTO result SELECT NULL, challenge, game, rules, seed, won, placed, cards,"
                       ' time, penalty, hints, undos, mistakes, medal, "when", run, day FROM result LIMIT 1')
print("half", flush=True)
time.sleep(60)
"""
    command = [sys.executable, "-c", half, str(tmp_path / FILE)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "half\n"
        process.kill()
    records = opened(tmp_path)
    assert records.latest() == [result()]
    assert records.add(result()) == Placing(1, 2)


@pytest.mark.real
def test_two_programs_write_at_once_from_the_first_moment(tmp_path: Path) -> None:
    programs = [writer(tmp_path, 60, name) for name in ("a", "b", "c")]
    for program in programs:
        _out, faults = program.communicate(timeout=60)
        assert (program.returncode, faults) == (0, "")
    results = opened(tmp_path).latest()
    assert len(results) == 180
    for name in ("a", "b", "c"):
        assert [one.time for one in results if one.challenge == name] == list(range(60))


@pytest.mark.real
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
        assert records.add(result()) == Placing(1, 1)


@pytest.mark.real
@pytest.mark.parametrize(("programs", "damaged"), [(4, False), (3, True)])
def test_programs_that_open_at_once_lose_nothing(programs: int, damaged: bool, tmp_path: Path) -> None:
    if damaged:
        (tmp_path / FILE).write_bytes(b"no database" * 500)
    begun = [writer(tmp_path, 3, str(number), "wait") for number in range(programs)]
    for program in begun:
        assert program.stdout
        assert program.stdout.readline() == "here\n"
    for program in begun:
        assert program.stdin
        program.stdin.write("go\n")
        program.stdin.flush()
    faults = [program.communicate(timeout=60)[1] for program in begun]
    assert all(program.returncode == 0 for program in begun)
    assert "".join(faults).count("\n") == damaged, "one of them set it aside and says so"
    assert len(opened(tmp_path).latest()) == 3 * programs
    kept = ["records-damaged-1.db"] if damaged else []
    assert sorted(path.name for path in tmp_path.glob("records*.db")) == [*kept, FILE]


def test_a_file_that_another_program_holds_is_told_without_sqlites_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(tmp_path)
    monkeypatch.setattr(database, "LOCK_TIMEOUT", 0.05)
    other = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    records, notice = open_results(tmp_path)
    assert "another program is using it" in str(notice)
    assert len(records.latest()) == 100
    other.close()


@pytest.mark.real
def test_it_is_closed_only_when_nothing_is_read_any_more(tmp_path: Path) -> None:
    """The medals are proved in a thread of their own, and the window may be closed meanwhile."""
    results, order = opened(tmp_path), list[str]()
    reading = Event()

    def slow() -> int:
        reading.set()
        time.sleep(0.002)
        order.append("read")
        return 1

    def close() -> None:
        results.close()
        order.append("closed")

    results.database._connection.create_function("slow", 0, slow)
    rows = "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n LIMIT 50) SELECT slow() FROM n"
    reader, closer = Thread(target=results.database.execute, args=(rows,)), Thread(target=close)
    reader.start()
    assert reading.wait(10)
    closer.start()
    reader.join()
    closer.join()
    assert order == [*["read"] * 50, "closed"]
    with pytest.raises(ResultsError):
        results.latest()
