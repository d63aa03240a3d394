"""When the host falls silent: the next machine in the order that all know goes on with the table.

A client that hears nothing for a while asks all others who could have the table, and goes to whoever has.
If nobody has when its turn comes, it becomes the host itself. Where others were, the match goes on only
when somebody else has come: who is alone then was cut off itself, and returns to the old host as soon as
that is heard again, or to the new one that the others have found.
"""

import math
import time
from collections.abc import Callable

from game.core.state import WON
from game.lan.client import LanClient
from game.lan.find_successor import FoundHost, SuccessorFinder
from game.lan.reconnect import Reconnect
from game.lan.server import Save, Server
from game.lan.server_thread import ServerThread
from game.lan.udp import Ports
from game.net.address import Address
from game.net.client.connection import BROKEN
from game.net.client.table_client import TableClient
from game.net.server.game_room import Terms
from game.net.server.table_server import TableServer
from game.net.wire.codec import encode_down
from game.net.wire.messages import EventReport, Successor, TimedEvent

LOSS = 1.0
"""Seconds of silence after which the host counts as lost: no network that can be played on is so long."""
FIRST, TURN = 0.05, 0.4
"""Seconds in which another host may answer before the first in the order becomes it, and that each in the
order has before the next."""
GATHER = 300_000
"""Microseconds that a new host waits for all before the match goes on."""
GONE = 5.0
"""Seconds of the old host's silence after which a new one, though alone, can be found where that was."""
BEREFT = 5.0
"""Seconds after the host's goodbye in which one who watches waits for a player to go on with the table."""
BACK = 0.3
"""Seconds within which the old host must have been heard to be there again."""

MakeTable = Callable[[str, int, Terms, str, bytes, tuple[bytes, int]], TableServer]
"""Makes a table from name, seats, terms, code, owner's token, id and epoch."""


class Failover:
    """One machine's part in it. `watch` is called again and again by the thread that listens."""

    def __init__(self, ports: Ports, make: MakeTable, save: Save) -> None:
        """`ports` are those that the others know as `spare`."""
        self.ports = ports
        self.hosting: ServerThread | None = None
        """The host that this machine has become."""
        self._make, self._save = make, save
        self._calls: list[LanClient] = []
        self._own: LanClient | None = None
        """The line to the own host."""
        self._told: list[LanClient] = []
        """Those who have been told what was heard of the old host."""
        self._begun: float | None = None
        self._old: LanClient | None = None
        """The line to the old host, until somebody has come to the own one."""
        self._near: Address = ("127.0.0.1", 0)
        """Where the old host was."""
        self._redial = Reconnect()
        self._elsewhere = SuccessorFinder()

    @property
    def lines(self) -> list[LanClient]:
        """The calls to hosts that do not have the table yet, or have it again."""
        return [*self._calls, *self._redial.lines]

    def close(self) -> None:
        """End it, and the host that this machine may have become."""
        hosting = self.hosting
        self._leave_all()
        if hosting:
            hosting.close()
        self._redial.close()
        self.ports.close()

    def watch(self, current: LanClient) -> LanClient | None:
        """Look whether the host is there; the line to another one if there is one now."""
        if current is self._own and self.hosting and not self.hosting.alone:
            self._redial.close()  # others have come: the old host is too late
        elif back := self._redial.watch(self._old or current):
            return self._return(current, back)
        return self._keep(current) if current is self._own else self._search(current)

    def _search(self, current: LanClient) -> LanClient | None:
        """Look for the table elsewhere, and open it here when it is this machine's turn."""
        table, now = current.table, time.perf_counter()
        if not is_lost(current):
            self._leave_all()
            return None
        assert table.welcome
        if self._begun is None:
            self._begun, self._near = now, current.address
        member, epoch = table.welcome.member, table.welcome.epoch + 1
        host = self._elsewhere.look(table, self._near)
        # Of two who gather the others at the same time, one goes to the other.
        yields = host and (not self.hosting or host.playing or host.successor.member < member)
        if host and yields and host.epoch >= epoch:
            self._call_host(host, current)
        turns = [successor.member for successor in _able(table)]
        wait = FIRST + TURN * turns.index(member) if member in turns else math.inf
        if now - self._begun >= wait and not (self.hosting or self._calls):
            self._take_over(current)
        return self._answered(current, epoch)

    def _keep(self, current: LanClient) -> LanClient | None:
        """As the new host: stay if others have come, else give way to one that is there."""
        assert self.hosting and current.table.welcome
        old = self._old
        if not self.hosting.alone:
            self._leave_calls()
            if old:
                old.close()
            self._old = None
            self.hosting.hear(self._near[1])
            return None
        if old:
            old.listen(0)
            if old.quiet < BACK and not old.table.closed:
                return self._return(current, old)
            if old.quiet > GONE:
                self.hosting.hear(self._near[1])
        epoch = current.table.welcome.epoch
        host = self._elsewhere.look(current.table, self._near)
        if host and host.epoch >= epoch and host.playing:
            self._call_host(host, current)
        return self._answered(current, epoch)

    def _answered(self, current: LanClient, epoch: int) -> LanClient | None:
        """The line to a host on which the match goes on, if there is one."""
        for call in list(self._calls):
            call.listen(0)
            new = call.table
            if call.silence > LOSS or new.closed or new.connection.state == BROKEN:
                self._calls.remove(call)
                call.close()
                if call is self._own:
                    self._fail()
                    return None
                continue
            before, welcome = current.table.welcome, new.welcome
            if not (before and welcome and welcome.table == before.table and welcome.epoch >= epoch):
                continue
            if call not in self._told:
                self._told.append(call)
                for number, event in current.table.confirmed.recent:
                    call.ask(EventReport(number, encode_down(TimedEvent(0, event))))
            if new.confirmed.state.totals and new.seated:
                return self._change(current, call)
        return None

    def _change(self, current: LanClient, new: LanClient) -> LanClient:
        """Leave the old line for this one, on which the match goes on."""
        new.table.follow(current.table)
        self._calls.remove(new)
        if new is self._own:
            self._old = current
            self._leave_calls()
        else:
            self._leave_all()
            current.close()
        return new

    def _return(self, current: LanClient, back: LanClient) -> LanClient:
        """The old host is there after all: it was this machine that was cut off."""
        if self._old is back:
            self._old = None
        self._leave_all()
        current.close()
        return back

    def _take_over(self, current: LanClient) -> None:
        """Become the host."""
        table = current.table
        room, welcome, successors = table.room, table.welcome, _able(table)
        assert room and welcome
        terms, identity = Terms(room.house, room.target, room.rounds), (welcome.table, welcome.epoch + 1)
        hosted = self._make(
            room.name, len(room.places), terms, table.connection.code, welcome.token, identity
        )
        least = 2 if any(successor.member != welcome.member for successor in successors) else 1
        try:
            server = Server(hosted, self.ports.copy(), self._save)
            try:
                hosted.inherit(room, table.successors, table.confirmed, GATHER, least, server.now)
            except ValueError:
                server.ports.close()
                raise
            self.hosting = ServerThread(server)
            self._own = current.another(("127.0.0.1", self.ports.port))
            self._calls.append(self._own)
        except (OSError, ValueError):  # no more sockets, or no such match
            self._fail()

    def _fail(self) -> None:
        """This machine cannot be the host this time: others may."""
        self._leave_all()
        self._begun = math.inf

    def _call_host(self, host: FoundHost, current: LanClient) -> None:
        if all(call.address[:2] != host.address[:2] for call in self._calls):
            try:
                self._calls.append(current.another(host.address))
            except OSError:  # it is tried again
                return

    def _leave_calls(self) -> None:
        for call in self._calls:
            call.close()
        self._calls, self._told, self._begun = [], [], None
        self._elsewhere.close()

    def _leave_all(self) -> None:
        """Leave the calls, the own host and the old one."""
        self._leave_calls()
        if self._old:
            self._old.close()
        if self._own:
            self._own.close()
        if self.hosting:
            self.hosting.end()
        self.hosting = self._own = self._old = None


def is_lost(remote: LanClient) -> bool:
    """Whether the host is gone in the middle of a match that others could go on with."""
    table, room = remote.table, remote.table.room
    if not (room and room.playing and table.welcome and _able(table)) or table.confirmed.state.phase == WON:
        return False
    if table.closed:
        played = any(place.kind == "person" for place in room.places)
        return table.closed == "left" and played and (table.seat is not None or remote.silence < BEREFT)
    return remote.silence > LOSS


def _able(table: TableClient) -> list[Successor]:
    """Who can take the table over, in the order of their turns; after a goodbye only those who play."""
    return [
        successor
        for successor in table.successors
        if successor.port and not (table.closed and successor.seat is None)
    ]
