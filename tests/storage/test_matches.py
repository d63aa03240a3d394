"""Matches are counted once each, and by opponent."""

from pathlib import Path
from typing import Any

from game.core.state import WON, State
from game.core.table import Table
from game.storage.database import FILE
from game.storage.result import HANDICAP, Opponent, Statistics, by_opponent, match_statistics
from game.storage.result import match_result as result_of
from game.storage.results import open_results
from game.storage.tonight import tonight
from tests.storage.result_files import match_result, opened

NAMES = "Ann", "Bo"


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


def test_a_match_with_a_handicap_counts_apart_without_a_fastest_round_and_tonight_as_any(
    tmp_path: Path,
) -> None:
    state = State(WON, 3, Table(()), (100, 90), winner=0)
    more: dict[str, Any] = {"key": "1", "lan": True, "fastest": [50, 60], "when": 1}
    usual = result_of(state, 0, NAMES, ("", ""), **more)
    apart = result_of(state._replace(handicaps=(13, 7)), 0, NAMES, ("", ""), **more | {"key": "2"})
    assert (usual.kind, usual.fastest, usual.opponents[0].fastest) == ("", 50, 60)
    assert (apart.kind, apart.fastest, apart.opponents[0].fastest) == (HANDICAP, 0, 0)
    matches = opened(tmp_path).matches
    matches.add(usual)
    matches.add(apart)
    assert (matches.all(), matches.all(HANDICAP)) == ([usual], [apart])
    assert [(each.name, each.played, each.won, each.fastest) for each in tonight(matches.since(0))] == [
        ("", 2, 2, 50),
        ("Bo", 2, 0, 60),
    ]
