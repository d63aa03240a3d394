"""Several programs with one data folder: none undoes what another has set meanwhile."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from game.storage.settings import Settings, load_settings, save_settings

_PROGRAM = """
import sys
from copy import deepcopy
from pathlib import Path
from game.storage.settings import load_settings, save_settings
folder = Path(sys.argv[1])
settings, _wrong = load_settings(folder)
print("read", flush=True)
for line in sys.stdin:
    before = deepcopy(settings)
    exec(line)
    save_settings(folder, settings, before)
    print("saved", flush=True)
"""


class Program:
    """A process that has read the settings, and changes them when it is told to."""

    def __init__(self, folder: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM, str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._hear("read")

    def _hear(self, word: str) -> None:
        assert self._process.stdout
        assert self._process.stdout.readline() == f"{word}\n"

    def tell(self, statement: str) -> None:
        """Have it do this with its `settings`, without waiting for it."""
        assert self._process.stdin
        self._process.stdin.write(f"{statement}\n")
        self._process.stdin.flush()

    def change(self, statement: str) -> None:
        """Have it do this with its `settings`, and save them."""
        self.tell(statement)
        self._hear("saved")

    def end(self, saves: int = 0) -> None:
        """Let it end, after it has saved so many more times."""
        for _save in range(saves):
            self._hear("saved")
        self._process.communicate(timeout=60)
        assert self._process.returncode == 0


@pytest.fixture
def pair(tmp_path: Path) -> list[Program]:
    """Two programs that have read the same settings."""
    start = Settings(name="Eva", keys={"undo": "x"}, house={"haisty": {"exposed": True}})
    save_settings(tmp_path, start)
    return [Program(tmp_path) for _number in range(2)]


def changed(folder: Path, pair: Sequence[Program], *statements: str) -> Settings:
    """What is kept once the two have done these things in turn."""
    for number, statement in enumerate(statements):
        pair[number % 2].change(statement)
    for program in pair:
        program.end()
    settings, wrong = load_settings(folder)
    assert wrong is None
    return settings


@pytest.mark.real
def test_what_one_has_set_outlives_a_later_save_of_the_other(pair: list[Program], tmp_path: Path) -> None:
    kept = changed(tmp_path, pair, "settings.volume = 0.1", "settings.bots = 7", "settings.lang = 'sv'")
    assert (kept.name, kept.volume, kept.bots, kept.lang) == ("Eva", 0.1, 7, "sv")


@pytest.mark.real
def test_of_one_setting_the_later_choice_counts(pair: list[Program], tmp_path: Path) -> None:
    kept = changed(tmp_path, pair, "settings.volume = 0.1", "settings.volume = 0.2", "settings.volume = 0.3")
    assert kept.volume == 0.3


@pytest.mark.real
def test_what_has_been_put_back_to_how_it_was_read_counts_too(pair: list[Program], tmp_path: Path) -> None:
    kept = changed(tmp_path, pair, "settings.bots = 7", "settings.muted = True", "settings.bots = 3")
    assert (kept.bots, kept.muted) == (3, True)


@pytest.mark.real
def test_keys_and_house_rules_are_merged_entry_by_entry(pair: list[Program], tmp_path: Path) -> None:
    kept = changed(
        tmp_path,
        pair,
        "settings.keys = {'undo': 'x', 'hint': 'y'}; settings.house['haisty']['exposed'] = False",
        "settings.keys = {'pause': 'z'}; settings.house['haisty']['any_part'] = True",
        "settings.house['paare'] = {'open': True}",
    )
    assert kept.keys == {"hint": "y", "pause": "z"}
    assert kept.house == {"haisty": {"exposed": False, "any_part": True}, "paare": {"open": True}}


@pytest.mark.real
def test_nothing_is_lost_when_they_save_at_the_same_time(pair: list[Program], tmp_path: Path) -> None:
    one, other = pair
    for number in range(1, 51):
        one.tell(f"settings.target = {number}")
        other.tell(f"settings.rounds = {number}")
    one.end(saves=50)
    other.end(saves=50)
    kept = load_settings(tmp_path)[0]
    assert (kept.target, kept.rounds) == (50, 50)


def test_a_file_that_is_gone_or_damaged_meanwhile_costs_no_setting(tmp_path: Path) -> None:
    path, mine = tmp_path / "settings.json", Settings(name="Eva", volume=0.1)
    for damage in (path.unlink, lambda: path.write_bytes(b"garbage")):
        save_settings(tmp_path, mine)
        damage()
        before, mine = mine, Settings(name="Eva", volume=0.2)
        save_settings(tmp_path, mine, before)
        assert load_settings(tmp_path) == (mine, None)
