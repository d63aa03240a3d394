"""A duel as a game for one: what is pressed, what is taken by whom, and what a wrong key costs."""

import pytest

from game.challenges.race import DUELS
from game.core.duel import ASIDE, KEYS, LAID, MARKERS, TURNED, frozen, taken
from game.core.match import COUNTDOWN, Match
from game.core.state import FLIGHT, Dud, Event, Knock, Returned
from game.core.table import Move, Moved
from game.sessions.duel import DuelSession
from game.sessions.local import LocalSession
from tests.sessions.clock import Clock

HAIR = 0.001
"""Seconds from one moment to the next."""


class Duelled(DuelSession):
    """A duel of one round of two people at this machine."""

    def __init__(self, name: str = "farbwechsel") -> None:
        self.watch = Clock()
        self.judged = Match(DUELS[name], 2, 5, 0, 1)
        self.table = LocalSession(self.judged, {}, ("Anna", "Bo"), (0, 1), self.watch, lambda: None, people=2)
        self.table.poll()
        super().__init__(self.table, "Duel")
        for seat in self.table.local_seats:
            seat.ask(Knock())
        self.poll()

    def after(self, seconds: float) -> list[Event]:
        """What is told after so long."""
        events: list[Event] = []
        for _ in range(round(seconds / HAIR)):
            self.watch.now += HAIR
            events += self.poll()
        return events

    def send(self, right: bool = True, seat: int = 0) -> None:
        """Press the right key, or the other."""
        move = self.moves[0]
        self.local_seats[seat].play(move if right else Move(move.src, LAID + ASIDE - move.dst, move.count))


@pytest.fixture
def run() -> Duelled:
    run = Duelled()
    run.after(COUNTDOWN / 1e6 + HAIR)
    return run


def test_nothing_is_pressed_before_go_and_no_press_is_dated_before_it() -> None:
    run = Duelled()
    run.after(COUNTDOWN / 1e6 - HAIR)
    run.send()
    assert not run.begun and run.local_seats[0].pressed is None
    run.after(2 * HAIR)
    run.local_seats[0].play(run.moves[0], COUNTDOWN - 500)
    run.after(FLIGHT / 1e6 + HAIR)
    assert taken(run.judged.state.table) == (1, 0)


def test_cards_are_of_whoever_has_taken_them(run: Duelled) -> None:
    seats = []
    for seat in (0, 1, 1, 0):
        run.send(seat=seat)
        told = run.after(FLIGHT / 1e6 + HAIR)
        seats.append({event.seat for event in told if isinstance(event, Moved)})
        assert len(told) == 2, "the card, and the next one; no marker"
    assert seats == [{0}, {1}, {1}, {0}]
    assert run.placed == (4, 52)
    assert len(run.state.table.piles) == 4


@pytest.mark.parametrize("seat", [0, 1])
def test_a_wrong_key_freezes_the_own_hand_for_a_second(run: Duelled, seat: int) -> None:
    own, other = run.local_seats[seat], run.local_seats[1 - seat]
    run.send(False, seat)
    assert own.pressed is not None and other.pressed is None
    assert run.after(FLIGHT / 1e6 + HAIR) == [Dud(seat)]
    assert set(own.meanings.values()) == {"frozen"} and other.meanings == run.meanings
    run.after(frozen(run.match.state.table) / 1e6 - 2 * HAIR)
    run.send(seat=seat)
    assert own.pressed is None
    run.after(2 * HAIR)
    assert "frozen" not in own.meanings.values()
    run.send(seat=seat)
    run.after(FLIGHT / 1e6 + HAIR)
    assert taken(run.judged.state.table)[seat] == 1


def test_the_other_takes_the_card_meanwhile_and_only_two_frozen_hands_can_do_nothing(run: Duelled) -> None:
    run.send(False, 0)
    run.after(FLIGHT / 1e6 + HAIR)
    run.send(seat=1)
    run.after(FLIGHT / 1e6 + HAIR)
    assert taken(run.judged.state.table) == (0, 1) and run.opens
    run.send(False, 1)
    run.after(FLIGHT / 1e6 + HAIR)
    assert not run.opens


def test_the_second_of_two_keys_is_none_and_who_is_late_is_not_frozen(run: Duelled) -> None:
    run.send(seat=1)
    run.after(5 * HAIR)
    run.send()
    run.send(right=False)
    run.after(FLIGHT / 1e6 - 3 * HAIR)
    assert taken(run.judged.state.table) == (0, 1) and run.local_seats[0].pressed is not None
    run.send()
    assert not [event for event in run.after(5 * HAIR) if isinstance(event, Dud)]
    assert run.opens and run.local_seats[0].pressed is None
    assert [entry.seat for entry in run.judged.log if entry.move] == [1, 0]
    run.send()
    run.after(FLIGHT / 1e6 + HAIR)
    assert taken(run.judged.state.table) == (1, 1)


def test_it_is_over_with_the_last_card(run: Duelled) -> None:
    while not run.over:
        run.send()
        run.after(FLIGHT / 1e6 + HAIR)
    assert run.placed == (52, 52)
    assert not run.opens and run.meanings == {}
    stands = run.elapsed
    run.after(10)
    assert run.elapsed == stands


def test_what_no_duel_says_is_not_shown(run: Duelled) -> None:
    """A host may say that markers are turned, or that cards go onto keys."""
    card = run.state.table.piles[TURNED].cards
    for event in (
        Moved(1, MARKERS, TURNED, card),
        Moved(1, TURNED, KEYS, card),
        Dud(0),
        Returned(1, Move(0, 0), 0),
    ):
        run.table._view.put(event)
    assert run.after(HAIR) == []
    assert run.opens
