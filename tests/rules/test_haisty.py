"""Haisty's rules: a position and all of its legal moves side by side; what each move brings about."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.cards import ACE, CLUBS, SPADES, Card, Pile, pack
from game.core.notation import move_text, parse_move, pile_names
from game.core.rules import fold_all, play
from game.core.table import Moved, Table, Turned
from game.core.why import NOT_NOW, TURN_ON, why_not
from game.rules.haisty import FROZEN, KING_BUSY, ONES, STOCK, WASTE, Haisty
from tests.positions import parse_table, table_text

NAMES = pile_names(Haisty().spots(2), 0)


def position(*lines: str, mode: int = 0, calls: int = 0) -> Table:
    return parse_table("\n".join(lines), NAMES)._replace(mode=mode, calls=calls)


def legal(table: Table, rules: Haisty | None = None, seat: int = 0) -> list[str]:
    return sorted(move_text(move, NAMES) for move in (rules or Haisty()).moves(table, seat))


def after(table: Table, move: str, rules: Haisty | None = None, seat: int = 0) -> Table:
    return fold_all(table, play(rules or Haisty(), table, seat, parse_move(move, NAMES)))


def lies(table: Table) -> list[str]:
    return table_text(table, NAMES).splitlines()


def test_deal_is_thirteen_four_and_thirty_five() -> None:
    table = Haisty().deal(1, 3)
    for seat in range(3):
        sizes = [len(pile.cards) for pile in table.piles[7 * seat : 7 * seat + 7]]
        assert sizes == [13, 1, 1, 1, 1, 35, 0]
        assert [pile.up for pile in table.piles[7 * seat : 7 * seat + 7]] == [1, 1, 1, 1, 1, 0, 0]
        assert {card.pack for pile in table.piles[7 * seat : 7 * seat + 7] for card in pile.cards} == {seat}
    assert all(not pile.cards for pile in table.piles[21:])


@pytest.mark.parametrize("seats", [0, 9])
def test_deal_refuses_other_numbers_of_seats(seats: int) -> None:
    with pytest.raises(ValueError, match="1 to 8"):
        Haisty().deal(1, seats)


OPENING = (
    "R: ?? ?? | 8h",
    "B1: | 9s",
    "B2: | 9c 8d",  # its eight could go on the nine, but goes to the table only
    "B3: | Ah",
    "B4: | 4d 3c 2d",
    "S: ?? ?? ?? ?? |",
    "W: | Kc 7s",
    "F1: | As.1 2s.1",
    "F3: | Ad.1",
)
FREE = ("F2", "F4", "F5", "F6", "F7", "F8")


def test_all_moves_of_a_position() -> None:
    expected = ["R>B1", "B4>F3", "S>Wx3", "S!", "W>B2"]
    expected += [f"B3>{slot}" for slot in FREE]
    assert legal(position(*OPENING)) == sorted(expected)


def test_whole_pile_moves_where_its_base_fits_but_no_part() -> None:
    lines = ("R: | Kc", "B1: | 9s 8d 7c", "B2: | Th", "B3: | 9c", "B4: | 2s")
    assert legal(position(*lines)) == sorted(["B1>B2x3", "B3>B2", "S!"])
    assert legal(position(*lines), Haisty(any_part=True)) == sorted(["B1>B2x3", "B1>B3x2", "B3>B2", "S!"])


def test_the_exposed_card_of_a_build_pile_goes_to_another_by_house_rule_only() -> None:
    lines = ("R: | Kc", "B1: | 9s 8d 7c", "B2: | 8h", "B3: | Ts", "B4: | Td")
    whole = ["B1>B4x3", "S!"]
    assert legal(position(*lines)) == whole
    assert legal(position(*lines), Haisty(any_part=True)) == sorted([*whole, "B1>B2"])


def test_a_pile_of_one_card_is_a_whole_pile() -> None:
    lines = ("R: | Kc", "B1: | 9s", "B2: | 8h", "B3: | Ts", "B4: | 4d")
    assert legal(position(*lines)) == ["B2>B1", "S!"]


def test_only_the_top_turned_card_plays_then_the_next_below_it() -> None:
    table = position("R: | Kc", "B1: | 8d", "B2: | 6c", "B3: | 8h", "B4: | Ts", "W: | 5h 7s", "S: ?? |")
    assert [move for move in legal(table) if move.startswith("W")] == ["W>B1", "W>B3"]
    assert "W>B2" in legal(after(table, "W>B1"))


def test_an_empty_build_pile_fills_from_the_13_pile_by_itself() -> None:
    table = after(position(*OPENING), "B3>F2")
    assert lies(table)[:5] == ["R: ?? | ??", "B1: | 9s", "B2: | 9c 8d", "B3: | 8h", "B4: | 4d 3c 2d"]


def test_with_the_13_pile_empty_an_empty_build_pile_takes_any_card_or_whole_pile() -> None:
    table = position("B1: | 5c 4d", "B2: | Ks", "B3: | Qs", "W: | 2d")
    expected = ["B1>B4", "B1>B4x2", "B2>B4", "B3>B4", "W>B4", "R!", "S!"]
    assert legal(table) == sorted(expected)
    assert lies(after(table, "B2>B4")) == ["B1: | 5c 4d", "B3: | Qs", "B4: | Ks", "W: | 2d"]


def test_last_card_of_the_13_pile_leaves_it_empty() -> None:
    assert lies(after(position("R: | 5d", "B1: | 6s"), "R>B1")) == ["B1: | 6s 5d"]


@pytest.mark.parametrize(
    ("stock", "waste", "move", "stock_after", "waste_after"),
    [
        ("2c 3c 4c 5c", "", "S>Wx3", "2c", "5c 4c 3c"),
        ("2c 3c 4c", "Ks", "S>Wx3", "", "Ks 4c 3c 2c"),
        # round the corner: the turned pack goes under, its lowest card comes next
        ("2c", "7d 8d 9d Td", "S>Wx3", "Td 9d", "2c 7d 8d"),
        ("2c 3c", "7d 8d", "S>Wx3", "8d", "3c 2c 7d"),
        # nothing left: the turned pack is turned over and turning goes on
        ("", "7d 8d 9d Td", "S>Wx3", "Td", "7d 8d 9d"),
        # fewer than three in all: turn them all
        ("2c", "7d", "S>Wx2", "", "2c 7d"),
        ("2c", "", "S>W", "", "2c"),
    ],
)
def test_turning_the_hand(stock: str, waste: str, move: str, stock_after: str, waste_after: str) -> None:
    table = position("R: | Kc", f"S: {stock} |", f"W: | {waste}")
    assert move in legal(table)
    assert after(table, move) == position("R: | Kc", f"S: {stock_after} |", f"W: | {waste_after}")


def test_turning_what_would_change_nothing_is_no_move() -> None:
    assert [move for move in legal(position("R: | Kc", "W: | 2c 3c 4c")) if move[0] == "S"] == ["S!"]


def test_house_rule_turns_what_is_left_then_starts_over() -> None:
    rules = Haisty(round_corner=False)
    table = position("R: | Kc", "S: 2c 3c |", "W: | 7d 8d 9d")
    assert "S>Wx2" in legal(table, rules)
    assert lies(after(table, "S>Wx2", rules))[1:] == ["W: | 7d 8d 9d 3c 2c"]
    assert "S>Wx3" in legal(after(table, "S>Wx2", rules), rules)


def test_speltorka_needs_every_seat_and_ends_with_the_next_card_laid() -> None:
    table = after(position(*OPENING), "S!")
    assert (table.mode, table.calls) == (0, 0b01)
    assert "S!" not in legal(table)
    rules = Haisty()
    other = pile_names(rules.spots(2), 1)
    table = fold_all(table, play(rules, table, 1, parse_move("S!", other)))
    assert (table.mode, table.calls) == (ONES, 0)
    assert "S>W" in legal(table)
    assert "S>Wx3" not in legal(table)
    table = after(table, "B4>F3")
    assert (table.mode, table.calls) == (0, 0)
    assert "S>Wx3" in legal(table)


def test_a_card_laid_voids_calls_for_speltorka() -> None:
    assert after(position(*OPENING, calls=0b10), "B4>F3").calls == 0


def test_stuck_even_one_at_a_time_ends_the_round_scored_as_it_stands() -> None:
    table = position(*OPENING, mode=ONES, calls=0b10)
    assert Haisty().outcome(table) is None
    outcome = Haisty().outcome(after(table, "S!"))
    assert outcome == ("stuck", None, (-6, 3))


def test_a_full_pile_is_put_aside_and_keeps_the_hand_busy() -> None:
    twelve = " ".join(f"{rank}h.1" for rank in "A23456789TJQ")
    table = position("R: | Kh", "B1: | 2s", f"F4: | {twelve}")
    rules = Haisty()
    king = parse_move("R>F4", NAMES)
    assert rules.busy(table, king) == KING_BUSY
    assert rules.busy(table, parse_move("B1>F1", NAMES)) == 0
    table = fold_all(table, play(rules, table, 0, king))
    assert lies(table) == ["B1: | 2s", f"F: | {twelve} Kh"]


def test_knock_is_legal_with_an_empty_13_pile_only_and_freezes_everything() -> None:
    assert "R!" not in legal(position(*OPENING))
    table = position("B1: | 2s", "F1: | As 2d.1")
    assert "R!" in legal(table)
    table = after(table, "R!")
    assert table.mode == FROZEN
    assert legal(table) == legal(table, seat=1) == []
    assert Haisty().outcome(table) == ("knock", 0, (1, 1))


def test_automatic_knock_is_a_house_rule() -> None:
    table = position("R: | 5d", "B1: | 6s")
    rules = Haisty(auto_knock=True)
    assert after(table, "R>B1", rules).mode == FROZEN
    assert after(table, "R>B1").mode == 0


def test_score_counts_own_cards_on_the_table_and_twice_the_13_pile() -> None:
    table = position(
        "R: ?? ?? | 8h", "R@1: ?? | 3s.1", "F1: | As 2s.1 3s", "F2: | Ad.1", mode=FROZEN, calls=0b10
    )
    assert Haisty().outcome(table) == ("knock", 1, (2 - 6, 2 - 4))


def test_an_ace_may_open_any_free_slot() -> None:
    table = position("R: | Ac", "F1: | Ad")
    assert [move for move in legal(table) if move.startswith("R>F")] == [f"R>F{n}" for n in range(2, 9)]


def test_events_of_a_refill_come_in_order() -> None:
    events = play(Haisty(), position(*OPENING), 0, parse_move("B3>F2", NAMES))
    assert [type(event) for event in events] == [Moved, Moved, Turned]


ALONE = pile_names(Haisty().spots(1), 0)


def test_alone_the_last_card_of_the_13_pile_wins_without_a_knock() -> None:
    table = parse_table("R: | 5d\nB1: | 6s\nB2: | 2h\nB3: | 3h\nB4: | 9h\nS: ?? |", ALONE)
    assert (Haisty().outcome(table), Haisty().progress(table)) == (None, (12, 13))
    won = fold_all(table, play(Haisty(), table, 0, parse_move("R>B1", ALONE)))
    assert (Haisty().outcome(won), Haisty().progress(won)) == (("won", 0, (0,)), (13, 13))


def alone(builds: str, stock: str, waste: str, mode: int = 0) -> Table:
    """A table of one, with these exposed cards, the stock and the turned cards."""
    piles = [f"B{number}: | {cards}" for number, cards in enumerate(builds.split(", "), 1)]
    lines = ["R: ?? | 5d", *piles, f"S: {stock} |", f"W: | {waste}"]
    return parse_table("\n".join(lines), ALONE)._replace(mode=mode)


def legal_alone(table: Table, **house: bool) -> list[str]:
    rules = Haisty(**house)
    moves, offered = list(rules.moves(table, 0)), list(rules.moves(table.view(), 0))
    assert [move for move in offered if move.count or move in moves] == moves, "a view may offer a call more"
    return sorted(move_text(move, ALONE) for move in moves)


def test_alone_one_call_turns_one_at_a_time_and_there_is_no_second() -> None:
    table = alone("8s, 2h, 3h, 9h", "?? ?? ?? ??", "Kc")
    anytime = {"speltorka_any_time": True}
    assert legal_alone(table, **anytime) == ["B1>B4", "S!", "S>Wx3"]
    called = fold_all(table, play(Haisty(**anytime), table, 0, parse_move("S!", ALONE)))
    assert legal_alone(called, **anytime) == ["B1>B4", "S>W"]
    assert Haisty().outcome(called) is None


@pytest.mark.parametrize(
    ("stock", "waste", "may"),
    [
        ("", "Kc", True),  # a hand of one, of two and of three is turned as a whole
        ("Kc", "", True),
        ("2s", "", False),
        ("", "2s Kc", True),
        ("2s", "Kc", True),
        ("2s Kc", "", False),
        ("", "Kc 2s Jc", True),
        ("Kc 2s", "Jc", True),
        ("Kc 2s Jc", "", True),
        ("2s Kc Jc", "", False),
        ("", "Kc Qc 2s Jc Tc 9c", False),
        ("", "Kc 2s Qc Jc Tc 9c", True),  # of six, each third comes up, round and round
        ("Kd 2s 9c", "Qc Jc Tc", True),
        ("2s Kd 9c", "Qc Jc Tc", False),
        ("??", "Kc Qc Jc Tc 9c", True),
        ("?? ??", "Kc 2s Jc Tc 9c Kd", False),  # of eight, all come up: the two in the next pass but one
        ("", "Kc 2s Jc Tc", False),
        ("2s Kc", "Kd Qc Jc Tc 9c", False),
        ("Kc Kd Qc", "Jc Tc 9c Ts", True),
        ("", "", False),  # there is nothing to turn
    ],
)
def test_alone_the_call_is_for_a_drought(stock: str, waste: str, may: bool) -> None:
    table = alone("3h, 4h, 7h, 9h", stock, waste)
    assert ("S!" in legal_alone(table)) == may
    assert "S!" in legal_alone(table, speltorka_any_time=True)


def test_alone_it_is_no_drought_if_a_later_pass_brings_up_what_can_be_played() -> None:
    lines = ("R: ?? | 9h", "B1: | Kd", "B2: | Kh", "B3: | Ks", "B4: | Kc", "W: | 5c Qd 4c 9c")
    table = parse_table("\n".join(lines), ALONE)
    assert legal_alone(table) == ["S>Wx3"]
    for _turn in range(2):
        table = fold_all(table, play(Haisty(), table, 0, parse_move("S>Wx3", ALONE)))
    assert legal_alone(table) == ["S>Wx3", "W>B3", "W>B4"]


def test_alone_a_view_offers_the_call_until_hidden_cards_are_known_and_the_reason_says_no_more() -> None:
    table, call = alone("3h, 4h, 7h, 9h", "2s Kc", "Kd Qc Jc Tc 9c"), parse_move("S!", ALONE)
    assert call in Haisty().moves(table.view(), 0)
    assert why_not(Haisty(), table.view(), 0, call) is None
    assert why_not(Haisty(), table, 0, call) == TURN_ON
    assert why_not(Haisty(), alone("3h, 4h, 7h, 9h", "", "Kc 2s Jc Tc"), 0, call) == NOT_NOW, "all is seen"


def fits(card: Card) -> bool:
    """Whether a card of the hand can be played where `alone` has the exposed cards 3h 4h 7h 9h."""
    return card.rank == ACE or (card.suit in (CLUBS, SPADES) and card.rank in (2, 3, 6, 8))


def turned_through(stock: Sequence[Card], waste: Sequence[Card], corner: bool) -> Iterator[Card]:
    """The card on top after each turn of a hand until it lies as it did before."""
    left, turned, seen = list(reversed(stock)), list(waste), set[tuple[Card, ...]]()
    while (*left, Card(0, 0), *turned) not in seen:
        seen.add((*left, Card(0, 0), *turned))
        if not left or (corner and len(left) < 3):
            left, turned = left + turned, []
        turned += left[:3]
        del left[:3]
        yield turned[-1]


@settings(max_examples=300)
@given(st.randoms(use_true_random=False), st.integers(1, 35), st.booleans())
def test_alone_a_drought_is_what_turning_a_hand_until_it_repeats_shows(
    draw: Random, size: int, corner: bool
) -> None:
    table = alone("3h, 4h, 7h, 9h", "", "")
    laid = {card for pile in table.piles for card in pile.cards}
    able, unable = (
        draw.sample(cards, len(cards))
        for cards in ([c for c in pack() if c not in laid and fits(c) == which] for which in (True, False))
    )
    able = able[: draw.choice((0, 1, 1, 2))]
    hand = able + unable[: max(1, size - len(able))]
    draw.shuffle(hand)
    turned = draw.randrange(len(hand) + 1)
    waste, stock = hand[:turned], hand[turned:]
    piles = list(table.piles)
    piles[STOCK], piles[WASTE] = Pile(tuple(stock)), Pile(tuple(waste), len(waste))
    table = table._replace(piles=tuple(piles))
    tops = [*waste[-1:], *turned_through(stock, waste, corner)]
    assert ("S!" in legal_alone(table, round_corner=corner)) == (not any(map(fits, tops)))


def test_alone_nothing_else_may_be_playable_in_a_drought() -> None:
    waste = "Kc Qc Jc Tc 9c Kd"
    assert "S!" in legal_alone(alone("3h, 4h, 7h, 9h", "", waste))
    seven = alone("3h, 4h, 7h, 8s", "", waste)
    assert "S!" not in legal_alone(seven), "the seven goes onto the eight"
    five = alone("3h, 4h, 7h, 6s", "", waste)
    assert "S!" not in legal_alone(five), "the 13-pile's five goes onto the six"
    # A part that could go to and fro is no way on.
    part = alone("3h, 4h, 9h 8s, 9d", "", waste)
    assert "S!" in legal_alone(part, any_part=True)


def test_alone_the_last_turn_of_a_pass_may_be_short_by_house_rule() -> None:
    short = {"round_corner": False}
    assert "S!" in legal_alone(alone("3h, 4h, 7h, 9h", "??", "Kc Qc Jc"), **short)
    assert "S!" in legal_alone(alone("3h, 4h, 7h, 9h", "", "Kc 2s Jc Tc"), **short)
    assert "S!" not in legal_alone(alone("3h, 4h, 7h, 9h", "", "Kc Jc 2s Tc"), **short)
    # The two comes up in this pass only: where it lies, threes end in later ones no more.
    assert "S!" not in legal_alone(alone("3h, 4h, 7h, 9h", "Jc 2s Kc Qc", "Tc"), **short)
