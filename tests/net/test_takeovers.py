"""One host after another is lost, or two take over at once: the match goes on at one table, and is found."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.core.state import PLAYING
from game.lan.failover import HOSTING
from game.lan.udp import Ports, open_ports
from game.net.address import Address
from game.net.discovery.finder import Finder, Found
from tests.bench.soaked import Host, Player, Tally, first_host
from tests.bench.virtual import Network
from tests.net.impair import LAN

SEATS = 4


class Table:
    """A table of four programs and a host that is only served, in a time of their own."""

    def __init__(self, folder: Path) -> None:
        self.net, self.tally = Network(LAN, 1), Tally(folder)
        self.net.__enter__()
        self.first = first_host(self.net, self.tally, SEATS)
        self.port = self.first.server.ports.port
        self.players = [Player(self.net, self.tally, number, self.first.address) for number in range(SEATS)]
        for player in self.players:
            self.net.add(player)
        self.run(5)

    def run(self, seconds: float) -> None:
        end = self.net.clock.now + seconds
        while self.net.clock.now < end:
            self.net.step()

    def until(self, seconds: float, holds: "Iterator[bool]") -> None:
        """Let time pass until it holds, but not longer."""
        end = self.net.clock.now + seconds
        while not next(holds):
            assert self.net.clock.now < end, [str(program) for program in self.net.programs]
            self.net.step()

    def playing(self) -> list[Host]:
        """The hosts where the match goes on."""
        return [each for each in self.net.programs if isinstance(each, Host) and each.plays]

    def goes_on(self, epoch: int) -> Iterator[bool]:
        while True:
            yield [host.server.table.epoch for host in self.playing()] == [epoch]

    def listed(self, epoch: int, seeker: "Seeker") -> Iterator[bool]:
        while True:
            yield any(found.info.epoch == epoch and found.info.playing for found in seeker.look())

    def seated(self, player: Player, seat: int, epoch: int) -> Iterator[bool]:
        while True:
            table = player.at.client.table
            yield bool(table.welcome and table.welcome.epoch == epoch and table.seat == seat)

    def close(self) -> None:
        for program in list(self.net.programs):
            assert isinstance(program, Player | Host)
            program.kill()
        self.net.__exit__(None, None, None)


class Seeker:
    """Who looks for tables on this machine, as the list does, from now on."""

    def __init__(self, net: Network, port: int) -> None:
        self._net, self._at = net, ("127.0.0.1", port)
        self._ports: Ports = open_ports(0)
        self._finder = Finder(net.clock.microseconds())

    def look(self) -> list[Found]:
        now = self._net.clock.microseconds()
        for data, sender in self._ports.receive():
            self._finder.take(data, sender, now)
        if question := self._finder.question(now):
            self._ports.send(question, self._at)
        return self._finder.tables(now)

    def found(self) -> Address:
        [found] = self.look()
        self._ports.close()
        return found.address


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path)
    yield made
    made.close()


def test_after_each_takeover_the_table_is_listed_and_who_was_killed_comes_back_to_the_seat(
    table: Table,
) -> None:
    """The last that take over have come back themselves, and never saw the first host."""
    table.first.kill()
    gone: list[tuple[Player, int]] = []
    for epoch in range(1, 6):
        table.until(4, table.goes_on(epoch))
        seeker = Seeker(table.net, table.port)
        table.until(1, table.listed(epoch, seeker))
        address = seeker.found()
        for before, seat in gone:
            back = Player(table.net, table.tally, before.number, address, before)
            table.players[before.number] = back
            table.net.add(back)
            table.until(1, table.seated(back, seat, epoch))
        table.run(5)
        [killed] = [player for player in table.players if player.at.state == HOSTING]
        assert killed.at.client.table.seat is not None
        gone = [(killed, killed.at.client.table.seat)]
        killed.kill()


def test_the_last_one_of_a_table_is_listed_too(table: Table) -> None:
    table.first.kill()
    for epoch in range(1, SEATS + 1):
        table.until(4, table.goes_on(epoch))
        seeker = Seeker(table.net, table.port)
        table.until(1, table.listed(epoch, seeker))
        seeker.found()
        table.run(5)
        [host] = [player for player in table.players if player.at.state == HOSTING]
        table.players.remove(host)
        host.kill()


@pytest.mark.parametrize("cut", [2.4, 2.7])
def test_two_that_take_over_at_once_come_together_before_anything_is_played(table: Table, cut: float) -> None:
    for number, player in enumerate(table.players):
        player.side = number // 2
    before = [player.at.client.table.confirmed.count for player in table.players]
    table.first.kill()
    table.net.cut = True
    table.run(cut)
    assert len([each for each in table.net.programs if isinstance(each, Host)]) == 2
    table.net.cut = False
    table.run(3)
    assert [host.server.table.epoch for host in table.playing()] == [1]
    clients = [player.at.client.table for player in table.players]
    assert [each.state.phase for each in clients] == [PLAYING] * SEATS
    assert len({each.connection.host_key for each in clients}) == 1
    assert all(each.confirmed.count > then for each, then in zip(clients, before, strict=True))
