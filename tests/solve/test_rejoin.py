"""A line that was left is found again: what has been done is left out, or taken back."""

from random import Random

import pytest

from game.challenges.level import Challenge
from game.challenges.level_files import levels
from game.core.rules import fold_all, play, replay
from game.solve.lost import rejoin
from game.solve.verdict import UNDECIDED, WON

LEVELS = levels()[0][::24]


@pytest.mark.parametrize(
    ("game", "most"),
    # A column of Rot und Schwarz moves as a whole and never into a gap: there little can be taken back,
    # least in the fiendish ones.
    [("acht-mal-acht", 0.6), ("rot-und-schwarz", 0.2), ("staffelpatience", 0.5)],
)
def test_what_is_found_wins_and_so_many_single_steps_aside_are_mended(game: str, most: float) -> None:
    found = [mended(level) for level in LEVELS if level.game == game]
    assert sum(map(sum, found)) > most * sum(map(len, found))


def mended(level: Challenge) -> list[bool]:
    """Of steps aside from the solution: whether a way to win was found again at once."""
    rules, line, draw = level.variant(), level.line(), Random(3)
    table = rules.deal(level.seed, 1)
    found: list[bool] = []
    for number, move in enumerate(line):
        others = [other for other in rules.moves(table, 0) if other.count and other != move]
        if others and number % 20 == 0:
            aside = draw.choice(others)
            there = fold_all(table, play(rules, table, 0, aside))
            verdict = rejoin(rules, there, line[number:], (aside,))
            found.append(verdict.verdict == WON)
            if found[-1]:
                assert rules.won(replay(rules, there, verdict.moves))
        table = fold_all(table, play(rules, table, 0, move))
    return found


def test_without_a_line_nothing_is_claimed() -> None:
    rules = LEVELS[0].variant()
    assert rejoin(rules, rules.deal(1, 1), (), ()).verdict == UNDECIDED
