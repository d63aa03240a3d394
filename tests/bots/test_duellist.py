"""The bots of a duel: quicker and surer from level to level, and never quicker than a person."""

import pytest

from game.challenges.race import DUELS
from game.core.duel import turns
from game.core.match import Match
from game.core.state import WON
from game.sessions.bot_table import BotTable

LEVELS = ("easy", "medium", "hard")
SOONEST = 375_000
"""Microseconds from a card to a press for it."""


@pytest.mark.parametrize("name", DUELS)
def test_the_better_level_takes_more(name: str) -> None:
    for pair in (LEVELS[:2], LEVELS[1:]):
        match = Match(DUELS[name], 2, 7, 0, 3)
        BotTable(match, dict(enumerate(pair))).advance(300_000_000)
        weaker, better = match.state.totals
        assert match.state.phase == WON
        assert better > 1.5 * weaker > 0, pair


def test_it_looks_before_it_presses_and_errs_by_its_level() -> None:
    errors = []
    for level in LEVELS:
        match = Match(DUELS["farbwechsel"], 2, 11, 0, 4)
        BotTable(match, {0: level, 1: level}).advance(400_000_000)
        again = Match(match.rules, 2, 11, 0, 4)
        again.start()
        turned, wrong, pressed = 0, 0, 0
        for entry in match.log:
            table, move = again.state.table, entry.move
            right = move is not None and move in again.rules.moves(table, entry.seat)
            errs = move is not None and not right and again.rules.lockout(table, entry.seat, move) > 0
            pressed, wrong = pressed + right, wrong + errs
            if (right or errs) and turns(table):
                assert entry.press >= turned + SOONEST
            again.redo(entry)
            turned = turned if turns(again.state.table) == turns(table) else entry.at
        errors.append(wrong / pressed)
    assert errors[0] > errors[1] > errors[2] == 0


def test_the_same_seed_plays_the_same() -> None:
    logs = []
    for _ in range(2):
        match = Match(DUELS["paare"], 3, 3, 0, 1)
        BotTable(match, dict.fromkeys(range(3), "easy")).advance(100_000_000)
        logs.append(match.log)
    assert logs[0] == logs[1]
    assert logs[0]
