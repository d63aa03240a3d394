"""Reconnecting to a host that no longer receives this machine: after a cable was out, or the machine slept.

A host drops a connection after long silence, but keeps the seat for a client that comes back with its token.
"""

from contextlib import suppress

from game.lan.client import LanClient
from game.net.client.connection import BROKEN, CONNECTED, DENIED, RESPONDING
from game.net.transport.noise import fingerprint

AFTER = 0.5
"""Seconds of silence after which a new connection is tried alongside the old one."""
_PAUSE = 1.0
"""Seconds after a refusal until the next try."""


class Reconnect:
    """Makes one attempt at a time, for as long as the old connection is silent."""

    def __init__(self) -> None:
        self._new: LanClient | None = None
        self._not_before = 0.0

    def watch(self, old: LanClient) -> LanClient | None:
        """Call it repeatedly; returns a new connection to the same host once there is one, even if the old
        one has recovered by then."""
        table, now = old.table, old.clock.seconds()
        if not table.welcome or table.closed or (old.silence < AFTER and not self._about_to_be_let_in):
            self.close()
            return None
        if self._new is None:
            if now >= self._not_before:
                with suppress(OSError):  # the network interface is gone: it may come back
                    self._new = old.another(old.address, fingerprint(table.connection.host_key))
            return None
        self._new.listen(0)
        new = self._new.table
        if new.connection.state in (DENIED, BROKEN):
            self.close()
            self._not_before = now + _PAUSE
        elif new.seated and new.welcome and new.welcome.table == table.welcome.table:
            new.follow(table)
            client, self._new = self._new, None
            return client
        return None

    @property
    def _about_to_be_let_in(self) -> bool:
        """Whether the host may already have replaced the old connection by the new one."""
        new = self._new
        if new is None or new.silence >= _PAUSE:
            return False
        return new.table.connection.state in (RESPONDING, CONNECTED)

    @property
    def clients(self) -> list[LanClient]:
        """The new connection, if one is being tried."""
        return [self._new] if self._new else []

    def close(self) -> None:
        """Stop trying."""
        if self._new:
            self._new.close()
        self._new = None
