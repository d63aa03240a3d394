"""Zahlenpatience: a position and all of its legal moves side by side, in each house rule; the columns."""

import pytest

from game.core.cards import Card, Pile, pack
from game.core.notation import move_text, parse_move, pile_names
from game.core.rules import fold_all, play
from game.core.shuffle import Stream, derive, shuffled
from game.core.table import Table
from game.rules.zahlenpatience import OPENING, STOCK, SUMS, WASTE, Zahlenpatience
from tests.positions import parse_table, table_text

RULES = Zahlenpatience()
NAMES = pile_names(RULES.spots(1), 0)
ROW = "R1: | Ac; R2: | 2c; R3: | 3c; R4: | 4c; "
START = ROW + "F1: | 2d; F2: | 4d; F3: | 6d; F4: | 8d; "
LATER = ROW + "F1: | Jd; F2: | Qd; F3: | Kd; F4: | 9d; "
"""Waits for a queen, an ace (2 + 12 - 13), nothing, a king."""

FITS_ALL = "W>F1 W>F2 W>F3 W>F4"


def position(text: str, passes: int = 0) -> Table:
    return parse_table(text.replace("; ", "\n"), NAMES)._replace(passes=passes)


def legal(table: Table, **house: bool | int | str) -> str:
    return " ".join(move_text(move, NAMES) for move in Zahlenpatience(**house).moves(table, 0))  # type: ignore[arg-type]


def after(table: Table, move: str, rules: Zahlenpatience = RULES) -> Table:
    return fold_all(table, play(rules, table, 0, parse_move(move, NAMES)))


def test_deal_lays_out_one_two_three_four_and_their_doubles() -> None:
    table = RULES.deal(1, 1)
    assert tuple(pile.cards[0].rank for pile in table.piles[:8]) == OPENING == (1, 2, 3, 4, 2, 4, 6, 8)
    assert [(len(pile.cards), pile.up) for pile in table.piles] == [(1, 1)] * 8 + [(44, 0), (0, 0)]
    assert sorted(card for pile in table.piles for card in pile.cards) == sorted(pack())


def test_every_rank_lies_anywhere_in_the_stock() -> None:
    deals = 1000
    places: dict[int, list[int]] = {rank: [] for rank in range(1, 14)}
    for seed in range(deals):
        for place, card in enumerate(RULES.deal(seed, 1).piles[STOCK].cards):
            places[card.rank].append(place)
    # The standard deviation of a place is 12.7: four of a mean of so many are 1.2 where there are two.
    assert all(abs(sum(found) / len(found) - 21.5) < 1.2 for found in places.values())


@pytest.mark.parametrize(
    ("table", "passes", "may_be_left", "must_be_laid"),
    [
        (START + "S: ?? ?? |", 0, "S>W", "S>W"),
        # suits mean nothing; a card may fit several piles
        (START + "S: ?? |; W: | Ks 3s", 0, "W>F1 S>W", "W>F1"),
        (START + "S: ?? |; W: | 3s Ks", 0, "S>W", "S>W"),
        (ROW + "F1: | 5d; F2: | 4d; F3: | 3h; F4: | 2d; S: ?? |; W: | 6s", 0, FITS_ALL + " S>W", FITS_ALL),
        # over thirteen, thirteen less; exactly thirteen is the king; a king ends the pile
        (LATER + "S: ?? |; W: | Qs", 0, "W>F1 S>W", "W>F1"),
        (LATER + "S: ?? |; W: | As", 0, "W>F2 S>W", "W>F2"),
        (LATER + "S: ?? |; W: | 3s", 0, "S>W", "S>W"),
        (LATER + "S: ?? |; W: | Ks", 0, "W>F4 S>W", "W>F4"),
        # the stock is through: the waste is turned over, twice
        (START + "W: | 5s 6d 7d", 0, "W>Sx3", "W>Sx3"),
        (START + "W: | 5s 7d 6d", 1, "W>F2 W>Sx3", "W>F2"),
        (START + "W: | 5s 6d 7d", 2, "", ""),
        (LATER, 0, "", ""),
    ],
)
def test_all_moves_of_a_position(table: str, passes: int, may_be_left: str, must_be_laid: str) -> None:
    here = position(table, passes)
    assert (legal(here, must_lay=False), legal(here)) == (may_be_left, must_be_laid)


@pytest.mark.parametrize(("passes", "allowed"), [(2, 1), (3, 2), (4, 3), (0, 99)])
def test_as_many_passes_as_the_house_rule_says(passes: int, allowed: int) -> None:
    table = position(START + "W: | 5s 6d 7d")
    assert legal(table._replace(passes=allowed - 1), passes=passes) == "W>Sx3"
    assert legal(table._replace(passes=allowed), passes=passes) == ("" if passes else "W>Sx3")


def test_the_waste_is_turned_over_its_lowest_card_comes_first_again() -> None:
    table = after(position(START + "W: | 5s 6d 7d"), "W>Sx3")
    assert table_text(table, NAMES).splitlines()[8:] == ["S: 7d 6d 5s |"]
    assert table.passes == 1
    assert table_text(after(table, "S>W"), NAMES).splitlines()[8:] == ["S: 7d 6d |", "W: | 5s"]


def test_a_shuffled_waste_takes_its_order_from_the_deals_seed() -> None:
    table = position(START + "W: | 5s 6d 7d 8s 9s Ts", 1)._replace(seed=4)
    waste = table.piles[WASTE].cards[::-1]
    there = after(table, "W>Sx6", Zahlenpatience(shuffled=True))
    assert there.piles[STOCK] == Pile(shuffled(waste, Stream(derive(4, 1))))
    assert there.passes == 2


@pytest.mark.parametrize(
    ("column", "ranks"),
    [
        (0, "2 3 4 5 6 7 8 9 10 J Q K"),
        (1, "4 6 8 10 Q A 3 5 7 9 J K"),
        (2, "6 9 Q 2 5 8 J A 4 7 10 K"),
        (3, "8 Q 3 7 J 2 6 10 A 5 9 K"),
    ],
)
def test_columns_run_as_in_the_source(column: int, ranks: str) -> None:
    pile, waits = SUMS[column], ranks.split()
    table = RULES.deal(3, 1)
    for said in waits[1:]:
        assert RULES.notes(table)[pile] == said
        rank = ["A", *"23456789", "10", *"JQK"].index(said) + 1
        piles = list(table.piles)
        piles[WASTE] = Pile((Card(rank, 0),), 1)
        table = after(Table(tuple(piles)), f"W>F{column + 1}")
    assert pile not in RULES.notes(table)


def test_hidden_piles_say_nothing() -> None:
    rules = Zahlenpatience(hidden=True)
    assert rules.notes(rules.deal(1, 1)) == {}
    assert {spot.fan for spot in rules.spots(1)} == {""}


def test_won_when_every_lower_pile_shows_a_king() -> None:
    table = position(ROW + "F1: | Kd; F2: | Kc; F3: | Kh; F4: | 8d 9d; W: | Ks")
    assert (RULES.outcome(table), RULES.progress(table)) == (None, (1, 2))
    assert RULES.outcome(after(table, "W>F4")) == ("won", 0, (2,))


def test_shuffling_may_be_asked_at_each_pass() -> None:
    rules = Zahlenpatience(shuffled="asked")
    table = position(START + "W: | Kc 7s Ks 5d Jc")
    assert legal(table, shuffled="asked") == "W>Sx5 S!"
    assert list(rules.gestures) == ["stock"]
    assert after(table, "W>Sx5", rules) == after(table, "W>Sx5")
    assert after(table, "S!", rules) == after(table, "W>Sx5", Zahlenpatience(shuffled=True))
    assert legal(position(START + "S: ?? |; W: | Kc"), shuffled="asked") == "S>W"
    assert legal(table._replace(passes=2), shuffled="asked") == ""
