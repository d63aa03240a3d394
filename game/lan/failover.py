"""Host migration: when the host falls silent, the next machine in an order known to all takes the table over.

A client that receives nothing for a while asks all successors whether they have the table, and connects to
the one that does. If none has it when its own turn comes, it becomes the host itself. If there were other
players, the match continues only once another one has joined: a machine that stays alone was probably cut off
itself. It returns to the old host as soon as that answers again, or joins the new host that the others have
found.
"""

import math
from collections.abc import Callable
from contextlib import suppress

from game.core.state import WON
from game.lan.client import LanClient
from game.lan.clock import REAL, Clock
from game.lan.find_successor import FoundHost, SuccessorFinder, successors_of
from game.lan.hosting import make_table
from game.lan.reconnect import Reconnect
from game.lan.server import Save, Server
from game.lan.server_thread import ServerThread
from game.lan.udp import Ports
from game.net.address import Address
from game.net.client.connection import BROKEN
from game.net.client.table_client import TableClient
from game.net.server.game_room import Terms
from game.net.transport.noise import fingerprint
from game.net.wire.codec import encode_down
from game.net.wire.messages import EventReport, Successor, TimedEvent

LOSS = 1.0
"""Seconds of silence after which the host counts as lost: no playable network pauses that long."""
FIRST, TURN = 0.05, 0.4
"""Seconds in which another host may answer before the first successor takes over, and that each further
successor waits for the one before."""
GATHER = 300_000
"""Microseconds that a new host waits for everyone before the match continues."""
GONE = 5.0
"""Seconds of the old host's silence after which a new host, even alone, also answers at the old port."""
BEREFT = 5.0
"""Seconds after the host has closed the table in which a watcher waits for a player to take it over."""
BACK = 0.3
"""The old host counts as back if its last packet is no older than this, in seconds."""


class Failover:
    """One machine's part in a migration. The listening thread calls `watch` repeatedly."""

    def __init__(
        self,
        ports: Ports,
        save: Save,
        clock: Clock = REAL,
        serve: Callable[[Server], ServerThread] = ServerThread,
    ) -> None:
        """`ports`: where this machine could host, announced as `spare` in its Join. `serve` runs a host."""
        self.ports, self._clock, self._serve = ports, clock, serve
        self.server_thread: ServerThread | None = None
        """The host that runs here after a takeover."""
        self._save = save
        self._candidates: list[LanClient] = []
        """Connections to hosts that the match may continue on."""
        self._own_client: LanClient | None = None
        """The connection to this machine's own host."""
        self._reported: list[LanClient] = []
        """The candidates that have been sent the old host's last events."""
        self._begun: float | None = None
        """When the host was found to be lost; infinity: this machine cannot take over."""
        self._old: LanClient | None = None
        """The connection to the old host, kept until another player has joined the new one."""
        self._old_address: Address = ("127.0.0.1", 0)
        self._reconnect = Reconnect()
        self._finder = SuccessorFinder(clock)

    @property
    def clients(self) -> list[LanClient]:
        """The connections that are being tried."""
        return [*self._candidates, *self._reconnect.clients]

    def close(self) -> None:
        """Close the connections, and the host if it runs here."""
        server_thread = self.server_thread
        self._leave_all()
        if server_thread:
            server_thread.close()
        self._reconnect.close()
        self.ports.close()

    def watch(self, current: LanClient) -> LanClient | None:
        """Check on the host; returns the connection to another one once there is one."""
        own = current is self._own_client
        if own and self._old and self.server_thread and not self.server_thread.alone:
            self._reconnect.close()  # others have joined: the old host is too late
        elif back := self._reconnect.watch(self._old or current):
            if not own or self._old:
                return self._return(current, back)
            current.close()  # the own host has lost it: this machine slept
            self._own_client = back
            return back
        return self._keep(current) if own else self._search(current)

    def _search(self, current: LanClient) -> LanClient | None:
        """Look for the table on other machines, and take it over when it is this machine's turn."""
        table, now = current.table, self._clock.seconds()
        if not is_lost(current):
            self._leave_all()
            return None
        welcome = table.welcome
        assert welcome
        if self._begun is None:
            self._begun, self._old_address = now, current.address
        member, epoch = welcome.member, welcome.epoch + 1
        host = self._finder.look(welcome.table, successors_of(table, self._old_address))
        # If two machines take over at the same time, one joins the other.
        yields = host and (not self.server_thread or host.playing or host.member < member)
        if host and yields and host.epoch >= epoch:
            self._try_host(host, current)
        turns = [one.member for one in _able(table)]
        wait = FIRST + TURN * turns.index(member) if member in turns else math.inf
        if now - self._begun >= wait and not (self.server_thread or self._candidates):
            self._take_over(current)
        return self._answered(current, epoch)

    def _keep(self, current: LanClient) -> LanClient | None:
        """As the new host: stay if others have joined, else join another host that has the match."""
        welcome = current.table.welcome
        assert self.server_thread and welcome
        old, overtaken = self._old, self.server_thread.server.overtaken
        if not (overtaken or self.server_thread.alone):
            self._leave_candidates()
            if old:
                old.close()
                self._reconnect.close()
            self._old = None
            self.server_thread.answer_at(self._old_address[1])
            return None
        if old:
            old.listen(0)
            if old.quiet < BACK and not old.table.closed:
                return self._return(current, old)
            if old.quiet > GONE:
                self.server_thread.answer_at(self._old_address[1])
        epoch, machines = welcome.epoch, successors_of(current.table, self._old_address)
        host = overtaken or self._finder.look(welcome.table, machines)
        if host and host.epoch >= epoch and host.playing:
            self._try_host(host, current)
        return self._answered(current, epoch)

    def _answered(self, current: LanClient, epoch: int) -> LanClient | None:
        """The connection to a host that has the match, or None."""
        for candidate in list(self._candidates):
            candidate.listen(0)
            new = candidate.table
            if candidate.silence > LOSS or new.closed or new.connection.state == BROKEN:
                self._candidates.remove(candidate)
                candidate.close()
                if candidate is self._own_client:
                    self._fail()
                    return None
                if self.server_thread and self.server_thread.server.overtaken:
                    self.server_thread.server.go_on()
                continue
            before, welcome = current.table.welcome, new.welcome
            if not (before and welcome and welcome.table == before.table and welcome.epoch >= epoch):
                continue
            if candidate not in self._reported:
                self._reported.append(candidate)
                for number, event in current.table.confirmed.recent:
                    candidate.ask(EventReport(number, encode_down(TimedEvent(0, event))))
            if new.confirmed.state.totals and new.seated:
                return self._change(current, candidate)
        return None

    def _change(self, current: LanClient, new: LanClient) -> LanClient:
        """Switch to the new connection: the match continues there."""
        new.table.follow(current.table)
        self._candidates.remove(new)
        if new is self._own_client:
            self._old = current
            self._leave_candidates()
        else:
            self._leave_all()
            current.close()
        return new

    def _return(self, current: LanClient, back: LanClient) -> LanClient:
        """Return to the old host: this machine was cut off."""
        if self._old is back:
            self._old = None
        self._leave_all()
        current.close()
        return back

    def _take_over(self, current: LanClient) -> None:
        """Become the host."""
        table = current.table
        room, welcome, code = table.room, table.welcome, table.connection.code
        assert room and welcome
        if welcome.key is None:
            self._fail()
            return
        terms, identity = Terms(room.house, room.target, room.rounds), (welcome.key, welcome.epoch + 1)
        key = table.connection.key
        own = fingerprint(key.public_key().public_bytes_raw())
        hosted = make_table(room.name, len(room.places), terms, code, welcome.token, identity, key=key)
        least = 2 if any(one.member != welcome.member for one in _able(table)) else 1
        try:
            server = Server(hosted, self.ports.copy(), self._save, clock=self._clock)
            try:
                hosted.inherit(room, table.successors, table.confirmed, GATHER, least, server.now)
            except ValueError:
                server.ports.close()
                raise
            self.server_thread = self._serve(server)
            self._own_client = current.another(("127.0.0.1", self.ports.port), own)
            self._candidates.append(self._own_client)
        except (OSError, ValueError):  # no more sockets, or an impossible match
            self._fail()

    def _fail(self) -> None:
        """Stop trying to be the host this time; others may."""
        self._leave_all()
        self._begun = math.inf

    def _try_host(self, host: FoundHost, current: LanClient) -> None:
        """Connect to this host, unless a connection is under way."""
        if all(candidate.address[:2] != host.address[:2] for candidate in self._candidates):
            with suppress(OSError):  # tried again later
                self._candidates.append(current.another(host.address, host.player))

    def _leave_candidates(self) -> None:
        for candidate in self._candidates:
            candidate.close()
        self._candidates, self._reported, self._begun = [], [], None
        self._finder.close()

    def _leave_all(self) -> None:
        """Leave the candidates, the own host and the old one."""
        self._leave_candidates()
        if self._old:
            self._old.close()
        if self._own_client:
            self._own_client.close()
        if self.server_thread:
            self.server_thread.end()
        self.server_thread = self._own_client = self._old = None


def is_lost(client: LanClient) -> bool:
    """Whether the host is gone during a match that others could continue."""
    table, room = client.table, client.table.room
    if not (room and room.playing and table.welcome and _able(table)) or table.confirmed.state.phase == WON:
        return False
    if table.closed:
        played = any(place.kind == "person" for place in room.places)
        return table.closed == "left" and played and (table.seat is not None or client.silence < BEREFT)
    return client.silence > LOSS


def _able(table: TableClient) -> list[Successor]:
    """The machines that can take the table over, in order; once the host has closed it, only players'."""
    return [one for one in table.successors if one.port and not (table.closed and one.seat is None)]
