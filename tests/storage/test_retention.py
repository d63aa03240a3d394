"""Old replays make room for new ones, but none that somebody may still want."""

from pathlib import Path

import pytest

from game.challenges.challenge import finished_run
from game.storage import replay_writer
from game.storage.replay_writer import MATCHES, RUNS, SERVED, make_room
from game.storage.results import open_results
from game.storage.results_writer import save_result
from game.storage.settings import Settings
from tests.challenges.test_challenge import LEVEL, WHEN
from tests.challenges.test_challenge import played as session
from tests.listing import listing


def stamp(number: int) -> str:
    return f"2026-01-01-{number:06}"


def test_the_oldest_go_and_the_other_kinds_stay(tmp_path: Path) -> None:
    names = [
        f"{stamp(number)}-haisty{ending}" for number in range(5) for ending in (".replay", "-served.replay")
    ]
    names += [f"{stamp(number)}-paare-7.run" for number in range(5)]
    for name in names:
        (tmp_path / name).touch()
    make_room(tmp_path, MATCHES._replace(most=3))
    left = {path.name for path in listing(tmp_path)}
    assert set(names) - left == {f"{stamp(number)}-haisty.replay" for number in range(3)}
    make_room(tmp_path, SERVED._replace(most=4))
    make_room(tmp_path, RUNS._replace(most=1))
    left = {path.name for path in listing(tmp_path)}
    assert sorted(left) == sorted(
        [f"{stamp(n)}-haisty.replay" for n in (3, 4)]
        + [f"{stamp(n)}-haisty-served.replay" for n in (2, 3, 4)]
    )


def test_what_has_another_name_stays(tmp_path: Path) -> None:
    for name in ("the evening with Bo.replay", "2026-01-01 best.run", "2026-01-01-000000-kept.txt"):
        (tmp_path / name).touch()
    for kind in (MATCHES, SERVED, RUNS):
        make_room(tmp_path, kind._replace(most=1))
    assert len(list(listing(tmp_path))) == 3


def test_the_best_run_at_a_challenge_outlives_all_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay_writer, "RUNS", RUNS._replace(most=3))
    results, _notice = open_results(tmp_path)
    quick, slow = (
        finished_run(session(0.5), LEVEL, Settings(name="Ada"), WHEN),
        finished_run(session(0.9), LEVEL, Settings(name="Ada"), WHEN),
    )
    best = save_result(*quick, results, tmp_path).result.run
    others = [save_result(*slow, results, tmp_path).result.run for _ in range(6)]
    left = {path.name for path in listing(tmp_path / "replays")}
    assert best in left
    assert len(left) <= 4
    assert others[-1] in left
