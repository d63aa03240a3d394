"""Whether bots that are as good as you are so in the first match: a person's stand-in, of whom they know
nothing, meets three of them. By itself: `python -m tests.bench.rivals [STAND-IN ...]`.

Told are the rounds 2 to 5 that the stand-in won, the matches to 100 points that it won, and those that were
won or lost by less than CLOSE points; the strength of the bots after the first round, and after FOUND.
"""

import json
import multiprocessing
import sys
from collections.abc import Mapping, Sequence
from statistics import fmean

from game.bots.skill import ADAPTIVE, Adaptation
from tests.bench.bots import STAND_INS, Task, meet, won

CLOSE, FOUND = 25, 50
MATCHES, EVENINGS = 40, 2
TARGET = 100


class _Noted(Adaptation):
    """Notes its strength after each round."""

    def __init__(self) -> None:
        super().__init__()
        self.noted: list[float] = []

    def learn(self, people: Sequence[int], rivals: Mapping[int, int], time: float | None) -> None:
        super().learn(people, rivals, time)
        self.noted.append(self.strength)


Met = tuple[list[tuple[int, ...]], list[float]]
"""The scores of each round, and the strength after it."""


def met(task: Task) -> Met:
    """A match; to the target if it has no number of rounds."""
    noted = _Noted()
    rounds = meet(task, 0 if task.rounds else TARGET, noted)
    return [done.scores for done in rounds], noted.noted


def measure(people: Sequence[str] = ()) -> dict[str, object]:
    """By stand-in."""
    told: dict[str, object] = {}
    with multiprocessing.Pool(2) as pool:
        for person in people or STAND_INS:
            levels = (person, ADAPTIVE, ADAPTIVE, ADAPTIVE)
            first = pool.map(met, [Task(levels, seed, 0) for seed in range(MATCHES)])
            long = pool.map(met, [Task(levels, 1000 + seed, 2 * FOUND) for seed in range(EVENINGS)])
            told[person] = summary(first, long)
    return told


def summary(first: list[Met], long: list[Met]) -> dict[str, float]:
    """Of first matches, and of evenings that go on."""
    totals = [[sum(seat) for seat in zip(*scores, strict=True)] for scores, _ in first]
    margins = [total[0] - max(total[1:]) for total in totals]
    return {
        "rounds_2_to_5_won_%": round(100 * fmean(won(each) for scores, _ in first for each in scores[1:5])),
        "matches_won_%": round(100 * fmean(margin > 0 for margin in margins)),
        f"within_{CLOSE}_%": round(100 * fmean(abs(margin) < CLOSE for margin in margins)),
        "strength_after_1": round(fmean(noted[0] for _, noted in first), 2),
        f"strength_after_{FOUND}": round(fmean(each for _, noted in long for each in noted[FOUND:]), 2),
    }


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1:]), indent=2))
