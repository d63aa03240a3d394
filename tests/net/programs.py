"""A served table and players' programs, which could all host it, over real sockets in a time of their own."""

from collections.abc import Callable
from pathlib import Path

from game.core.match import Match
from game.core.state import PLAYING, State
from game.lan.failover import HOSTING
from game.lan.hosting import bind, make_table
from game.lan.server import Server
from game.lan.udp import Ports, open_ports
from game.net.address import Address
from game.net.client.table_client import TableClient
from game.net.discovery.finder import Finder, Found
from game.net.server.table_server import TableServer
from game.net.wire.messages import HouseRules
from game.storage.match_replay import MatchReplay, read_checked_match
from game.storage.replay_writer import ReplayKeeper
from game.system import here
from tests.net.impair import LAN, Way
from tests.net.players import TARGET, Host, Player
from tests.net.virtual import Network, Program


class Programs:
    """All of them, until they are closed; a match is in play."""

    def __init__(
        self,
        folder: Path,
        players: int,
        bots: int = 0,
        up: float = 0.0,
        terms: HouseRules | None = None,
        way: Way = LAN,
        sits: bool = False,
        seed: int = 1,
        target: int = TARGET,
    ) -> None:
        """`bots`: at the served host. `up`: the seconds for which that has been open before. Without
        `terms` a match of Haisty is in play afterwards. `sits`: the first player has opened the table.
        `seed`: of the network; `target`: of that match."""
        self.net, self.folder, self._bots = Network(way, seed), folder, bots
        self._owner = here().entropy.draw(16) if sits else None
        self._terms = terms or HouseRules(target, 0, {})
        self.net.__enter__()
        self.seats = players + bots
        save = ReplayKeeper(folder / "served").save
        server = Server(self._table(), bind(0), save, anew=self._table)
        server._begun -= up
        self.host = Host(self.net, server)
        self.port = self.host.server.ports.port
        self.players = [
            Player(self.net, folder, number, self.host.address, token=None if number else self._owner)
            for number in range(players)
        ]
        for player in self.players:
            self.net.add(player)
        if not terms:
            self.until(lambda: self.in_play(10))

    def _table(self) -> TableServer:
        table = make_table("Table", self.seats, self._terms, owner=self._owner)
        for number in range(self._bots):
            table.room.seat_bot("hard", f"Bot {number}")
        return table

    def run(self, seconds: float) -> None:
        """Let time pass."""
        end = self.net.clock.now + seconds
        while self.net.clock.now < end:
            self.net.step()

    def until(self, holds: Callable[[], object], seconds: float = 30) -> None:
        """Let time pass until it holds, but not longer than this."""
        end = self.net.clock.now + seconds
        while not holds():
            assert self.net.clock.now < end, [str(program) for program in self.net.programs]
            self.net.step()

    def close(self) -> None:
        """End all."""
        for program in list(self.net.programs):
            assert isinstance(program, Player | Host)
            program.kill()
        self.net.__exit__(None, None, None)

    def sleep(self, *programs: Program, seconds: float = 1e9) -> None:
        """Have these do nothing for so long, as if their machines slept."""
        for program in programs:
            program.frozen = self.net.clock.now + seconds

    def wake(self, program: Program) -> None:
        """Let it go on; a client's machine has heard nothing meanwhile."""
        program.frozen = 0.0
        if isinstance(program, Player):
            for _datagram in program.at.client._ports.receive():
                pass
            program.bot.step(0)  # what it was in the middle of

    def part(self, first: int) -> None:
        """Put so many players on the served host's side of a cut, and the others on the other."""
        for number, player in enumerate(self.players):
            player.side = int(number >= first)

    def come_back(self, before: Player, address: Address) -> Player:
        """A killed player's program, started again, which calls this host."""
        return self.comes(before.number, address, before)

    def comes(self, number: int, address: Address, before: Player | None = None) -> Player:
        """A player's program is started, which calls this host. `before`: the player's last one."""
        player = Player(self.net, self.folder, number, address, before)
        self.players[number:] = [player, *self.players[number + 1 :]]
        self.net.add(player)
        self.until(lambda: player.at.client.table.seated, 2)
        return player

    # -- what there is to see

    @property
    def tables(self) -> list[TableClient]:
        """The table as each player sees it."""
        return [player.at.client.table for player in self.players]

    @property
    def states(self) -> list[State]:
        return [table.state for table in self.tables]

    @property
    def counts(self) -> list[int]:
        """How many events each has heard of."""
        return [table.confirmed.count for table in self.tables]

    @property
    def epochs(self) -> list[int]:
        """How often the table has changed its host, as each knows."""
        return [table.welcome.epoch for table in self.tables if table.welcome]

    @property
    def kinds(self) -> list[list[str]]:
        """Who sits where, as each knows."""
        return [[place.kind for place in table.room.places] if table.room else [] for table in self.tables]

    @property
    def told(self) -> list[bool]:
        """Whether each has been told that another half plays elsewhere."""
        return [player.at.other_half is not None for player in self.players]

    @property
    def own_hosts(self) -> list[Host]:
        """The hosts that run at players'."""
        return [player.host for player in self.players if player.host]

    @property
    def hosting(self) -> Player:
        """The only player who has taken the table over."""
        [player] = [each for each in self.players if each.at.state == HOSTING]
        return player

    @property
    def played_at(self) -> list[int]:
        """The epochs of the hosts where the match goes on."""
        hosts = [each for each in self.net.programs if isinstance(each, Host) and each.plays]
        return [host.server.table.epoch for host in hosts]

    def in_play(self, least: int) -> bool:
        """Whether all play and have heard of so many events."""
        return all(state.phase == PLAYING for state in self.states) and min(self.counts) >= least

    def plays_at(self, epoch: int) -> None:
        """Let time pass until the match goes on at a host of this epoch and nowhere else."""
        self.until(lambda: self.played_at == [epoch], 4)

    def goes_on(self, more: int = 5) -> None:
        """Let time pass until all have heard of more."""
        least = max(self.counts) + more
        self.until(lambda: self.in_play(least))

    def kept_at(self, player: Player) -> tuple[MatchReplay, Match]:
        """The only replay of a player."""
        [path] = (self.folder / f"P{player.number}" / "replays").glob("*.replay")
        return read_checked_match(path)

    def found(self, epoch: int | None = None, seconds: float = 5) -> Found:
        """The table that is listed on this machine, of this epoch if one is given."""
        ports: Ports = open_ports(0)
        finder = Finder(self.net.clock.microseconds())

        def listed() -> list[Found]:
            now = self.net.clock.microseconds()
            for data, sender in ports.receive():
                finder.take(data, sender, now)
            if question := finder.question(now):
                ports.send(question, ("127.0.0.1", self.port))
            return [each for each in finder.tables(now) if epoch in (None, each.info.epoch)]

        self.until(listed, seconds)
        [found] = listed()
        ports.close()
        return found


MakePrograms = Callable[..., Programs]
