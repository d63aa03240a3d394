"""Results of older versions are kept, those of a newer one left alone."""

import sqlite3
from datetime import date
from pathlib import Path

import pytest

from game.storage.database import FILE, MIGRATIONS, migrate
from game.storage.result import Placing
from game.storage.results import open_results
from tests.storage.result_files import filled, match_result, old, opened, overwrite_index, result
from tests.today import Days


def test_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    filled(tmp_path)
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    connection.close()
    newer = (tmp_path / FILE).read_bytes()
    records, notice = open_results(tmp_path)
    assert "newer" in str(notice)
    assert records.add(result()) == Placing(1, 1)
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
    (found,) = opened(tmp_path).latest()
    assert (found.game, found.seed, found.medal) == ("paare", 7, "gold")


@pytest.mark.parametrize(
    ("game", "rules", "told"),
    [
        ("acht-mal-acht", {}, {"any_part": True}),
        ("acht-mal-acht", {"passes": 0}, {"any_part": True, "passes": 0}),
        ("haisty", {}, {"exposed": True, "speltorka_any_time": True}),
        ("haisty", {"any_part": True}, {"any_part": True, "exposed": True, "speltorka_any_time": True}),
        (
            "haisty",
            {"any_part": True, "round_corner": False},
            {"any_part": True, "exposed": True, "round_corner": False, "speltorka_any_time": True},
        ),
        ("zahlenpatience", {}, {"must_lay": False}),
        ("zahlenpatience", {"passes": 0}, {"must_lay": False, "passes": 0}),
        ("zahlenpatience", {"hidden": True}, {"hidden": True, "must_lay": False}),
        ("zahlenpatience", {"must_lay": True}, {}),
        ("zahlenpatience", {"hidden": True, "must_lay": True, "passes": 2}, {"hidden": True, "passes": 2}),
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
    assert records.latest() == [result(game=game, rules=told)]
    assert records.add(result(game=game, rules=told)).of == 2


def test_an_old_win_by_double_series_is_a_win_that_counts_less(tmp_path: Path) -> None:
    old(tmp_path, result(game="staffelpatience", won=False, placed=52, cards=52))
    (found,) = opened(tmp_path).latest()
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
    assert len(opened(tmp_path).latest()) == 100
    assert sqlite3.connect(tmp_path / FILE).execute("SELECT count(*) FROM sqlite_master").fetchone() == (5,)


def test_what_a_damaged_file_of_an_older_version_holds_keeps_its_rules(tmp_path: Path) -> None:
    old(tmp_path, result(game="haisty", rules={}))
    overwrite_index(tmp_path)
    records, notice = open_results(tmp_path)
    assert "records-damaged-1.db" in str(notice)
    assert records.latest() == [result(game="haisty", rules={"exposed": True, "speltorka_any_time": True})]


def test_an_old_result_gets_the_day_on_which_it_was_recorded(tmp_path: Path, days: Days) -> None:
    old(tmp_path, result(when=1_795_000_000))
    (found,) = opened(tmp_path).latest()
    assert found.day == str(date.fromtimestamp(1_795_000_000))
    days.turn()
    assert opened(tmp_path).latest() == [found], "it stays that day wherever the player goes"


@pytest.mark.parametrize("when", [253_402_300_799, 2**62, -(2**62), "soon", 0.5, b"x"])
def test_no_odd_time_of_an_old_result_keeps_the_others_from_being_read(tmp_path: Path, when: object) -> None:
    old(tmp_path, result())
    connection = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    columns = "challenge, game, rules, seed, won, placed, cards, time, penalty, hints, undos, mistakes, medal"
    connection.execute(f"INSERT INTO result SELECT 2, {columns}, ?, run FROM result", (when,))
    connection.close()
    assert result(rules={"any_part": True, "passes": 1}) in open_results(tmp_path)[0].latest()


def test_a_match_of_an_older_version_has_no_duels(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    migrate(connection, MIGRATIONS[:4])
    columns = [row[1] for row in connection.execute("PRAGMA table_info(match_result)")]
    row = ["[]" if column == "opponents" else 1 for column in columns]
    connection.execute(f"INSERT INTO match_result VALUES ({', '.join('?' * len(row))})", row)
    connection.close()
    (found,) = opened(tmp_path).matches.all()
    assert (found.points, found.duels_won, found.duels_lost) == (1, 0, 0)


def test_matches_are_recorded_in_a_file_of_an_older_version(tmp_path: Path) -> None:
    old(tmp_path, result())
    records = opened(tmp_path)
    records.matches.add(match_result())
    records.close()
    assert opened(tmp_path).matches.all() == [match_result()]
