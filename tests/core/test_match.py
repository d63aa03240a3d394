"""The judge: flight, order of presses, returns, knock and freeze, score, rounds and match."""

from collections.abc import Iterable

import pytest

from game.core.log import LogEntry
from game.core.match import COUNTDOWN, DEALING, Match
from game.core.notation import parse_move, pile_names
from game.core.race import Race
from game.core.shuffle import derive
from game.core.state import (
    FLIGHT,
    HAND,
    PLAYING,
    SCORED,
    WON,
    Dealt,
    Dud,
    Event,
    Ready,
    Returned,
    Scored,
    Started,
    Thrown,
    Won,
    fold_match,
    mask_match,
    opening,
    private_to,
)
from game.core.table import Called, Mode, Move, Moved
from game.core.table_round import TIE
from game.rules.haisty import FROZEN, KING_BUSY, Haisty
from tests.positions import parse_table

SPOTS = Haisty().spots(2)
NAMES = [pile_names(SPOTS, seat) for seat in range(2)]
GO = COUNTDOWN
LINES = (
    "R: ?? | 5h",
    "B1: | 6s",
    "B2: | Kh",
    "B3: | 3d",
    "B4: | 2h",
    "R@1: ?? | Ts.1",
    "B1@1: | 2h.1",
    "B2@1: | 9d.1",
    "B3@1: | 4h.1",
    "B4@1: | Kc.1",
    "S: ?? ?? ?? |",
    "S@1: ?? ?? ?? |",
    "F1: | Ah",
    "F2: | Ad",
    "F3: | As.1",
)


def playing(*lines: str, target: int = 100, rounds: int = 0, seed: int = 5) -> Match:
    """A match of two in play from GO on, at the given position."""
    match = Match(Haisty(), 2, seed, target, rounds)
    match.start()
    match.ready(0, 0)
    match.ready(1, 0)
    match.state = match.state._replace(table=parse_table("\n".join(lines or LINES), NAMES[0]))
    return match


def claim(match: Match, seat: int, move: str, press: int, now: int | None = None) -> list[Event]:
    return match.claim(seat, parse_move(move, NAMES[seat]), GO + press, GO + (press if now is None else now))


def kinds(events: Iterable[Event]) -> list[str]:
    return [type(event).__name__ for event in events]


def test_nothing_moves_before_every_seat_has_knocked() -> None:
    match = Match(Haisty(), 2, 1)
    assert kinds(match.start()) == ["Dealt"]
    move = next(match.rules.moves(match.state.table, 0))
    assert match.claim(0, move, 10, 10) == []
    assert match.ready(0, 20) == [Ready(0)]
    assert match.ready(0, 21) == []
    assert match.claim(0, move, 30, 30) == []
    assert match.ready(1, 40) == [Ready(1), Started(40 + COUNTDOWN)]
    assert match.claim(0, move, 40 + COUNTDOWN - 1, 40 + COUNTDOWN - 1) == []
    assert match.claim(0, move, 40 + COUNTDOWN, 40 + COUNTDOWN) != []


def test_own_piles_change_at_once_and_what_is_laid_takes_its_flight() -> None:
    match = playing()
    assert kinds(claim(match, 0, "R>B1", 0)) == ["Moved", "Turned"]
    thrown = claim(match, 1, "B1>F1", 5)
    assert thrown == [Thrown(1, parse_move("B1>F1", NAMES[1]), ((2, 2, 1),), GO + 5)]
    assert match.state.air == tuple(thrown)
    assert match.round.next_time() == GO + 5 + FLIGHT
    assert match.settle(GO + FLIGHT + 4) == []
    assert kinds(match.settle(GO + FLIGHT + 5)) == ["Moved", "Moved", "Turned"]
    assert match.state.air == ()


def test_of_two_for_one_pile_the_first_pressed_lands_and_the_other_learns_who_was_faster() -> None:
    match = playing()
    claim(match, 0, "B4>F1", 9_000)
    claim(match, 1, "B1>F1", 3_000, now=9_500)  # pressed earlier, known later
    events = match.settle(GO + 2 * FLIGHT)
    assert next(event.seat for event in events if isinstance(event, Moved)) == 1
    assert [e for e in events if isinstance(e, Returned)] == [Returned(0, parse_move("B4>F1", NAMES[0]), 1)]
    assert match.state.air == ()


def test_presses_within_the_clock_error_are_a_tie_drawn_from_the_seed() -> None:
    first = []
    for seed in range(200):
        match = playing(seed=seed)
        claim(match, 0, "B4>F1", 0)
        claim(match, 1, "B1>F1", TIE)
        events = match.settle(GO + 2 * FLIGHT)
        first.append(next(event.seat for event in events if isinstance(event, Moved)))
    assert 70 < sum(first) < 130


def test_a_card_that_does_not_fit_on_arrival_returns_though_nobody_was_faster() -> None:
    match = playing()
    claim(match, 0, "B3>F1", 0)
    assert match.settle(GO + FLIGHT) == [Returned(0, parse_move("B3>F1", NAMES[0]), None)]


def test_nobody_was_faster_where_the_card_would_not_have_fitted_anyway() -> None:
    match = playing()
    claim(match, 1, "B1>F1", 0)
    claim(match, 0, "B2>F1", TIE + 1)
    events = match.settle(GO + 2 * FLIGHT)
    assert Returned(0, parse_move("B2>F1", NAMES[0]), None) in events


def test_a_card_thrown_in_hope_lands_if_the_one_below_it_came_first() -> None:
    match = playing(*LINES[:3], "B3: | 3h", *LINES[4:])
    claim(match, 1, "B1>F1", 0)
    claim(match, 0, "B3>F1", 20_000)
    assert "Returned" not in kinds(match.settle(GO + 2 * FLIGHT))


def test_one_card_one_hand() -> None:
    match = playing()
    claim(match, 0, "B4>F1", 0)
    assert kinds(claim(match, 0, "R>B1", FLIGHT - 1)) == ["Returned"]
    match.settle(GO + FLIGHT)
    assert kinds(claim(match, 0, "S>Wx3", FLIGHT)) == ["Moved"]


def test_a_press_too_soon_leaves_the_card_in_the_air_and_is_told_to_its_seat_alone() -> None:
    match = playing()
    thrown = claim(match, 0, "B4>F1", 0)
    refused = claim(match, 0, "R>B1", 10)
    assert refused == [Returned(0, parse_move("R>B1", NAMES[0]), None, thrown=False)]
    assert private_to(refused[0]) == 0
    assert list(match.state.air) == thrown


def test_own_moves_pressed_one_after_the_other_and_known_together_all_count() -> None:
    match = playing()
    assert kinds(claim(match, 0, "S>Wx3", 0, now=30_000)) == ["Moved"]
    assert kinds(claim(match, 0, "R>B1", 10_000, now=30_000)) == ["Moved", "Turned"]


def test_an_empty_hand_is_turned_over() -> None:
    match = playing("R: | Kc", "W: | 2c 3c 4c 5c", "R@1: | Kc.1")
    assert kinds(claim(match, 0, "S>Wx3", 0)) == ["Moved", "Moved"]


def test_a_card_that_lies_face_down_is_never_thrown() -> None:
    match = playing(*LINES[:10], "S: 7c 8c 9c |", *LINES[11:])
    events = claim(match, 0, "S>F1", 0)
    assert kinds(events) == ["Returned"]
    assert private_to(events[0]) == 0
    assert match.round.next_time() is None


def test_a_returned_knock_is_known_to_its_seat_alone() -> None:
    match = playing("B1: | 2h", "R@1: | Ts.1")
    claim(match, 0, "R!", 0)
    claim(match, 1, "R!", TIE + 1)
    returned = next(event for event in match.settle(GO + FLIGHT) if isinstance(event, Returned))
    assert private_to(returned) == 1


def test_a_king_keeps_the_hand_busy() -> None:
    twelve = " ".join(f"{rank}h.1" for rank in "A23456789TJQ")
    match = playing(*LINES[:12], f"F4: | {twelve}")
    claim(match, 0, "B2>F4", 0)
    assert kinds(match.settle(GO + FLIGHT)) == ["Moved", "Moved", "Turned", "Moved"]
    assert kinds(claim(match, 0, "S>Wx3", FLIGHT + KING_BUSY - 1)) == ["Returned"]
    assert kinds(claim(match, 0, "S>Wx3", FLIGHT + KING_BUSY)) == ["Moved"]


def test_a_knock_freezes_and_what_is_in_the_air_returns() -> None:
    match = playing("B1: | 2h", *LINES[5:])
    knock = claim(match, 0, "R!", 0)
    assert private_to(knock[0]) == 0
    claim(match, 1, "B1>F1", TIE + 1)
    events = match.settle(GO + FLIGHT)
    assert kinds(events) == ["Mode", "Called", "Returned", "Scored"]
    assert events[2] == Returned(1, parse_move("B1>F1", NAMES[1]), None)
    assert match.state.table.mode == FROZEN
    assert match.state.phase == SCORED
    assert match.state.knocker == 0
    assert claim(match, 1, "S>Wx3", FLIGHT + 1) == []
    assert match.settle(GO + 9 * FLIGHT) == []


def test_a_knock_without_reason_is_a_dud_for_that_seat_alone() -> None:
    match = playing()
    before = match.state.table
    claim(match, 0, "R!", 0)
    events = match.settle(GO + FLIGHT)
    assert events == [Dud(0)]
    assert private_to(events[0]) == 0
    assert match.state.table == before


@pytest.mark.parametrize(
    "move",
    [
        Move(0, 999),
        Move(-1, 3),
        Move(7, 14),
        Move(0, 8),
        Move(6, 14, 1),
        Move(3, 3, 5),
        Move(5, 6, 0),
        Move(0, 1, 0),
        Move(1, 2, -1),
        Move(1, 2, 99),
    ],
)
def test_nobody_moves_what_is_not_theirs_or_not_there(move: Move) -> None:
    match = playing()
    before, logged = match.state.table, len(match.log)
    events = match.claim(0, move, GO, GO)
    assert kinds(events) == ["Returned"]
    assert private_to(events[0]) == 0
    assert match.settle(GO + FLIGHT) == []
    assert len(match.log) == logged, "what a replay cannot tell must not be in it"
    assert match.state.table == before


def test_a_press_in_the_future_counts_as_now() -> None:
    match = playing()
    events = claim(match, 0, "B4>F1", 50_000, now=10)
    assert isinstance(events[0], Thrown)
    assert events[0].at == GO + 10


def dealt() -> Match:
    """A match of two in play from GO on, as it was dealt."""
    match = Match(Haisty(), 2, 5)
    match.start()
    for seat in range(2):
        match.ready(seat, 0)
    return match


def test_hand_is_no_quicker_than_a_hand_can_be() -> None:
    match, turn, at = dealt(), Move(5, 6, 3), GO + 200_000
    assert [kinds(match.claim(0, turn, at, at)) for _ in range(3)] == [["Moved"], ["Returned"], ["Returned"]]
    assert kinds(match.claim(0, turn, at + HAND - 1, at + HAND - 1)) == ["Returned"]
    assert kinds(match.claim(0, turn, at + HAND, at + HAND)) == ["Moved"]
    other = Move(12, 13, 3)
    assert kinds(match.claim(1, other, at + HAND, at + HAND)) == ["Moved"], "each has a hand of its own"


def test_presses_all_made_at_once_count_one_after_the_other_as_far_as_there_was_time() -> None:
    match, now = dealt(), GO + 10 * HAND
    events = [event for _ in range(40) for event in match.claim(0, Move(5, 6, 3), now - 4 * HAND, now)]
    assert [entry.press for entry in match.log if entry.move] == [now - n * HAND for n in (4, 3, 2, 1, 0)]
    assert kinds(events).count("Returned") == 35


def test_log_of_quicker_hands_is_still_a_log() -> None:
    match = dealt()
    for press in (GO, GO + 1, GO + 2):
        assert kinds(match.redo(LogEntry(press, 0, press, Move(5, 6, 3)))) == ["Moved"]


def knocked_out(match: Match) -> list[Event]:
    match.state = match.state._replace(table=parse_table("B1: | 2h\nF1: | Ah Ad As\nR@1: | 2c.1", NAMES[0]))
    starts = match.state.starts or 0
    match.claim(0, parse_move("R!", NAMES[0]), starts, starts)
    return match.settle(starts + FLIGHT)


def test_scores_add_up_from_round_to_round_until_the_target() -> None:
    match = playing(target=6)
    assert knocked_out(match)[-1] == Scored("knock", 0, (3, -2), (3, -2))
    now = 10**8
    assert match.ready(1, now) == [Ready(1)]
    events = match.ready(0, now)
    assert kinds(events) == ["Ready", "Dealt", "Started"]
    assert events[-1] == Started(now + COUNTDOWN + DEALING)
    assert match.state.phase == PLAYING
    assert knocked_out(match)[-2:] == [Scored("knock", 0, (3, -2), (6, -4)), Won(0)]
    assert match.state.phase == WON
    lines = len(match.log)
    assert match.ready(0, now * 2) == [Ready(0)]  # for another match
    assert match.ready(0, now * 2) == []
    assert len(match.log) == lines


def test_a_tie_at_the_top_plays_another_round() -> None:
    match = playing(target=3)
    match.state = match.state._replace(totals=(0, 5))
    assert kinds(knocked_out(match))[-1] == "Scored"
    match.ready(0, 10**8)
    match.ready(1, 10**8)
    assert knocked_out(match)[-1] == Won(0)


def test_a_fixed_number_of_rounds_ends_the_match_whatever_the_totals() -> None:
    match = playing(rounds=1)
    assert knocked_out(match)[-1] == Won(0)


def test_rounds_deal_differently_and_the_same_seed_deals_the_same() -> None:
    first, second = playing(rounds=3), playing(rounds=3)
    knocked_out(first)
    knocked_out(second)
    first.ready(0, 10**8)
    second.ready(0, 10**8)
    events, again = first.ready(1, 10**8), second.ready(1, 10**8)
    assert events == again
    dealt = next(event for event in events if isinstance(event, Dealt))
    assert dealt.round == 2
    assert dealt.table != Match(Haisty(), 2, 5).start()[0].table  # type: ignore[union-attr]


def test_masked_events_fold_to_the_masked_state() -> None:
    match = Match(Haisty(), 2, 5)
    seen = opening(2)
    events = [*match.start(), *match.ready(0, 0), *match.ready(1, 0)]
    for n in range(60):
        now = GO + n * 2 * FLIGHT
        for seat in range(2):
            moves = sorted(match.rules.moves(match.state.table, seat))
            events += match.claim(seat, moves[n % len(moves)], now, now)
        events += match.settle(now + FLIGHT)
    for event in events:
        seen = fold_match(seen, mask_match(event))
    assert seen == match.state._replace(table=match.state.table.view())


def test_the_log_replays_to_the_same_events() -> None:
    match = playing()
    match.state = match.state._replace(table=Match(Haisty(), 2, 5).start()[0].table)  # type: ignore[union-attr]
    for n in range(200):
        now = GO + n * 2 * FLIGHT
        for seat in range(2):
            moves = sorted(move for move in match.rules.moves(match.state.table, seat) if move.count)
            if moves:
                match.claim(seat, moves[n % len(moves)], now, now)
        match.settle(now + FLIGHT)
    again = Match(Haisty(), 2, 5)
    again.start()
    for entry in match.log:
        again.redo(entry)
    assert again.log == match.log
    assert again.state == match.state._replace(air=())


@pytest.mark.parametrize(
    ("name", "entry"),
    [
        ("before play opens", LogEntry(GO - 1, 0, GO - 1, Move(5, 6, 3))),
        ("pressed before play opens", LogEntry(GO + FLIGHT, 0, GO - 1, Move(4, 14))),
        ("flown too fast", LogEntry(GO + FLIGHT - TIE - 1, 0, GO, Move(4, 14))),
        ("before the line before it", LogEntry(GO - 5, 1, GO - 5, None)),
    ],
)
def test_a_line_that_no_match_can_hold_is_not_taken(name: str, entry: LogEntry) -> None:
    match = playing()
    match.log.append(LogEntry(GO - 2, 0, GO - 2, None))
    assert match.redo(entry) == [], name
    assert match.log[-1] != entry


def test_a_line_pressed_while_the_hand_was_busy_is_not_taken() -> None:
    match = playing()
    assert match.redo(LogEntry(GO + FLIGHT, 0, GO, Move(4, 14))) != []
    assert match.redo(LogEntry(GO + FLIGHT + 1, 0, GO + 50, Move(5, 6, 3))) == []
    assert match.redo(LogEntry(GO + FLIGHT + 1, 0, GO + FLIGHT, Move(5, 6, 3))) != []


def test_freezing_events_are_what_the_rules_say() -> None:
    match = playing("B1: | 2h", *LINES[5:])
    claim(match, 0, "R!", 0)
    assert match.settle(GO + FLIGHT)[:2] == [Mode(FROZEN), Called(0)]


def test_a_handicap_holds_from_the_next_deal_on_and_the_rest_of_the_pack_is_in_the_hand() -> None:
    match = Match(Haisty(), 2, 1, rounds=9)
    match.handicap(match.told_handicaps((13, 13)))
    assert match.handicaps == {}
    match.handicap(match.told_handicaps((13, 7)))
    match.start()
    assert match.state.handicaps == (13, 7)
    laid = [len(pile.cards) for pile in match.state.table.piles]
    assert (laid[:7], laid[7:14]) == ([13, 1, 1, 1, 1, 35, 0], [7, 1, 1, 1, 1, 41, 0])
    usual = Haisty().deal(derive(1, 1), 2)
    assert match.state.table.piles[:7] == usual.piles[:7], "the others have the cards that they would have"
    match.handicap(match.told_handicaps((13, 7)))
    assert match.handicaps == {1: (13, 7)}, "it goes on"
    match.handicap(match.told_handicaps((13, 13)))
    assert match.handicaps == {1: (13, 7), 2: (13, 13)}, "that there was one is still known"


def test_a_race_has_no_handicap() -> None:
    assert Match(Race(52), 2, 1).told_handicaps((13, 7)) == ()
