"""Who is told of what, and when."""

from game.core.cards import HIDDEN
from game.core.match import TIE
from game.core.state import Returned, Thrown, opening
from game.core.table import Move, Turned
from game.net.server.announcer import WATCHER, Announcer

PRESS = 1_000_000
THROWN = Thrown(0, Move(0, 30), ((1, 0, 0),), PRESS)
BEFORE, AFTER = PRESS + TIE, PRESS + TIE + 1
FLYING, LYING = opening(3)._replace(air=(THROWN,)), opening(3)
TURNED = Turned(5, HIDDEN)
LATER = PRESS + 20_000


def told(announcer: Announcer, now: int, *floors: int | None, withhold: bool = True) -> set[int]:
    """Who is told of something now, the seats having these floors; None: one of the host's bots."""
    known = {seat: floor for seat, floor in enumerate(floors) if floor is not None}
    return {seat for notice in announcer.due(len(floors), known, now, withhold) for seat in notice.to}


def seen(announcer: Announcer, now: int, *floors: int | None) -> set[int]:
    """Who is told now of the throw in the air."""
    known = {seat: floor for seat, floor in enumerate(floors) if floor is not None}
    announcer.watch(FLYING, known, now)
    return told(announcer, now, *floors)


def test_nobody_is_told_of_a_throw_while_one_could_still_claim_something_earlier() -> None:
    announcer = Announcer()
    assert not seen(announcer, PRESS + 90_000, AFTER, AFTER, BEFORE)
    assert announcer.awaited(FLYING) == {AFTER}


def test_throw_has_happened_for_all_when_nobody_can_precede_it_any_more() -> None:
    announcer = Announcer()
    assert not seen(announcer, LATER, AFTER, AFTER, AFTER), "whoever is told may claim nothing from before"
    assert seen(announcer, LATER + 1, AFTER, LATER, AFTER) == {1}
    assert seen(announcer, LATER + 2, AFTER, LATER, LATER) == {2}
    assert not seen(announcer, LATER + 3, AFTER, LATER, LATER), "each is told once"
    assert seen(announcer, LATER + 4, LATER, LATER, LATER) == {WATCHER}
    assert not announcer.awaited(FLYING)


def test_bots_of_the_host_claim_nothing_in_the_past() -> None:
    assert seen(Announcer(), PRESS, None, None, None) == {1, 2, WATCHER}
    assert seen(Announcer(), LATER, AFTER, AFTER, None) == {2}


def test_what_has_landed_is_told_as_a_landing_only() -> None:
    announcer = Announcer()
    assert not seen(announcer, PRESS, AFTER, BEFORE, AFTER)
    announcer.watch(LYING, {}, LATER)
    assert not told(announcer, LATER, LATER, LATER, LATER)


def test_knock_is_not_told() -> None:
    announcer = Announcer()
    announcer.watch(LYING._replace(air=(Thrown(0, Move(0, 0, 0), (), PRESS),)), {}, LATER)
    assert not told(announcer, LATER, LATER, LATER, LATER)


def test_seat_is_told_when_its_own_floor_has_reached_the_moment_and_watchers_when_all_have() -> None:
    announcer = Announcer()
    announcer.put(TURNED, LATER, None)
    assert told(announcer, LATER, LATER, LATER - 1, LATER - 1) == {0}
    assert told(announcer, LATER, LATER, LATER - 1, LATER) == {2}
    assert told(announcer, LATER, LATER, LATER, LATER) == {1, WATCHER}


def test_seat_knows_at_once_what_it_has_brought_about_but_in_its_order() -> None:
    announcer = Announcer()
    announcer.put(TURNED, LATER, None, 1, own=True)
    assert told(announcer, LATER, BEFORE, BEFORE) == {1}
    announcer.put(TURNED, LATER, None, 0)
    announcer.put(TURNED, LATER, None, 1, own=True)
    assert not told(announcer, LATER, BEFORE, BEFORE), "what came before it is told first"
    assert told(announcer, LATER, BEFORE, LATER) == {1}


def test_all_hear_everything_in_the_same_order() -> None:
    announcer = Announcer()
    announcer.put(Returned(0, Move(0, 30), None, thrown=False), LATER, frozenset({0}))
    announcer.put(TURNED, PRESS, None)
    assert told(announcer, LATER, PRESS, PRESS) == {1, WATCHER}, "the first is not for them"
    assert told(announcer, LATER, LATER, PRESS) == {0}


def test_all_is_told_when_nothing_can_be_claimed_any_more() -> None:
    announcer = Announcer()
    announcer.put(TURNED, LATER, None)
    assert told(announcer, LATER, PRESS, PRESS, withhold=False) == {0, 1, WATCHER}


def test_snapshot_shows_of_the_air_what_its_receiver_was_told() -> None:
    announcer = Announcer()
    seen(announcer, LATER, AFTER, AFTER, AFTER)
    seen(announcer, LATER, AFTER, LATER, AFTER)
    assert {seat for seat in (WATCHER, 0, 1, 2) if announcer.seen_by(seat, FLYING).air} == {0, 1}
    assert not announcer.up_to_date(2)
    announcer.catch_up(2)
    assert announcer.up_to_date(2)
    assert announcer.seen_by(2, FLYING).air
    assert not seen(announcer, LATER, LATER, LATER, LATER) & {2}
