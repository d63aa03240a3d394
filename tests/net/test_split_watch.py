"""A network cut in two, and healed: each half plays on, and both are told."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.core.state import PLAYING
from game.storage.match_replay import read_checked_match
from tests.bench.soaked import Host, Player, Tally, first_host
from tests.bench.virtual import Network
from tests.net.impair import LAN

SEATS = 4


class Halves:
    """A table of four; two of them come to the other side of the cut."""

    def __init__(self, folder: Path) -> None:
        self.net, self.tally = Network(LAN, 1), Tally(folder)
        self.net.__enter__()
        self.host = first_host(self.net, self.tally, SEATS)
        self.players = [Player(self.net, self.tally, number, self.host.address) for number in range(SEATS)]
        for number, player in enumerate(self.players):
            player.side = number // 2
            self.net.add(player)
        self.run(5)

    def run(self, seconds: float) -> None:
        end = self.net.clock.now + seconds
        while self.net.clock.now < end:
            self.net.step()

    def close(self) -> None:
        for program in list(self.net.programs):
            assert isinstance(program, Player | Host)
            program.kill()
        self.net.__exit__(None, None, None)

    def epochs(self) -> list[int]:
        return [each.at.client.table.welcome.epoch for each in self.players if each.at.client.table.welcome]

    def told(self) -> list[bool]:
        return [each.at.split.found is not None for each in self.players]

    def counts(self) -> list[int]:
        return [each.at.client.table.confirmed.count for each in self.players]


@pytest.fixture
def halves(tmp_path: Path) -> Iterator[Halves]:
    made = Halves(tmp_path)
    yield made
    made.close()


def test_both_halves_play_on_and_are_told_of_each_other_when_the_network_heals(
    halves: Halves, tmp_path: Path
) -> None:
    assert halves.players[0].at.client.table.state.phase == PLAYING
    halves.net.cut = True
    halves.run(6)
    assert halves.epochs() == [0, 0, 1, 1]
    assert not any(halves.told())
    halves.net.cut = False
    before = halves.counts()
    halves.run(10)
    assert all(halves.told())
    assert halves.epochs() == [0, 0, 1, 1]
    assert all(now > then for now, then in zip(halves.counts(), before, strict=True))
    [(successor, other)] = [(player.number, player.host) for player in halves.players if player.host]
    addresses = {player.at.split.found for player in halves.players}
    assert addresses == {halves.host.address, other.address}
    other.end()
    halves.run(2)
    [path] = (tmp_path / f"P{successor}").glob("replays/*.replay")
    replay, _match = read_checked_match(path)
    assert replay.header.origin
    assert (replay.header.origin.epoch, replay.header.origin.parted) == (1, True)


def test_nobody_is_told_of_a_split_where_only_one_was_cut_off(halves: Halves) -> None:
    for player in halves.players:
        player.side = player.number // 3
    halves.net.cut = True
    halves.run(6)
    halves.net.cut = False
    halves.run(12)
    assert halves.epochs() == [0, 0, 0, 0]
    assert not any(halves.told())
