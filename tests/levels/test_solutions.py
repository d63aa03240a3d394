"""Every stored solution wins, and there are challenges enough of every game for one."""

from pathlib import Path

import pytest

from game.levels import FOLDER, dailies, levels, prove
from game.rules import games

DAILY = sorted((FOLDER / "daily").glob("*.toml"))
ALONE = sorted(name for name, kind in games().items() if 1 in kind.seats)


@pytest.mark.parametrize("game", ALONE)
def test_every_level_comes_out(game: str) -> None:
    for level in levels()[0]:
        if level.game == game:
            prove(level)


@pytest.mark.parametrize("path", DAILY, ids=lambda path: path.stem)
def test_every_daily_deal_comes_out(path: Path) -> None:
    for level in dailies(path):
        prove(level)


@pytest.mark.parametrize("game", ALONE)
def test_there_are_twelve_levels_of_every_game_and_a_hundred_daily_deals(game: str) -> None:
    own = [level for level in levels()[0] if level.game == game]
    days = dailies(FOLDER / "daily" / f"{game}.toml")
    assert len(own) >= 12
    assert len(days) >= 100
    deals = [(tuple(level.rules.items()), level.seed) for level in (*own, *days)]
    assert len(set(deals)) == len(deals)


@pytest.mark.parametrize("game", ALONE)
def test_levels_grow_harder(game: str) -> None:
    grades = [level.grade for level in levels()[0] if level.game == game]
    assert grades == sorted(grades)
    assert grades[0] < grades[-1]
