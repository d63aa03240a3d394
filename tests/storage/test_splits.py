"""Splits: measured in play and from the run's file they are the same, and no run beats the best segments."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.challenges.challenge import begin_run, finished_run
from game.challenges.level import Challenge
from game.challenges.level_files import named
from game.core.solo import PARTS, segments, sum_of_best
from game.core.table import Move
from game.rules import games
from game.sessions.live_run import LiveRun
from game.storage.results import open_results
from game.storage.results_writer import compare, save_result
from game.storage.run_replay import RunReplay, check_run, progress_of, read_run, run_text
from game.storage.settings import Settings
from tests.challenges.test_challenge import Clock
from tests.written import written

GAMES = sorted(name for name, game in games().items() if 1 in game.seats)
Steps = Sequence[tuple[float, int]]
STEPS = st.lists(st.tuples(st.floats(0.0, 3.0), st.integers(0, 29)), max_size=40)


def played(level: Challenge, steps: Steps) -> tuple[LiveRun, list[int]]:
    """A run of the stored line with detours, each step after so many seconds; and its splits as they
    were seen in play, after each act."""
    clock = Clock()
    session, seen, line = begin_run(level, clock, 0, None), list[int](), level.line()
    for wait, what in steps:
        clock.time += wait
        done = len(session.solo.history.line)
        if session.over:
            break
        if what == 0 and done:
            session.undo(2)
        elif what == 1 and session.rules.penalty:
            session.play(Move(0, 0, 7))
        elif what == 2 and session.begun:
            session.solo.hint(session.now)
        elif what == 3:
            session.redo()
        else:
            for move in line[done : done + what]:
                clock.time += wait / 7
                session.play(move)
                seen += session.solo.splits[len(seen) :]
        seen += session.solo.splits[len(seen) :]
    session.poll()
    return session, seen


def by_the_table(run: RunReplay) -> list[int]:
    """The splits as they are defined: the first time at which so many cards were placed."""
    progress, cards = progress_of(run), run.result.cards
    firsts = [
        [time for time, placed in zip(progress.times, progress.placed, strict=True) if placed >= wanted]
        for wanted in (cards * part // PARTS for part in range(1, PARTS + 1))
    ]
    return [times[0] for times in firsts if times]


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=8, deadline=None)
@given(steps=STEPS)
def test_splits_in_play_are_those_of_the_replay(
    game: str, tmp_path_factory: pytest.TempPathFactory, steps: Steps
) -> None:
    level = named(f"{game}-01")
    session, seen = played(level, steps)
    run, result = finished_run(session, level, Settings(name="Ada"), 1)
    again = read_run(written(tmp_path_factory.mktemp("run"), run_text(run)))
    assert seen == check_run(again).splits == by_the_table(again)
    assert len(seen) == PARTS or not session.won
    assert seen == sorted(seen)
    if session.won:
        assert seen[-1] == result.time, "penalties included"


def test_haisty_alone_is_timed_at_ten_seven_four_and_none_left() -> None:
    session, _seen = played(named("haisty-01"), [(0.01, 11)] * 400)
    assert session.won
    progress = progress_of(finished_run(session, None, Settings(), 1)[0])
    assert [13 - progress.at(split) for split in session.solo.splits] == [10, 7, 4, 0]


@given(runs=st.lists(st.lists(st.integers(0, 10**10), min_size=1, max_size=PARTS).map(sorted), min_size=1))
def test_the_best_run_is_never_faster_than_the_best_segments(runs: list[list[int]]) -> None:
    whole = [splits[-1] for splits in runs if len(splits) == PARTS]
    best = sum_of_best(runs)
    assert best is not None or not whole
    assert all(best is not None and best <= time for time in whole)
    assert all(sum(segments(splits)) == splits[-1] for splits in runs)


def test_segments_of_runs_that_were_given_up_count_and_no_more_than_they_completed() -> None:
    assert sum_of_best([(10, 20, 30, 40), (5, 40)]) == 35
    assert sum_of_best([(10, 20, 30), (5, 40)]) is None
    assert sum_of_best([]) is None


def test_a_result_is_compared_with_all_kept_runs_of_its_challenge(tmp_path: Path) -> None:
    level, results = named("paare-01"), open_results(tmp_path)[0]
    fast, slow = [(0.1, 4)] * 100, [(0.9, 4)] * 100
    ends: dict[str, list[int]] = {}
    for name, steps in {"slow": slow, "given up": fast[:7], "mixed": [*slow[:5], *fast]}.items():
        session, ends[name] = played(level, steps)
        session.give_up()
        saved = save_result(*finished_run(session, level, Settings(name="Ada"), 1), results, tmp_path)
        rivals = compare(saved, results, tmp_path)
        assert rivals
        assert rivals[:2] == (tuple(ends["slow"] if name != "slow" else ()), sum_of_best(ends.values()))
        assert rivals.clean
        assert rivals.clean.time == min(each[-1] for each in ends.values() if len(each) == PARTS)
    (tmp_path / "replays" / saved.result.run).write_text("damaged")
    assert compare(saved, results, tmp_path) == rivals, "what has been read is remembered"
