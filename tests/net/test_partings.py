"""Who goes while the host goes, how and when: those who remain are never without a way on."""

import sys
from collections.abc import Iterator

import pytest

from game.core import match
from game.core.state import PLAYING, SCORED, WON
from game.core.table import Move
from game.lan.failover import HOSTING, OFFERING
from game.lan.table import CLOSED, JOINED
from game.net.keys import LONE
from game.net.wire.messages import HouseRules
from game.net.wire.packet import PORT
from tests.many import many
from tests.net.partings import Case, Evening, How, Person, Stage, outcomes, short_rounds, steps

TIMES = (-2.0, -0.1, 0.05, 0.3, *steps(-2.0, 1.0, 3 / many(1))[1:-1])
"""Seconds from when the host goes."""
HOWS: tuple[How, ...] = ("leave", "close", "kill", "freeze")


@pytest.mark.real
@pytest.mark.skipif(sys.platform == "win32", reason="no processes can be forked there")
@pytest.mark.parametrize(("people", "stage"), [(3, "lobby"), (3, "play"), (5, "standings")])
def test_nobody_who_remains_waits_for_ever(people: int, stage: Stage) -> None:
    """All go but the last. `TIMES=60` goes through all times."""
    others = tuple(range(1, people - 1))
    kinds: list[tuple[How, How]] = [*(("leave", how) for how in HOWS), ("kill", "leave"), ("kill", "kill")]
    cases = [Case(host, how, at, others) for host, how in kinds for at in TIMES[stage == "lobby" :]]
    for found in outcomes(people, stage, cases):
        host, how, at, _who = found.case
        assert found.forks == 0, found
        if stage == "lobby":
            assert found.ends == "closed", found
        elif how in ("leave", "close") and (host == "leave" or at > 0):
            assert (found.ends, found.took < 3) == ("goes on", True), found
        else:  # of two goodbyes that a host has heard, it may have told only one when it was killed
            assert found.ends in ("goes on", "asked, goes on"), found


@pytest.mark.real
@pytest.mark.skipif(sys.platform == "win32", reason="no processes can be forked there")
def test_one_of_several_may_go_in_any_way_and_the_others_go_on_by_themselves() -> None:
    kinds: list[tuple[How, How]] = [("leave", "leave"), ("leave", "freeze"), ("kill", "kill")]
    cases = [Case(host, how, at, (1,)) for host, how in kinds for at in TIMES[1:]]
    for found in outcomes(4, "play", cases):
        assert (found.ends, found.forks) == ("goes on", 0), found


@pytest.fixture
def evening() -> Iterator[Evening]:
    """Three at play."""
    evening = Evening(3, "play")
    with short_rounds(), evening.house.entered():
        evening.begin()
        yield evening


def alone(evening: Evening) -> Person:
    """The last of the three, whom the others have left without a word."""
    for one in evening.people[:2]:
        one.go("kill")
    assert evening.run(12, lambda: evening.settled() == "asked")
    return evening.people[2]


def test_who_is_left_alone_goes_on_only_by_the_own_wish(evening: Evening) -> None:
    cleo = alone(evening)
    cleo.at.wait()
    assert not cleo.at.lonely
    assert not evening.run(25, lambda: cleo.at.lonely or cleo.at_table)
    assert evening.run(10, lambda: cleo.at.lonely)
    assert cleo.at.state == OFFERING
    cleo.at.go_on_alone()
    assert evening.run(1, lambda: cleo.at_table)
    assert cleo.lan.state.phase == PLAYING
    assert not cleo.at.lonely
    welcome = cleo.lan.client.table.welcome
    assert welcome and welcome.epoch > LONE


def test_those_who_come_back_find_the_offer_and_have_their_seats(evening: Evening) -> None:
    anna, bo, cleo = evening.people
    seats = [one.lan.place for one in (anna, bo)]
    for one in (anna, bo):
        one.go("kill")
    evening.run(6.5)
    assert evening.found(cleo.machine.address) == [1]
    evening.people[:2] = [
        Person(evening.house, one.name, (cleo.machine.address, PORT), one) for one in (anna, bo)
    ]
    assert evening.run(4, lambda: evening.settled() == "goes on")
    assert [one.lan.place for one in evening.people[:2]] == seats
    assert cleo.at.state == HOSTING and not evening.forks


def test_a_stranger_who_finds_an_offer_does_not_stand_for_those_who_are_lost(evening: Evening) -> None:
    anna, bo, cleo = evening.people
    for one in (anna, bo):
        one.go("kill")
    evening.run(6.5)
    late = Person(evening.house, "Late", (cleo.machine.address, PORT))
    evening.run(6)
    assert late.lan.status == JOINED
    assert cleo.at.state == OFFERING
    assert cleo.at.lonely
    cleo.at.go_on_alone()
    assert evening.run(2, lambda: cleo.at_table and late.at_table)


def test_who_wakes_as_the_host_is_lost_does_not_send_the_others_back_to_it() -> None:
    evening = Evening(5, "play")
    with short_rounds(), evening.house.entered():
        evening.begin()
        anna, bo, *others = evening.people
        bo.frozen = evening.house.now + 860_000
        evening.run(0.1)
        anna.go("kill")
        lost = evening.house.now
        assert evening.run(4, lambda: any(one.host and one.host.plays for one in others))
        assert evening.house.now - lost < 2_000_000
        assert evening.run(1, lambda: evening.settled() == "goes on")


def test_who_closes_the_window_is_away_at_once_and_has_the_seat_again(evening: Evening) -> None:
    anna, bo, _cleo = evening.people
    seat = bo.lan.place
    assert seat is not None
    bo.go("close")
    assert evening.run(0.3, lambda: anna.lan.room and anna.lan.room.places[seat].kind == "away")
    evening.people[1] = back = Person(evening.house, "Bo", (anna.machine.address, PORT), bo)
    assert evening.run(2, lambda: back.at_table)
    assert back.lan.place == seat


def test_the_table_is_joined_at_the_port_where_it_was_opened_after_each_takeover() -> None:
    evening = Evening(4, "play")
    with short_rounds(), evening.house.entered():
        evening.begin()
        for _ in range(2):
            seat = evening.people[0].lan.place
            gone = evening.people.pop(0)
            gone.go("kill")
            evening.run(1.5)
            assert evening.run(6, lambda: evening.settled() == "goes on")
            [host] = [one for one in evening.people if one.at.state == HOSTING]
            back = Person(evening.house, gone.name, (host.machine.address, PORT), gone)
            evening.people.append(back)
            assert evening.run(2, lambda: back.at_table)  # noqa: B023
            assert back.lan.place == seat
            assert evening.run(2, lambda: back.at.silence < 0.1)  # noqa: B023
        assert not evening.forks


# -- a network that is cut in two


def cut_off(evening: Evening, *apart: Person) -> None:
    for one in apart:
        one.machine.apart = 1
    evening.house.cut = True


def test_who_is_cut_off_and_waits_is_back_at_the_seat_when_the_network_heals(evening: Evening) -> None:
    anna, bo, cleo = evening.people
    cut_off(evening, cleo)
    assert evening.run(12, lambda: cleo.at.lonely)
    assert anna.at_table and bo.at_table
    evening.house.cut = False
    assert evening.run(3, lambda: evening.settled() == "goes on")
    assert anna.host and anna.host.plays and not evening.forks


def test_who_was_cut_off_and_went_on_alone_goes_back_to_the_others(evening: Evening) -> None:
    """Also if their table has had another host meanwhile, which nobody alone can have been."""
    anna, bo, cleo = evening.people
    seat = cleo.lan.place
    cut_off(evening, cleo)
    assert evening.run(12, lambda: cleo.at.lonely)
    cleo.at.go_on_alone()
    assert evening.run(1, lambda: cleo.at_table)
    assert cleo.host and cleo.host.plays
    anna.go("leave")
    assert evening.run(5, lambda: bo.at_table and bo.at.state == HOSTING)
    played = bo.lan.client.table.welcome
    evening.house.cut = False
    assert evening.run(6, lambda: evening.settled() == "goes on")
    assert (bo.at.state, cleo.at.state, cleo.lan.place) == (HOSTING, "guest", seat)
    assert bo.lan.client.table.welcome == played
    assert not evening.forks


def test_the_others_do_not_follow_who_goes_on_alone_when_they_lose_their_host(evening: Evening) -> None:
    anna, bo, cleo = evening.people
    cut_off(evening, cleo)
    assert evening.run(12, lambda: cleo.at.lonely)
    cleo.at.go_on_alone()
    assert evening.run(1, lambda: cleo.at_table)
    anna.go("kill")
    evening.house.cut = False
    assert evening.run(6, lambda: evening.settled() == "goes on")
    assert (bo.at.state, cleo.at.state) == (HOSTING, "guest")
    assert not evening.forks


def test_two_who_went_on_alone_come_together_at_one_table(evening: Evening) -> None:
    anna, bo, cleo = evening.people
    cut_off(evening, cleo)
    anna.go("kill")
    assert evening.run(12, lambda: cleo.at.lonely and bo.at.lonely)
    for one in (bo, cleo):
        one.at.go_on_alone()
    assert evening.run(1, lambda: bo.at_table and cleo.at_table)
    evening.run(5)
    evening.house.cut = False
    assert evening.run(6, lambda: evening.settled() == "goes on")
    assert not evening.forks


def test_a_table_gone_on_with_alone_that_others_have_joined_is_one_of_its_own(evening: Evening) -> None:
    anna, bo, cleo = evening.people
    cut_off(evening, cleo)
    assert evening.run(12, lambda: cleo.at.lonely)
    cleo.at.go_on_alone()
    assert evening.run(1, lambda: cleo.at_table)
    late = Person(evening.house, "Late", (cleo.machine.address, PORT))
    late.machine.apart = 1
    assert evening.run(2, lambda: late.at_table)
    evening.house.cut = False
    assert evening.run(10, lambda: bo.lan.other_half and cleo.lan.other_half)
    evening.run(5)
    assert all(one.at_table for one in (anna, bo, cleo, late))
    assert (anna.at.state, bo.at.state, cleo.at.state, late.at.state) == (HOSTING, "guest", HOSTING, "guest")
    assert not evening.forks


@pytest.mark.parametrize("joined", [False, True])
def test_of_two_that_are_cut_apart_none_stays_alone(joined: bool) -> None:
    """Bo is most of those who could be the host; he comes back, unless somebody else has joined him."""
    couple = Evening(2, "play")
    with short_rounds(), couple.house.entered():
        couple.begin()
        anna, bo = couple.people
        cut_off(couple, bo)
        assert couple.run(3, lambda: bool(bo.host and bo.host.plays))
        late = [Person(couple.house, "Late", (bo.machine.address, PORT))] if joined else []
        for one in late:
            one.machine.apart = 1
            assert couple.run(2, lambda: one.at_table)  # noqa: B023
        couple.house.cut = False
        assert couple.run(10, lambda: couple.settled() == "goes on")
        couple.run(3)
        assert couple.settled() == "goes on" and all(one.at_table for one in late)
        assert [bool(one.host) for one in (anna, bo)] == [not joined, joined]
        assert not couple.forks


def test_before_the_first_deal_nobody_begins_a_match_alone(evening: Evening) -> None:
    """The table is lost in the moment in which all have knocked and nothing has been dealt."""
    fresh = Evening(3, "lobby", seed=2)
    with fresh.house.entered():
        fresh.begin()
        for one in fresh.people:
            one.lan.knock()
        assert fresh.house.run(1, lambda: all(one.lan.room and one.lan.room.playing for one in fresh.people))
        anna, bo, cleo = fresh.people
        assert not cleo.lan.state.round
        for one in (anna, bo):
            one.go("kill")
        assert fresh.run(15, lambda: cleo.at.lonely)
        assert not cleo.at_table and cleo.lan.status != CLOSED
        cleo.at.go_on_alone()
        assert fresh.run(3, lambda: cleo.at_table)


@pytest.mark.parametrize("how", ["kill", "freeze"])
def test_a_match_that_is_decided_is_over_though_the_host_goes_before_it_says_so(
    how: How, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(3, "lobby")
    with short_rounds(), evening.house.entered():
        evening.begin()
        anna, *others = evening.people
        anna.lan.ask(HouseRules(0, 1, {}))
        evening.run(0.5)
        for one in evening.people:
            one.lan.knock()
        assert evening.run(10, lambda: all(one.lan.state.phase == PLAYING for one in others))
        evening.run(2)
        monkeypatch.setattr(match, "winner_of", lambda *_: None)  # that word is lost
        [first] = [one for one in evening.people if one.lan.place == 0]
        first.lan.play(Move(0, 0, 0))
        assert evening.run(2, lambda: all(one.lan.state.phase == SCORED for one in others))
        anna.go(how)
        assert evening.run(1.5, lambda: all(one.lan.state.phase == WON for one in others))
        evening.run(3)
        assert len({one.lan.state.winner for one in others}) == 1
        assert not any(one.at.moving or one.at.lonely for one in others)
        assert not any(one.host for one in others)


def test_of_two_minorities_that_go_on_none_has_the_epoch_of_another() -> None:
    """Of five the host is killed, and the network cut between two and two."""
    evening = Evening(5, "play")
    with short_rounds(), evening.house.entered():
        evening.begin()
        cut_off(evening, *evening.people[3:])
        evening.people[0].go("kill")
        evening.run(1.5)
        assert evening.run(
            6,
            lambda: (
                all(one.at_table for one in evening.people[1:])
                and all(one.at.silence < 0.5 for one in evening.people[1:])
            ),
        )
        epochs = [
            one.lan.client.table.welcome.epoch for one in evening.people[1:] if one.lan.client.table.welcome
        ]
        assert len(set(epochs)) == 2
        assert min(epochs) > LONE
        assert not evening.forks
        evening.house.cut = False
        assert evening.run(10, lambda: all(one.lan.other_half for one in evening.people[1:]))
