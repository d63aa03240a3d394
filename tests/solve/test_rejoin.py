"""A line that was left is found again: what has been done is left out, or taken back."""

from random import Random

import pytest

from game.core.rules import fold_all, play
from game.levels import FOLDER, Level, read_level
from game.solve.rejoin import rejoin
from game.solve.verdict import UNDECIDED, WON, after, came_out

LEVELS = [
    read_level(FOLDER / f"{game}-03.toml") for game in ("acht-mal-acht", "rot-und-schwarz", "staffelpatience")
]


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.game)
def test_what_is_found_wins_and_most_single_steps_aside_are_mended(level: Level) -> None:
    rules, line, draw = level.variant(), level.line(), Random(3)
    table, found, asked = rules.deal(level.seed, 1), 0, 0
    for number, move in enumerate(line):
        others = [other for other in rules.moves(table, 0) if other.count and other != move]
        if others and number % 7 == 0:
            aside = draw.choice(others)
            there = fold_all(table, play(rules, table, 0, aside))
            verdict = rejoin(rules, there, line[number:], (aside,))
            asked += 1
            if verdict.verdict == WON:
                found += 1
                assert came_out(rules, after(rules, there, verdict.moves))
        table = fold_all(table, play(rules, table, 0, move))
    assert found > asked / 3


def test_without_a_line_nothing_is_claimed() -> None:
    rules = LEVELS[0].variant()
    assert rejoin(rules, rules.deal(1, 1), (), ()).verdict == UNDECIDED
