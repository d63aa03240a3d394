"""Rot und Schwarz, version 1: a position and all of its legal moves side by side."""

from random import Random

import pytest

from game.core.cards import ACE, DIAMONDS, HEARTS, Card, pack
from game.core.notation import move_text, parse_move, pile_names
from game.core.rules import fold_all, play
from game.core.table import Table
from game.rules.rot_und_schwarz import COLUMNS, FOUNDATIONS, LAYING, STOCK, WASTE, RotUndSchwarz
from tests.positions import parse_table

NAMES = pile_names(RotUndSchwarz().spots(1), 0)
ACES = tuple(f"F{n}: | A{suit}" for n, suit in enumerate("cdhscdhs", 1))


def position(*lines: str) -> Table:
    return parse_table("\n".join(lines), NAMES)


def legal(table: Table, rules: RotUndSchwarz | None = None) -> list[str]:
    return sorted(move_text(move, NAMES) for move in (rules or RotUndSchwarz()).moves(table, 0))


def after(table: Table, move: str, rules: RotUndSchwarz | None = None) -> Table:
    return fold_all(table, play(rules or RotUndSchwarz(), table, 0, parse_move(move, NAMES)))


def test_deal_is_eight_aces_eight_cards_and_88_hidden() -> None:
    table = RotUndSchwarz().deal(1, 1)
    assert all(table.piles[i].exposed == table.piles[i].cards[0] for i in (*FOUNDATIONS, *COLUMNS))
    assert [table.piles[i].cards[0].rank for i in FOUNDATIONS] == [ACE] * 8
    assert (len(table.piles[STOCK].cards), table.piles[STOCK].up) == (88, 0)
    assert sorted(card for pile in table.piles for card in pile.cards) == sorted(pack(0) + pack(1))


TABLE = (
    "F1: | Ac 2d",
    "F2: | Ad 2s",
    "F3: | Ah",
    "F4: | As",
    "B1: | 5c 4d 3s",  # up on the red two; neither its last card nor the whole goes on a column
    "B2: | 9h 8c",
    "B3: | 6d",  # takes the whole first column
    "B4: | 9d",  # takes the eight
    "B5: | Ts",  # takes the nine, and the whole second column
    "B6: | 2h",  # up on the black ace, down on the black three
    "B7: |",  # a gap: from the waste only
    "B8: | 7h",
    "S: ?? ?? |",
    "W: | Kc 8s",
)


def test_all_moves_of_a_position() -> None:
    expected = ["B1>F1", "B1>B3x3", "B2>B4", "B2>B5x2", "B4>B5", "B6>F4", "B6>B1", "B8>B2"]
    assert legal(position(*TABLE)) == sorted([*expected, "W>B4", "W>B7", "S>W"])


def test_all_moves_with_foundations_in_suit() -> None:
    expected = ["B1>B3x3", "B2>B4", "B2>B5x2", "B4>B5", "B6>F3", "B6>B1", "B8>B2"]
    table = position("F1: | Ac", "F3: | Ah", *TABLE[4:])
    assert legal(table, RotUndSchwarz(foundations="suit")) == sorted([*expected, "W>B4", "W>B7", "S>W"])


def test_any_part_of_a_column_moves_by_house_rule() -> None:
    table = position(*ACES, "B1: | Jc Td 9s 8d", "B2: | Th", "B3: | Jc.1", "B4: | 9c", "B5: | Qh")
    whole = ["B1>B4", "B1>B5x4", "B2>B3", "B3>B5", "B4>B2"]
    assert legal(table) == sorted(whole)
    assert legal(table, RotUndSchwarz(any_part=True)) == sorted([*whole, "B1>B2x2", "B1>B3x3"])


def test_there_is_no_second_pass() -> None:
    assert legal(position(*ACES, "B1: | Kd", "W: | 5c 6c 7c")) == [f"W>B{n}" for n in range(2, 9)]


def test_a_gap_may_stay_empty_while_cards_are_turned() -> None:
    table = after(position(*ACES, "B1: | 2d", "S: 9c 8c |"), "B1>F1")
    assert legal(table) == ["S>W"]
    table = after(after(table, "S>W"), "S>W")
    assert legal(table) == [f"W>B{n}" for n in range(1, 9)]


def test_won_when_all_cards_lie_on_the_foundations() -> None:
    chains = ["Ac 2d 3c 4d 5c 6d 7c 8d 9c Td Jc Qd Kc", "Ad 2c 3d 4c 5d 6c 7d 8c 9d Tc Jd Qc Kd"]
    piles = [f"F{n}: | {cards}" for n, cards in enumerate(chains * 4, 1)]
    table = position(*piles[:7], piles[7].removesuffix(" Kd"), "W: | Kd")
    assert RotUndSchwarz().outcome(table) is None
    assert RotUndSchwarz().outcome(after(table, "W>F8")) == ("won", 0, (104,))


FREE = "B4>B1"
"""A move that may be made unless the drawn card must be laid: there the five goes on the six."""


@pytest.mark.parametrize(
    ("drawn", "may"),
    [
        ("2d", "W>F1 W>B5"),  # on a foundation, or into the gap, as the player likes
        ("9c", "W>B2 W>B5"),  # on a column
        ("5h", "W>B1 W>B5"),  # the five in the columns would fit there as well
        ("2s", f"W>B5 {FREE} S>W"),  # only into the gap: it may be left
        ("Kd", f"W>B5 {FREE} S>W"),
    ],
)
def test_a_drawn_card_that_fits_must_be_laid_at_once(drawn: str, may: str) -> None:
    columns = ("B1: | 6c", "B2: | Td", "B3: | Jh", "B4: | 5d", "B6: | Kc", "B7: | Ks", "B8: | Kc.1")
    here = position("F1: | Ac", *columns, f"S: 4s {drawn} |", "W: | Qh")
    assert legal(after(here, "S>W")) == sorted(may.split())
    free = RotUndSchwarz(must_lay=False)
    may_be_left = {*may.split(), FREE, "S>W"}
    assert legal(after(here, "S>W", free), free) == sorted(may_be_left)


def test_only_the_card_just_drawn_must_be_laid() -> None:
    full = ("B1: | 6c", "B2: | 6s", *(f"B{n}: | Kc" for n in range(3, 9)))
    drawn = after(position("F1: | Ac", *full, "S: Kh 5h 2d |", "W: | 5d"), "S>W")
    assert (drawn.mode, legal(drawn)) == (LAYING, ["W>F1"])
    laid = after(drawn, "W>F1")
    assert (laid.mode, legal(laid)) == (0, ["S>W", "W>B1", "W>B2"]), "the older one may be left"
    assert legal(after(after(laid, "S>W"), "W>B2")) == ["B2>B1", "S>W", "W>B1"]


def red(card: Card) -> bool:
    return card.suit in (DIAMONDS, HEARTS)


def must(table: Table, in_suit: bool) -> bool:
    """Whether the waste's top fits a foundation or a column, told anew and the long way."""
    card = table.piles[WASTE].cards[-1]
    for number in FOUNDATIONS:
        top = table.piles[number].cards[-1]
        follows = top.suit == card.suit if in_suit else red(top) != red(card)
        if follows and top.rank + 1 == card.rank:
            return True
    tops = [table.piles[number].cards[-1] for number in COLUMNS if table.piles[number].cards]
    return any(top.rank - 1 == card.rank and red(top) != red(card) for top in tops)


@pytest.mark.parametrize("foundations", ["alternating", "suit"])
def test_the_duty_takes_away_what_is_not_the_drawn_card_and_nothing_else(foundations: str) -> None:
    bound, free = RotUndSchwarz(foundations), RotUndSchwarz(foundations, must_lay=False)
    duties = 0
    for seed in range(15):
        draw, table, fresh = Random(seed), bound.deal(seed, 1), False
        while moves := sorted(bound.moves(table, 0)):
            all_moves = sorted(free.moves(table._replace(mode=0), 0))
            duty = fresh and must(table, foundations == "suit")
            assert moves == ([move for move in all_moves if move.src == WASTE] if duty else all_moves)
            assert table.mode == (LAYING if duty else 0)
            duties += duty
            move = draw.choice(moves)
            fresh = move.src == STOCK
            if not table.piles[STOCK].cards and move.src in COLUMNS:
                break  # or it goes on for ever
            table = fold_all(table, play(bound, table, 0, move))
    assert duties > 200
