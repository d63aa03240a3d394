"""A host that has not run for a while, because its machine slept, say: before it judges anything, it asks
whether another has gone on with its match.
"""

from collections.abc import Mapping, Set

from game.lan.clock import Clock
from game.lan.find_successor import FoundHost, Machine, SuccessorFinder
from game.net.address import Address

ASLEEP = 1.0
"""Seconds between two turns of a host after which its clients may have taken its table over."""
ANSWER = 0.3
"""Seconds in which a machine that has the table answers so, and whoever is still here is heard."""
DECISION = 2.0
"""Seconds after which the host goes on in any case, if nobody has."""
_PAUSE = 0.01


class SleepDetector:
    """Notices that this machine or program did not run. The calendar's clock counts too: on some systems the
    other one stops while the machine sleeps."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = clock.seconds(), clock.wall()

    def noticed(self) -> bool:
        """Call it every turn: whether more than ASLEEP seconds have passed since the last one."""
        last, self._last = self._last, (self._clock.seconds(), self._clock.wall())
        return max(now - before for now, before in zip(self._last, last, strict=True)) > ASLEEP


class TakeoverQuery:
    """Asks the machines that were there whether one has the table now."""

    def __init__(self, clock: Clock, table: bytes, epoch: int, machines: Mapping[Address, Machine]) -> None:
        """`epoch`: that of the asking host. `machines`: by the address of their connection to it."""
        self.found: FoundHost | None = None
        """The host that has gone on with the match."""
        self._clock, self._table, self._epoch, self._machines = clock, table, epoch, machines
        self._finder = SuccessorFinder(clock)
        self._until, self._last = clock.seconds() + ANSWER, clock.seconds() + DECISION
        self._here: set[Address] = set()
        """Whose packets have come since it was last judged whether most are here."""

    def ask(self, senders: Set[Address]) -> bool:
        """Call it repeatedly, with who has sent something; whether the question is still open. It takes no
        time but a short rest.

        No other has gone on if so many are still here that most are not with another.
        """
        if self.found:
            return False
        self._here |= self._machines.keys() & senders
        at: dict[Address, Machine] = {machine.address[:2]: machine for machine in self._machines.values()}
        host = self._finder.look(self._table, at, self._epoch)
        if host and host.playing:
            self.found = host
        now, all_ = self._clock.seconds(), len(self._machines)
        settled = now > self._until and len(self._here) >= all_ - all_ // 2
        if self.found or settled or now > self._last:
            self._finder.close()
            return False
        if now > self._until:
            self._until, self._here = now + ANSWER, set()
        self._finder.rest(_PAUSE)
        return True
