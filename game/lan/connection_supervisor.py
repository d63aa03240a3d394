"""A seat at a table, whichever machine hosts it at the time."""

from collections.abc import Callable
from contextlib import suppress

from game.lan.client import LanClient
from game.lan.failover import LOSS, Failover, is_lost
from game.lan.find_successor import SuccessorFinder, successors_of
from game.lan.reconnect import AFTER, Reconnect
from game.lan.server import Server
from game.lan.server_thread import ServerThread
from game.lan.split import SplitWatch
from game.net.server.listener import LINGER


class ConnectionSupervisor:
    """Serves the connection to the host, and replaces it when necessary."""

    def __init__(
        self,
        client: LanClient,
        failover: Failover | None = None,
        server_thread: ServerThread | None = None,
        spare: Callable[[], Failover] | None = None,
    ) -> None:
        """`server_thread`: the host, if it runs here; `spare` makes the failover for when it no longer
        does."""
        self.client, self.failover, self.server_thread = client, failover, server_thread
        self._spare = spare
        self._reconnect = Reconnect()
        self._finder = SuccessorFinder(client.clock)
        self.split = SplitWatch(client.clock)
        """Whether another half of the table plays on elsewhere."""
        self._moving: tuple[LanClient, Failover] | None = None
        """The connection to a host that has taken the table over, and the failover to use with it."""

    @property
    def silence(self) -> float:
        """Seconds since the last packet from the host."""
        return self.client.silence

    @property
    def moving(self) -> bool:
        """Whether the host is lost and the table may continue on another machine."""
        return self.failover is not None and is_lost(self.client)

    @property
    def waking(self) -> bool:
        """Whether the host runs here, has been asleep, and may have to give the table up."""
        return bool(self._server and self._server.waking)

    @property
    def _server(self) -> Server | None:
        """The host, if it runs here."""
        thread = self.server_thread or (self.failover and self.failover.server_thread)
        return thread.server if thread else None

    @property
    def hosts(self) -> bool:
        """Whether this machine is the host."""
        return self._server is not None

    def listen(self, longest: float) -> None:
        """Like LanClient.listen, and replaces the connection if the host is lost."""
        self.client.listen(min(longest, 0.02) if self.silence > LOSS or self._moving else longest)
        if new := self._replacement():
            new.woken = self.client.woken
            self.split.leave(self.client)
            self.client = new
        elif self.silence < AFTER and not self.waking:
            self.split.watch(self.client)
            if (host := self._server) and self.split.found:
                host.parted = True

    def take_leave(self) -> None:
        """Tell the host that this player leaves for good. The host itself tells everyone when it is closed.

        Call it when no other thread listens. Handshakes in progress are completed first, or they would leave
        an empty seat reserved.
        """
        if self.hosts:
            return
        until = self.client.clock.seconds() + LINGER / 1e6
        others = [*(self.failover.clients if self.failover else []), *self._reconnect.clients]
        for client in [*others, self.client]:
            client.leave(until)

    def close(self) -> None:
        """Close the connection; the seat is kept for a while."""
        self._stay()
        self.split.close()
        self._reconnect.close()
        if self.failover:
            self.failover.close()
        if self.server_thread:
            self.server_thread.close()
        self.client.close()

    def _replacement(self) -> LanClient | None:
        """Another connection to use from now on, or None."""
        if self.failover:
            return self.failover.watch(self.client)
        if self.server_thread and (new := self._follow(self.server_thread)):
            return new
        return self._reconnect.watch(self.client)

    def _follow(self, own: ServerThread) -> LanClient | None:
        """Join the others if they have continued without this host while it slept or was cut off.

        A single other player simply comes back.
        """
        table = self.client.table
        welcome, overtaken = table.welcome, own.server.overtaken
        playing = welcome and table.room and table.room.playing
        if not (welcome and playing and (overtaken or (len(table.known) > 1 and own.alone))):
            self._stay()
            return None
        machines = successors_of(table, self.client.address)
        host = overtaken or self._finder.look(welcome.table, machines)
        if host and host.playing and host.epoch > welcome.epoch and not self._moving and self._spare:
            with suppress(OSError):  # tried again later
                failover = self._spare()
                new = self.client.another(host.address, host.player, failover.ports.port)
                self._moving = new, failover
        if not self._moving:
            return None
        new, failover = self._moving
        new.listen(0)
        if new.silence > LOSS:
            self._stay()
            own.server.go_on()
        elif new.table.seated and new.table.confirmed.state.totals:
            new.table.follow(table)
            self._moving, self.failover, self.server_thread = None, failover, None
            own.end()
            self._finder.close()
            self.client.close()
            return new
        return None

    def _stay(self) -> None:
        """Give up joining another host."""
        if self._moving:
            new, failover = self._moving
            new.close()
            failover.close()
        self._moving = None
        self._finder.close()
