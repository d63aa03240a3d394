"""Staffelpatience: a position and all of its legal moves side by side; what each move brings about."""

from game.core.cards import Pile, pack
from game.core.notation import move_text, parse_move, pile_names
from game.core.rules import fold_all, play
from game.core.table import Move, Table
from game.rules.staffelpatience import COLUMNS, DECLARED, STOCK, Staffelpatience
from tests.positions import parse_table, table_text

RULES = Staffelpatience()
NAMES = pile_names(RULES.spots(1), 0)
RED = "Kh Qs Jh Ts 9h 8s 7h 6s 5h 4s 3h 2s Ah"
BLACK = "Ks Qh Js Th 9s 8h 7s 6h 5s 4h 3s 2h As"
OTHERS = ("Kd Qc Jd Tc 9d 8c 7d 6c 5d 4c 3d 2c Ad", "Kc Qd Jc Td 9c 8d 7c 6d 5c 4d 3c 2d Ac")


def position(*lines: str, mode: int = 0) -> Table:
    return parse_table("\n".join(lines), NAMES)._replace(mode=mode)


def legal(table: Table, rules: Staffelpatience = RULES) -> list[str]:
    return sorted(move_text(move, NAMES) for move in rules.moves(table, 0))


def after(table: Table, move: str, rules: Staffelpatience = RULES) -> Table:
    return fold_all(table, play(rules, table, 0, parse_move(move, NAMES)))


def up(series: str) -> str:
    """A series from its ace up, without the ace."""
    return " ".join(series.split()[-2::-1])


def test_deal_is_columns_of_seven_to_one_and_twenty_four_hidden() -> None:
    table = RULES.deal(1, 1)
    assert [len(table.piles[i].cards) for i in COLUMNS] == [7, 6, 5, 4, 3, 2, 1]
    assert [table.piles[i].up for i in COLUMNS] == [1] * 7
    assert (len(table.piles[STOCK].cards), table.piles[STOCK].up) == (24, 0)
    assert sorted(card for pile in table.piles for card in pile.cards) == sorted(pack())


def test_all_moves_of_a_position() -> None:
    table = position(
        "B1: ?? ?? | 9s 8h 7c 6d",  # from its seven on the eight, from its eight on the nine
        "B2: ?? | 8d",
        "B3: | 9c",
        "B4: ?? | 7h",  # on nothing: its eights are red, or covered
        "B5: ?? ?? ?? | 6s",
        "B6: ?? | Ac",
        "B7: ?? | Kd",  # no column is empty
        "S: ?? ?? |",
        "W: | 8c 5h",
    )
    assert legal(table) == sorted(["B1>B2x2", "B1>B3x3", "B2>B3", "B5>B4", "W>B5", "S>W"])


def test_only_kings_with_or_without_their_run_go_to_an_empty_column() -> None:
    table = position(
        "B1: ?? ?? | Kd Qs Jh",
        "B2: ?? | Qd",
        "B4: | 9c",
        "B5: ?? | 7h",
        "B6: ?? | Ac",
        "B7: | 2s",
        "W: | Kc",
    )
    assert legal(table) == sorted(["B1>B3x3", "W>B3", "W>S"])


def test_nothing_goes_on_an_ace() -> None:
    lines = [f"B{n}: | {card}" for n, card in enumerate(["As", "Ah", "Kd", "Ks", "Kc", "Kh", "2d"], 1)]
    assert legal(position(*lines)) == ["B1>B7"]


def test_a_card_laid_bare_turns_up() -> None:
    table = after(position("B1: 4c 5d | 8h 7s", "B2: | 9c"), "B1>B2x2")
    assert table == position("B1: 4c | 5d", "B2: | 9c 8h 7s")


def test_the_stock_is_turned_one_by_one_and_over_without_end() -> None:
    kings = [f"B{n}: | K{suit}" for n, suit in enumerate("cdhs", 1)]
    rest = [f"B{n}: | A{suit}" for n, suit in enumerate("cdh", 5)]
    table = position(*kings, *rest, "S: 4c 5c |", "W: | 6c 7c")
    for move in ("S>W", "S>W", "W>Sx4"):
        assert legal(table) == [move]
        table = after(table, move)
    assert table == position(*kings, *rest, "S: 4c 5c 7c 6c |")


def test_a_book_is_made_by_click_and_what_lies_beneath_turns_up() -> None:
    table = position(f"B1: 4c 5d | {RED}", "B2: | 9c", *(f"B{n}: | 2d" for n in range(3, 8)))
    assert legal(table) == ["B1>F1x13"]
    assert after(table, "B1>F1x13") == position(
        "B1: 4c | 5d", "B2: | 9c", *(f"B{n}: | 2d" for n in range(3, 8)), f"F1: | {RED}"
    )


def test_books_go_side_by_side_and_their_cards_do_not_come_back() -> None:
    table = position(f"B1: | {BLACK}", f"F1: | {RED}", *(f"B{n}: | 2d" for n in range(2, 8)))
    assert [move for move in legal(table) if "F" in move] == ["B1>F2x13"]


def test_a_book_makes_itself_where_the_rule_says_so() -> None:
    rules = Staffelpatience(by_click=False)
    table = after(position(f"B1: 5d | {RED[:-3]}", "B2: 9c | Ah"), "B2>B1", rules)
    assert table == position("B1: | 5d", "B2: | 9c", f"F1: | {RED}")
    table = after(position(f"B1: | {RED[:-3]}", "W: | Ah"), "W>B1", rules)
    assert table == position(f"F1: | {RED}")


def test_double_series_may_be_declared_once_a_book_stands() -> None:
    rest = [f"B{n}: | 2d" for n in range(1, 8)]
    assert "S!" not in legal(position(*rest))
    table = position(*rest, f"F1: | {RED}")
    assert "S!" in legal(table)
    assert "S!" not in legal(table, Staffelpatience(double_series=False))
    table = after(table, "S!")
    assert table.mode == DECLARED
    assert "S!" not in legal(table)


def test_declaring_has_a_name_only_where_it_is_allowed() -> None:
    assert list(Staffelpatience().gestures) == ["stock"]
    assert not Staffelpatience(double_series=False).gestures


def test_all_moves_of_a_double_series() -> None:
    table = position(
        "B1: 5d | 2c",  # on the red ace
        "B2: | 9c",
        "B3: | 3d 2s",  # its two on the red ace, its three not yet
        "B4: | Ks",
        "B5: | Kh",
        "B6: | 7h",
        "B7: | 2d Ac",  # the two is covered
        "W: | 4c 5c",  # on the red four of the other series; there is nothing left to declare
        f"F1: | {RED}",
        f"F2: | {BLACK} 2d 3c 4d",
        mode=DECLARED,
    )
    assert legal(table) == sorted(["B1>F1", "B3>F1", "W>F2", "W>Sx2"])


def test_double_series_grow_up_to_the_king_in_alternating_colours() -> None:
    queen = " ".join(up(OTHERS[0]).split()[:-1])
    table = position("B1: | 5s", "W: | Kd", f"F1: | {RED} {queen}", mode=DECLARED)
    assert "W>F1" in legal(table)
    full = after(table, "W>F1")
    assert [move for move in legal(full) if "F" in move] == []
    undeclared = legal(table._replace(mode=0), RULES)
    assert "W>F1" not in undeclared


def test_won_with_four_books() -> None:
    books = [f"F{n}: | {book}" for n, book in enumerate((RED, BLACK, OTHERS[0]), 1)]
    table = position(*books, f"B1: | {OTHERS[1]}")
    assert RULES.outcome(table) is None
    assert RULES.progress(table) == (39, 52)
    table = after(table, "B1>F4x13")
    assert RULES.outcome(table) == ("won", 0, (52,))
    assert RULES.worth(table) == 52
    assert legal(table) == ["S!"]


def test_won_with_double_series_that_place_the_aces_left_over() -> None:
    piles = [f"F1: | {RED} {up(OTHERS[0])}", f"F2: | {BLACK} {up(OTHERS[1])}"]
    table = position("B1: | Ad", *piles, "S: Ac |", mode=DECLARED)
    assert RULES.outcome(table) == ("double", 0, (52,))
    short = position("B1: | Ad", piles[0], "S: Ac |", "B2: | Kc", piles[1][:-3], mode=DECLARED)
    assert RULES.progress(short) == (50, 52)
    assert RULES.outcome(short) is None
    assert RULES.outcome(after(short, "B2>F2")) == ("double", 0, (52,))
    assert RULES.worth(after(short, "B2>F2")) == 50


def test_one_double_series_and_three_books_are_won_too() -> None:
    piles = [f"F1: | {RED} {up(OTHERS[0])}", f"F2: | {BLACK}", f"F3: | {OTHERS[1]}"]
    table = position("B1: | Ad", *piles, mode=DECLARED)
    assert RULES.progress(table) == (52, 52)
    assert RULES.outcome(table) == ("double", 0, (52,))
    assert RULES.worth(table) == 51


def test_the_text_of_a_table_names_columns_and_books() -> None:
    assert table_text(position("B7: ?? | 5d", f"F1: | {RED}"), NAMES) == f"B7: ?? | 5d\nF1: | {RED}"


def test_what_does_not_fit_goes_beneath_the_stock_by_house_rule() -> None:
    rules = Staffelpatience(beneath=True)
    table = rules.deal(1, 1)
    stock = table.piles[7].cards
    for turned in range(1, 50):
        table = fold_all(table, play(rules, table, 0, Move(7, 8)))
        assert table.piles[8].cards == (stock[-1 - (turned - 1) % 24],)
        assert len(table.piles[7].cards) == 23
        assert list(rules.moves(table, 0)) == list(rules.moves(table.view(), 0))
    last = table._replace(piles=(*table.piles[:7], Pile(), *table.piles[8:]))
    assert not [move for move in rules.moves(last, 0) if 7 in move[:2]], "there is nothing to turn"
