"""Who is told of a throw, and when."""

from game.core.match import TIE
from game.core.state import Thrown, opening
from game.core.table import Move
from game.net.server.announcer import EARLY, WATCHER, Announcer

PRESS = 1_000_000
THROWN = Thrown(0, Move(0, 30), ((1, 0, 0),), PRESS)
BEFORE, AFTER = PRESS + TIE, PRESS + TIE + 1


def told(
    announcer: Announcer, now: int, *watermarks: int | None, air: tuple[Thrown, ...] = (THROWN,)
) -> set[int]:
    """Who is told now, the seats having these watermarks; None: one of the host's bots."""
    known = {seat: mark for seat, mark in enumerate(watermarks) if mark is not None}
    return {seat for _thrown, to in announcer.due(air, len(watermarks), known, now) for seat in to}


def test_all_are_told_at_once_when_all_have_committed() -> None:
    assert told(Announcer(), PRESS, AFTER, AFTER, AFTER) == {1, 2, WATCHER}


def test_nobody_is_told_early_while_one_could_still_claim_something_earlier() -> None:
    announcer = Announcer()
    assert not told(announcer, PRESS + EARLY - 1, AFTER, AFTER, BEFORE)
    assert announcer.next_time(PRESS) == PRESS + EARLY
    assert told(announcer, PRESS + EARLY, AFTER, AFTER, BEFORE) == {1}
    assert not told(announcer, PRESS + 90_000, AFTER, AFTER, BEFORE), "each is told once, the others wait"
    assert told(announcer, PRESS + 90_000, AFTER, AFTER, AFTER) == {2, WATCHER}


def test_bots_of_the_host_claim_nothing_in_the_past() -> None:
    assert told(Announcer(), PRESS, None, None, None) == {1, 2, WATCHER}
    assert told(Announcer(), PRESS + EARLY, AFTER, BEFORE, None) == {2}


def test_what_has_landed_is_not_told_any_more() -> None:
    announcer = Announcer()
    assert not told(announcer, PRESS, AFTER, BEFORE)
    assert not told(announcer, PRESS + 150_000, AFTER, AFTER, air=())


def test_knock_is_not_told() -> None:
    assert not told(Announcer(), PRESS, AFTER, AFTER, air=(Thrown(0, Move(0, 0, 0), (), PRESS),))


def test_snapshot_shows_of_the_air_what_its_receiver_was_told() -> None:
    announcer, state = Announcer(), opening(3)._replace(air=(THROWN,))
    told(announcer, PRESS + EARLY, AFTER, AFTER, BEFORE)
    seen = {seat for seat in (WATCHER, 0, 1, 2) if announcer.seen_by(seat, state).air}
    assert seen == {0, 1}
