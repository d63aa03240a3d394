"""Paare: a position and its one legal move side by side; what turns up by itself, the one shuffle."""

import pytest

from game.core.cards import pack
from game.core.notation import move_text, parse_move, pile_names
from game.core.rules import fold_all, play
from game.core.shuffle import Stream, shuffled
from game.core.table import Table
from game.rules.paare import STOCK, TURNED, WASTE, Paare
from tests.positions import parse_table, table_text

RULES = Paare()
NAMES = pile_names(RULES.spots(1), 0)


def position(text: str, passes: int = 0) -> Table:
    return parse_table(text.replace("; ", "\n"), NAMES)._replace(passes=passes)


def after(table: Table, move: str) -> Table:
    return fold_all(table, play(RULES, table, 0, parse_move(move, NAMES)))


def lies(table: Table) -> str:
    return "; ".join(table_text(table, NAMES).splitlines())


def test_deal_turns_the_first_two_of_fifty_two() -> None:
    stock, turned, pairs, waste = RULES.deal(1, 1).piles
    assert [(len(pile.cards), pile.up) for pile in (stock, turned, pairs, waste)] == [
        (50, 0),
        (2, 2),
        (0, 0),
        (0, 0),
    ]
    assert sorted(stock.cards + turned.cards) == sorted(pack())


@pytest.mark.parametrize(
    ("table", "moves"),
    [
        ("S: 2c 3c |; T: | 9h 9s", "T>Fx2"),
        ("S: 2c 3c |; T: | 9c 2d; F: | 5h 6c; W: | 7c 8s", "T>Fx2"),
        ("S: 2c 3c |; T: | 9h 9d", "T>Wx2"),
        ("S: 2c 3c |; T: | 9c 4s; F: | 5h 6c; W: | 7d 8h", "T>Wx2"),
        ("W: | 7d 8h", ""),
        ("F: | 7d 8c", ""),
    ],
)
def test_all_moves_of_a_position(table: str, moves: str) -> None:
    assert " ".join(move_text(move, NAMES) for move in RULES.moves(position(table), 0)) == moves


def test_the_next_two_turn_up_by_themselves_the_upper_first() -> None:
    there = after(position("S: 2c 3c 4c |; T: | 9h 9s"), "T>Fx2")
    assert lies(there) == "S: 2c |; T: | 4c 3c; F: | 9h 9s"


def test_the_waste_is_shuffled_by_the_deals_seed_once() -> None:
    table = position("T: | 9h 9d; W: | 2c 3c 2d 3d")._replace(seed=5)
    there = after(table, "T>Wx2")
    cards = table.piles[WASTE].cards + table.piles[TURNED].cards
    order = shuffled(cards, Stream(5))
    assert (there.piles[STOCK].cards, there.piles[TURNED].cards) == (order[:-2], order[:-3:-1])
    assert (there.piles[STOCK].up, there.piles[TURNED].up, there.passes) == (0, 2, 1)
    assert there.piles[WASTE].cards == ()
    assert lies(after(position("T: | 9h 9d; W: | 2c 3c", 1), "T>Wx2")) == "W: | 2c 3c 9h 9d"


def test_won_when_all_pairs_are_laid_aside() -> None:
    assert RULES.outcome(after(position("T: | 9h 9s; F: | 2c 3d"), "T>Fx2")) == ("won", 0, (4,))
    assert RULES.outcome(position("F: | 2c 3d; W: | 4c 5c")) is None
    assert RULES.progress(position("F: | 2c 3d; W: | 4c 5c")) == (2, 4)
