"""Stored solutions win, and there are challenges enough of every game for one."""

from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from game.challenges.level import GRADES, Challenge
from game.challenges.level_files import FOLDER, chances, levels, listed
from game.core.rules import replay
from game.core.table import Table
from game.rules import games
from levels.careful import play

ALONE = sorted(name for name, kind in games().items() if 1 in kind.seats)
DAILY = [FOLDER / "daily" / f"{game}.toml" for game in ALONE]
PUBLISHED = 2
"""So many daily deals of each game were published before all rules followed the sources."""
ALL = [*levels()[0], *(deal for path in DAILY for deal in listed(path)[PUBLISHED:])]
FREE = {
    "any_part": False,
    "passes": 3,
    "speltorka_any_time": False,
}
"""House rules that allow more than the source does, as the source has them."""


@pytest.mark.parametrize("game", ALONE)
def test_levels_come_out(game: str) -> None:
    """Every twelfth; `make prove` takes them all."""
    for level in [level for level in levels()[0] if level.game == game][::12]:
        assert level.variant().won(replayed(level))


@pytest.mark.parametrize("path", DAILY, ids=lambda path: path.stem)
def test_daily_deals_come_out(path: Path) -> None:
    """Every seventy-fifth; `make prove` takes them all."""
    for level in listed(path)[::75]:
        assert level.variant().won(replayed(level))


def replayed(level: Challenge) -> Table:
    """The table after the stored solution, by the rules alone."""
    rules = level.variant()
    return replay(rules, rules.deal(level.seed, 1), level.line())


@pytest.mark.parametrize("game", ALONE)
def test_there_are_sixty_levels_of_every_game_and_daily_deals_for_years(game: str) -> None:
    own = [level for level in levels()[0] if level.game == game]
    days = listed(FOLDER / "daily" / f"{game}.toml")
    assert len(own) == 60
    assert len(days) >= 200
    deals = [(tuple(level.rules.items()), level.seed) for level in (*own, *days)]
    assert len(set(deals)) == len(deals)


@pytest.mark.parametrize("game", ALONE)
def test_all_state_every_house_rule_and_none_allows_more_than_the_source(game: str) -> None:
    for level in (level for level in ALL if level.game == game):
        rules: Any = level.variant()
        assert level.rules == asdict(rules)
        assert all(level.rules[name] == FREE[name] for name in FREE.keys() & level.rules.keys()), level.id
        assert level.rules.get("must_lay", True) or game == "farbwechsel", level.id


@pytest.mark.parametrize("game", ["farbwechsel", "paare"])
def test_both_keys_are_needed_in_earnest(game: str) -> None:
    """In every fourth."""
    for level in [level for level in ALL if level.game == game][::4]:
        roles = [spot.role for spot in level.variant().spots(1)]
        answers = [roles[move.dst] for move in level.line()]
        assert min(Counter(answers).values()) >= len(answers) / 4, level.id
        assert set(answers) == {"foundation", "waste"}


def test_some_deals_of_staffelpatience_come_out_with_a_double_series() -> None:
    own = [level for level in levels()[0] if level.game == "staffelpatience"]
    assert Counter(level.rules["double_series"] for level in own) == {False: 45, True: 15}
    for level in own[::6]:
        outcome = level.variant().outcome(replayed(level))
        assert outcome
        assert (outcome.reason == "double") == level.rules["double_series"]


def test_acht_mal_acht_begins_more_gently_than_some_games_end() -> None:
    grades = {game: [level.grade for level in levels()[0] if level.game == game] for game in ALONE}
    gentlest = min(grades["acht-mal-acht"])
    assert sum(gentlest < max(each) for each in grades.values()) >= 3


@pytest.mark.parametrize("game", ALONE)
def test_levels_grow_harder(game: str) -> None:
    grades = [level.grade for level in levels()[0] if level.game == game]
    assert grades == sorted(grades)
    assert grades[0] < grades[-1]


@pytest.mark.parametrize("game", ALONE)
def test_a_careful_player_wins_less_from_grade_to_grade(game: str) -> None:
    own = chances(game)
    if games()[game].reflex:
        assert own == ()
    else:
        assert len(own) == len(GRADES)
        assert own[0] >= 60
        assert list(own) == sorted(set(own), reverse=True)


@pytest.mark.parametrize("game", ["haisty", "staffelpatience"])
def test_nobody_who_sees_no_hidden_card_needs_fewer_presses(game: str) -> None:
    """In every fifteenth challenge; `make bench ARGS=presses` asks for all."""
    for level in [level for level in levels()[0] if level.game == game][::15]:
        played = play(level.variant(), level.seed, range(-8, 0))
        assert all(len(each.moves) >= level.par for each in played if each.won), level.id
