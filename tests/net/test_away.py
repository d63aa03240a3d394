"""Who is away while the host is lost keeps the seat; and a host that slept twice over is no dead end."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.core.state import PLAYING
from tests.bench.soaked import Host, Player, Tally, first_host
from tests.bench.virtual import Network
from tests.net.impair import LAN

SEATS = 3


@pytest.fixture
def net() -> Iterator[Network]:
    with Network(LAN, 1) as net:
        yield net
        for program in list(net.programs):
            assert isinstance(program, Player | Host)
            program.kill()


def run(net: Network, seconds: float) -> None:
    end = net.clock.now + seconds
    while net.clock.now < end:
        net.step()


def at_play(net: Network, folder: Path) -> tuple[Host, list[Player]]:
    tally = Tally(folder)
    host = first_host(net, tally, SEATS)
    players = [Player(net, tally, number, host.address) for number in range(SEATS)]
    for player in players:
        net.add(player)
    run(net, 6)
    assert all(player.at.client.table.state.phase == PLAYING for player in players)
    return host, players


def test_who_was_away_when_the_host_was_lost_comes_back_to_the_seat(net: Network, tmp_path: Path) -> None:
    host, players = at_play(net, tmp_path)
    away = players[2]
    seat = away.at.client.table.seat
    away.kill()
    run(net, 5)
    host.kill()
    run(net, 3)
    [new] = [player.host for player in players if player.host]
    back = Player(net, Tally(tmp_path), 2, new.address, away)
    net.add(back)
    run(net, 2)
    assert back.at.client.table.seat == seat


def test_a_host_that_slept_goes_on_if_its_successor_is_lost_too(net: Network, tmp_path: Path) -> None:
    host, players = at_play(net, tmp_path)
    host.kill()
    run(net, 3)
    [sleeper] = [player for player in players if player.host]
    others = [player for player in players if player is not sleeper]
    assert sleeper.host
    sleeper.frozen = sleeper.host.frozen = net.clock.now + 3
    run(net, 3)
    [second] = [player for player in others if player.host]
    assert second.host
    for _ in range(400):  # until it has heard that another has gone on, and before it is there
        net.step()
        if sleeper.host.server.overtaken:
            break
    assert sleeper.host.server.overtaken
    for player in others:
        player.kill()
    run(net, 8)
    assert sleeper.host
    assert not sleeper.host.server.waking
    assert sleeper.at.silence < 1
