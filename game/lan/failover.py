"""When the host falls silent: the next machine in the order that all know goes on with the table.

A client that hears nothing for a while calls those before it in the order; if none of them answers in
its time, it becomes the host itself. Where others were, the match goes on only when somebody else has
come: who is alone then was cut off itself, and returns to the old host as soon as that is heard again.
"""

import threading
import time
from collections.abc import Callable
from contextlib import suppress

import msgspec

from game.core.state import WON
from game.lan.redial import Redial
from game.lan.remote import Remote
from game.lan.server import Save, Server
from game.net.address import Address, resolve
from game.net.messages import Heir, Shown, Told
from game.net.table import NetTable, Terms
from game.net.udp import Ports
from game.net.visit import Visit
from game.net.wire import encode_down

LOSS = 1.0
"""Seconds of silence after which the host counts as lost: no network that can be played on is so long."""
TURN = 0.4
"""Seconds that each in the order has before the next."""
GATHER = 300_000
"""Microseconds that a new host waits for all before the match goes on."""
BACK = 0.3
"""Seconds within which the old host must have been heard to be there again."""

MakeTable = Callable[[str, int, Terms, str, bytes, tuple[bytes, int]], NetTable]
"""Makes a table from name, seats, terms, code, owner's token, id and epoch."""


class Failover:
    """One machine's part in it. `watch` is called again and again by the thread that listens."""

    def __init__(self, ports: Ports, code: str, make: MakeTable, save: Save) -> None:
        """`ports` are those that the others know as `spare`."""
        self.ports = ports
        self.server: Server | None = None
        """The host that this machine has become."""
        self._code, self._make, self._save = code, make, save
        self._calls: list[Remote] = []
        self._told: list[Remote] = []
        """Those who have been told what was heard of the old host."""
        self._begun: float | None = None
        self._old: Remote | None = None
        self._redial = Redial(code)
        self._stop = threading.Event()

    def close(self) -> None:
        """End it, and the host that this machine may have become."""
        self._give_up()
        self._redial.close()
        self._stop.set()
        if self._old:
            self._old.close()
        if not self.server:
            self.ports.close()

    def watch(self, current: Remote) -> Remote | None:
        """Look whether the host is there; the line to another one if there is one now."""
        if back := self._redial.watch(self._old or current):
            return self._return(current, back)
        return self._keep(current) if self.server and self._old else self._search(current)

    def _search(self, current: Remote) -> Remote | None:
        visit, now = current.visit, time.perf_counter()
        if not is_lost(visit):
            self._give_up()
            return None
        assert visit.welcome
        heirs = [heir for heir in visit.heirs if heir.port]
        turn = next((i for i, heir in enumerate(heirs) if heir.member == visit.welcome.member), None)
        if self._begun is None:
            self._begun = now
            for heir in heirs[: len(heirs) if turn is None else turn]:
                with suppress(OSError):
                    self._calls.append(self._call(_address_of(heir), visit))
        # Who was host for a while by mistake has no ports left to be one on.
        may = self.server is None and not self._stop.is_set()
        if may and turn is not None and now - self._begun >= TURN * turn:
            self._take_over(visit)
        for call in self._calls:
            call.listen(0)
            welcome = call.visit.welcome
            if not (welcome and welcome.table == visit.welcome.table and welcome.epoch > visit.welcome.epoch):
                continue
            if call not in self._told:
                self._told.append(call)
                for number, event in visit.memory.recent:
                    call.ask(Told(number, encode_down(Shown(0, event))))
            if call.visit.memory.state.totals:
                return self._change(current, call)
        return None

    def _change(self, current: Remote, new: Remote) -> Remote:
        """Leave the old line for this one, on which the match goes on."""
        new.visit.show(current.visit.state)
        self._calls.remove(new)
        self._give_up()
        if self.server:
            self._old = current
        else:
            current.close()
        return new

    def _keep(self, current: Remote) -> Remote | None:
        """As the new host: stay if others have come; give way to the old one if that is there again."""
        assert self.server and self._old
        members = self.server.table.members.all.values()
        if sum(member.guest is not None for member in members) > 1:
            self._old.close()
            self._old = None
            return None
        self._old.listen(0)
        if time.perf_counter() - self._old.visit.call.silent_since / 1e6 > BACK:
            return None
        old, self._old, self.server = self._old, None, None
        self._stop.set()
        current.close()
        return old

    def _return(self, current: Remote, back: Remote) -> Remote:
        """The host is there after all: it was this machine that was cut off."""
        self._give_up()
        for line in (self._old, current):
            if line:
                line.close()
        if self.server:
            self._stop.set()
        self._old, self.server = None, None
        return back

    def _take_over(self, visit: Visit) -> None:
        """Become the host."""
        room, welcome = visit.room, visit.welcome
        assert room and welcome
        table = self._make(
            room.name,
            len(room.places),
            Terms(room.house, room.target, room.rounds),
            self._code,
            welcome.token,
            (welcome.table, welcome.epoch + 1),
        )
        self.server = Server(table, self.ports, self._save)
        others = sum(heir.member != welcome.member for heir in visit.heirs)
        table.inherit(room, visit.heirs, visit.memory, GATHER, 2 if others else 1, self.server.now)
        threading.Thread(target=self.server.run, args=(self._stop.is_set,), daemon=True).start()
        self._calls.append(self._call(("127.0.0.1", self.ports.port), visit))

    def _call(self, address: Address, visit: Visit) -> Remote:
        assert visit.welcome
        return Remote(
            address, msgspec.structs.replace(visit.call.join, token=visit.welcome.token), self._code
        )

    def _give_up(self) -> None:
        for call in self._calls:
            call.close()
        self._calls, self._told, self._begun = [], [], None


def is_lost(visit: Visit) -> bool:
    """Whether the host is gone in the middle of a match that others could go on with."""
    room = visit.room
    if not (room and room.playing and visit.welcome and visit.heirs) or visit.memory.state.phase == WON:
        return False
    if visit.closed:
        return visit.closed == "left" and any(place.kind == "person" for place in room.places)
    return time.perf_counter() - visit.call.silent_since / 1e6 > LOSS


def _address_of(heir: Heir) -> Address:
    """Where an heir's spare sockets are, as the old host saw it."""
    return resolve(heir.host, heir.port)[0][1]


class Attendance:
    """Being at a table, whichever machine has it at the time."""

    def __init__(self, remote: Remote, failover: Failover | None = None, code: str = "") -> None:
        """Without a failover the host is this machine's own: it is only called anew if need be."""
        self.remote = remote
        self.failover = failover
        self._redial = Redial(code)

    @property
    def silence(self) -> float:
        """Seconds since the host was heard."""
        return time.perf_counter() - self.remote.visit.call.silent_since / 1e6

    @property
    def moving(self) -> bool:
        """Whether the host is lost and the table may go on elsewhere."""
        return self.failover is not None and is_lost(self.remote.visit)

    def listen(self, longest: float) -> None:
        """As Remote.listen; and look after the host."""
        self.remote.listen(min(longest, 0.02) if self.silence > LOSS else longest)
        if new := (self.failover or self._redial).watch(self.remote):
            new.woken = self.remote.woken
            self.remote = new

    def close(self) -> None:
        """Leave everything."""
        (self.failover or self._redial).close()
        self.remote.close()
