"""What a file or a row proves: a digest against damage, a hand, a challenge’s deal, a medal’s run."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from game.challenges.challenge import result_of
from game.challenges.level_files import named
from game.cli.check import checked
from game.core.solo import Act
from game.core.state import HAND
from game.storage.replay_format import ReplayError
from game.storage.replay_writer import run_path, save_run
from game.storage.results import open_results
from game.storage.results_writer import save_result
from game.storage.run_replay import RunReplay, check_run
from game.storage.solution import paced

LEVEL = named("acht-mal-acht-01")
RUN = paced(LEVEL.variant(), LEVEL.seed, LEVEL.line(), LEVEL.id)[0]


def at_pace(pause: int) -> RunReplay:
    """The level's solution with so many microseconds between its moves."""
    acts = tuple(Act(number * pause, act.what) for number, act in enumerate(RUN.acts))
    return replace(RUN, acts=acts, result=replace(RUN.result, time=acts[-1].at))


def test_no_changed_time_of_a_run_is_accepted(tmp_path: Path) -> None:
    path = save_run(tmp_path, RUN)
    assert checked(path)["digest"] is True
    data = path.read_bytes()
    for at in [found.start() for found in re.finditer(rb"[0-9]", data)][::7]:
        path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        with pytest.raises(ReplayError):
            checked(path)


def test_run_of_before_there_were_digests_is_read_and_said_to_have_none(tmp_path: Path) -> None:
    path = save_run(tmp_path, RUN)
    path.write_bytes(path.read_bytes().rpartition(b"sha256")[0])
    found = checked(path)
    assert found["digest"] is False
    assert found["text"].endswith("; without a digest: changed times would not show")


@pytest.mark.parametrize(("pause", "medal"), [(1, ""), (HAND - 1, ""), (HAND, "author"), (1_500_000, "gold")])
def test_run_faster_than_a_hand_is_told_and_wins_no_medal(pause: int, medal: str, tmp_path: Path) -> None:
    run = at_pace(pause)
    assert result_of(run, check_run(run), LEVEL, 1).medal == medal
    found = checked(save_run(tmp_path, run))
    assert found["too_fast"] is not bool(medal)
    assert ("faster than any hand" in found["text"]) is not bool(medal)


def test_presses_that_come_together_for_a_moment_are_no_machine() -> None:
    """The window was busy, and then read them all at once; or the rest was laid out by itself."""
    acts = [Act(max(0, number - 40) * 200_000, act.what) for number, act in enumerate(RUN.acts)]
    acts = [act._replace(at=min(act.at, acts[-40].at)) for act in acts]
    run = replace(RUN, acts=tuple(acts), result=replace(RUN.result, time=acts[-1].at))
    assert result_of(run, check_run(run), LEVEL, 1).medal == "author"


@pytest.mark.parametrize(
    ("challenge", "told"), [("acht-mal-acht-01", True), ("paare-01", False), ("nothing", None), ("", None)]
)
def test_name_of_the_challenge_is_compared_with_its_deal(
    challenge: str, told: bool | None, tmp_path: Path
) -> None:
    found = checked(save_run(tmp_path, replace(RUN, header=replace(RUN.header, challenge=challenge))))
    assert found["challenge_deal"] is told
    assert ("has another deal" in found["text"]) is (told is False)


def test_medal_without_a_run_that_comes_to_it_is_not_told(tmp_path: Path) -> None:
    records, _notice = open_results(tmp_path)
    run = at_pace(500_000)
    won = result_of(run, check_run(run), LEVEL, 1)
    good, gone, other, broken = (save_result(run, won, records, tmp_path).result for _ in range(4))
    run_path(tmp_path, gone.run).unlink()
    run_path(tmp_path, broken.run).write_text("nothing")
    records.add(replace(other, time=1_000_000))
    records.add(replace(won, time=2_000_000))
    assert {each.medal for each in records.latest()} == {"author"}
    records.prove(tmp_path)
    told = {(each.run, each.time): each.medal for each in records.latest()}
    assert [each for each, medal in told.items() if medal] == [(one.run, won.time) for one in (good, other)]
    best = records.bests()[LEVEL.leaderboard()]
    assert (best.time, best.medal) == (1_000_000, "")
    records.close()
