"""Level files are read strictly, what is wrong is one line, and the day's challenge follows from its date."""

import time
from datetime import date, timedelta
from pathlib import Path

import pytest

from game.challenges.level import LevelError, prove
from game.challenges.level_files import FOLDER, daily, find, levels, listed, named, read_level
from tests.levelfile import level_text
from tests.written import refused

GOOD = level_text("paare-01")


def written(folder: Path, text: str | bytes, name: str = "mine-01") -> Path:
    path = folder / f"{name}.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def proved(path: Path) -> None:
    prove(read_level(path))


def test_every_level_is_good() -> None:
    found, errors = levels()
    assert errors == []
    names = [f"{path.stem}-{n:02}" for path in FOLDER.glob("*.toml") for n in range(1, 1 + len(listed(path)))]
    assert [level.id for level in found] == sorted(names)


def test_a_level_states_its_game_rules_and_solution(tmp_path: Path) -> None:
    text = GOOD.replace("paare", "farbwechsel").replace("seed =", 'rules = { way = "b" }\nseed =')
    level = read_level(written(tmp_path, text, "farbwechsel-77"))
    assert (level.id, level.game, level.rules) == ("farbwechsel-77", "farbwechsel", {"way": "b"})
    assert level.variant().name == "farbwechsel"
    assert len(level.line()) == len(level.solution.split())


def test_medals_are_for_wins_in_time() -> None:
    level = read_level(FOLDER / "paare-01.toml")
    second = 1_000_000
    assert level.medal(True, level.gold * second) == "gold"
    assert level.medal(True, level.gold * second + 1) == "silver"
    assert level.medal(True, level.bronze * second) == "bronze"
    assert level.medal(True, level.bronze * second + 1) is None
    assert level.medal(False, 1) is None


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('game = "paare"', 'game = "patience"', "game"),
        ('game = "paare"', "", "game"),
        ('game = "paare"', "game = 7", "game"),
        ("seed = ", "seed = -", "seed"),
        ("seed =", "sead =", "sead"),
        ("seed =", 'colour = "green"\nseed =', "colour"),
        ("seed =", 'id = "other"\nseed =', "id"),
        ("seed =", "rules = { moon = true }\nseed =", "moon"),
        ("seed =", "rules = 3\nseed =", "rules"),
        ("limit =", "limit = 1\nlimits =", "limit"),
        ("limit = ", "limit = 0.", "limit"),
        ("gold = ", "gold = 9", "gold"),
        ("author = ", "author = 9", "author"),
        ("silver = ", "silver = 9", "silver"),
        ("bronze = ", "bronze = 9", "bronze"),
        ("grade = ", "grade = -", "grade"),
        ("grade =", "grade = '2' #", "grade"),
        ("T>Fx2 T>Fx2", "T>Fx2 T>Zx2", "solution"),
        ("T>Fx2 T>Fx2", "T>Fx2 nonsense", "solution"),
        ("T>Fx2 T>Fx2", "T>Fx2 T>Wx2", "solution"),
        ("T>Fx2 T>Fx2", "T>Fx2", "solution"),
        ("T>Fx2", "", "solution"),
        ("\n", "", "line 1"),
        ("seed =", "seed", "line 2"),
        ("'''\n", "", "line 9"),
    ],
)
def test_what_is_wrong_is_one_line_with_file_and_place(old: str, new: str, key: str, tmp_path: Path) -> None:
    assert old in GOOD
    changed = GOOD.replace(old, new) if old in ("T>Fx2", "\n") else GOOD.replace(old, new, 1)
    assert key in refused(proved, written(tmp_path, changed)).removeprefix(str(tmp_path))


@pytest.mark.parametrize(
    "text", [b"", b"\xff\xfe", b"\x00", b"game = [1,", b"game = 'paare'\ngame = 'paare'"]
)
def test_what_is_no_level_is_one_line(text: bytes, tmp_path: Path) -> None:
    refused(proved, written(tmp_path, text))


def test_house_rules_that_do_not_exist_are_named(tmp_path: Path) -> None:
    text = GOOD.replace("paare", "farbwechsel").replace("seed =", 'rules = { way = "c" }\nseed =')
    assert "way" in refused(proved, written(tmp_path, text))


def test_a_folder_in_a_files_place_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "mine-01.toml").mkdir()
    refused(proved, tmp_path / "mine-01.toml")


def test_the_list_shows_the_good_ones_beside_the_errors(tmp_path: Path) -> None:
    for number in range(1, 4):
        written(tmp_path, GOOD, f"paare-0{number}")
    bad = written(tmp_path, "game = 3", "paare-02")
    found, errors = levels(tmp_path)
    assert [level.id for level in found] == ["paare-01", "paare-03"]
    assert len(errors) == 1
    assert str(bad) in str(errors[0])
    assert levels(tmp_path / "none") == ([], [])


def test_names_are_found_again() -> None:
    assert named("paare-07") == read_level(FOLDER / "paare-07.toml")
    assert named("daily-2026-11-21") == daily(date(2026, 11, 21))
    assert named("daily-2026-11-21").id == "daily-2026-11-21"


@pytest.mark.parametrize(
    "name", ["", "none", "../pyproject", "daily/paare", "daily-", "daily-2026-02-30", "."]
)
def test_names_of_nothing_are_one_line(name: str) -> None:
    with pytest.raises(LevelError) as caught:
        named(name)
    assert "\n" not in str(caught.value)


def test_a_name_in_other_letters_is_another_on_any_system(tmp_path: Path) -> None:
    (tmp_path / "paare.toml").write_bytes((FOLDER / "paare.toml").read_bytes())
    (tmp_path / "one.toml").write_text(GOOD)
    assert [find(name, tmp_path) for name in ("PAARE-01", "ONE")] == [None, None]
    assert find("paare-01", tmp_path) and find("one", tmp_path)


def test_the_day_decides() -> None:
    days = [daily(date(2026, 11, 22) + timedelta(days=n)) for n in range(150)]
    assert days[:7] == [daily(date(2026, 11, 22) + timedelta(days=n)) for n in range(7)]
    deals = [(level.game, tuple(level.rules.items()), level.seed) for level in days]
    assert len(set(deals)) == len(deals)


def test_daily_files_are_as_strict(tmp_path: Path) -> None:
    (tmp_path / "daily").mkdir()
    calendar = tmp_path / "daily" / "calendar.toml"
    for text in (None, "", "epochs = []", "[[epochs]]\nsince = 2026-11-22\ndeals = {}"):
        if text is not None:
            calendar.write_text(text)
        with pytest.raises(LevelError, match="calendar"):
            daily(date(2026, 11, 21), tmp_path)
    calendar.write_text("[[epochs]]\nsince = 2026-11-22\ndeals = { paare = 2 }")
    path = tmp_path / "daily" / "paare.toml"
    path.write_text('game = "paare"\nmoon = 2\ndeals = "1 0 1 2 3 4 5 00"\n')
    with pytest.raises(LevelError, match="moon"):
        daily(date(2026, 11, 21), tmp_path)
    path.write_text('game = "paare"\ndeals = []\n')
    with pytest.raises(LevelError, match="deals"):
        daily(date(2026, 11, 21), tmp_path)


def test_the_list_is_read_in_a_moment() -> None:
    levels()
    began = time.process_time()
    found, _errors = levels()
    assert (time.process_time() - began) / len(found) < 0.01
