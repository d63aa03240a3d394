"""What is a symbolic link in the data folder stays one: the file that it leads to is written."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from game.lan.known_hosts import FILE as HOSTS
from game.storage.data_folder import write
from game.storage.database import FILE as RECORDS
from game.storage.identity import FILE as KEY
from game.storage.identity import load_key
from game.storage.results import open_results
from game.storage.settings import Settings, load_settings, save_settings
from game.ui.engine.loop import Describer
from tests.storage.result_files import result


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """A data folder, and one elsewhere."""
    home, elsewhere = tmp_path / "home", tmp_path / "elsewhere"
    home.mkdir()
    elsewhere.mkdir()
    (trial := tmp_path / "trial").symlink_to(elsewhere)
    if not trial.is_symlink():
        pytest.skip("needs symbolic links, which Wine does not make")
    return home, elsewhere


def _records(folder: Path) -> None:
    records, _damaged = open_results(folder)
    records.add(result())
    records.close()


WRITERS: dict[str, Callable[[Path], object]] = {
    "settings.json": lambda folder: save_settings(folder, Settings(name="Eva"), Settings()),
    KEY: load_key,
    RECORDS: _records,
    HOSTS: lambda folder: write(folder / HOSTS, b"[]"),
    "ladder/2026-11-27-00.run": lambda folder: write(folder / "ladder" / "2026-11-27-00.run", b"run"),
    "replays/a.replay": lambda folder: write(folder / "replays" / "a.replay", b"replay"),
}


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("way", ["file", "relative", "chain", "folder", "target missing"])
def test_a_link_stays_and_its_target_is_written(name: str, way: str, folders: tuple[Path, Path]) -> None:
    home, elsewhere = folders
    link, target = home / name, elsewhere / name
    link.parent.mkdir(exist_ok=True)
    if way == "folder":
        home.rename(elsewhere / "data")
        home.symlink_to(elsewhere / "data")
        link, target = home, elsewhere / "data" / name
    else:
        target.parent.mkdir(exist_ok=True)
        if way != "target missing" and name != RECORDS:
            WRITERS[name](elsewhere)
        at = os.path.relpath(target, link.parent) if way == "relative" else target
        if way == "chain":
            (elsewhere / "between").symlink_to(target)
            at = elsewhere / "between"
        link.symlink_to(at)
    for _time in range(2):
        WRITERS[name](home)
        assert link.is_symlink()
        assert target.is_file()
        assert not target.is_symlink()
    assert not [path for path in home.rglob("*") if path.name.startswith(".undone")]


@pytest.mark.parametrize("name", ["settings.json", KEY, RECORDS])
def test_a_damaged_target_is_set_aside_where_it_lies(name: str, folders: tuple[Path, Path]) -> None:
    home, elsewhere = folders
    (elsewhere / name).write_bytes(b"garbage" * 2000)
    (home / name).symlink_to(elsewhere / name)
    WRITERS[name](home)
    assert (home / name).is_symlink()
    aside = (elsewhere / name).with_stem(f"{Path(name).stem}-damaged-1")
    assert aside.read_bytes() == b"garbage" * 2000
    assert (elsewhere / name).read_bytes() != aside.read_bytes()
    assert [path for path in home.iterdir() if path.name.startswith(Path(name).stem)] == [home / name]


def test_settings_are_read_through_the_link_again(folders: tuple[Path, Path]) -> None:
    home, elsewhere = folders
    (home / "settings.json").symlink_to(elsewhere / "mine.json")
    save_settings(home, Settings(name="Eva"))
    assert json.loads((elsewhere / "mine.json").read_bytes())["name"] == "Eva"
    assert load_settings(home) == (Settings(name="Eva"), None)


def test_a_description_of_the_screen_is_written_through_a_link(folders: tuple[Path, Path]) -> None:
    home, elsewhere = folders
    (elsewhere / "shown.json").write_text("old")
    (home / "shown.json").symlink_to(elsewhere / "shown.json")
    Describer(home / "shown.json")
    assert (home / "shown.json").is_symlink()
    assert json.loads((elsewhere / "shown.json").read_bytes()) == {"scene": ""}
