"""The examples of the rules: each shows what the rules of play allow, and what they refuse."""

import dataclasses
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from game.core.rules import Rules, fold_all, play
from game.rules import games
from game.ui.rulebook.books import chapters_of
from game.ui.rulebook.example import Example


def variants(kind: type[Rules]) -> Iterator[Rules]:
    """The game with each combination of its house rules."""
    fields = [field for field in dataclasses.fields(kind) if "values" in field.metadata]  # type: ignore[arg-type]
    for values in product(*(field.metadata["values"] for field in fields)):
        chosen: Any = dict(zip((field.name for field in fields), values, strict=True))
        yield kind(**chosen)


def examples(rules: Rules) -> list[Example]:
    return [rule.example for chapter in chapters_of(rules) for rule in chapter.rules if rule.example]


@pytest.mark.parametrize("name", sorted(games()))
def test_an_example_shows_legal_moves_and_refused_ones_under_every_house_rule(name: str) -> None:
    for rules in variants(games()[name]):
        assert examples(rules)
        for example in examples(rules):
            table = example.table(rules)
            for text in example.moves.split():
                move = example.read(rules, text)
                assert move in rules.moves(table, example.seat(rules, text)), (rules, text)
            for text in example.wrong.split():
                move = example.read(rules, text)
                assert move not in rules.moves(table, example.seat(rules, text)), (rules, text)
            for text in example.beaten.split():
                move, first = example.read(rules, text), example.moves.split()[0]
                seat = example.seat(rules, text)
                assert move in rules.moves(table, seat)
                events = play(rules, table, example.seat(rules, first), example.read(rules, first))
                assert move not in rules.moves(fold_all(table, events), seat), (rules, text)


@pytest.mark.parametrize("name", sorted(games()))
def test_no_card_lies_twice_in_an_example(name: str) -> None:
    for rules in variants(games()[name]):
        for example in examples(rules):
            cards = [
                card
                for pile in example.table(rules).piles
                for card in pile.cards[len(pile.cards) - pile.up :]
            ]
            assert len(set(cards)) == len(cards), example.lies


def test_haisty_draws_the_race_the_king_the_call_and_the_knock() -> None:
    rules = games()["haisty"]()
    shown = examples(rules)
    assert any(
        example.beaten and len(example.travels(rules, example.moves.split()[0])) == 1 for example in shown
    )
    kings = [example.travels(rules, move) for example in shown for move in example.moves.split()]
    assert any(len(travels) == 2 and len(travels[1][0].cards) == 13 for travels in kings)
    assert any("Speltorka!" in example.says.values() for example in shown)
    assert any(example.moves == "R!" for example in shown)
