"""The levels differ by as much as one can see in a few rounds."""

import pytest

from tests.bench.bots import BATCH, play, row, summary, tasks

ROUNDS = 16


@pytest.mark.parametrize(("better", "worse"), [("hard", "medium"), ("medium", "easy")])
def test_each_level_beats_the_one_below(better: str, worse: str) -> None:
    rounds = [played for task in tasks(better, worse, 4, ROUNDS, seed=50) for played in play(task)]
    result = summary(better, worse, rounds)
    assert result["rounds"] == ROUNDS
    wins, scores = result["wins_percent"], result["mean_score"]
    assert isinstance(wins, list)
    assert isinstance(scores, list)
    assert wins[0] >= 65
    assert scores[0] >= scores[1] + 5
    assert f"{better} : {worse}" in row(result)


def test_two_easy_bots_end_at_most_8_of_100_rounds_stuck() -> None:
    rounds = [played for task in tasks("easy", "easy", 2, 4 * BATCH, seed=70) for played in play(task)]
    result = summary("easy", "easy", rounds)
    assert result["rounds"] == 100, "whole matches: the first deals of one are no fair share of it"
    stuck = result["stuck_percent"]
    assert isinstance(stuck, float)
    assert stuck <= 8
