"""What clients do that ours never would: the table stands, and the others do not notice."""

import pytest

from game.core.limits import SEATS
from game.core.state import Shout, Shouted
from game.net.server.members import WATCHING, Member
from game.net.server.table_server import TableServer
from game.net.wire.codec import encode_up
from game.net.wire.messages import WATCHERS, Appearance, Join, Leave, Sit
from tests.net.intruder import Intruder
from tests.net.simnet import lobby, new_table, playing


def strangers(table: TableServer, count: int, join: Join, now: int = 0) -> list[Intruder]:
    """So many come, from machines of their own."""
    found = [Intruder(table, (f"10.9.{i // 200}.{i % 200 + 1}", 5000)) for i in range(count)]
    for one in found:
        one.enter(join, now)
    return found


def test_the_longest_names_and_addresses_of_a_full_table_fit_a_packet() -> None:
    table = new_table(SEATS)
    watchers = [f"fe80::ffff:ffff:ffff:{i:04x}%enp0s31f6longest" for i in range(WATCHERS + SEATS)]
    for host in watchers:
        Intruder(table, (host, 50_000)).enter(Join("🂡" * 16, 0, spare=60_000), 0)
    table.update(0)
    assert len(table.members.all) == SEATS + WATCHERS
    successors = table.members.successors
    assert {successor.seat for successor in successors} == {*range(SEATS), None}


def test_who_gets_up_stays_seated_if_there_is_no_place_to_watch_from() -> None:
    table = new_table(2)
    came = strangers(table, 2 + WATCHERS, Join("W", 0))
    came[0].say([encode_up(Sit(False))], 0)
    assert len(table.members.watchers) == WATCHERS
    table.update(0)


def test_a_watcher_who_comes_back_is_one_watcher() -> None:
    table = new_table(2)
    table.room.seat_bot("easy", "B")
    table.room.seat_bot("easy", "B")
    [first] = strangers(table, 1, Join("W", 0))
    [member] = table.members.watchers
    again = Intruder(table, ("10.9.9.9", 5000), key=first.key)
    assert again.enter(Join("W", 0, token=member.token), 0)
    assert not first.inside
    assert table.members.watchers == [member]
    assert list(table.listener.peers) == [again.address]


def test_one_who_shouts_without_end_is_not_passed_on_without_end() -> None:
    net = playing(3, rounds=3)
    quiet, loud = net.clients[:2]
    intruder = Intruder(net.table, ("10.9.9.9", 1), key=net.clients[1].table.connection.key)
    [token] = [member.token for member in net.table.members.all.values() if member.name == "P1"]
    assert intruder.enter(Join("P1", 1, token), net.now)
    loud.stopped = True
    for _ in range(100):
        intruder.say([encode_up(Shout(1))] * 200, net.now)
        net.run(0.01)
    assert quiet.table.connection.silent_since >= quiet.clock(net.now) - 1_000_000
    assert net.table.members.at(quiet.address)
    assert len(quiet.events) < 1000


def test_nothing_is_heard_after_goodbye() -> None:
    net = playing(3, rounds=3)
    intruder = Intruder(net.table, ("10.9.9.9", 1), key=net.clients[1].table.connection.key)
    [token] = [member.token for member in net.table.members.all.values() if member.name == "P1"]
    assert intruder.enter(Join("P1", 1, token), net.now)
    net.clients[1].stopped = True
    intruder.say([encode_up(Leave()), encode_up(Shout(1))], net.now)
    net.run(1)
    assert not any(isinstance(event, Shouted) and event.seat == 1 for _at, event in net.clients[0].events)


def test_watchers_who_come_and_go_without_end_do_not_hold_up_the_moves() -> None:
    net = playing(3, rounds=3)
    told: list[int] = []
    net.tap = lambda client, data: told.append(len(data))
    for number in range(300):
        one = Intruder(net.table, (f"10.8.0.{number % 250}", number))
        assert one.enter(Join("W" * 16, 0, watch=True), net.now)
        net.run(0.005)
        one.say([encode_up(Leave())], net.now)
        net.run(0.005)
    assert sum(told) / 3 / len(net.clients) < 8_000, "bytes a second"


def test_who_changes_looks_without_end_before_a_match_does_not_flood_the_others() -> None:
    net = lobby(6, 8)
    told: list[int] = []
    net.tap = lambda client, data: told.append(len(data))
    for number in range(300):
        net.ask(net.clients[0], Appearance("N" * (number % 16), 0))
        net.run(0.01)
    assert sum(told) / 3 / len(net.clients) < 12_000, "bytes a second"
    net.run(0.3)
    shown = net.table.members.chairs[0].shown()
    assert all(client.table.room and client.table.room.places[0] == shown for client in net.clients)


@pytest.mark.parametrize("seats", [2, 3, 4, 8])
def test_one_machine_cannot_take_all_seats_of_a_lobby_nor_all_room_to_watch(seats: int) -> None:
    table = new_table(seats)
    came = [Intruder(table, ("10.6.6.6", 1024 + number)).enter(Join("Z", 0), 0) for number in range(60)]
    table.update(1_000_000)
    seated = sum(chair.member is not None for chair in table.members.chairs)
    assert seated == (seats + 1) // 2
    assert sum(came) == seated + WATCHING
    others = [Intruder(table, (f"10.7.7.{number}", 5)) for number in range(seats - seated)]
    assert all(other.enter(Join("Guest", 0), 1_000_000) for other in others)
    table.update(1_100_000)
    assert all(member and member.seat is not None for member in map(member_of, others))


def test_seats_kept_for_lines_that_broke_count_as_well() -> None:
    table, now = new_table(4), 0
    for number in range(20):
        intruder = Intruder(table, ("10.6.6.6", 1024 + number))
        if intruder.enter(Join("Z", 0), now):
            intruder.say([], now)
        table.update(now := now + 4_000_000)
    assert sum(chair.member is not None for chair in table.members.chairs) == 2
    assert not any(member.peer for member in table.members.all.values() if member.lost)


def test_programs_on_the_host_s_machine_may_fill_the_table() -> None:
    table = new_table(4)
    for number in range(4):
        assert Intruder(table, ("127.0.0.1", 1024 + number)).enter(Join("Z", 0), 0)
    table.update(1_000_000)
    assert all(chair.member for chair in table.members.chairs)


def member_of(intruder: Intruder) -> Member | None:
    return intruder.table.members.at(intruder.address)
