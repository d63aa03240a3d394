"""Packed solutions come back as they were, and what is damaged is told."""

from random import Random

import pytest

from game.challenges.level_files import levels
from game.challenges.packed import pack, unpack
from game.core.rules import IllegalMove, Rules, replay
from game.core.table import Move, Table
from game.rules import games
from game.rules.haisty import Haisty
from game.solve import solve

ALONE = sorted(name for name, kind in games().items() if 1 in kind.seats)
RULES = Haisty()
TABLE = RULES.deal(46, 1)
MOVES = solve(RULES, TABLE, expansions=20_000).moves


def level(game: str) -> tuple[Rules, Table, tuple[Move, ...], str]:
    """The rules, deal, moves and packed solution of a challenge of the game."""
    found = next(level for level in levels()[0] if level.game == game)
    rules = found.variant()
    return rules, rules.deal(found.seed, 1), found.line(), found.solution


@pytest.mark.parametrize("game", ALONE)
def test_a_packed_solution_comes_back_as_it_was(game: str) -> None:
    rules, table, moves, text = level(game)
    assert pack(rules, table, moves) == text
    assert unpack(rules, table, text) == moves
    assert not set(text) & set("'\"\\ \n"), "it lies between the quotation marks of a TOML file"


def test_a_solution_takes_a_tenth_of_its_notation() -> None:
    _rules, _table, moves, text = level("acht-mal-acht")
    assert len(text) < len(moves)


def test_only_moves_that_win_are_packed() -> None:
    for moves, number in (((*MOVES, MOVES[0]), len(MOVES) + 1), ((Move(0, 9), *MOVES), 1)):
        with pytest.raises(IllegalMove) as error:
            pack(RULES, TABLE, moves)
        assert error.value.number == number
    with pytest.raises(ValueError, match="do not win"):
        pack(RULES, TABLE, MOVES[:-1])


def test_a_longer_number_and_another_deal_are_refused() -> None:
    text = pack(RULES, TABLE, MOVES)
    for damaged in ("zzzzz" + text, "~" * 400, "'", "\N{SNOWMAN}"):
        with pytest.raises(ValueError):
            unpack(RULES, TABLE, damaged)
    with pytest.raises(ValueError):
        unpack(RULES, RULES.deal(47, 1), text)


def test_any_damage_wins_or_is_a_value_error() -> None:
    draw, text = Random(1), pack(RULES, TABLE, MOVES)
    told = 0
    for _ in range(40):
        at = draw.randrange(len(text))
        damaged = text[:at] + draw.choice("0aZ~'") + text[at + draw.randrange(2) :]
        try:
            moves = unpack(RULES, TABLE, damaged)
        except ValueError:
            told += 1
        else:
            assert RULES.won(replay(RULES, TABLE, moves))
    assert told > 20
