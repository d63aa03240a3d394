"""The host is lost: other machines go on; and one that only slept goes where the others are."""

from contextlib import closing
from pathlib import Path

import pytest

from game.core.state import State
from game.lan import bot_client
from game.lan.discovery import DiscoverySockets
from game.lan.failover import HOSTING
from game.lan.join import connect, open_table
from game.lan.table import JOINED
from game.net.transport.noise import fingerprint
from game.net.wire.messages import Join, SetBot
from game.storage.match_replay import Origin
from game.storage.replay_writer import ReplayKeeper
from game.storage.settings import Settings
from game.system import here
from tests.cli.program import begun, port_of, table_at
from tests.net.programs import MakePrograms
from tests.waiting import until


def laid(state: State, seats: int) -> int:
    return sum(len(pile.cards) for pile in state.table.piles[7 * seats :])


def test_a_killed_host_is_followed_by_the_next_machine_where_it_had_heard_all(
    programs: MakePrograms,
) -> None:
    three = programs(3)
    three.run(10)
    confirmed, state = max(three.counts), three.states[0]
    three.host.kill()
    three.until(lambda: three.epochs == [1, 1, 1] and three.in_play(confirmed + 5))
    successor = three.hosting
    [host] = three.own_hosts
    now = three.states[0]
    assert laid(now, 3) >= laid(state, 3)
    assert (now.round, now.totals) == (state.round, state.totals)
    table = host.server.table.id
    host.end()
    three.run(2)
    replay, match = three.kept_at(successor)
    assert replay.header.origin == Origin(table.hex(), 1)
    assert match.resumed and match.log
    assert laid(match.resumed, 3) >= laid(state, 3)
    assert laid(match.state, 3) >= laid(now, 3)


def test_who_was_shown_out_cannot_take_the_table_over(programs: MakePrograms) -> None:
    four = programs(4, sits=True)
    owner, out, *others = four.players
    seat = out.at.client.table.seat
    assert seat is not None
    owner.at.client.ask(SetBot(seat, None))
    four.until(lambda: out.at.client.table.closed == "kicked")
    four.run(0.5)
    key = fingerprint(out.at.client.table.connection.key.public_key().public_bytes_raw())
    four.host.kill()
    four.players.remove(out)
    four.until(lambda: four.epochs == [1] * 3 and len(four.own_hosts) == 1)
    for player in (owner, *others):
        assert key not in {one.player for one in player.at.client.table.known.values()}


def test_a_short_silence_moves_nobody(programs: MakePrograms) -> None:
    two = programs(2)
    two.sleep(two.host, seconds=0.4)
    two.goes_on()
    assert (two.own_hosts, two.epochs) == ([], [0, 0])


def test_the_host_s_own_player_is_back_after_the_machine_slept() -> None:
    lan = open_table(Settings(), None, "Sleepy", 3, 1, "code", 0)
    try:
        until(lambda: lan.status == JOINED)
        assert lan.server
        [member] = lan.server.table.members.all.values()
        # The host loses it when it wakes and has heard nothing for long; nobody else can have it do so.
        lan.server.table.admission.lose(member, lan.server.table.room.stage.playing, lan.server.now)
        until(lambda: member.peer is not None and lan.status == JOINED)
        assert (lan.place, lan.owner) == (0, True)
    finally:
        lan.close()


def test_a_client_that_was_asleep_itself_does_not_take_the_table_over(
    programs: MakePrograms, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_client, "LOST", 2.0)
    two = programs(2)
    two.sleep(two.players[0])
    two.until(lambda: "away" in two.kinds[1])
    two.wake(two.players[0])
    two.goes_on(12)
    assert (two.own_hosts, two.epochs) == ([], [0, 0])
    assert not any(player.ended for player in two.players)


def test_the_first_in_the_order_finds_the_host_that_it_was_too_late_to_become(programs: MakePrograms) -> None:
    three = programs(3)
    first = three.players[0]
    three.sleep(first)
    three.host.kill()
    three.until(lambda: three.epochs[1:] == [1, 1])
    confirmed = three.counts[1]
    three.until(lambda: three.counts[1] > confirmed + 3)
    three.wake(first)
    three.until(lambda: three.epochs == [1, 1, 1] and three.in_play(confirmed + 8))
    assert len(three.own_hosts) == 1 and not first.host
    assert first.at.client.table.seat is not None


@pytest.mark.parametrize("guests", [1, 2])
def test_a_host_that_was_asleep_goes_where_the_others_play_on(programs: MakePrograms, guests: int) -> None:
    table = programs(guests + 1, bots=2 - guests)
    table.host.kill()
    table.goes_on()
    asleep, host = table.hosting, table.hosting.host
    assert host
    seat = asleep.at.client.table.seat
    table.sleep(asleep, host)
    others = [each for each in range(guests + 1) if table.players[each] is not asleep]
    table.until(lambda: [table.epochs[each] for each in others] == [2] * guests)
    table.wake(asleep)
    table.wake(host)
    table.until(lambda: table.epochs == [2] * (guests + 1))
    table.goes_on()
    table.until(lambda: not asleep.host)
    assert table.epochs == [2] * (guests + 1)
    assert asleep.at.client.table.seat == seat


def test_a_host_that_was_asleep_goes_on_if_nobody_else_has(programs: MakePrograms) -> None:
    two = programs(2)
    two.sleep(two.host, *two.players, seconds=1.5)
    two.goes_on()
    assert (two.own_hosts, two.epochs) == ([], [0, 0])


def test_a_served_table_begins_anew_if_others_went_on_while_it_was_asleep(programs: MakePrograms) -> None:
    one = programs(1, bots=2)
    lost = one.host.server.table.id
    one.sleep(one.host)
    one.until(lambda: one.epochs == [1])
    one.wake(one.host)
    one.until(lambda: one.host.server.table.id != lost)
    fresh = one.found(epoch=0).info
    assert fresh.id != lost
    assert (fresh.epoch, fresh.taken, fresh.playing) == (0, 2, False)
    one.goes_on()
    assert one.epochs == [1]


def test_bots_play_on_at_a_host_whose_clock_is_an_hour_behind(programs: MakePrograms) -> None:
    two = programs(2, up=3600)
    two.host.kill()
    two.until(lambda: two.epochs == [1, 1])
    two.goes_on(10)


def test_who_was_cut_off_returns_and_can_take_over_again(programs: MakePrograms) -> None:
    one = programs(1, bots=2)
    one.players[0].side, one.net.cut = 1, True
    one.until(lambda: one.epochs == [1])
    one.net.cut = False
    one.until(lambda: one.epochs == [0] and not one.own_hosts)
    one.goes_on(1)
    one.host.kill()
    one.until(lambda: one.epochs == [1] and len(one.own_hosts) == 1)
    one.goes_on(1)


def test_a_watcher_whom_a_host_gave_another_number_takes_nobody_for_itself(programs: MakePrograms) -> None:
    table = programs(1, bots=1)
    asleep, late = (table.comes(number, table.host.address) for number in (1, 2))
    table.sleep(asleep)
    table.host.kill()
    table.until(lambda: table.epochs == [1, 0, 1])
    [welcome] = [each.welcome for each in table.tables[2:]]
    assert welcome and welcome.member == 1, "not the number it had"
    table.players[0].kill()
    table.until(lambda: late.host and late.host.plays)
    table.run(1)
    assert late.at.state == HOSTING
    table.wake(asleep)
    table.until(lambda: table.epochs[1:] == [2, 2])


@pytest.mark.real
def test_the_table_of_a_killed_process_is_found_again_at_its_port(tmp_path: Path) -> None:
    """In real time."""
    host = begun("serve", "--port", "0", "--seats", "2", "--data", str(tmp_path / "host"))
    port = port_of(host)
    join = "join", f"127.0.0.1:{port}", "--bot", "hard", "--data"
    bots = [begun(*join, str(tmp_path / name)) for name in ("Ada", "Bea")]
    try:
        until(lambda: table_at(port).playing, "the match begins")
        lost = table_at(port).id
        host.kill()
        with closing(DiscoverySockets(0, port)) as seeker:

            def found() -> bool:
                seeker.update(int(here().clock.seconds() * 1e6))
                return bool(seeker.finder.tables(int(here().clock.seconds() * 1e6)))

            until(found)
            [(info, address, _host)] = seeker.finder.tables(int(here().clock.seconds() * 1e6))
        assert (info.id, info.epoch, info.playing) == (lost, 1, True)
        assert address == ("127.0.0.1", port)
        with closing(connect(address, Join("Late", 5, watch=True), "", ReplayKeeper(None).save)) as watcher:
            until(lambda: watcher.client.table.seated, meanwhile=lambda: watcher.listen(0.01))
    finally:
        for process in (host, *bots):
            process.kill()
            process.communicate()
