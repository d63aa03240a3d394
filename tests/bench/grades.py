"""Whether the grades of the challenges order them as a player does that the grading does not use.

The player is that of tests/playout.py, who does not look ahead. Told is Spearman's rank correlation of the
grades with how rarely it wins, and of two equal ones how little it lays, with its wins by grade, and those of
the careful player that grades them, in other games. By itself: `python -m tests.bench.grades [GAME ...]`.
"""

import json
import sys
from collections.abc import Sequence
from statistics import correlation, mean

from game.challenges.level import Challenge, by_grade
from game.challenges.level_files import levels
from game.core.shuffle import Stream, derive
from levels.careful import careful
from tests.playout import playout

GAMES_EACH = 24


def measure(games: Sequence[str] = ()) -> dict[str, object]:
    """The correlation of each game, and how often the players win in each grade, in percent."""
    told: dict[str, object] = {}
    for game in games or sorted({level.game for level in levels()[0] if not level.variant().reflex}):
        own = [level for level in levels()[0] if level.game == game]
        ease = {level.id: _played(level) for level in own}
        won = [round(100 * mean(ease[level.id][0] for level in page), 1) for page in by_grade(own)]
        rho = spearman([level.grade for level in own], [(-wins, -laid) for wins, laid in ease.values()])
        told[game] = {"spearman": round(rho, 2), "wins_%": won, "careful_%": careful(own)}
    return told


def _played(level: Challenge) -> tuple[float, float]:
    """The share of games won, and the mean share of cards laid."""
    rules = level.variant()
    deal = rules.deal(level.seed, 1)
    ends = [playout(rules, deal, Stream(derive(level.seed, number)))[-1] for number in range(GAMES_EACH)]
    return mean(map(rules.won, ends)), mean(placed / cards for placed, cards in map(rules.progress, ends))


def spearman(first: Sequence[object], second: Sequence[object]) -> float:
    """The correlation of the ranks, equal ones at their mean."""
    return correlation(_ranks(first), _ranks(second))


def _ranks(values: Sequence[object]) -> list[float]:
    order: list[object] = sorted(values)  # type: ignore[type-var]
    return [order.index(one) + (order.count(one) - 1) / 2 for one in values]


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1:]), indent=2))
