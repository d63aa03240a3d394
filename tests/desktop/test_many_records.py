"""The window is closed while fifty thousand results are read, and their medals proved in a thread."""

from pathlib import Path

import psutil
import pytest

from tests.desktop.program import Program, Start
from tests.storage.result_files import opened, result
from tests.waiting import until

pytestmark = pytest.mark.journey
MANY = 50_000
"""Results with a medal, which take the database a quarter of a second to read."""


def many_results(folder: Path) -> None:
    """Records in which there are so many."""
    folder.mkdir()
    results = opened(folder)
    results.add(result())
    columns = "challenge, game, rules, seed, won, placed, cards, time + n, penalty, hints, undos, mistakes"
    count = f"WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n LIMIT {MANY}) SELECT n FROM n"
    rows = f'SELECT NULL, {columns}, medal, "when", run, day FROM result, ({count})'
    results.database.execute(f"INSERT INTO result {rows}")
    results.close()


def beside(game: Program) -> float:
    """Seconds that its threads have run, but for that of its window."""
    threads = psutil.Process(game.process.pid).threads()
    return sum(each.user_time for each in threads if each.id != game.process.pid)


def test_the_window_is_closed_while_medals_are_proved(program: Start, tmp_path: Path) -> None:
    many_results(tmp_path / "data")
    with program(data=tmp_path / "data", taught=True) as game:
        game.click("Patiences")
        game.wait_scene("challenges")
        before = beside(game)
        until(lambda: beside(game) > before + 0.1)
        game.close()


def test_the_window_is_closed_while_records_are_read(program: Start, tmp_path: Path) -> None:
    many_results(tmp_path / "data")
    with program(data=tmp_path / "data", taught=True) as game:
        game.click("Patiences")
        game.click("Records")
        game.close()
