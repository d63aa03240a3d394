"""How good each line is: measured by the host, told to all at the table."""

import pytest

from game.core.state import PLAYING, Knock
from game.net.server.line_meter import KEPT, PERIOD, LineMeter
from game.net.wire.messages import Join, Line, WaitFor
from tests.net.impair import BUSY, FAR, LAN, Way
from tests.net.intruder import Intruder
from tests.net.simnet import Net, lobby, new_table

MS = 1000
SLOW = Way(60 * MS)


def measured(way: Way, knock: bool) -> Line:
    """The second player's line, as the first one is told of it."""
    net = lobby(1)
    net.join(way, way, person=True)
    net.run(0.5)
    if knock:
        net.ask(net.clients[1], Knock())
    net.run(10)
    told = net.clients[0].table.lines
    assert told == net.clients[1].table.lines
    assert told[0].trip <= 2
    return told[1]


@pytest.mark.parametrize("knock", [False, True])
@pytest.mark.parametrize(("way", "trip", "jitter"), [(LAN, 1, 1), (BUSY, 14, 14), (FAR, 54, 13)])
def test_all_are_told_of_each_line(way: Way, trip: int, jitter: int, knock: bool) -> None:
    line = measured(way, knock)
    assert abs(line.trip - trip) <= 4
    assert abs(line.jitter - jitter) <= 6
    assert (line.stalls, line.loss) == (0, 0)


def test_lost_packets_are_counted() -> None:
    assert 12 <= measured(LAN._replace(loss=0.2), knock=True).loss <= 28


def test_packets_lost_on_the_way_down_are_told_of_as_far_as_copies_are_wished_for() -> None:
    net = lobby(1)
    net.join(LAN, LAN._replace(loss=0.2), person=True)
    net.run(0.5)
    net.ask(net.clients[1], Knock())
    net.run(10)
    assert net.clients[0].table.lines[1].loss == 10


def test_the_line_of_a_client_that_has_moved_is_measured_anew() -> None:
    net = lobby(2)
    net.run(20)
    bo = net.clients[1]
    bo.address, bo.up.way, bo.down.way = ("10.9.9.9", 9), Way(60 * MS), Way(60 * MS)
    net.run(5)
    line = net.clients[0].table.lines[1]
    assert 110 <= line.trip <= 130
    assert line.stalls == 0


def test_a_stall_is_told_of_for_a_minute() -> None:
    net = lobby(2)
    net.run(3)
    bo = net.clients[1]
    bo.down.stall(net.now + 250 * MS)
    net.run(3)
    line = net.clients[0].table.lines[1]
    assert line.stalls == 1
    assert 190 <= line.longest <= 260
    net.run(60)
    assert net.clients[0].table.lines[1].stalls == 0


def test_a_line_without_trips_is_not_told_of() -> None:
    meter = LineMeter()
    assert meter.line(1, 0, True, 0) is None
    meter.round_trip_measured(5 * MS, 0)
    assert meter.line(1, 0.05, False, 0) == Line(1, 5, 0, 0, 0, 5, False)
    assert meter.line(1, 0, True, KEPT * PERIOD) is None


def test_whatever_a_client_answers_its_line_is_one_that_can_be_told() -> None:
    net = Net(new_table(2))
    foe = Intruder(net.table, ("10.0.0.1", 5))
    net.run(1)
    assert foe.enter(Join("Foe", 0), net.now)
    [peer] = net.table.listener.peers.values()
    for answered in (1, net.now + 5, 2**24 - 1, 2**23):
        note = b"\1\0\0" + (answered % 2**24).to_bytes(3, "little")
        net.table.receive(foe.sealed(b"\1" + note), foe.address, net.now)
    line = peer.meter.line(0, 1.0, True, net.now)
    assert line
    assert max(line.trip, line.jitter, line.longest) <= 9999
    net.run(3)


def test_all_see_landings_late_enough_for_each_line_that_the_owner_has_waited_for() -> None:
    found = []
    for asks, on in ((0, True), (1, False), (0, False)):  # only the owner is heeded
        net = lobby(2, seats=3)
        net.join(SLOW, SLOW, person=True)
        net.run(10)
        net.ask(net.clients[asks], WaitFor(2, on))
        net.run(2)
        for client in net.clients:
            net.ask(client, Knock())
        net.run(2)
        assert net.clients[2].table.lines[2].waited == (on or asks == 1)
        found.append(net.clients[2].state.delay // 1000)
    assert 28 <= found[0] == found[1] <= 36 and found[2] == 0


def test_nobody_waits_for_a_program_of_the_host_s_machine() -> None:
    net = lobby(2, seats=3)
    here = net.join(SLOW, SLOW, person=True)
    here.address = "127.0.0.1", 9
    net.run(10)
    for client in net.clients:
        net.ask(client, Knock())
    net.run(2)
    assert here.state.phase == PLAYING and here.state.delay == 0
