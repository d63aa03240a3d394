"""A table server with sockets, a clock, and the replays of its matches; and a thread of its own for it."""

import logging
import sys
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from socket import socket

from game.core.match import Match
from game.core.state import WON
from game.i18n import N_, Notice, one_line
from game.lan.discovery import RESCAN, join_groups
from game.lan.interfaces import addresses_here
from game.lan.udp import Ports, is_own
from game.lan.whereabouts import FoundHost, Machine, SleepDetector, TakeoverQuery
from game.net.address import Address, at_port
from game.net.client.connection import PLAYING_INTERVAL
from game.net.server.listener import LINGER
from game.net.server.table_server import TableServer
from game.net.transport.noise import fingerprint
from game.program import fine_timers
from game.sessions.bot_table import BotDriver
from game.storage.match_replay import Company, Origin
from game.system import here

Save = Callable[[Match, Company], None]
"""Saves a match as it stands, with those who sit at it now."""
GATHER, AFTER = PLAYING_INTERVAL // 2, 1_500
"""While the table rests, datagrams are read once in every GATHER microseconds, and each time AFTER those at
which the clients send."""
_DROPPED = N_("{name} was dropped: {reason}.")
_LONGEST = 0.25
"""The most seconds between two checks for silent clients."""
_DRAINED = 64
"""How often the sockets are read to empty them: whole buffers, however fast others send."""
BORNE = 2.0
"""Seconds for which nothing but faults of this program is borne."""
_LAST = 2.0
"""The most seconds to wait for the table to be closed."""


class Server:
    """Serves a table in the thread that calls `run`."""

    def __init__(
        self,
        table: TableServer,
        ports: Ports,
        save: Save,
        reopens: int = 0,
        anew: Callable[[], TableServer] | None = None,
    ) -> None:
        """`reopens`: so many microseconds after each match without a request; 0: not. `anew` makes the table
        to serve when others have gone on with this one; None: this program follows them.
        """
        self.table, self.ports = table, ports
        table.port = table.port or ports.port
        self.parted = False
        """Whether another half of the table plays on elsewhere."""
        self.leaves = False
        """Whether the player here gets up for good when the table is closed."""
        self.reached = False
        """Whether another machine has been answered, so that others can find the table."""
        self.played = 0
        """How many matches have ended."""
        self.failed = False
        """Whether the table was closed because there was no end of faults of this program."""
        self._save, self._reopens, self._anew = save, reopens, anew
        self._clock = here().clock
        self._bots = BotDriver()
        self._sleep = SleepDetector(self._clock)
        self._question: TakeoverQuery | None = None
        self._begun = self._well = self._clock.seconds()
        self._joined = -RESCAN
        self._rounds = 0
        self._won = 0

    @property
    def now(self) -> int:
        """The host's clock: microseconds since the server was made."""
        return int((self._clock.seconds() - self._begun) * 1e6)

    @property
    def waking(self) -> bool:
        """Whether this host has been asleep, and judges nothing until it knows that nobody has gone on
        without it."""
        return self._question is not None

    @property
    def overtaken(self) -> FoundHost | None:
        """Who has gone on without this host while it was asleep."""
        return self._question.found if self._question else None

    def go_on(self) -> None:
        """Host again after all: whoever had gone on does not answer."""
        self._question = None
        self._sleep.noticed()  # the time that the question has taken

    def run(self, stop: Callable[[], bool]) -> None:
        """Serve until `stop` returns True; then close the table and the sockets."""
        try:
            with fine_timers():
                while not (stop() or self.failed):
                    try:
                        self.step()
                        self._well = self._clock.seconds()
                    except Exception as error:
                        self._bear(error)
        finally:
            self._end()
            self.ports.close()

    def _bear(self, fault: Exception) -> None:
        """Go on after a fault of this program; where there is no end of them, close the table."""
        _keep_fault(fault)
        if self._clock.seconds() - self._well > BORNE:
            if self._anew:
                self._end()
                self._begin_anew(self._anew)
            else:
                self.failed = True

    def _end(self) -> None:
        """Save the match, unless that is what fails, and close the table."""
        try:
            self._write(self.table.room.match)
        except Exception as error:
            _keep_fault(error)
        self._say_goodbye()

    def _begin_anew(self, anew: Callable[[], TableServer]) -> None:
        """Serve another table in place of this one."""
        port, self.table = self.table.port, anew()
        self.table.port, self._bots, self._well = port, BotDriver(), self._clock.seconds()

    def step(self) -> None:
        """Wait for the next datagram or due time, and handle it; first ask, if this machine has slept."""
        if self._question:
            self._wake_up(self._question)
            return
        ready = self._wait(*self._bots.wakes)
        if self._sleep.noticed() and (machines := self._machines()):
            table = self.table
            host = fingerprint(table.host.exchange)
            self._question = TakeoverQuery(self._clock, table.id, table.epoch, machines, host)
            for _ in range(_DRAINED):  # what was sent while it slept says nothing of where its sender is now
                deque(self.ports.receive(), maxlen=0)
            return
        self._receive(ready)
        room = self.table.room
        for seat, request in self._bots.look(room.match, room.stage.bots, self.now):
            self.table.ask(seat, request, self.now)
        if room.hands.due(self.now):
            self._bots.point(room.hands, self.now)
        self._send(self.table.update(self.now))
        if self.table.fault:
            raise self.table.fault
        self._keep()
        if self.now - self._joined >= RESCAN:
            self._joined = self.now
            self.table.addresses = addresses_here()
            for sock in self.ports.sockets:
                join_groups(sock)

    def _machines(self) -> dict[Address, Machine]:
        """By the address of their connection, the machines that may have gone on with a match that is being
        played."""
        room, members = self.table.room, self.table.members
        if not room.stage.playing or room.phase == WON:
            return {}
        peers = [(one, one.peer) for one in members.all.values() if one.peer and one is not members.at_host]
        return {
            peer.address[:2]: Machine(
                one.number, at_port(peer.address, peer.join.spare), one.player, one.signs
            )
            for one, peer in peers
            if peer.join.spare
        }

    def _wake_up(self, question: TakeoverQuery) -> None:
        """Ask whether another has gone on; then go on, or give the table up. Meanwhile the members get
        packets from this host, but theirs are ignored."""
        senders = {sender[:2] for _data, sender in self.ports.receive()}
        self._send(self.table.listener.packets(self.now))
        if question.ask(senders):
            return
        if question.found is None:
            self.go_on()
        elif self._anew:
            self._write(self.table.room.match)
            self._begin_anew(self._anew)
            self.go_on()
        else:
            self._clock.pause(_LONGEST / 5)

    def _wait(self, *wakes: int) -> Sequence[socket]:
        """Wait for datagrams until something is due or the first of `wakes`: the sockets with some."""
        until = min([self.table.next_time(), *wakes])
        gather = GATHER - (self.now - AFTER) % GATHER
        if self.table.rests and until - self.now > gather:
            self._clock.pause(gather / 1e6)
            return self.ports.sockets
        return self._clock.wait(self.ports.sockets, min(_LONGEST, (until - self.now) / 1e6))

    def _receive(self, ready: Sequence[socket]) -> None:
        """Pass what has arrived to the table."""
        for data, sender in self.ports.receive(ready):
            if reply := self.table.receive(data, sender, self.now):
                self.ports.send(reply, sender)
                self.reached = self.reached or not is_own(sender)
        dropped, self.table.dropped = self.table.dropped, []
        for who, why, fault in dropped:
            logging.getLogger("haisty").warning(one_line(str(Notice(_DROPPED, name=who, reason=why))))
            if fault:
                _keep_fault(fault)

    def _send(self, datagrams: Iterable[tuple[bytes, Address]]) -> None:
        for data, address in datagrams:
            self.ports.send(data, address)

    def _say_goodbye(self) -> None:
        """Close the table and serve until everyone has acknowledged it, but not for long."""
        self._send(self.table.close(self.now, self.leaves))
        end = self.now + LINGER
        while self.table.unheard and self.now < end:
            self._receive(self._wait())
            self._send(self.table.update(self.now))

    def _keep(self) -> None:
        """Save the match after each round; reopen the table after the last."""
        match = self.table.room.match
        if match is None:
            self._rounds = 0
            return
        if len(match.results) != self._rounds:
            self._rounds = len(match.results)
            if not match.results:
                return  # another match has begun at once
            self._write(match)
            if match.state.phase == WON:
                self.played += 1
                self._won = self.now
        if self._reopens and match.state.phase == WON and self.now - self._won > self._reopens:
            self.table.room.reopen(self.now)

    def _write(self, match: Match | None) -> None:
        """Save the match as it stands, if there is one, with the names of those seated now."""
        if match is None:
            return
        shown = [chair.shown() for chair in self.table.members.chairs[: match.seats]]
        names, backs = tuple(place.name for place in shown), tuple(place.back for place in shown)
        portraits = tuple(place.portrait for place in shown)
        origin = Origin(self.table.id.hex(), self.table.epoch, self.parted)
        self._save(match, Company(names, backs, origin, portraits))


def _keep_fault(error: Exception) -> None:
    """Have a fault of this program kept, see game/faults.py."""
    sys.excepthook(type(error), error, error.__traceback__)


class ServerThread:
    """Serves the table until it is ended."""

    def __init__(self, server: Server, look: Callable[[], object] = lambda: None) -> None:
        """`look` is called after each step of the server, in its thread."""
        self.server, self._look = server, look
        self._stop = here().jobs.event()
        self._thread = here().jobs.start(server.run, self._over)

    def _over(self) -> bool:
        self._look()
        return self._stop.is_set()

    @property
    def alone(self) -> bool:
        """Whether no machine but this one is connected: further players here could not be hosts."""
        members = list(self.server.table.members.all.values())  # copied: another thread changes it
        return sum(bool(peer and peer.join.spare) for peer in [member.peer for member in members]) <= 1

    @property
    def live(self) -> bool:
        """Whether a match is being played."""
        return self.server.table.room.match is not None

    def end(self) -> None:
        """Have the server close the table, without waiting for it."""
        self._stop.set()

    def close(self) -> None:
        """Have the server close the table, and wait until it has."""
        self._stop.set()
        self._thread.join(_LAST)
