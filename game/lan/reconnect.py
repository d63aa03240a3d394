"""Calling a host anew that hears this machine no more: after a cable was out or the machine asleep, say.

A host gives a line up that was silent for long, but keeps the seat for whoever comes back with its token.
"""

import time
from contextlib import suppress

from game.lan.client import LanClient
from game.net.client.connection import BROKEN, CONNECTED, DENIED, RESPONDING

AFTER = 0.5
"""Seconds of silence after which a host is called anew, on a line beside the old one."""
_PAUSE = 1.0
"""Seconds after a refusal until the next call."""


class Reconnect:
    """One call at a time, for as long as the old line is silent."""

    def __init__(self) -> None:
        self._call: LanClient | None = None
        self._not_before = 0.0

    def watch(self, old: LanClient) -> LanClient | None:
        """To be called again and again; a new line to the host of the old one as soon as there is one, even
        if that is heard again by then."""
        table, now = old.table, time.perf_counter()
        if not table.welcome or table.closed or (old.silence < AFTER and not self._about_to_be_let_in):
            self.close()
            return None
        if self._call is None:
            if now >= self._not_before:
                with suppress(OSError):  # the card is gone: it may come back
                    self._call = old.another(old.address)
            return None
        self._call.listen(0)
        new = self._call.table
        if new.connection.state in (DENIED, BROKEN):
            self.close()
            self._not_before = now + _PAUSE
        elif new.seated and new.welcome and new.welcome.table == table.welcome.table:
            new.follow(table)
            call, self._call = self._call, None
            return call
        return None

    @property
    def _about_to_be_let_in(self) -> bool:
        """Whether the host may have put the call in the place of the old line already."""
        call = self._call
        return (
            call is not None
            and call.table.connection.state in (RESPONDING, CONNECTED)
            and call.silence < _PAUSE
        )

    @property
    def lines(self) -> list[LanClient]:
        """The call, if there is one."""
        return [self._call] if self._call else []

    def close(self) -> None:
        """End the call, if there is one."""
        if self._call:
            self._call.close()
        self._call = None
