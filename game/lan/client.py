"""A network client: its socket, the loop that serves it, and why a host refuses it."""

import math
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import msgspec
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from game.core.state import Event, Request
from game.i18n import N_, Notice
from game.lan.interfaces import reached_at
from game.lan.udp import Ports, open_client
from game.net.address import Address, is_loopback
from game.net.client.connection import BROKEN, CONNECTED, DENIED, RESPONDING, Connection, Credentials
from game.net.client.deal_witness import DealWitness
from game.net.client.seat_runs import SeatRuns
from game.net.client.table_client import TableClient
from game.net.confirmed import MakeRules
from game.net.wire.messages import Join, Leave, ToHost
from game.net.wire.packet import FULL, KICKED, OTHER_VERSION, TOO_SOON, WRONG_CODE
from game.system import here

_ABSENT = 0.6
"""Seconds without a look at the socket after which this program counts as not having run (the machine slept,
say), so that the silence need not be the host's."""
_LATE = 0.05
"""Seconds by which this program looks at its socket late where that is remembered."""
AFTER = 0.5
"""Seconds of silence after which a new connection is tried alongside the old one."""
_REFUSED, _REBIND = 0.1, 0.35
"""Seconds of silence after which a client goes on from a new socket: where this system knows no way any more,
again and again; and because a router may have forgotten the old one, then at twice that, and so on."""


class LanClient:
    """One connection to a table; its methods may be called from any thread."""

    def __init__(
        self,
        address: Address,
        join: Join,
        code: str,
        credentials: Callable[[bytes], Credentials] | None = None,
        woken: Callable[[], None] | None = None,
        rules: MakeRules | None = None,
        key: X25519PrivateKey | None = None,
    ) -> None:
        """`woken` is called, in the listening thread, whenever there is news. For the rest see
        Connection and TableClient.

        Raises OSError.
        """
        self.address = address
        self._rules, self.clock = rules, here().clock
        self._ports: Ports = open_client(address)
        self._lock = threading.Lock()
        self.woken = woken
        connection = Connection(join, code, self.clock.microseconds(), credentials, key)
        self.table = TableClient(connection, rules)
        self._listened = self._awake = self.clock.seconds()
        self.woke = -math.inf
        """When this program listened again after it had not run: what waited at its socket may be old."""
        self.late = -math.inf
        """When this program looked at its socket late last: what it measures of the line then is its own."""
        self._patience = _REBIND
        """Seconds of silence after which the next socket is tried."""
        self._tried: set[tuple[str, int]] = set()
        """Where else the host has been called since it fell silent."""
        self._asked: tuple[Address, int] = address, 0
        """From where else its packets have come, and the stamp of a packet that has gone there and nowhere
        else."""

    def another(self, address: Address, host: bytes) -> "LanClient":
        """A second connection to the table, as the same member.

        `host`: the fingerprint of the key that its host must prove to own.

        Raises OSError.
        """
        join, welcome = self.table.connection.join, self.table.welcome
        assert welcome
        join = msgspec.structs.replace(join, token=welcome.token)
        code, key = self.table.connection.code, self.table.connection.key
        client = LanClient(address, join, code, rules=self._rules, key=key)
        client.table.witness = DealWitness(self.table.witness.ledger)
        client.table.runs = SeatRuns(self.table.runs.own)
        client.table.ladder = self.table.ladder
        client.table.connection.only, client.table.connection.only_host = welcome.table, host
        return client

    @property
    def silence(self) -> float:
        """Seconds during which this program listened but received nothing from the host."""
        return self.clock.seconds() - max(self._awake, self.table.connection.silent_since / 1e6)

    @property
    def quiet(self) -> float:
        """Seconds since the last packet from the host, whether this program listened or not."""
        return self.clock.seconds() - self.table.connection.silent_since / 1e6

    @contextmanager
    def at_table(self) -> Iterator[tuple[TableClient, int]]:
        """The table, while no other thread uses it, and the local time. What is to be sent has been sent
        afterwards."""
        with self._lock:
            now = self.clock.microseconds()
            yield self.table, now
            self._send(now)

    def ask(self, request: Request | ToHost) -> None:
        """Send the host a request; the datagram has been sent when this returns."""
        with self.at_table() as (table, now):
            table.ask(request, now)

    def update(self) -> list[Event]:
        """The events due by now."""
        with self.at_table() as (table, now):
            return table.update(now)

    @property
    def now(self) -> int:
        """The host's time in microseconds."""
        with self._lock:
            return self.table.host_now(self.clock.microseconds())

    def listen(self, longest: float) -> None:
        """Serve the socket until something arrives, something is due, or `longest` seconds have passed."""
        with self._lock:
            now, due = self.clock.microseconds(), self.table.connection.next_time()
            shows = self.table.shows(now)
        wait = ((due if shows is None else min(due, shows)) - now) / 1e6
        begun = self.clock.seconds()
        if begun - self._listened > _ABSENT:
            self._awake = self.woke = begun
        self._rebind()
        late = begun + max(0.0, min(longest, wait)) + _LATE
        ready = self.clock.wait(self._ports.sockets, min(longest, wait))
        if begun - self._listened > _LATE or self.clock.seconds() > late:
            self.late = self.clock.seconds()
        news = shows is not None and self.clock.microseconds() >= shows
        with self._lock:
            for data, sender in self._ports.receive(ready):
                known, before = sender[:2] == self.address[:2], self.table.connection.silent_since
                told, silent = _bare(sender) in self._tried, self.silence > _REFUSED
                if known or told or silent or sender == self._asked[0]:
                    news |= self.table.receive(data, self.clock.microseconds()) or silent
                    if not known and self.table.connection.silent_since > before:
                        self._follow(sender, told)
            self._send(self.clock.microseconds())
        self._listened = self.clock.seconds()
        if news and self.woken:
            self.woken()

    def leave(self, until: float, back: bool = False) -> None:
        """Leave, for good or to come `back`, until the host has acknowledged it or the clock reaches `until`.

        A host that has received the cookie may let this client in at any moment, and then gets the message
        too.
        """
        self.woken, sent, connection = None, False, self.table.connection
        while connection.state in (RESPONDING, CONNECTED) and not self.table.closed:
            if self.clock.seconds() >= until:
                return
            if not sent and connection.state == CONNECTED:
                self.ask(Leave(back))
                sent = True
            if sent and not connection.pending:
                return
            self.listen(until - self.clock.seconds())

    def close(self) -> None:
        """Close the socket."""
        self._ports.close()

    def _send(self, now: int) -> None:
        for data in self.table.connection.packets(now):
            if self._ports.send(data, self.address):
                self._patience = min(self._patience, self.silence + _REFUSED)

    def _rebind(self) -> None:
        """Go on from another socket if the host has been silent for too long, and call it at its other
        addresses, too."""
        if self.silence < _REFUSED:
            self._patience = _REBIND
            self._tried.clear()
        elif self.silence > self._patience and self.table.connection.state == CONNECTED:
            self._patience = 2 * max(_REBIND, self._patience)
            with suppress(OSError):  # no network for now
                self._ports.renew()
            self._call_elsewhere()

    def _follow(self, sender: Address, told: bool) -> None:
        """Go on with the host where its packet has come from; where it has not `told` of that, only once it
        has answered what was sent there alone, as others may copy its packets."""
        connection, now = self.table.connection, self.clock.microseconds()
        where, stamp = self._asked
        if told or (sender == where and connection.answered == stamp):
            self.address = sender
        elif now - stamp > _REFUSED * 1e6 and connection.state == CONNECTED:
            self._ports.send(connection.packet(now), sender)
            self._asked = sender, connection.stamped

    def _call_elsewhere(self) -> None:
        """Send the same packet to all addresses of the host: the first that comes there moves the connection.
        This machine's own tables have no others."""
        welcome, connection = self.table.welcome, self.table.connection
        if not welcome or is_loopback(self.address[0]):
            return
        elsewhere = [self.address, *reached_at(welcome.addresses, self.address[1])]
        with self._lock:
            packet = connection.packet(self.clock.microseconds())
        for address in elsewhere:
            self._tried.add(_bare(address))
            self._ports.send(packet, address)


def _bare(address: Address) -> tuple[str, int]:
    """Host and port, without the name of an interface here."""
    return address[0].partition("%")[0], address[1]


class TableUnavailable(Exception):
    """The table cannot be opened or joined. The text is one line for the player."""


def why_refused(state: str, reason: int, seconds: int) -> Notice:
    """Why a connection in this state was refused."""
    if state == BROKEN:
        return Notice(N_("The table sent something that makes no sense."))
    if state != DENIED:
        return Notice(N_("Nobody answers at that address."))
    words = {
        OTHER_VERSION: N_("This table runs another version of Haisty: everyone needs the same one."),
        WRONG_CODE: N_("The code is wrong. Try again in {seconds} s."),
        TOO_SOON: N_("Too many tries. Try again in {seconds} s."),
        FULL: N_("The table is full, and there is no room for more watchers."),
        KICKED: N_("The host won’t let you back in."),
    }
    return Notice(words.get(reason, N_("The table does not let you in.")), seconds=seconds)
