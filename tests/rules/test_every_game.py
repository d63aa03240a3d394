"""What must hold in every game, whatever is played: found by themselves, driven by hypothesis."""

import dataclasses
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.cards import HIDDEN, Card
from game.core.notation import move_text, parse_move, pile_names
from game.core.rules import IllegalMove, Rules, play
from game.core.table import Move, Table, fold, mask
from game.core.why import TURN_ON, why_not
from game.rules import games
from tests.positions import parse_table, table_text
from tests.reasons import REASONS

RULES = [kind() for kind in games().values()]
GAMES = pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)


def houses(rules: Rules) -> list[Rules]:
    """The game with each value of each house rule."""
    options = dataclasses.fields(cast(Any, rules))
    said = [{option.name: value} for option in options for value in option.metadata.get("values", ())]
    return [dataclasses.replace(cast(Any, rules), **one) for one in said or [{}]]


HOUSES = [house for rules in RULES for house in houses(rules)]
choices = st.lists(st.integers(0, 2**16), min_size=40, max_size=200)


def cards_of(table: Table) -> Counter[Card]:
    return Counter(card for pile in table.piles for card in pile.cards)


def seats(rules: Rules, number: int) -> int:
    return rules.seats[number % len(rules.seats)]


def walk(rules: Rules, seed: int, count: int, picks: list[int]) -> Iterator[tuple[Table, int, Move]]:
    """A random game: each table with the seat and the move that it then makes."""
    table = rules.deal(seed, count)
    for pick in picks:
        seat = pick % count
        moves = sorted(rules.moves(table, seat))
        if not moves:
            continue
        flying = [move for move in moves if rules.flies(table, seat, move) and move.count]
        move = (flying or moves)[pick // count % len(flying or moves)]
        yield table, seat, move
        for event in play(rules, table, seat, move):
            table = fold(table, event)


@GAMES
@settings(max_examples=10)
@given(seed=st.integers(0, 2**64), number=st.integers(0, 7), picks=choices)
def test_in_a_game_of_any_moves_all_holds_that_must_hold_in_every_game(
    rules: Rules, seed: int, number: int, picks: list[int]
) -> None:
    count = seats(rules, number)
    owners = [spot.seat for spot in rules.spots(count)]
    names = [pile_names(rules.spots(count), seat) for seat in range(count)]
    view = rules.deal(seed, count).view()
    dealt = cards_of(rules.deal(seed, count))
    assert max(dealt.values()) == 1
    for turn, (table, seat, move) in enumerate(walk(rules, seed, count, picks)):
        assert cards_of(table) == dealt, "no card is lost or doubled"
        assert all(0 <= pile.up <= len(pile.cards) for pile in table.piles)
        assert view == table.view(), "masked events fold to the masked table"
        moves = list(rules.moves(table, seat))
        assert len(set(moves)) == len(moves)
        offered = list(rules.moves(view, seat))
        assert [move for move in offered if move.count or move in moves] == moves, "nothing hidden is told"
        assert moves == offered or (rules.name, count) == ("haisty", 1), "they are the same from the view"
        assert all(owners[move.src] == seat and owners[move.dst] in (seat, None) for move in moves)
        after = table
        for event in play(rules, table, seat, move):
            view, after = fold(view, mask(event)), fold(after, event)
        for owner, old, new in zip(owners, table.piles, after.piles, strict=True):
            assert owner in (seat, None) or old == new, "no other seat's cards are touched"
        assert parse_move(move_text(move, names[seat]), names[seat]) == move
        if turn % 10 == 0:
            for shown in (table, table.view()):
                assert parse_table(table_text(shown, names[0]), names[0]).piles == shown.piles


@pytest.mark.parametrize("rules", HOUSES, ids=repr)
@settings(max_examples=2)
@given(seed=st.integers(0, 2**64), number=st.integers(0, 7), picks=choices)
def test_a_reason_is_given_exactly_for_what_is_no_move(
    rules: Rules, seed: int, number: int, picks: list[int]
) -> None:
    count = seats(rules, number)
    piles = len(rules.spots(count))
    for (table, seat, move), pick in islice(
        zip(walk(rules, seed, count, picks), picks, strict=False), 0, None, 12
    ):
        asked = {
            move,
            Move(pick % piles, pick // piles % piles, pick % 4),
            move._replace(count=move.count + 1),
        }
        asked.add(move._replace(dst=pick % piles))
        legal = set(rules.moves(table, seat))
        for wish in asked:
            why = why_not(rules, table, seat, wish)
            assert (why is None) == (wish in legal)
            assert why is None or why in REASONS
            told = None if why == TURN_ON else why
            assert told == why_not(rules, table.view(), seat, wish), "nothing hidden is told"


@GAMES
@settings(max_examples=10)
@given(
    seed=st.integers(0, 2**64),
    number=st.integers(0, 7),
    picks=choices,
    move=st.builds(Move, st.integers(-3, 100), st.integers(-3, 100), st.integers(-3, 20)),
)
def test_what_moves_does_not_offer_is_refused(
    rules: Rules, seed: int, number: int, picks: list[int], move: Move
) -> None:
    count = seats(rules, number)
    for table, seat, _ in list(walk(rules, seed, count, picks))[-1:]:
        if move not in set(rules.moves(table, seat)):
            with pytest.raises(IllegalMove):
                play(rules, table, seat, move)


@GAMES
def test_deal_is_the_same_for_the_same_seed_and_hidden_where_face_down(rules: Rules) -> None:
    for count in rules.seats:
        table = rules.deal(11, count)
        assert table == rules.deal(11, count)
        assert table != rules.deal(12, count)
        for pile in table.view().piles:
            assert all(card == HIDDEN for card in pile.cards[: len(pile.cards) - pile.up])
            assert HIDDEN not in pile.cards[len(pile.cards) - pile.up :]


@GAMES
def test_every_pile_has_a_spot(rules: Rules) -> None:
    for count in rules.seats:
        assert len(rules.spots(count)) == len(rules.deal(1, count).piles)
