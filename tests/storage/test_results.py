"""Results come back, and say who was best."""

import csv
import json
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from game.storage.result import HANDICAP, Placing, Statistics
from game.storage.results import export
from tests.storage.result_files import match_result, of, of_its_day, opened, result


def test_results_come_back(tmp_path: Path) -> None:
    opened(tmp_path).add(result())
    assert opened(tmp_path).latest() == [result()]


def test_place_counts_won_then_cards_then_time(tmp_path: Path) -> None:
    records = opened(tmp_path)
    assert records.add(result(time=100)) == Placing(1, 1)
    assert records.add(result(won=False, placed=60, time=50, medal="")) == Placing(2, 2)
    assert records.add(result(won=False, placed=70, time=90, medal="")) == Placing(2, 3)
    assert records.add(result(won=False, placed=70, time=80, medal="")) == Placing(2, 4)
    assert records.add(result(time=99)) == Placing(1, 5)
    assert records.add(result(time=99)) == Placing(1, 6)
    assert records.add(result(time=98, challenge="acht-mal-acht-08")) == Placing(1, 1)
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
    assert (records.tries(of(result())), records.tries(of(result(challenge="none")))) == (6, 0)
    records.reset(of(result()), 5)
    records.reset(of(result(challenge="farbwechsel-01")), 6)
    assert records.tries(of(result())) == 7
    assert records.attempts() == {
        of(result()): (7, 1),
        of(result(challenge="acht-mal-acht-08")): (1, 0),
        of(result(challenge="farbwechsel-01")): (1, 1),
    }
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
        assert records.add(other) == Placing(1, 1)
    assert len(records.bests()) == len(records.latest()) == 4


def test_free_play_competes_with_the_same_rules(tmp_path: Path) -> None:
    records = opened(tmp_path)
    assert records.add(result(challenge="", rules={"a": 1, "b": True})) == Placing(1, 1)
    assert records.add(result(challenge="", rules={"b": True, "a": 1}, seed=5)) == Placing(1, 2)
    assert records.add(result(challenge="", rules={})) == Placing(1, 1)
    assert records.bests() == {}


def test_statistics_and_streaks(tmp_path: Path) -> None:
    records = opened(tmp_path)
    for won in (True, True, True, False, True, True):
        records.add(result(won=won, time=10 if won else 1))
    records.add(result(game="paare", won=False))
    assert records.statistics() == {
        "acht-mal-acht": Statistics(6, 5, 2, 3, 10, 10),
        "paare": Statistics(1, 0, 0, 0, None),
    }
    assert len(records.latest("paare")) == 1
    assert records.latest(most=2) == records.latest()[-2:]


def test_days_in_a_row(tmp_path: Path) -> None:
    records = opened(tmp_path)
    for day in ("2026-11-17", "2026-11-19", "2026-11-20", "2026-11-20"):
        records.add(of_its_day(f"daily-{day}"))
    records.add(of_its_day("daily-2026-11-18", won=False))
    assert records.days(date(2026, 11, 21)) == (2, 2)
    records.add(of_its_day("daily-2026-11-21"))
    assert records.days(date(2026, 11, 21)) == (3, 3)
    assert records.days(date(2026, 11, 23)) == (0, 3)
    assert records.days(date(2026, 11, 20)) == (2, 2), "what comes after does not count yet"
    for odd in ("0001-01-01", "9999-12-31", "tomorrow"):
        records.add(of_its_day(f"daily-{odd}"))
    assert records.days(date(2026, 11, 23)) == (0, 3)
    records.add(result(challenge="daily-2026-11-18", day="2026-11-22"))
    records.add(result(challenge="daily-2026-11-22", day="2026-11-23"))
    assert records.days(date(2026, 11, 22)) == (3, 3), "a day is when it was played"
    assert opened(tmp_path / "other").days(date(2026, 11, 23)) == (0, 0)


def test_each_challenge_has_one_medal_the_best(tmp_path: Path) -> None:
    records = opened(tmp_path)
    for number, medal, took in (
        (1, "gold", 1),
        (1, "silver", 5),
        (2, "silver", 5),
        (3, "silver", 4),
        (4, "", 9),
    ):
        records.add(result(challenge=f"haisty-0{number}", medal=medal, time=took))
    assert records.medals() == {"gold": 1, "silver": 2}


def test_export_holds_every_result(tmp_path: Path) -> None:
    records = opened(tmp_path)
    records.add(result())
    records.add(result(won=False, medal="", run='a "b", c'))
    records.matches.add(match_result())
    records.matches.add(match_result(key="2", kind=HANDICAP, points=99))
    table, listed, *matches = export(records, tmp_path)
    with table.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["won"] for row in rows] == ["1", "0"]
    assert rows[1]["run"] == 'a "b", c'
    assert rows[0]["seed"] == str(2**64 - 1)
    stated = json.loads(listed.read_text("utf-8"))
    assert stated[0]["rules"] == {"passes": 1}
    assert [one["medal"] for one in stated] == ["silver", ""]
    with matches[0].open(encoding="utf-8", newline="") as file:
        assert [(row["points"], row["kind"]) for row in csv.DictReader(file)] == [
            ("104", ""),
            ("99", HANDICAP),
        ]
    assert json.loads(matches[1].read_text("utf-8"))[0]["opponents"][0]["level"] == "easy"


@pytest.mark.real
def test_sqlite_is_not_loaded_before_records_are_opened() -> None:
    code = "import sys, game.storage.results_writer; assert 'sqlite3' not in sys.modules"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
