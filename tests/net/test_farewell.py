"""Whoever goes says so until it is heard, and so does a host that closes its table."""

from collections.abc import Iterator

import pytest

from game.core.state import Knock
from game.lan import table as lan_table
from game.lan.join import join_table, open_table
from game.lan.table import CLOSED, JOINED, SILENT, RemoteTable
from game.net.client.connection import CONNECTED, RESPONDING
from game.net.server.listener import LINGER
from game.net.server.members import Members
from game.net.wire.messages import Join, Leave, SeatInfo, SetBot, Sit
from game.storage.settings import Settings
from game.system import here
from tests.net.impair import Way
from tests.net.relay import Relay
from tests.net.simnet import SECOND, lobby, playing
from tests.waiting import until

LOST = SECOND // 10
"""Microseconds in which a network loses everything: the first goodbye, and the one after it."""
OWNER = bytes(range(16))


def test_a_lost_goodbye_of_a_guest_is_said_again() -> None:
    net = lobby(2)
    anna, bo = net.clients
    bo.up.cut(net.now + LOST)
    net.ask(bo, Leave())
    assert net.run(0.3, lambda: anna.kinds[1] == "empty")


def test_who_leaves_knows_that_it_was_heard_even_if_the_answer_is_lost() -> None:
    net = lobby(2)
    bo = net.clients[1]
    bo.down.cut(net.now + LOST)
    net.ask(bo, Leave())
    assert bo.table.connection.pending
    assert net.run(0.3, lambda: not bo.table.connection.pending)
    assert bo.table.connection.state == CONNECTED


def test_the_line_of_who_has_left_is_served_for_a_second_and_no_longer() -> None:
    net = lobby(2)
    bo = net.clients[1]
    net.ask(bo, Leave())
    net.run(0.1)
    bo.stopped = True
    assert len(net.table.listener.peers) == 2
    assert net.run(LINGER / SECOND + 0.1, lambda: len(net.table.listener.peers) == 1)


def test_a_lost_goodbye_of_the_host_is_said_again_until_all_have_heard_it() -> None:
    net = lobby(3)
    for client in net.clients[1:]:
        client.down.cut(net.now + LOST)
    for data, address in net.table.close(net.now):
        net.deliver(address, data)
    assert net.table.unheard
    assert net.run(0.3, lambda: all(client.table.closed == "left" for client in net.clients))
    assert net.run(0.1, lambda: not net.table.unheard)


def test_who_is_shown_out_hears_of_it_even_if_the_first_word_is_lost() -> None:
    net = lobby(2)
    anna, bo = net.clients
    bo.down.cut(net.now + LOST)
    net.ask(anna, SetBot(1, None))
    assert net.run(0.3, lambda: bo.table.closed == "kicked")


def test_nobody_comes_in_or_finds_a_table_that_says_goodbye() -> None:
    net = lobby(1)
    net.table.close(net.now)
    late = net.join(level=None)
    net.run(1)
    assert late.table.connection.state != CONNECTED


def test_the_others_do_not_wait_for_the_seat_of_a_host_who_left_on_purpose() -> None:
    net = playing(3, owner=OWNER)
    for data, address in net.table.close(net.now):
        net.deliver(address, data)
    others = net.clients[1:]
    assert net.run(0.1, lambda: all(client.table.closed == "left" for client in others))
    for client in others:
        host = client.room.places[0]
        assert (host.kind, host.member) == ("away", None)
        assert [one.member for one in client.table.successors] == [1, 2]


@pytest.mark.parametrize("how", ["leaves", "gets up", "is shown out", "falls silent"])
def test_when_an_awaited_guest_goes_no_match_begins_behind_the_others_back(how: str) -> None:
    net = lobby(2)
    anna, bo = net.clients
    net.ask(anna, SetBot(2, "easy"))
    net.ask(anna, Knock())
    if how == "leaves":
        net.ask(bo, Leave())
    elif how == "gets up":
        net.ask(bo, Sit(False))
    elif how == "is shown out":
        net.ask(anna, SetBot(1, None))
    else:
        bo.stopped = True
    assert net.run(5, lambda: anna.kinds[1] != "person")
    net.run(1)
    assert net.table.room.match is None
    assert anna.table.room and not anna.table.room.places[0].ready
    net.ask(anna, Knock())
    assert net.run(1, lambda: net.table.room.match is not None)


# -- over real sockets


@pytest.fixture
def host() -> Iterator[RemoteTable]:
    lan = open_table(Settings(name="Anna"), None, "Ours", 3, 0, "", 0)
    until(lambda: lan.status == JOINED)  # whoever comes first has the first seat
    yield lan
    lan.leave()


@pytest.fixture
def relay(host: RemoteTable) -> Iterator[Relay]:
    """The way to that host."""
    assert host.server
    with Relay(("127.0.0.1", host.server.ports.port), Way(), Way()) as relay:
        yield relay


def joined(relay: Relay) -> RemoteTable:
    lan = join_table(Settings(name="Bo"), None, relay.address)
    until(lambda: lan.status == JOINED)
    return lan


def test_a_guest_leaves_though_the_network_is_away_for_a_moment(host: RemoteTable, relay: Relay) -> None:
    bo = joined(relay)
    until(lambda: host.room and host.room.places[1].name == "Bo")
    relay.cut(LOST / SECOND)
    bo.leave()
    until(lambda: host.room and host.room.places[1].kind == "empty")


def test_a_guest_who_calls_anew_and_leaves_meanwhile_holds_no_seat(
    host: RemoteTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert host.server
    monkeypatch.setattr("game.lan.client._REBIND", 60.0)  # another port would be another line
    far = Way(50_000)
    with Relay(("127.0.0.1", host.server.ports.port), far, far) as relay:
        bo = joined(relay)
        # The attempt to reconnect is seen from nowhere else: its packets are sealed.
        members, calls = host.server.table.members, bo.connection
        for up in (True, False):  # the line there is, not the one that will be
            relay.cut(60, up=up, down=not up)
        until(lambda: [line for line in calls.clients if line.table.connection.state == RESPONDING])
        relay.cut(0)
        bo.leave()
        here().clock.pause(0.2)  # all that was on its way has come
        assert len(members.all) == 1


def test_a_host_closes_the_table_though_the_network_is_away_for_a_moment(
    host: RemoteTable, relay: Relay
) -> None:
    bo = joined(relay)
    relay.cut(LOST / SECOND)
    host.leave()
    until(lambda: bo.status == CLOSED)
    bo.leave()


def test_a_host_that_is_gone_before_the_match_is_waited_for_only_so_long(
    host: RemoteTable, relay: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lan_table, "MISSED", 2.0)
    bo = joined(relay)
    relay.cut(60)
    until(lambda: bo.status == SILENT)
    until(lambda: bo.status == CLOSED)
    assert bo.ending == ""
    bo.leave()


def test_who_comes_back_has_the_own_name_again_and_nobody_else_has_it() -> None:
    members, home = Members(3), ("192.0.2.1", 7)
    anna = members.add(Join("Wilhelmine-Änne1", 0), b"anna", False, home)
    assert anna
    anna.seat, members.chairs[0].member = 0, anna
    members.remove(anna, playing=True)
    other = members.add(Join("Wilhelmine-Änne1", 0), b"bo", True, ("192.0.2.2", 7))
    assert other and other.name == "Wilhelmine-Änn 2"
    members.remove(other, playing=True)
    again = members.add(Join("Wilhelmine-Änne1", 0), b"anna", True, home)
    assert again and again.name == "Wilhelmine-Änne1"


def test_who_sits_down_again_has_the_own_name_again_at_another_host_too() -> None:
    members = Members(2)
    members.inherit((SeatInfo("away", "Anna"), SeatInfo()), (), 0)
    anna = members.add(Join("Anna", 0), b"anna", True, ("192.0.2.1", 7))
    assert anna and anna.name == "Anna 2"
    members.sit(anna, 0)
    assert anna.name == "Anna"
