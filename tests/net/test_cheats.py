"""What is to be gained by cheating over the network, end to end and in simulated time: nothing alone."""

import pytest

from game.core.state import HAND, Play, Resumed
from game.core.table import Move
from game.net.wire.messages import Digest
from tests.many import many
from tests.net.cheats import MS, Cheating, Held, Pretence, all_at_once, answers, hold_back, race, time_lost
from tests.net.impair import BUSY, FAR, LAN, Way
from tests.net.simnet import at_duel

RACES = many(20)
NEVER = RACES // 20
"""At most 5 %."""


@pytest.mark.parametrize(
    "cheating",
    [
        pytest.param(Cheating(), id="dates its press before a throw that it sees"),
        pytest.param(Cheating(held=40 * MS), id="holds its watermark back"),
        pytest.param(Cheating(held=40 * MS, echoes=False), id="its echoes too"),
        pytest.param(Cheating(slow=60 * MS, held=60 * MS, echoes=False), id="seems to have a slow line"),
        pytest.param(Cheating(held=60 * MS, echoes=False, watcher=True), id="is told by one who watches"),
    ],
)
def test_race_is_not_won_by_a_press_dated_before_a_throw(cheating: Cheating) -> None:
    assert race(cheating, (BUSY, BUSY, LAN), RACES).won <= NEVER


@pytest.mark.parametrize("held", [0, 140 * MS])
def test_accomplice_tells_too_late_what_could_still_be_preceded(held: int) -> None:
    assert race(Cheating(held=held, echoes=False, accomplice=True), (LAN, LAN, LAN), RACES).won <= NEVER


def test_a_seat_whose_program_dates_its_presses_back_gains_by_it() -> None:
    """Nothing on a wire can tell: see WIRE.md."""
    won = answers(Pretence(100 * MS), 20).won
    assert won > 15, "it is no longer so: WIRE.md says that it is"


@pytest.mark.parametrize("way", [LAN, FAR, BUSY._replace(loss=0.2)])
def test_honest_press_loses_no_time(way: Way) -> None:
    lost = time_lost(way, presses=25)
    assert sum(by > 0 for by in lost) <= 1


def test_honest_press_loses_no_time_when_the_line_stalls_for_a_moment() -> None:
    assert max(time_lost(BUSY, hiccup=100 * MS, presses=25)) == 0


def test_hand_that_does_all_at_once_does_it_in_the_time_it_takes() -> None:
    assert all_at_once() == 1
    assert all_at_once(slow=90 * MS) <= 90 * MS // HAND + 1
    assert all_at_once(ahead=60_000 * MS) == 1


def test_snapshot_asked_for_in_a_race_shows_no_throw_that_is_not_told_yet() -> None:
    net = at_duel(LAN, LAN)
    net.run(3)
    cheat = net.clients[1]
    hold_back(cheat.table, Held(60 * MS))
    net.run(1)
    net.table.room.stage.digest = 1  # as after a round
    for turn in range(4):
        net.press(net.clients[0], Move(0, 2 + turn % 2))
        net.run(0.02)
        shown = len(cheat.events)
        net.ask(cheat, Digest(net.match.state.round, 0))
        net.run(0.02)
        [resumed] = [event for _at, event in cheat.events[shown:] if isinstance(event, Resumed)]
        assert not resumed.state.air
        assert len(net.match.state.air) == 1
        net.run(0.4)


def test_who_comes_back_claims_nothing_from_before() -> None:
    net = at_duel(LAN, LAN)
    net.run(3)
    old, welcome = net.clients[1], net.clients[1].table.welcome
    assert welcome
    old.stopped = True
    net.press(net.clients[0], Move(0, 2))
    net.run(0.005)
    cheat = net.join(LAN, LAN, level=None, token=welcome.token, key=old.table.connection.key)
    assert net.run(0.1, lambda: cheat.table.seated and cheat.table.state.round > 0)
    net.ask(cheat, Play(Move(1, 2), net.now - 100 * MS))
    net.run(0.4)
    assert [entry.seat for entry in net.match.log if entry.move] == [0, 1]
