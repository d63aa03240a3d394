"""An attempt to join a table: one address after another, until the player is let in or none is left."""

import threading
import time
from typing import NamedTuple

from game.i18n import N_, _
from game.lan.refusals import TableUnavailable, why_refused
from game.lan.resolve import resolve
from game.lan.table import CLOSED, JOINED, REFUSED, RemoteTable
from game.net.address import Address, parse_address
from game.net.client.connection import BROKEN, DENIED
from game.net.keys import HostKey
from game.net.wire.packet import PORT, TOO_SOON, WRONG_CODE
from game.ui.engine.scene import Context
from game.ui.engine.waiting import wake
from game.ui.launch.network import join_table
from game.ui.lobby.addresses import malformed, short

TIMEOUT = 5.0
"""Seconds without an answer after which the attempt fails."""
_ADDRESSES = 3
"""How many addresses of one name are tried, one after another."""
_SILENCE = N_(
    "Nobody answers at {host}. Is a table open there, and does its firewall let UDP port {port} through?"
)


class Failure(NamedTuple):
    """Why it failed; `locked`: a code may be tried, after so many `seconds`."""

    words: str
    locked: bool = False
    seconds: int = 0


class Attempt:
    """Times are seconds of time.perf_counter()."""

    def __init__(
        self,
        ctx: Context,
        where: Address | str,
        code: str,
        host: HostKey | None,
        lan: RemoteTable | None,
    ) -> None:
        """See CallingScene."""
        self._ctx, self._where, self._code, self._host = ctx, where, code, host
        self.lan = lan
        self.begun = time.perf_counter()
        self.failure: Failure | None = None
        """Why the player has not joined, once that is known."""
        self._addresses: list[Address] = []
        self._tried = 0
        if lan:
            return
        if not isinstance(where, str):
            self._addresses = [where]
            self._try_next()
        elif wrong := malformed(where):
            self.failure = Failure(wrong)
        else:
            threading.Thread(target=self._resolve, args=parse_address(where), daemon=True).start()

    @property
    def joined(self) -> bool:
        """Whether the player is at the table."""
        return bool(self.lan and self.lan.status == JOINED and self.lan.room)

    def step(self, now: float) -> None:
        """Read the host's answer; after a while without one try the next address, or fail."""
        if self.lan:
            self._read(self.lan)
        if self.failure or self.joined:
            return
        waited = now - self.begun
        if waited > TIMEOUT:
            port = self._addresses[-1][1] if self._addresses else PORT
            self.failure = Failure(_(_SILENCE).format(host=self._written, port=port))
        elif self._addresses and waited >= TIMEOUT * self._tried / len(self._addresses):
            self._try_next()

    def cancel(self) -> None:
        """Close the connection without waiting for its threads, which take a moment to end."""
        if self.lan:
            threading.Thread(target=self.lan.leave).start()
            self.lan = None

    @property
    def _written(self) -> str:
        return self._where if isinstance(self._where, str) else short(self._where)

    def _resolve(self, host: str, port: int) -> None:
        try:
            self._addresses = resolve(host, port)[:_ADDRESSES]
        except OSError:
            self.failure = Failure(_("There is no computer called {name}.").format(name=self._written))
        wake()

    def _try_next(self) -> None:
        self.cancel()
        address, self._tried = self._addresses[self._tried], self._tried + 1
        try:
            self.lan = join_table(self._ctx, address, self._code, False, self._host)
        except TableUnavailable as error:
            if self._tried == len(self._addresses):
                words = _("{host} cannot be reached: {reason}")
                self.failure = Failure(words.format(host=self._written, reason=error))

    def _read(self, lan: RemoteTable) -> None:
        if lan.status == CLOSED:
            self.failure = Failure(_("The table has been closed."))
        if lan.status != REFUSED:
            return
        reason, seconds = lan.refusal
        if reason == TOO_SOON:
            self.failure = Failure(_("Too many tries in a row."), True, seconds)
        elif reason == WRONG_CODE:
            words = _("That is not this table’s code.") if self._code else _("This table needs a code.")
            self.failure = Failure(words, True, seconds)
        else:
            state = BROKEN if reason < 0 else DENIED
            self.failure = Failure(str(why_refused(state, reason, seconds)))
