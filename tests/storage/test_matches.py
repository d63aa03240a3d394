"""Matches are counted once each, and by opponent."""

from pathlib import Path

from game.storage.database import FILE
from game.storage.result import Opponent, Statistics, by_opponent, match_statistics
from game.storage.results import open_results
from tests.storage.result_files import match_result, opened


def test_a_match_whose_end_is_seen_twice_counts_once(tmp_path: Path) -> None:
    matches = opened(tmp_path).matches
    matches.add(match_result())
    matches.add(match_result(points=1))
    matches.add(match_result(key="2", won=False, place=2))
    assert matches.all() == [match_result(), match_result(key="2", won=False, place=2)]


def test_statistics_by_person_and_by_the_level_of_bots() -> None:
    bo, ada = Opponent("Bo", "", 90), Opponent("Ada", "", 2)
    easy, other, hard = (
        Opponent(name, level, 5) for name, level in (("M", "easy"), ("O", "easy"), ("I", "hard"))
    )
    matches = [
        match_result(opponents=(bo, ada), points=100, fastest=50),
        match_result(opponents=(easy, other), points=110, fastest=0),
        match_result(opponents=(bo, hard), won=False, place=2, points=60, fastest=40),
    ]
    assert match_statistics([]) is None
    assert match_statistics(matches) == Statistics(3, 2, 0, 2, 40, points=90.0, duels=(15, 6))
    found = by_opponent(matches)
    assert {(each.name, each.level): (line.played, line.won) for each, line in found.items()} == {
        ("Bo", ""): (2, 1),
        ("Ada", ""): (1, 1),
        ("", "easy"): (1, 1),
        ("", "hard"): (1, 0),
    }


def test_matches_are_rescued_from_a_damaged_file(tmp_path: Path) -> None:
    records = opened(tmp_path)
    for number in range(3):
        records.matches.add(match_result(key=str(number)))
    records.close()
    (tmp_path / f"{FILE}-wal").unlink(missing_ok=True)
    data = (tmp_path / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(data[:-4096] + b"\xaa" * 4096)
    records, notice = open_results(tmp_path)
    assert "damaged" in str(notice)
    assert [match.key for match in records.matches.all()] == ["0", "1", "2"]


def test_a_damaged_line_hides_no_other(tmp_path: Path) -> None:
    records = opened(tmp_path)
    records.matches.add(match_result())
    records.matches.add(match_result(key="2"))
    records.database.execute("UPDATE match_result SET opponents = '{' WHERE id = 1")
    assert [match.key for match in records.matches.all()] == ["2"]
