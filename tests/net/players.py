"""Programs of hosts and players, driven turn by turn."""

import socket
from collections.abc import Sequence
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from game.core.state import Knock
from game.lan.bot_client import BotClient
from game.lan.client import LanClient
from game.lan.failover import TableConnection
from game.lan.hosting import bind, rules_of
from game.lan.server import Server, ServerThread
from game.net.address import Address
from game.net.client.connection import Credentials
from game.net.server.listener import LINGER
from game.net.wire.messages import Join
from game.storage.replay_writer import ReplayKeeper
from game.system import here
from tests.net.virtual import Network, Program

TARGET = 100
_BUSY, _CALM = 0.01, 0.1
"""Seconds until a turn at the latest, while the connection is in doubt and otherwise."""


class Host(ServerThread, Program):
    """A host that gets turns instead of a thread."""

    def __init__(self, net: Network, server: Server) -> None:
        self.server, self._net = server, net
        self.address: Address = ("127.0.0.1", server.ports.port)
        self._until: float | None = None
        """When it has said its farewell."""
        self._gone = False
        net.add(self)

    @property
    def plays(self) -> bool:
        """Whether a match goes on here, or would if it were not frozen."""
        return not self._gone and self._until is None and self.live

    def __repr__(self) -> str:
        table = self.server.table
        match, room = table.room.match, table.room
        stands = (match.state.phase, match.state.round, match.state.ready) if match else None
        members = {one.number: (one.seat, one.peer is not None) for one in table.members.all.values()}
        return (
            f"host {self.address[1]} epoch {table.epoch} playing {room.stage.playing} {stands} "
            f"members {members} waking {self.server.waking} leaving {self._until} frozen {self.frozen:.1f}"
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


class Player(Program):
    """A program with a bot at the table, which could become its host."""

    def __init__(
        self,
        net: Network,
        folder: Path,
        number: int,
        address: Address,
        before: "Player | None" = None,
        token: bytes | None = None,
    ) -> None:
        """`before`: the same player's program, which has been killed. `token`: of who opens the
        table."""
        self.number, self._net = number, net
        self._key: X25519PrivateKey = before._key if before else here().entropy.key()
        self._before = token = before.token if before else token
        spare, save = bind(0), ReplayKeeper(folder / f"P{number}").save
        join = Join(f"P{number}", number, token, spare=spare.port)
        back = Credentials(token)
        client = LanClient(address, join, "", lambda _: back, None, rules_of, self._key)
        self.at = TableConnection(client, spare, save, self._serve)
        self.bot = BotClient(self.at, "hard", number)
        self.host: Host | None = None
        """The host that runs here."""
        self.ended = False
        """Whether the table is gone, for all that it knows."""
        self._knocked = 0.0

    @property
    def token(self) -> bytes | None:
        """What brings it back to its seat."""
        welcome = self.at.client.table.welcome
        return welcome.token if welcome else self._before

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
        clock, client = self._net.clock, self.at.client
        now, at = clock.microseconds(), self.at
        if at.gone_over:
            return min(_BUSY, wait)  # the connection to the old host rests: what is due there stays due
        busy = client.silence > 0.4 or at.moving or at.clients or self.host
        return min(_BUSY if busy else _CALM, wait, max(0, client.table.connection.next_time() - now) / 1e6)

    def sockets(self) -> Sequence[socket.socket]:
        at = self.at
        ports = [client._ports for client in (at.client, *at.clients)]
        found = [at._finder._ports]
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
        self.host = Host(self._net, server)
        self.host.side = self.side
        return self.host
