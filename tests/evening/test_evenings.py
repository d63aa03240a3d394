"""Evenings that fell once, and a few drawn ones: what must hold of an evening holds of them."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.evening.acts import HOST, Evening, Guest, draw, read, write
from tests.evening.show import in_words
from tests.evening.shrink import shortest

KEPT = sorted((Path(__file__).parent / "kept").glob("*.txt"))
DRAWN = ("--seed", "6", "--evenings", "1")
"""Those that are played in each run of the tests."""


def played(*words: str | Path, hash_seed: str = "0") -> subprocess.CompletedProcess[str]:
    """Play evenings as `make evenings` does, in a process in which time is simulated."""
    return subprocess.run(
        [sys.executable, "-m", "tests.evening", "--jobs", "1", "--whole", *map(str, words)],
        env=os.environ | {"PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.real
@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_an_evening_that_fell_once_holds(path: Path) -> None:
    found = played(path)
    assert found.returncode == 0, found.stdout + found.stderr


@pytest.mark.real
def test_drawn_evenings_hold() -> None:
    found = played(*DRAWN)
    assert found.returncode == 0, found.stdout + found.stderr


@pytest.mark.real
def test_the_invariants_fall_for_faults() -> None:
    """Those that do so within few seconds; all by `make evenings ARGS=--faults`."""
    found = played("--faults", "no_fault", "stage_as_the_state", "nothing_outside")
    assert found.returncode == 0, found.stdout + found.stderr


@pytest.mark.real
def test_the_same_evening_sends_and_shows_the_same_in_any_process(tmp_path: Path) -> None:
    path = tmp_path / "evening.txt"
    guests = Guest("Anna", "party"), Guest("Bo", "child", (("players", 2.0), ("lang", "sv")))
    path.write_text(write(Evening("9", 20, guests, ((9.0, "Bo", ("freeze", 1.5)),))), "utf-8")
    one, two = (played(path, "--hashes", hash_seed=seed).stdout.splitlines()[0] for seed in "12")
    assert one == two
    _name, sent, _digest, _seen = json.loads(one)
    assert sent > 2000


def test_an_evening_is_read_as_it_was_written() -> None:
    for seed in range(40):
        evening = draw(str(seed))
        assert read(write(evening)) == evening


def test_an_evening_in_which_a_host_is_lost_is_read_as_it_was_written() -> None:
    for seed in range(40):
        evening = draw(str(seed), lost=True)
        assert any(who == HOST for _at, who, _act in evening.acts)
        assert read(write(evening)) == evening


@pytest.mark.real
def test_another_goes_on_where_whoever_is_the_host_then_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "evening.txt"
    path.write_text(
        "seed 1\nlasts 20\nAnna hasty\nBo hasty\nCleo hasty\nat 9 host kill 1000\nat 13 host bye\n"
    )
    found = played("--lost", path)
    assert found.returncode == 0, found.stdout + found.stderr
    took = found.stdout.splitlines()[0].partition(": ")[2]
    assert re.fullmatch(r"\[1\.\d+, 0\.\d+\], alone \[\]", took)


def test_an_evening_is_told_to_who_reads() -> None:
    text = "seed 1\nAnna family\nBo party players=2 lang=sv\nat 25 Anna leave\nat 25.1 Bo kill 8\n"
    assert in_words(read(text)) == (
        "Anna opens (family) · Bo comes (party, players 2, sv) · at 25 s Anna leaves the table"
        " · at 25.1 s Bo is killed, back after 8 s"
    )
    assert all(in_words(draw(str(seed))) for seed in range(40))


def test_a_line_that_says_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="Zorro arrives"):
        read("seed 1\nZorro arrives\n")


def test_of_many_acts_only_those_stay_that_it_takes() -> None:
    acts = tuple((float(second), "Bo", ("poke", 0.5)) for second in range(1, 30))
    evening = Evening("1", 60, (Guest("Bo", "family"),), acts)
    taken = {7.0, 19.0}

    def shows(less: Evening) -> bool:
        return taken <= {act[0] for act in less.acts}

    found = shortest(evening, 25.2, shows)
    assert {act[0] for act in found.acts} == taken
    assert found.lasts == 26


def test_what_does_not_show_again_is_left_as_it_was() -> None:
    evening = draw("1")
    assert shortest(evening, 30, lambda _less: False) == evening
