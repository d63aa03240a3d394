"""Settings survive, damage does not spread, and a bad folder is one line."""

import sys
from pathlib import Path

import pytest

from game.rules.haisty import Haisty
from game.rules.zahlenpatience import ASKED, Zahlenpatience
from game.storage.data_folder import DataFolderError, open_folder
from game.storage.settings import Settings, load_settings, save_settings
from tests.listing import listing


def test_settings_come_back(tmp_path: Path) -> None:
    settings = Settings(name="Åke", lang="sv", fullscreen=True, size=(1600, 900), level="hard", bots=7)
    settings.set_rule(Haisty, "any_part", True)
    save_settings(tmp_path, settings)
    assert load_settings(tmp_path) == (settings, None)
    assert [path.name for path in listing(tmp_path)] == ["settings.json"]


def test_what_is_not_stated_is_as_for_a_newcomer(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text('{"name": "Anna", "bots": 2}')
    assert load_settings(tmp_path) == (Settings(name="Anna", bots=2), None)


def test_a_name_loses_what_cannot_be_seen(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text('{"name": "Ada ❤\ufe0f\u202e", "bots": 2}', "utf-8")
    assert load_settings(tmp_path) == (Settings(name="Ada ❤", bots=2), None)


def test_the_last_five_hosts_are_kept_the_latest_first(tmp_path: Path) -> None:
    settings = Settings()
    for host in ("a", "b", "c", "d", "e", "b", "f"):
        settings.remember_host(host)
    assert settings.hosts == ("f", "b", "e", "d", "c")
    save_settings(tmp_path, settings)
    assert load_settings(tmp_path)[0].hosts == settings.hosts


def test_no_file_means_defaults(tmp_path: Path) -> None:
    assert load_settings(tmp_path) == (Settings(), None)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b'{"volume": 2}',
        b'{"bots": 8}',
        b'{"bots": "3"}',
        b'{"lang": "fi"}',
        b'{"back": -1}',
        b'{"name": "two\\nlines"}',
        b'{"name": "a line\\n"}',
        b'{"colour": "green"}',
        b'{"hosts": ["two\\nlines"]}',
        b'{"hosts": ["a", "b", "c", "d", "e", "f"]}',
        b'{"hosts": [7]}',
        b'{"table_seats": 9}',
        b'{"colour": ' + b"[" * 100_000,
        b"\x00" * 1000,
        b"[]",
    ],
)
def test_damaged_file_gives_defaults_and_is_kept(text: bytes, tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(text)
    settings, problem = load_settings(tmp_path)
    assert settings == Settings()
    assert problem is not None
    assert str(path) in str(problem)
    assert "\n" not in str(problem)
    assert path.read_bytes() == text
    save_settings(tmp_path, settings)
    assert (tmp_path / "settings-damaged-1.json").read_bytes() == text
    assert load_settings(tmp_path) == (settings, None)


@pytest.mark.parametrize(
    ("more", "key"),
    [
        ('"colour": "green"', "colour"),
        ('"colour": ' + "[" * 50 + "]" * 50, "colour"),
        ('"volume": 2', "volume"),
        ('"back": "red"', "back"),
        ('"house": {"haisty": 3}', "house"),
        ('"hosts": [7]', "hosts"),
        ('"size": [0, 720]', "size"),
        ('"size": [15360, 15360]', "size"),
        ('"target": ' + "9" * 5_000, "target"),
    ],
)
def test_one_field_that_does_not_fit_costs_no_other(more: str, key: str, tmp_path: Path) -> None:
    text = '{"name": "Åke", ' + more + ', "lang": "sv", "muted": true}'
    (tmp_path / "settings.json").write_text(text, "utf-8")
    settings, problem = load_settings(tmp_path)
    assert settings == Settings(name="Åke", lang="sv", muted=True)
    assert repr(key) in str(problem)
    assert len(str(problem)) < 300
    save_settings(tmp_path, settings)
    assert (tmp_path / "settings-damaged-1.json").read_text("utf-8") == text
    assert load_settings(tmp_path) == (settings, None)


def test_second_damage_takes_another_name(tmp_path: Path) -> None:
    for text in (b"one", b"two"):
        (tmp_path / "settings.json").write_bytes(text)
        save_settings(tmp_path, Settings())
    assert (tmp_path / "settings-damaged-1.json").read_bytes() == b"one"
    assert (tmp_path / "settings-damaged-2.json").read_bytes() == b"two"


def test_settings_of_two_players_share_nothing() -> None:
    one, other = Settings(), Settings()
    one.set_rule(Haisty, "any_part", True)
    assert other.house == {}


def test_house_rules_reach_the_game() -> None:
    settings = Settings()
    assert settings.rules(Haisty) == Haisty()
    settings.set_rule(Haisty, "round_corner", False)
    assert settings.rules(Haisty) == Haisty(round_corner=False)


def test_option_of_values_of_two_kinds_is_kept() -> None:
    settings = Settings()
    settings.set_rule(Zahlenpatience, "shuffled", ASKED)
    assert settings.rules(Zahlenpatience) == Zahlenpatience(shuffled=ASKED)


def test_house_rules_that_do_not_fit_are_left_out() -> None:
    settings = Settings(house={"haisty": {"any_part": 1, "moon": True}, "other": {"any_part": True}})
    assert settings.rules(Haisty) == Haisty()


def test_folder_is_made(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    assert open_folder(folder) == folder
    assert list(folder.iterdir()) == []


def test_folder_that_is_a_file_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "taken"
    path.write_text("mine")
    with pytest.raises(DataFolderError) as caught:
        open_folder(path)
    assert "\n" not in str(caught.value)
    assert str(path) in str(caught.value)
    assert path.read_text() == "mine"


@pytest.mark.skipif(sys.platform != "linux", reason="needs a folder that not even root can write")
def test_folder_that_cannot_be_written_is_one_line() -> None:
    with pytest.raises(DataFolderError, match="/proc/haisty"):
        open_folder(Path("/proc/haisty"))
    with pytest.raises(DataFolderError, match="/proc"):
        save_settings(Path("/proc"), Settings())
