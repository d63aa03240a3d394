"""Being at a table, whichever machine has it at the time."""

import time
from collections.abc import Callable
from contextlib import suppress

from game.lan.client import LanClient
from game.lan.failover import LOSS, Failover, is_lost
from game.lan.find_successor import SuccessorFinder
from game.lan.reconnect import Reconnect
from game.lan.server_thread import ServerThread
from game.net.server.listener import LINGER


class ConnectionSupervisor:
    """Serves the line to the host, and changes it for another one when need be."""

    def __init__(
        self,
        remote: LanClient,
        failover: Failover | None = None,
        hosting: ServerThread | None = None,
        spare: Callable[[], Failover] | None = None,
    ) -> None:
        """`hosting`: the host, if it is one's own; `spare` makes what is needed where it no longer is."""
        self.remote, self.failover, self.hosting = remote, failover, hosting
        self._spare = spare
        self._redial = Reconnect()
        self._elsewhere = SuccessorFinder()
        self._moving: tuple[LanClient, Failover] | None = None
        """The line to a host that has the table now, and what comes with it."""

    @property
    def silence(self) -> float:
        """Seconds since the host was heard."""
        return self.remote.silence

    @property
    def moving(self) -> bool:
        """Whether the host is lost and the table may go on elsewhere."""
        return self.failover is not None and is_lost(self.remote)

    def listen(self, longest: float) -> None:
        """As LanClient.listen; and look after the host."""
        self.remote.listen(min(longest, 0.02) if self.silence > LOSS or self._moving else longest)
        if new := self._watch():
            new.woken = self.remote.woken
            self.remote = new

    def take_leave(self) -> None:
        """Let the host know that one goes for good. The host itself says so to all when it is closed.

        To be called when nobody else listens. Calls that have begun are let in first, or they would hold a
        seat for one who is not there.
        """
        if self.hosts:
            return
        until = time.perf_counter() + LINGER / 1e6
        for line in [*(self.failover.lines if self.failover else []), *self._redial.lines, self.remote]:
            line.leave(until)

    @property
    def hosts(self) -> bool:
        """Whether this machine is the host."""
        return bool(self.hosting or (self.failover and self.failover.hosting))

    def close(self) -> None:
        """End it; the seat is kept for a while."""
        self._stay()
        self._redial.close()
        if self.failover:
            self.failover.close()
        if self.hosting:
            self.hosting.close()
        self.remote.close()

    def _watch(self) -> LanClient | None:
        if self.failover:
            return self.failover.watch(self.remote)
        if self.hosting and (new := self._follow(self.hosting)):
            return new
        return self._redial.watch(self.remote)

    def _follow(self, hosting: ServerThread) -> LanClient | None:
        """As the own host was asleep or cut off, the others may have gone on without it: go to them.

        A single other one comes back by itself.
        """
        table = self.remote.table
        welcome = table.welcome
        if not (welcome and table.room and table.room.playing and len(table.known) > 1 and hosting.alone):
            self._stay()
            return None
        host = self._elsewhere.look(table, self.remote.address)
        if host and host.playing and host.epoch > welcome.epoch and not self._moving and self._spare:
            with suppress(OSError):  # it is tried again
                failover = self._spare()
                self._moving = self.remote.another(host.address, failover.ports.port), failover
        if not self._moving:
            return None
        new, failover = self._moving
        new.listen(0)
        if new.silence > LOSS:
            self._stay()
        elif new.table.seated and new.table.confirmed.state.totals:
            new.table.follow(table)
            self._moving, self.failover, self.hosting = None, failover, None
            hosting.end()
            self._elsewhere.close()
            self.remote.close()
            return new
        return None

    def _stay(self) -> None:
        if self._moving:
            new, failover = self._moving
            new.close()
            failover.close()
        self._moving = None
        self._elsewhere.close()
