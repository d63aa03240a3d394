"""What the search found, as a file: checked by playing it, and damage of any kind told in a line."""

import json
from pathlib import Path

import msgspec
import pytest

from game.challenges.replays import read_replay
from game.cli.solve import find_solution
from game.rules.haisty import Haisty
from game.rules.zahlenpatience import Zahlenpatience
from game.storage.match_replay import MatchReplay
from game.storage.replay_format import Mismatch, ReplayError
from game.storage.run_replay import RunReplay, run_text
from game.storage.solution import PACE
from tests.storage.test_run_replay import won
from tests.written import refused, written

FOUND = msgspec.json.encode(find_solution(Haisty(), 46, 20)).decode()


def run_in(path: Path) -> RunReplay:
    replay, _solo = read_replay(path)
    assert isinstance(replay, RunReplay)
    return replay


def test_a_solution_is_a_run_at_an_even_pace(tmp_path: Path) -> None:
    run = run_in(written(tmp_path, FOUND))
    assert str(run.result) == f"= won 13/13 {PACE * len(json.loads(FOUND)['moves'])}"


def test_a_run_is_told_from_a_match(tmp_path: Path) -> None:
    run = RunReplay.from_solo(won(), 0)
    assert run_in(written(tmp_path, run_text(run), "x.run")) == run
    match = Path(__file__).parents[1] / "replays" / "two-seats-stuck.replay"
    assert isinstance(read_replay(match)[0], MatchReplay)
    with pytest.raises(ReplayError):
        read_replay(tmp_path / "missing")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"game":"haisty"', '"game":"whist"'),
        ('"seed":46', '"seed":-46'),
        ('"seed":46', f'"seed":{2**64}'),
        ('"any_part"', '"any_thing"'),
        ('"won"', '"lost"'),
        ('"S>Wx3"', '"S>Qx3"'),
        ('"S>Wx3"', "7"),
        ('"S>Wx3"', f'"S>Wx{"9" * 5000}"'),
        ('{"game"', '{"games":1,"game"'),
        ("}", ""),
    ],
)
def test_damage_is_one_line_that_names_the_file(tmp_path: Path, old: str, new: str) -> None:
    assert old in FOUND
    refused(run_in, written(tmp_path, FOUND.replace(old, new, 1)), ReplayError)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"seed":46', '"seed":47'),
        ('"S>Wx3"', '"S>Wx4"'),
        ('"],"exp', '","F1>F2"],"exp'),
        ('"won"', '"hopeless"'),
    ],
)
def test_what_does_not_come_out_is_a_mismatch(tmp_path: Path, old: str, new: str) -> None:
    assert old in FOUND
    refused(run_in, written(tmp_path, FOUND.replace(old, new, 1)), Mismatch)


def test_moves_that_do_not_win_are_a_mismatch(tmp_path: Path) -> None:
    found = json.loads(FOUND)
    found["moves"].pop()
    with pytest.raises(Mismatch, match="its moves do not win"):
        run_in(written(tmp_path, json.dumps(found)))


def level(tmp_path: Path, solution_: str, name: str = "my.toml") -> Path:
    head = (
        'game = "zahlenpatience"\nseed = 5\nlimit = 900\nbronze = 300\nsilver = 200\ngold = 100\ngrade = 3\n'
    )
    return written(tmp_path, f'{head}solution = "{solution_}"\n', name)


def test_a_level_is_checked_by_its_solution(tmp_path: Path) -> None:
    moves = " ".join(find_solution(Zahlenpatience(), 5, 20).moves)
    run = run_in(level(tmp_path, moves))
    assert (run.header.challenge, run.result.how) == ("my", "won")
    with pytest.raises(Mismatch, match=r"my\.toml"):
        run_in(level(tmp_path, moves.rsplit(" ", 1)[0]))
    with pytest.raises(Mismatch, match=r"my\.toml"):
        run_in(level(tmp_path, moves.replace("S>W", "S>F1", 1)))
    for damage in (level(tmp_path, ""), written(tmp_path, "x = [", "x.toml"), tmp_path / "missing.toml"):
        refused(run_in, damage, ReplayError)
