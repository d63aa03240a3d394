"""Whether the grades of the challenges order them as a player does that the grading does not use.

The player is that of levels/careful.py. Told is Spearman's rank correlation of the grades with how rarely it
wins, and of two equal ones how little it lays, with its wins by grade. By itself:
`python -m tests.bench.grades [GAME ...]`.
"""

import json
import sys
from collections.abc import Sequence
from statistics import correlation, mean

from game.challenges.level import by_grade
from game.challenges.level_files import levels
from levels.careful import played_well


def measure(games: Sequence[str] = ()) -> dict[str, object]:
    """The correlation of each game, and how often the player wins in each grade, in percent."""
    told: dict[str, object] = {}
    for game in games or sorted({level.game for level in levels()[0] if not level.variant().reflex}):
        own = [level for level in levels()[0] if level.game == game]
        played = [played_well(level) for level in own]
        ease = dict(zip((level.id for level in own), played, strict=True))
        won = [round(100 * mean(ease[level.id][0] for level in page), 1) for page in by_grade(own)]
        rho = round(spearman([level.grade for level in own], [(-wins, -laid) for wins, laid in played]), 2)
        told[game] = {"spearman": rho, "wins_%": won}
    return told


def spearman(first: Sequence[object], second: Sequence[object]) -> float:
    """The correlation of the ranks, equal ones at their mean."""
    return correlation(_ranks(first), _ranks(second))


def _ranks(values: Sequence[object]) -> list[float]:
    order: list[object] = sorted(values)  # type: ignore[type-var]
    return [order.index(one) + (order.count(one) - 1) / 2 for one in values]


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1:]), indent=2))
