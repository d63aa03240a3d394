"""Farbwechsel: a position and all of its legal moves side by side, in both ways; what turns up by itself."""

import pytest

from game.core.cards import pack
from game.core.notation import move_text, parse_move, pile_names
from game.core.rules import IllegalMove, fold_all, play
from game.core.solo import Solo
from game.core.table import Move, Table
from game.rules.farbwechsel import TURNED, WASTE, Farbwechsel
from tests.positions import parse_table, table_text

NAMES = pile_names(Farbwechsel().spots(1), 0)
A, B, MUST = Farbwechsel("a"), Farbwechsel("b"), Farbwechsel("a", must_lay=True)


def position(text: str, passes: int = 0) -> Table:
    return parse_table(text.replace("; ", "\n"), NAMES)._replace(passes=passes)


def legal(rules: Farbwechsel, table: Table) -> str:
    return " ".join(move_text(move, NAMES) for move in rules.moves(table, 0))


def after(rules: Farbwechsel, table: Table, move: str) -> str:
    there = fold_all(table, play(rules, table, 0, parse_move(move, NAMES)))
    return "; ".join([*table_text(there, NAMES).splitlines(), *["once more"] * there.passes])


def test_deal_turns_the_first_of_fifty_two() -> None:
    stock, turned, layout, waste = A.deal(1, 1).piles
    assert ([len(pile.cards) for pile in (stock, turned, layout, waste)], stock.up) == ([51, 1, 0, 0], 0)
    assert sorted(stock.cards + turned.cards) == sorted(pack())


@pytest.mark.parametrize(
    ("table", "passes", "way_a", "way_b"),
    [
        # the first card may be any
        ("S: 2c |; T: | 9h", 0, "T>F", "T>F"),
        # ranks do not matter, colours do
        ("S: 2c |; T: | 9h; F: | 9s", 0, "T>F", "T>F"),
        ("S: 2c |; T: | Qd; F: | 3h", 0, "T>W", "T>W"),
        # way A: the waste's top too; a turned card that does not fit may be put aside all the same
        ("S: 2c |; T: | Qd; F: | 3c; W: | 4h 5d", 0, "T>F W>F", "T>F"),
        ("S: 2c |; T: | Qs; F: | 3c; W: | 4h 5d", 0, "W>F T>W", "T>W"),
        ("S: 2c |; T: | Qs; F: | 3c; W: | 4h 5s", 0, "T>W", "T>W"),
        # the stock is through: way A may lay the waste, way B in its second pass only
        ("F: | 3c; W: | 4h 5d", 0, "W>F", ""),
        ("F: | 3c; W: | 4h 5d", 1, "W>F", "W>F"),
        ("T: | Qs; F: | 3c; W: | 4h 5d", 1, "W>F T>W", "T>W"),
        ("F: | 3c; W: | 4h 5s", 1, "", ""),
        ("F: | 3c", 1, "", ""),
    ],
)
def test_all_moves_of_a_position(table: str, passes: int, way_a: str, way_b: str) -> None:
    here = position(table, passes)
    assert (legal(A, here), legal(B, here)) == (way_a, way_b)


def test_by_house_rule_the_waste_must_be_laid_before_a_card_is_put_aside() -> None:
    assert legal(MUST, position("S: 2c |; T: | Qs; F: | 3c; W: | 4h 5d")) == "W>F"
    assert legal(MUST, position("S: 2c |; T: | Qs; F: | 3c; W: | 4h 5s")) == "T>W"
    assert legal(MUST, position("S: 2c |; T: | Qd; F: | 3c; W: | 4h 5d")) == "T>F W>F"


def test_way_a_is_lost_where_too_much_was_put_aside() -> None:
    there = after(A, position("T: | Qs; F: | 3c; W: | 4h 5d"), "T>W")
    assert there == "F: | 3c; W: | 4h 5d Qs"
    assert (legal(A, position(there)), A.outcome(position(there))) == ("", None)


@pytest.mark.parametrize(
    ("rules", "table", "move", "there"),
    [
        (A, "S: 2c 3c |; T: | 9h", "T>F", "S: 2c |; T: | 3c; F: | 9h"),
        (A, "T: | 9h; F: | 9d; W: | 5h", "T>W", "F: | 9d; W: | 5h 9h"),
        (A, "S: 2c |; T: | 9s; F: | 9c; W: | 5h 6h", "W>F", "S: 2c |; T: | 9s; F: | 9c 6h; W: | 5h"),
        # way B: with the stock through the waste is turned over, so that its lowest card comes first
        (B, "T: | 9h; F: | 9d; W: | 5h 6d", "T>W", "S: 9h 6d |; T: | 5h; F: | 9d; once more"),
        (B, "T: | 9s; F: | 9d; W: | 5h 6d", "T>F", "S: 6d |; T: | 5h; F: | 9d 9s; once more"),
        (B, "T: | 9s; F: | 9d", "T>F", "F: | 9d 9s"),
    ],
)
def test_the_next_card_turns_up_by_itself(rules: Farbwechsel, table: str, move: str, there: str) -> None:
    assert after(rules, position(table), move) == there


def test_there_is_no_third_pass() -> None:
    assert after(B, position("T: | 9h; F: | 9d; W: | 5h", 1), "T>W") == "F: | 9d; W: | 5h 9h; once more"


def test_won_when_all_cards_are_laid() -> None:
    assert A.outcome(position("F: | 3c 4h")) == ("won", 0, (2,))
    assert A.outcome(position("F: | 3c; W: | 4h")) is None
    assert A.progress(position("F: | 3c; W: | 4h")) == (1, 2)


def test_to_pass_costs_nothing_while_it_is_allowed_and_may_lose() -> None:
    """Whoever never lays from the waste while there is a turned card is fined for nothing."""
    lost = 0
    for seed in range(20):
        solo = Solo(A, seed)
        while moves := [move for move in A.moves(solo.table, 0) if move.src == TURNED]:
            passes = Move(TURNED, WASTE)
            if passes not in moves:  # it fits: to pass it is a mistake
                before = solo.mistakes, solo.penalty
                with pytest.raises(IllegalMove):
                    solo.play(passes, 0)
                assert (solo.mistakes, solo.penalty) == (before[0] + 1, before[1] + A.penalty)
            mistakes = solo.mistakes
            solo.play(moves[0], 0)
            assert solo.mistakes == mistakes
        while left := list(A.moves(solo.table, 0)):
            solo.play(left[0], 0)
        lost += not solo.won
    assert lost > 10


def test_the_rules_in_short_are_those_in_force() -> None:
    told = {words for rules in (A, B, MUST) for words in rules.in_short}
    for rules, said in (
        (A, "may be left"),
        (B, "gone through once more"),
        (MUST, "must be laid"),
    ):
        for other in ("may be left", "gone through once more", "must be laid"):
            assert any(other in words for words in rules.in_short) is (other == said)
    assert len(told) == len(A.in_short) + 2
