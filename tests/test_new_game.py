"""A new solo game is one file of rules and one level file: nothing else names it."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import game.rules
from game.challenges.level import prove
from game.challenges.level_files import levels, named
from game.core.notation import move_text, pile_names
from game.core.solo import Solo
from game.rules import games
from game.rules.options import rules_from
from game.solve import solve
from levels import make_levels
from levels.executors import Workers
from levels.recipes import Recipe

RULES = '''
"""Spike: one suit, from the ace up."""

from dataclasses import dataclass
from typing import ClassVar

from game.core.build import suit_up
from game.core.cards import Pile, pack
from game.core.rules import Rules, Spot, option
from game.core.shuffle import Stream, shuffled
from game.core.table import Move, Table


@dataclass(frozen=True)
class Spike(Rules):
    """The stock is turned onto three piles, each as the player likes; their top cards play."""

    cards: int = option(6, "Cards", {6: "six", 9: "nine"})

    name: ClassVar[str] = "spike"
    title: ClassVar[str] = "Spike"
    seats: ClassVar[range] = range(1, 2)

    def spots(self, seats):
        return (
            Spot("stock", 0, 0, "", 0),
            Spot("foundation", 2, 0, "", 0),
            *(Spot("build", 2 + i, 1.2, "down", 0) for i in range(3)),
        )

    def deal(self, seed, seats):
        return Table((Pile(shuffled(pack()[: self.cards], Stream(seed))), *[Pile()] * 4))

    def moves(self, table, seat):
        for src in (2, 3, 4):
            if table.piles[src].cards and suit_up(table.piles[1], table.piles[src].cards[-1]):
                yield Move(src, 1)
        if table.piles[0].cards:
            yield from (Move(0, dst) for dst in (2, 3, 4))
'''


@pytest.fixture
def _spike(tmp_path: Path) -> Iterator[None]:
    """The game's file lies where the rules of games are looked for."""
    (tmp_path / "spike.py").write_text(RULES)
    game.rules.__path__.append(str(tmp_path))
    games.cache_clear()
    yield
    game.rules.__path__.remove(str(tmp_path))
    sys.modules.pop("game.rules.spike", None)
    games.cache_clear()


@pytest.mark.real
@pytest.mark.usefixtures("_spike")
def test_a_new_game_is_found_certified_listed_and_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(make_levels, "EVERY_GAME", (Recipe(levels=10, deals=20, spare=2),))
    with ThreadPoolExecutor(1) as executor:
        make_levels.make("spike", Workers(executor, 1), tmp_path, tmp_path / "cache")
    found, errors = levels(tmp_path)
    assert errors == []
    assert [level.id for level in found] == [f"spike-{number:02}" for number in range(1, 11)]
    assert [level.grade for level in found] == sorted(level.grade for level in found)
    for level in found:
        prove(level)
    solo = Solo(found[-1].variant(), found[-1].seed)
    for at, move in enumerate(found[-1].line()):
        assert not solo.won
        solo.play(move, at)
    assert solo.won
    calendar = "[[epochs]]\nsince = 2026-11-22\ndeals = { spike = 20 }\n"
    (tmp_path / "daily" / "calendar.toml").write_text(calendar)
    today = named("daily-2026-11-21", tmp_path)
    assert today.game == "spike"
    prove(today)


@pytest.mark.usefixtures("_spike")
def test_a_level_file_by_hand_is_listed_and_played(tmp_path: Path) -> None:
    rules = rules_from("spike", {"cards": 9})
    moves = solve(rules, rules.deal(5, 1), expansions=10_000).moves
    names = pile_names(rules.spots(1), 0)
    solution = " ".join(move_text(move, names) for move in moves)
    times = "limit = 90\nbronze = 60\nsilver = 40\ngold = 30\ngrade = 1.0"
    text = f'game = "spike"\nseed = 5\nrules = {{ cards = 9 }}\n{times}\nsolution = "{solution}"\n'
    (tmp_path / "spike-nine.toml").write_text(text)
    (level,), errors = levels(tmp_path)
    assert errors == []
    prove(level)
    assert level.line() == moves


def test_the_game_is_gone_afterwards() -> None:
    assert "spike" not in games()
