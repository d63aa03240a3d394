"""One host after another is lost, or two take over at once: the match goes on at one table, and is found."""

from game.core.state import PLAYING
from game.net.keys import LONE
from tests.net.players import Player
from tests.net.programs import MakePrograms

SEATS = 4


def test_after_each_takeover_the_table_is_listed_and_who_was_killed_comes_back_to_the_seat(
    programs: MakePrograms,
) -> None:
    """The last that takes over has come back itself, and never saw the first host."""
    table = programs(3)
    table.host.kill()
    gone: list[tuple[Player, int]] = []
    for epoch in range(1, 5):
        table.plays_at(epoch)
        address = table.found(epoch, 1).address
        for before, seat in gone:
            back = table.come_back(before, address)
            client = back.at.client.table
            assert client.welcome and (client.welcome.epoch, client.seat) == (epoch, seat)
        table.run(2)
        killed = table.hosting
        assert killed.at.client.table.seat is not None
        gone = [(killed, killed.at.client.table.seat)]
        killed.kill()


def test_two_that_take_over_at_once_come_together_before_anything_is_played(programs: MakePrograms) -> None:
    table = programs(SEATS)
    table.part(2)
    before = table.counts
    table.host.kill()
    table.net.cut = True
    table.run(2.7)
    assert len(table.own_hosts) == 2
    table.net.cut = False
    table.run(3)
    assert len(table.played_at) == 1
    assert [state.phase for state in table.states] == [PLAYING] * SEATS
    assert len({each.connection.host_key for each in table.tables}) == 1
    assert all(now > then for now, then in zip(table.counts, before, strict=True))


def test_a_host_that_slept_goes_on_if_its_successor_is_lost_too(programs: MakePrograms) -> None:
    table = programs(3)
    table.host.kill()
    table.run(3)
    sleeper, host = table.hosting, table.hosting.host
    assert host
    others = [player for player in table.players if player is not sleeper]
    table.sleep(sleeper, host, seconds=3)
    table.run(3)
    assert len(table.own_hosts) == 2
    table.until(lambda: host.server.overtaken)  # and before it is there
    for player in others:
        player.kill()
    table.run(4)
    assert sleeper.host and not sleeper.host.server.waking
    assert sleeper.at.silence < 1


# -- a network cut in two, and healed: each half plays on, and both are told


def test_both_halves_play_on_and_are_told_of_each_other_when_the_network_heals(
    programs: MakePrograms,
) -> None:
    table = programs(SEATS)
    table.part(2)
    table.net.cut = True
    table.run(6)
    epochs = table.epochs
    assert epochs[:2] == [0, 0]
    assert epochs[2] == epochs[3] > LONE, "half of the machines are not most of them"
    assert table.told == [False] * SEATS
    table.net.cut = False
    before = table.counts
    table.until(lambda: all(table.told), 10)
    assert table.epochs == epochs
    assert all(now > then for now, then in zip(table.counts, before, strict=True))
    successor = table.hosting
    [other] = table.own_hosts
    assert {player.at.other_half for player in table.players} == {table.host.address, other.address}
    other.end()
    table.run(2)
    replay, _match = table.kept_at(successor)
    assert replay.header.origin
    assert (replay.header.origin.epoch, replay.header.origin.parted) == (epochs[2], True)


def test_nobody_is_told_of_a_split_where_only_one_was_cut_off(programs: MakePrograms) -> None:
    table = programs(SEATS)
    table.part(3)
    table.net.cut = True
    table.run(6)
    table.net.cut = False
    table.run(8)
    assert table.epochs == [0] * SEATS
    assert table.told == [False] * SEATS
