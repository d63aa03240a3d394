"""The duel: the first right key takes what is turned, a wrong one freezes, and no key cheats."""

import random

import pytest

from game.challenges.race import DUELS, read_terms
from game.core.cards import pack
from game.core.duel import ASIDE, KEYS, LAID, MARKERS, OWN, PHASES, SIDES, Duel, frozen, key_of, taken, turns
from game.core.match import COUNTDOWN, Match
from game.core.state import FLIGHT, PLAYING, WON, Dud, Event, Returned, Thrown, private_to
from game.core.table import Move, Moved
from game.core.table_round import TIE
from tests.many import many

GO = COUNTDOWN
FROZEN = 1_000_000
"""Of two or three seats."""


NEEDS = 300_000, 500_000
"""Microseconds that people need for a card, from the least to the most."""
MOMENT = 5_000
"""Microseconds from one moment to the next where somebody guesses."""


def opened(name: str = "farbwechsel", seats: int = 3, seed: int = 5) -> Match:
    """A duel of one round in play from GO on."""
    match = Match(DUELS[name], seats, seed, 0, 1)
    match.start()
    for seat in range(seats):
        match.ready(seat, 0)
    return match


def right(match: Match, seat: int) -> Move:
    """The key that takes what is turned now."""
    return next(iter(match.rules.moves(match.state.table, seat)))


def wrong(match: Match, seat: int) -> Move:
    """The key beside it."""
    (key,) = {key_of(match.state.table, seat, pile) for pile in (LAID, ASIDE)} - {right(match, seat)}
    return key


def later(move: Move, turns: int) -> Move:
    """The same side's key, so many turns later."""
    first = KEYS + (move.src - KEYS) // OWN * OWN
    key = first + (move.src - first + SIDES * turns) % OWN
    return Move(key, key, 0)


def claim(match: Match, seat: int, move: Move, at: int) -> list[Event]:
    """Press it so many microseconds after the opening."""
    return match.claim(seat, move, GO + at, GO + at)


@pytest.mark.parametrize("name", DUELS)
def test_the_first_right_key_takes_the_card_and_the_later_one_costs_nothing(name: str) -> None:
    match = opened(name)
    table = match.state.table
    claim(match, 1, right(match, 1), 2 * TIE)
    claim(match, 0, right(match, 0), 0)
    events = match.settle(GO + 2 * TIE + FLIGHT)
    moved = [event for event in events if isinstance(event, Moved)]
    assert {event.seat for event in moved} == {0}
    assert moved[0].cards == table.piles[1].cards
    assert events[-1] == Dud(1)
    assert taken(match.state.table) == (1, 0, 0)
    claim(match, 1, right(match, 1), 2 * TIE + FLIGHT + 1)
    match.settle(GO + 2 * TIE + 2 * FLIGHT + 1)
    assert taken(match.state.table) == (1, 1, 0), "it was not frozen"


def test_a_wrong_key_freezes_for_a_second_that_seat_alone() -> None:
    match = opened()
    claim(match, 0, wrong(match, 0), 0)
    assert match.settle(GO + FLIGHT) == [Dud(0)]
    last = FLIGHT + FROZEN - 1
    assert claim(match, 0, right(match, 0), last) == [Returned(0, right(match, 0), None, thrown=False)]
    claim(match, 1, right(match, 1), last)
    match.settle(GO + last + FLIGHT)
    assert taken(match.state.table) == (0, 1, 0)
    claim(match, 0, right(match, 0), last + FLIGHT + 1)
    match.settle(GO + last + 2 * FLIGHT + 1)
    assert taken(match.state.table) == (1, 1, 0)


def test_of_both_keys_at_once_only_the_first_is_a_press() -> None:
    match = opened()
    claim(match, 0, wrong(match, 0), 0)
    refused = claim(match, 0, right(match, 0), 0)
    assert refused == [Returned(0, right(match, 0), None, thrown=False)]
    assert match.settle(GO + FLIGHT) == [Dud(0)]
    assert claim(match, 0, right(match, 0), FLIGHT + 1) == refused, "and it was the wrong one"


@pytest.mark.parametrize("ahead", range(1, PHASES))
def test_a_key_of_another_turn_takes_nothing_and_pressed_ahead_it_freezes(ahead: int) -> None:
    match = opened()
    claim(match, 0, later(right(match, 0), ahead), 0)
    assert match.settle(GO + FLIGHT) == [Dud(0)]
    events = claim(match, 0, right(match, 0), FLIGHT + 1)
    assert isinstance(events[0], Returned if ahead == 1 else Thrown)
    assert taken(match.state.table) == (0, 0, 0)


def test_a_press_from_before_its_card_was_turned_takes_nothing_and_freezes() -> None:
    match = opened()
    claim(match, 0, right(match, 0), 0)
    for seat, at in ((1, FLIGHT - 60_000), (2, FLIGHT)):
        turned = opened()
        claim(turned, 0, right(turned, 0), 0)
        turned.settle(GO + FLIGHT)
        claim(match, seat, right(turned, seat), at)
    match.settle(GO + FLIGHT)
    assert match.settle(GO + 2 * FLIGHT - 60_000) == [Dud(1)]
    assert isinstance(claim(match, 1, right(match, 1), 2 * FLIGHT - 59_999)[0], Returned)
    match.settle(GO + 2 * FLIGHT)
    assert taken(match.state.table) == (1, 0, 1)


def guessed(seats: int, seed: int) -> tuple[int, ...]:
    """The scores of a round in which seat 0 guesses whenever it may, and the others look."""
    match, chance, seen = Match(DUELS["farbwechsel"], seats, seed, 0, 1), random.Random(seed), -1
    match.start()
    for seat in range(seats):
        match.ready(seat, 0)
    due = dict[int, int]()
    for now in range(COUNTDOWN, COUNTDOWN + 200_000_000, MOMENT):
        match.settle(now)
        table = match.state.table
        if match.state.phase != PLAYING:
            break
        if turns(table) != seen:
            seen = turns(table)
            due = {seat: now + chance.randrange(*NEEDS) for seat in range(1, seats)}
        match.claim(0, key_of(table, 0, chance.choice((LAID, ASIDE))), now, now)
        for seat in [seat for seat, at in due.items() if at <= now]:
            del due[seat]
            match.claim(seat, next(iter(match.rules.moves(table, seat))), now, now)
    return match.state.scores


@pytest.mark.parametrize("seats", [2, 4, 8])
def test_who_only_guesses_gains_nothing(seats: int) -> None:
    scores = [sum(each) for each in zip(*(guessed(seats, seed) for seed in range(many(8))), strict=True)]
    assert scores[0] < max(scores[1:])


def test_a_wrong_key_freezes_for_longer_among_more() -> None:
    assert [frozen(opened(seats=seats).state.table) for seats in (2, 3, 4, 8)] == [
        FROZEN,
        FROZEN,
        3 * FROZEN // 2,
        7 * FROZEN // 2,
    ]


def test_keys_of_another_seat_and_all_other_moves_do_nothing() -> None:
    match = opened()
    table, piles = match.state.table, len(match.state.table.piles)
    legal = right(match, 0)
    at = 0
    for src in range(piles):
        for dst in range(piles):
            for count in {0, 1, 2} - ({0} if (src, dst) == legal[:2] else set()):
                at += FLIGHT + FROZEN + 1
                events = claim(match, 0, Move(src, dst, count), at)
                events += match.settle(GO + at + FLIGHT)
                assert {type(event) for event in events} <= {Returned, Thrown, Dud}
    assert match.state.table == table
    match.claim(0, legal, GO + at + FLIGHT + FROZEN + 1, GO + at + FLIGHT + FROZEN + 1)
    match.settle(GO + at + 2 * FLIGHT + FROZEN + 1)
    assert taken(match.state.table) == (1, 0, 0)


def test_what_is_pressed_is_known_to_its_seat_alone_until_it_lands() -> None:
    match = opened()
    assert {private_to(event) for event in claim(match, 2, right(match, 2), 0)} == {2}
    claim(match, 0, wrong(match, 0), 0)
    told = [private_to(event) for event in match.settle(GO + FLIGHT)]
    assert set(told) == {None, 0}


@pytest.mark.parametrize("name", DUELS)
@pytest.mark.parametrize("seats", [2, 8])
def test_it_ends_with_the_stock_and_counts_who_took_what(name: str, seats: int) -> None:
    match = opened(name, seats)
    at = 0
    while match.state.phase == PLAYING:
        claim(match, at % seats, right(match, at % seats), at)
        match.settle(GO + at + FLIGHT)
        at += FLIGHT + 1
    table, (result,) = match.state.table, match.results
    assert sum(result.scores) == {"farbwechsel": 52, "paare": 26}[name] == turns(table)
    assert len(table.piles[LAID].cards) + len(table.piles[ASIDE].cards) == 52
    assert len(table.piles[MARKERS].cards) == 52 - turns(table)


@pytest.mark.parametrize("name", DUELS)
def test_the_log_replays_and_a_press_while_frozen_is_no_line_of_it(name: str) -> None:
    match = opened(name)
    for number in range(20):
        at = number * (FLIGHT + 50_000)
        claim(match, 0, right(match, 0) if number % 7 else wrong(match, 0), at)
        claim(match, 1, right(match, 1), at + 5_000)
        match.settle(GO + at + FLIGHT + 10_000)
    again = Match(DUELS[name], 3, 5, 0, 1)
    again.start()
    for entry in match.log:
        again.redo(entry)
    assert (again.log, again.state) == (match.log, match.state._replace(air=()))
    frozen = opened(name)
    claim(frozen, 0, wrong(frozen, 0), 0)
    frozen.settle(GO + FLIGHT)
    line = frozen.log[-1]._replace(at=GO + 3 * FLIGHT, press=GO + 2 * FLIGHT, move=right(frozen, 0))
    assert frozen.redo(line) == []
    assert frozen.redo(line._replace(at=GO + 2 * FROZEN, press=GO + FLIGHT + FROZEN)) != []


@pytest.mark.parametrize("name", DUELS)
def test_a_lead_that_nobody_can_catch_up_ends_the_match(name: str) -> None:
    match, at = Match(DUELS[name], 2, 5, 0, 3), 0
    match.start()
    for number in (1, 2, 3):
        for seat in (0, 1):
            match.ready(seat, GO + at)
        at += 3 * COUNTDOWN
        while match.state.phase == PLAYING:
            match.claim(0, right(match, 0), GO + at, GO + at)
            match.settle(GO + at + FLIGHT)
            at += FLIGHT + 1
        assert (match.state.phase == WON) is (number == 2)
        if number == 2:
            break


def test_only_patiences_of_two_piles_can_be_duelled() -> None:
    for text in ("duel:farbwechsel", "duel:paare"):
        rules = read_terms(text).rules()
        assert isinstance(rules, Duel)
        assert rules.inner.reflex
    with pytest.raises(ValueError, match="no duel for zahlenpatience, only for farbwechsel, paare"):
        read_terms("duel:zahlenpatience")
    for text in ("paare/2", "paare-03", "paare+30"):
        with pytest.raises(ValueError, match="no duel for paare"):
            read_terms(f"duel:{text}")


def test_all_cards_are_different() -> None:
    table = opened("paare", 2).state.table
    cards = [card for pile in table.piles for card in pile.cards]
    assert sorted(cards) == sorted((*pack(0), *pack(1)))
