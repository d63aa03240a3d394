"""A seat at a table, whichever machine hosts it at the time."""

from game.lan.client import LanClient
from game.lan.failover import GUEST, HOSTING, LOSS, Failover, is_lost
from game.lan.find_successor import SplitWatch
from game.lan.reconnect import AFTER
from game.lan.server import Server
from game.net.server.listener import LINGER


class ConnectionSupervisor:
    """Serves the connection to the host, and replaces it when necessary."""

    def __init__(self, client: LanClient, failover: Failover) -> None:
        self.client, self.failover = client, failover
        self.split = SplitWatch(client.clock)
        """Whether another half of the table plays on elsewhere."""

    @property
    def silence(self) -> float:
        """Seconds since the last packet from the host."""
        return self.client.silence

    @property
    def moving(self) -> bool:
        """Whether the host is lost and the table may continue on another machine."""
        settled = self.failover.state in (GUEST, HOSTING)
        return self.failover.moving or (settled and is_lost(self.client))

    @property
    def waking(self) -> bool:
        """Whether the host runs here, has been asleep, and may have to give the table up."""
        return bool(self.server and self.server.waking)

    @property
    def server(self) -> Server | None:
        """The host, if it runs here."""
        thread = self.failover.server_thread
        return thread.server if thread else None

    def listen(self, longest: float) -> None:
        """Like LanClient.listen, and replaces the connection if the host is lost."""
        if not self.failover.gone_over:
            busy = self.silence > LOSS or self.failover.moving or self.failover.clients
            self.client.listen(min(longest, 0.02) if busy else longest)
        if new := self.failover.watch(self.client):
            new.woken = self.client.woken
            self.split.leave(self.client)
            self.client = new
        elif self.silence < AFTER and not self.waking:
            self.split.watch(self.client)
            if self.server and self.split.found:
                self.server.parted = True

    def take_leave(self) -> None:
        """Tell the host that this player leaves for good. The host itself tells everyone when it is closed.

        Call it when no other thread listens. Handshakes in progress are completed first, or they would leave
        an empty seat reserved.
        """
        if self.server:
            return
        until = self.client.clock.seconds() + LINGER / 1e6
        for client in [*self.failover.clients, self.client]:
            client.leave(until)

    def close(self) -> None:
        """Close the connection; the seat is kept for a while."""
        self.split.close()
        self.failover.close()
        self.client.close()
