"""The host is lost: real machines go on."""

import json
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from game.core.state import State
from game.lan import bot_client, failover
from game.lan.bot_client import BotClient
from game.lan.discovery import DiscoverySockets
from game.lan.hosting import bind, make_table, replay_keeper
from game.lan.join import connect, open_table
from game.lan.server import Server
from game.lan.table import JOINED
from game.net.server.game_room import Terms
from game.net.wire.messages import Join
from game.storage.match_replay import Origin, read_checked_match
from game.storage.settings import Settings
from tests.net.impair import Way
from tests.net.machines import Machines
from tests.waiting import until


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Callable[..., Machines]]:
    made: list[Machines] = []

    def make(clients: int, *arguments: str) -> Machines:
        made.append(Machines(tmp_path, clients, *arguments))
        return made[-1]

    yield make
    for each in made:
        each.close()


def laid(state: State, seats: int) -> int:
    return sum(len(pile.cards) for pile in state.table.piles[7 * seats :])


def test_a_killed_host_is_followed_by_the_next_machine_and_nothing_confirmed_is_lost(
    machines: Callable[..., Machines], tmp_path: Path
) -> None:
    three = machines(3, "--seats", "3")
    three.until(lambda: three.in_play(25))
    three.host.send_signal(signal.SIGKILL)
    confirmed, state = max(three.counts()), three.states()[0]
    three.until(lambda: all(at.client.table.welcome.epoch == 1 for at in three.clients))  # type: ignore[union-attr]
    three.until(lambda: three.in_play(confirmed + 5))
    assert three.hosts() == 1
    now = three.states()[0]
    assert laid(now, 3) >= laid(state, 3)
    assert (now.round, now.totals) == (state.round, state.totals)
    welcome = three.clients[0].client.table.welcome
    three.end_clients()
    [path] = tmp_path.glob("P*/replays/*.replay")
    replay, match = read_checked_match(path)
    assert welcome
    assert replay.header.origin == Origin(welcome.table.hex(), 1)
    assert match.resumed
    assert laid(match.resumed, 3) >= laid(state, 3)
    assert laid(match.state, 3) >= laid(now, 3)
    assert match.log


def test_the_only_other_machine_goes_on_with_the_hosts_bots(machines: Callable[..., Machines]) -> None:
    one = machines(1, "--seats", "3", "--bots", "2", "--level", "hard")
    one.until(lambda: one.in_play(15))
    one.host.send_signal(signal.SIGKILL)
    confirmed = one.counts()[0]
    one.until(lambda: one.hosts() == 1 and one.in_play(confirmed + 10))


def test_a_host_that_was_only_asleep_does_not_split_the_others(machines: Callable[..., Machines]) -> None:
    two = machines(2, "--seats", "2")
    two.until(lambda: two.in_play(10))
    two.host.send_signal(signal.SIGSTOP)
    two.until(lambda: all(at.client.table.welcome.epoch == 1 for at in two.clients))  # type: ignore[union-attr]
    two.host.send_signal(signal.SIGCONT)
    confirmed = two.counts()[0]
    two.until(lambda: two.in_play(confirmed + 5))
    assert two.hosts() == 1
    assert len({at.client.table.welcome.epoch for at in two.clients}) == 1  # type: ignore[union-attr]
    assert abs(two.counts()[0] - two.counts()[1]) < 5


def test_a_short_silence_moves_nobody(machines: Callable[..., Machines]) -> None:
    two = machines(2, "--seats", "2")
    two.until(lambda: two.in_play(10))
    two.host.send_signal(signal.SIGSTOP)
    time.sleep(0.4)
    two.host.send_signal(signal.SIGCONT)
    confirmed = two.counts()[0]
    two.until(lambda: two.in_play(confirmed + 5))
    assert two.hosts() == 0


def test_the_host_s_own_player_is_back_after_the_machine_slept() -> None:
    lan = open_table(Settings(), None, "Sleepy", 3, 1, "code", 0)
    try:
        until(lambda: lan.status == JOINED)
        assert lan.server
        [member] = lan.server.table.members.all.values()
        # The host loses it when it wakes and has heard nothing for long; nobody else can have it do so.
        lan.server.table.admission.lose(member, lan.server.table.room.playing, lan.server.now)
        until(lambda: member.peer is not None and lan.status == JOINED)
        assert (lan.place, lan.owner) == (0, True)
    finally:
        lan.close()


def test_a_client_that_was_asleep_itself_does_not_take_the_table_over(
    machines: Callable[..., Machines], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_client, "LOST", 2.0)
    two = machines(2, "--seats", "2")
    two.until(lambda: two.in_play(10))
    two.asleep.add(0)
    two.until(lambda: "away" in two.kinds(1))
    two.wake(0)
    confirmed = two.counts()[1]

    def plays_on() -> bool:
        assert two.hosts() == 0
        return two.in_play(confirmed + 12)

    two.until(plays_on)
    assert two.epochs() == [0, 0]
    assert two.running()


def test_the_first_in_the_order_finds_the_host_that_it_was_too_late_to_become(
    machines: Callable[..., Machines],
) -> None:
    three = machines(3, "--seats", "3")
    three.until(lambda: three.in_play(15))
    three.asleep.add(0)
    three.host.send_signal(signal.SIGKILL)
    three.until(lambda: three.epochs()[1:] == [1, 1])
    confirmed = three.counts()[1]
    three.until(lambda: three.counts()[1] > confirmed + 3)
    three.wake(0)
    three.until(lambda: three.epochs() == [1, 1, 1] and three.in_play(confirmed + 8))
    assert three.hosts() == 1
    assert not three.clients[0].server_thread
    assert three.clients[0].client.table.seat is not None


def test_all_who_take_over_at_the_same_time_end_up_at_one_table(
    machines: Callable[..., Machines], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(failover, "TURN", 0.0)
    three = machines(3, "--seats", "3")
    three.until(lambda: three.in_play(15))
    three.host.send_signal(signal.SIGKILL)
    three.until(lambda: three.hosts() == 3 or three.epochs() == [1, 1, 1])
    three.until(lambda: three.hosts() == 1 and three.epochs() == [1, 1, 1])
    confirmed = max(three.counts())
    three.until(lambda: three.in_play(confirmed + 5))
    assert max(three.counts()) - min(three.counts()) < 10


@pytest.mark.parametrize("guests", [1, 2])
def test_a_host_that_was_asleep_goes_where_the_others_play_on(tmp_path: Path, guests: int) -> None:
    table = Machines(tmp_path, guests, str(2 - guests), module="tests.net.owner")
    try:
        table.until(lambda: table.in_play(10))
        table.host.send_signal(signal.SIGSTOP)
        table.until(lambda: table.epochs() == [1] * guests and table.hosts() == 1)
        table.host.send_signal(signal.SIGCONT)
        table.until(lambda: table.kinds(0).count("person") == 1)
        confirmed = max(table.counts())

        def plays_on() -> bool:
            assert table.epochs() == [1] * guests
            return table.in_play(confirmed + 5)

        table.until(plays_on)
        assert table.host.stdin and table.host.stdout
        table.host.stdin.close()
        seats = {at.client.table.seat for at in table.clients}
        told = json.loads(table.host.stdout.readline())
        assert (told["epoch"], told["own"]) == (1, False)
        assert told["seat"] in {0, 1, 2} - seats
    finally:
        table.close()


def test_a_host_that_was_asleep_goes_on_if_nobody_else_has(machines: Callable[..., Machines]) -> None:
    two = machines(2, "--seats", "2")
    two.until(lambda: two.in_play(10))
    two.asleep |= {0, 1}
    two.host.send_signal(signal.SIGSTOP)
    time.sleep(1.5)
    two.host.send_signal(signal.SIGCONT)
    two.wake(0)
    two.wake(1)
    confirmed = max(two.counts())
    two.until(lambda: two.in_play(confirmed + 5))
    assert (two.hosts(), two.epochs()) == (0, [0, 0])


def test_a_served_table_begins_anew_if_others_went_on_while_it_was_asleep(
    machines: Callable[..., Machines],
) -> None:
    one = machines(1, "--seats", "3", "--bots", "2", "--level", "hard")
    one.until(lambda: one.in_play(15))
    lost, port = one.clients[0].client.table.welcome, one.clients[0].client.address[1]
    assert lost
    one.host.send_signal(signal.SIGSTOP)
    one.until(lambda: one.hosts() == 1 and one.epochs() == [1])
    one.host.send_signal(signal.SIGCONT)
    tables = {}
    with closing(DiscoverySockets(0, port)) as seeker:

        def found() -> bool:
            assert one.epochs() == [1]
            now = int(time.perf_counter() * 1e6)
            seeker.update(now)
            tables.update({found.info.id: found.info for found in seeker.finder.tables(now)})
            return bool(tables)

        one.until(found)
    assert lost.table not in tables
    [fresh] = tables.values()
    assert (fresh.epoch, fresh.taken, fresh.playing) == (0, 2, False)
    confirmed = one.counts()[0]
    one.until(lambda: one.in_play(confirmed + 5))


def test_bots_play_on_at_a_host_whose_clock_is_an_hour_behind() -> None:
    server = Server(make_table("Old", 2, Terms({}, 0, 1)), bind(0), replay_keeper(None))
    server._begun -= 3600  # its clock; the machine's own cannot be set
    stop = threading.Event()
    bots = [
        connect(("127.0.0.1", server.ports.port), Join(f"P{n}", n, bot="hard"), "", replay_keeper(None))
        for n in (0, 1)
    ]
    seats = [BotClient(at, "hard", 1) for at in bots]
    threads = [threading.Thread(target=seat.run, args=(stop.is_set,)) for seat in seats]
    for thread in threads:
        thread.start()
    try:
        until(lambda: min(at.client.table.confirmed.count for at in bots) >= 15, "a match", server.step)
        server.ports.close()
        confirmed = max(at.client.table.confirmed.count for at in bots)
        until(lambda: min(at.client.table.confirmed.count for at in bots) >= confirmed + 10, "more play")
    finally:
        stop.set()
        for thread in threads:
            thread.join(5)
        for at in bots:
            at.close()


def test_who_was_cut_off_returns_and_can_take_over_again(tmp_path: Path) -> None:
    one = Machines(tmp_path, 1, "--seats", "3", "--bots", "2", "--level", "hard", way=Way(1_000))
    try:
        one.until(lambda: one.in_play(15))
        one.cut(1.6)
        one.until(lambda: one.hosts() == 1 and one.epochs() == [1])
        one.until(lambda: one.hosts() == 0 and one.epochs() == [0])
        confirmed = one.counts()[0]
        one.until(lambda: one.counts()[0] > confirmed)
        one.host.send_signal(signal.SIGKILL)
        one.until(lambda: one.hosts() == 1 and one.epochs() == [1])
        confirmed = one.counts()[0]
        one.until(lambda: one.counts()[0] > confirmed)
    finally:
        one.close()


def test_the_table_is_found_again_at_its_port(machines: Callable[..., Machines]) -> None:
    two = machines(2, "--seats", "2")
    two.until(lambda: two.in_play(10))
    port = two.clients[0].client.address[1]
    two.host.send_signal(signal.SIGKILL)
    two.until(lambda: two.epochs() == [1, 1])
    lost = two.clients[1].client.table.welcome
    assert lost
    with closing(DiscoverySockets(0, port)) as seeker:

        def found() -> bool:
            seeker.update(int(time.perf_counter() * 1e6))
            return bool(seeker.finder.tables(int(time.perf_counter() * 1e6)))

        two.until(found)
        [(info, address, _host)] = seeker.finder.tables(int(time.perf_counter() * 1e6))
    assert (info.id, info.epoch, info.playing) == (lost.table, 1, True)
    watcher = connect(address, Join("Late", 5, watch=True), "", replay_keeper(None))

    def seated() -> bool:
        watcher.listen(0.01)
        return watcher.client.table.seated

    two.until(seated)
    watcher.close()
