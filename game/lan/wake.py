"""A host that has not run for a while, because its machine slept, say: before it judges anything, it asks
whether another has gone on with its match.
"""

from collections.abc import Mapping

from game.lan.clock import Clock
from game.lan.find_successor import FoundHost, Machine, SuccessorFinder
from game.net.address import Address

ASLEEP = 1.0
"""Seconds between two turns of a host after which its clients may have taken its table over."""
ANSWER = 0.3
"""Seconds in which a machine that has the table answers so."""
DECISION = 2.0
"""Seconds in which one that has it goes on with the match, or gives up."""
_PAUSE = 0.01


class Nap:
    """Notices that this machine or program did not run. The calendar's clock counts too: on some systems the
    other one stops while the machine sleeps."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = clock.seconds(), clock.wall()

    def noticed(self) -> bool:
        """Call it every turn: whether more than ASLEEP seconds have passed since the last one."""
        last, self._last = self._last, (self._clock.seconds(), self._clock.wall())
        return max(now - before for now, before in zip(self._last, last, strict=True)) > ASLEEP


class WakeQuestion:
    """Asks the machines that were there whether one has the table now."""

    def __init__(self, clock: Clock, table: bytes, epoch: int, machines: Mapping[Address, Machine]) -> None:
        """`epoch`: that of the asking host."""
        self.found: FoundHost | None = None
        """The host that has gone on with the match."""
        self._clock, self._table, self._epoch, self._machines = clock, table, epoch, machines
        self._finder = SuccessorFinder(clock)
        self._begun = clock.seconds()

    def ask(self) -> bool:
        """Call it repeatedly; whether the question is still open. It takes no time but a short rest."""
        if self.found:
            return False
        host = self._finder.look(self._table, self._machines)
        elsewhere = host if host and host.epoch > self._epoch else None
        if elsewhere and elsewhere.playing:
            self.found = elsewhere
        waited = self._clock.seconds() - self._begun
        if self.found or waited > (DECISION if elsewhere else ANSWER):
            self._finder.close()
            return False
        self._finder.rest(_PAUSE)
        return True

    def close(self) -> None:
        """Stop asking."""
        self._finder.close()
