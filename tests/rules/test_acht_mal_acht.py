"""Acht mal Acht: a position and all of its legal moves side by side; what each move brings about."""

import pytest

from game.core.cards import pack
from game.core.notation import move_text, parse_move, pile_names
from game.core.rules import fold_all, play
from game.core.table import Table
from game.rules.acht_mal_acht import COLUMNS, STOCK, AchtMalAcht
from tests.positions import parse_table, table_text

NAMES = pile_names(AchtMalAcht().spots(1), 0)


def position(*lines: str, passes: int = 0) -> Table:
    return parse_table("\n".join(lines), NAMES)._replace(passes=passes)


def legal(table: Table, rules: AchtMalAcht | None = None) -> list[str]:
    return sorted(move_text(move, NAMES) for move in (rules or AchtMalAcht()).moves(table, 0))


def after(table: Table, move: str) -> Table:
    return fold_all(table, play(AchtMalAcht(), table, 0, parse_move(move, NAMES)))


def test_deal_is_eight_rows_of_eight_and_forty_hidden() -> None:
    table = AchtMalAcht().deal(1, 1)
    assert [len(table.piles[i].cards) for i in COLUMNS] == [table.piles[i].up for i in COLUMNS] == [8] * 8
    assert (len(table.piles[STOCK].cards), table.piles[STOCK].up) == (40, 0)
    assert sorted(card for pile in table.piles for card in pile.cards) == sorted(pack(0) + pack(1))


def test_onto_a_column_goes_the_last_card_or_the_whole_run_and_by_house_rule_any_part() -> None:
    lines = ("B1: | Kd 9c 8h 7s 6d", "B2: | 8d", "B3: | 7c", "B4: | Th", "B5: | 9s", "B6: | Ks", "B7: | Kc")
    table = position(*lines, "B8: | Kc.1")
    part = ["B1>B2x2", "B1>B5x3"]  # from its seven on the eight, from its eight on the nine
    rest = ["B1>B3", "B1>B4x4", "B2>B5", "B3>B2", "B5>B4"]
    assert legal(table) == sorted(rest)
    assert legal(table, AchtMalAcht(any_part=True)) == sorted([*rest, *part])


def test_all_moves_of_a_position() -> None:
    table = position(
        "F1: | Ah 2h",
        "F2: | Ah.1 2h.1",
        "F3: | As",
        "B1: | Kd 5s 3h",  # up on both heart piles, down on the black four
        "B2: | 9c 8h 7s 6d",  # a run of four: its six goes on the seven, its seven not on the eight
        "B3: | 2c 7c",
        "B4: | 8d",
        "B5: | 3d 4c",
        "B6: | Ac",  # opens any free foundation; a two could take nothing else than an ace
        "B7: | Qs",
        "B8: | Kh",  # takes the queen; goes on nothing itself
        "S: ?? ?? |",
        "W: | Kc 2s",
    )
    expected = ["B1>F1", "B1>F2", "B1>B5", "B2>B3", "B3>B4", "B7>B8", "W>F3", "W>B1", "S>W"]
    expected += [f"B6>F{n}" for n in (4, 5, 6, 7, 8)]
    assert legal(table) == sorted(expected)


def test_an_empty_column_takes_any_card_run_or_part_of_one() -> None:
    table = position(
        "B1: | 9h 5h 4s 3d",
        "B3: | Kh",
        "B4: | Kd",
        "B5: | Kc",
        "B6: | Ks",
        "B7: | Kc.1",
        "B8: | Ks.1",
        "W: | 7d",
        passes=2,
    )
    expected = ["B1>B2", "B1>B2x2", "B1>B2x3", "W>B2", *(f"B{n}>B2" for n in range(3, 9))]
    assert legal(table) == sorted(expected)


def test_nothing_goes_on_an_ace_and_no_king_on_anything() -> None:
    lines = [
        f"B{n}: | {ranks}" for n, ranks in enumerate(("As", "Kd", "Ks", "2d", "2h", "Kc", "5c", "5s"), 1)
    ]
    free = [f"B1>F{n}" for n in range(1, 9)]
    assert legal(position(*lines, "S: |")) == sorted([*free, "B1>B4", "B1>B5"])


@pytest.mark.parametrize(
    ("allowed", "passes", "offered"),
    [(3, 0, True), (3, 1, True), (3, 2, False), (1, 0, False), (0, 0, True), (0, 99, True)],
)
def test_the_stock_is_gone_through_as_often_as_the_rules_say(
    allowed: int, passes: int, offered: bool
) -> None:
    columns = [f"B{n}: | K{suit}" for n, suit in enumerate("cdhscdhs", 1)]
    table = position(*columns, "W: | 5c 6c 7c", passes=passes)
    assert legal(table, AchtMalAcht(passes=allowed)) == (["W>Sx3"] if offered else [])
    assert "W>Sx3" not in legal(position(*columns, "S: ?? |", "W: | 5c 6c 7c", passes=passes))


def test_the_waste_is_turned_over_and_not_shuffled() -> None:
    table = after(position("W: | 5c 6c 7c"), "W>Sx3")
    assert table == position("S: 7c 6c 5c |", passes=1)
    assert table_text(after(table, "S>W"), NAMES) == "S: 7c 6c |\nW: | 5c"


def test_a_run_moves_as_it_lies() -> None:
    table = after(position("B1: | 9h 4s 3d", "B2: | 5d"), "B1>B2x2")
    assert table == position("B1: | 9h", "B2: | 5d 4s 3d")
    table = after(position("B1: | 9h 5h 4s 3d"), "B1>B2x2")
    assert table == position("B1: | 9h 5h", "B2: | 4s 3d")


def test_won_when_all_104_lie_on_the_foundations() -> None:
    full = [" ".join(f"{rank}{suit}" for rank in "A23456789TJQK") for suit in "cdhs"]
    piles = [f"F{n}: | {cards}" for n, cards in enumerate(full * 2, 1)]
    table = position(*piles[:7], piles[7].removesuffix(" Ks"), "B1: | Ks")
    assert AchtMalAcht().outcome(table) is None
    assert AchtMalAcht().progress(table) == (103, 104)
    assert AchtMalAcht().outcome(after(table, "B1>F8")) == ("won", 0, (104,))
