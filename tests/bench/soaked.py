"""The programs of a soak: hosts and players, driven turn by turn; and the tally that is kept of them."""

import socket
from collections.abc import Sequence
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from game.core.match import Match
from game.core.state import SCORED, WON, Knock, State
from game.lan.bot_client import BotClient
from game.lan.client import LanClient
from game.lan.failover import TableConnection
from game.lan.hosting import bind, make_table, rules_of
from game.lan.server import Server, ServerThread
from game.net.address import Address
from game.net.client.connection import Credentials
from game.net.server.listener import LINGER
from game.net.wire.messages import HouseRules, Join
from game.net.wire.snapshot import digest
from game.storage.match_replay import read_checked_match
from game.storage.replay_format import Mismatch, ReplayError
from game.storage.replay_writer import ReplayKeeper
from game.system import here
from tests.bench.virtual import Network, Program

TARGET = 100
_BUSY, _CALM = 0.01, 0.1
"""Seconds until a turn at the latest, while the connection is in doubt and otherwise."""
_Round = tuple[bytes, int, int]
"""A table's id, its epoch, and a round."""


class Tally:
    """What is counted and compared."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.rounds = self.compared = self.differing = self.unmatched = self.takeovers = self.verified = 0
        self.failed: list[str] = []
        self._ends: dict[_Round, int] = {}
        """The last rounds' digests at their hosts."""
        self._checked: set[Path] = set()

    def files(self) -> list[Path]:
        """All replays that are kept."""
        return sorted(self.folder.glob("*/replays/*.replay"))

    def host_ends(self, at: _Round, state: State) -> None:
        """A round has ended at its host."""
        self.rounds += 1
        self._ends[at] = digest(state)
        if len(self._ends) > 100:
            del self._ends[next(iter(self._ends))]

    def player_sees(self, at: _Round, state: State) -> None:
        """A round has ended for a player."""
        if at not in self._ends:
            self.unmatched += 1
            return
        self.compared += 1
        self.differing += digest(state) != self._ends[at]

    def check(self, path: Path) -> None:
        """Verify a replay that is written to no more."""
        if path in self._checked:
            return
        self._checked.add(path)
        try:
            read_checked_match(path)
            self.verified += 1
        except (ReplayError, Mismatch) as error:
            self.failed.append(str(error))

    def check_all(self) -> None:
        """Verify all that are left."""
        for path in self.files():
            self.check(path)


class Host(ServerThread, Program):
    """A host that gets turns instead of a thread."""

    def __init__(self, net: Network, tally: Tally, server: Server) -> None:
        self.server, self._net, self._tally = server, net, tally
        self.address: Address = ("127.0.0.1", server.ports.port)
        self._until: float | None = None
        """When it has said its farewell."""
        self._gone = False
        self._match: Match | None = None
        self._results = 0
        net.add(self)

    @property
    def people(self) -> int:
        """How many are connected."""
        return len(self.server.table.members.peers)

    @property
    def serves(self) -> bool:
        """Whether a match is played here, or can begin."""
        return not self._gone and self._until is None and not self.server.waking

    @property
    def plays(self) -> bool:
        """Whether a match goes on here, or would if it were not frozen."""
        return not self._gone and self._until is None and self.live

    @property
    def won(self) -> bool:
        """Whether the match is over."""
        match = self.server.table.room.match
        return bool(match and match.state.phase == WON)

    def __repr__(self) -> str:
        table = self.server.table
        match, room = table.room.match, table.room
        stands = (match.state.phase, match.state.round, match.state.ready) if match else None
        members = {one.number: (one.seat, one.peer is not None) for one in table.members.all.values()}
        return (
            f"host {self.address[1]} epoch {table.epoch} playing {room.playing} {stands} members {members} "
            f"waking {self.server.waking} leaving {self._until} frozen {self.frozen:.1f}"
        )

    def turn(self) -> float:
        server = self.server
        if self._until is not None:
            server._receive(server._wait())
            server._send(server.table.update(server.now))
            if self._net.clock.now >= self._until or not server.table.unheard:
                self.kill()
            return _BUSY
        server.step()
        if server.waking:
            if server.overtaken and not server.table.members.at_host:
                self.kill()  # nobody here who could go where the others are
            return _BUSY
        self._count()
        wakes = [server.table.next_time(), *server._bots.wakes]
        return min(_CALM, (min(wakes) - server.now) / 1e6)

    def sockets(self) -> Sequence[socket.socket]:
        return self.server.ports.sockets

    def end(self) -> None:
        if self._gone or self._until is not None:
            return
        server = self.server
        if match := server.table.room.match:
            server._write(match)
        server._send(server.table.close(server.now))
        self._until = self._net.clock.now + LINGER / 1e6

    def close(self) -> None:
        self.end()

    def kill(self) -> None:
        """Without a word."""
        if self._gone:
            return
        self._gone = True
        self.server.ports.close()
        self._net.remove(self)

    def _count(self) -> None:
        table = self.server.table
        match = table.room.match
        if match is not self._match:
            self._match, self._results = match, 0
        if match and len(match.results) > self._results:
            self._results = len(match.results)
            self._tally.host_ends((table.id, table.epoch, match.state.round), match.state)


class Player(Program):
    """A program with a bot at the table, which could become its host."""

    def __init__(
        self,
        net: Network,
        tally: Tally,
        number: int,
        address: Address,
        before: "Player | None" = None,
        token: bytes | None = None,
    ) -> None:
        """`before`: the same player's program, which has been killed. `token`: of who opens the
        table."""
        self.number, self._net, self._tally = number, net, tally
        self._key: X25519PrivateKey = before._key if before else here().entropy.key()
        self._before = token = before.token if before else token
        spare, save = bind(0), ReplayKeeper(tally.folder / f"P{number}").save
        join = Join(f"P{number}", number, token, spare=spare.port)
        back = Credentials(token)
        client = LanClient(address, join, "", lambda _: back, None, rules_of, net.clock, self._key)
        self.at = TableConnection(client, spare, save, self._serve)
        self.bot = BotClient(self.at, "hard", number)
        self.host: Host | None = None
        """The host that runs here."""
        self.ended = False
        """Whether the table is gone, for all that it knows."""
        self._seen: _Round | None = None
        self._knocked = 0.0

    @property
    def token(self) -> bytes | None:
        """What brings it back to its seat."""
        welcome = self.at.client.table.welcome
        return welcome.token if welcome else self._before

    @property
    def owner(self) -> bool:
        """Whether it may ask for another match."""
        table = self.at.client.table
        return bool(table.room and table.welcome and table.room.owner == table.welcome.member)

    def __repr__(self) -> str:
        client = self.at.client
        table, state = client.table, client.table.state
        epoch = table.welcome.epoch if table.welcome else None
        return (
            f"P{self.number} {self.at.state}: {client.address[1]} {table.connection.state} {table.closed} "
            f"epoch {epoch} "
            f"seat {table.seat} {state.phase} {state.round} silence {client.silence:.1f} "
            f"over {self.bot.over} trying {[each.address[1] for each in self.at.clients]} "
            f"hosts {bool(self.host)} frozen {self.frozen:.1f}"
        )

    def turn(self) -> float:
        if self.host and self.host._gone:
            self.host = None
        if self.bot.over:
            self.ended = True
            return _CALM
        wait = self.bot.step(0)
        self._get_ready()
        self._compare()
        clock, client = self._net.clock, self.at.client
        now, at = clock.microseconds(), self.at
        if at.gone_over:
            return min(_BUSY, wait)  # the connection to the old host rests: what is due there stays due
        busy = client.silence > 0.4 or at.moving or at.clients or self.host
        return min(_BUSY if busy else _CALM, wait, max(0, client.table.next_time(now) - now) / 1e6)

    def sockets(self) -> Sequence[socket.socket]:
        at = self.at
        ports = [client._ports for client in (at.client, *at.clients)]
        found = [finder._ports for finder in (at.split._finder, at._finder)]
        return [sock for each in (*ports, *found, at.ports) if each for sock in each.sockets]

    def kill(self) -> None:
        """Without a word."""
        if self.host:
            self.host.kill()
        self.at.server_thread = None
        self.at.close()
        self._net.remove(self)

    def _get_ready(self) -> None:
        """Knock before the match, once all have sat down."""
        table, now = self.at.client.table, self._net.clock.now
        room, seat = table.room, table.seat
        if room is None or room.playing or seat is None or room.places[seat].ready or now - self._knocked < 1:
            return
        if all(place.kind != "empty" for place in room.places):
            self._knocked = now
            self.at.client.ask(Knock())

    def _serve(self, server: Server) -> Host:
        self.host = Host(self._net, self._tally, server)
        self.host.side = self.side
        self._tally.takeovers += 1
        return self.host

    def _compare(self) -> None:
        table = self.at.client.table
        state, welcome = table.state, table.welcome
        if welcome and state.phase in (SCORED, WON):
            at = welcome.table, welcome.epoch, state.round
            if at != self._seen:
                self._seen = at
                self._tally.player_sees(at, state)


def first_host(net: Network, tally: Tally, seats: int) -> Host:
    """A table that is only served."""
    table = make_table("Soak", seats, HouseRules(TARGET, 0, {}))
    return Host(
        net, tally, Server(table, bind(0), ReplayKeeper(tally.folder / "served").save, clock=net.clock)
    )
