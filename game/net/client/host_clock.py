"""The host's clock, estimated on another machine from the quickest packet in each direction.

A packet cannot arrive before it was sent, so each packet to the host bounds the host's clock from one side
and each packet from it bounds it from the other; the quickest of each direction give the tightest bounds.
Where delays vary, these two together are far closer than the quickest round trip (D. L. Mills' clock filter,
RFC 5905), which needs both of its packets to be quick. All times are integer microseconds.
"""

from collections import deque
from math import inf

WINDOW = 5_000_000
"""Microseconds that a packet is kept: long enough to catch quick ones, short enough not to drift."""
SLEW = 0.0005
"""How much faster or slower than real time the estimate may run while it is adjusted, once it has settled."""
JUMP = 20_000
"""An error in microseconds above which the estimate jumps instead of being adjusted gradually."""
_DRIFT = 5_000
"""Microseconds that two clocks may drift apart within the window; beyond that, one of them has been set."""
_STILL = 1_000_000
"""Microseconds for which the estimate stands still, instead of running backwards, after a clock was set."""


class _Least:
    """The minimum over a sliding window."""

    def __init__(self) -> None:
        self._kept: deque[tuple[int, int]] = deque()
        """Those not yet superseded by a later, smaller one, with their times; the first is the minimum."""

    @property
    def number(self) -> int:
        """The minimum."""
        return self._kept[0][1]

    def add(self, at: int, number: int) -> None:
        """Add a number."""
        while self._kept and self._kept[-1][1] >= number:
            self._kept.pop()
        self._kept.append((at, number))
        while self._kept[0][0] < at - WINDOW:
            self._kept.popleft()

    def clear(self) -> None:
        """Empty the window."""
        self._kept.clear()


class HostClock:
    """The host's time from local time. It never runs backwards, unless a clock was set or stood still."""

    def __init__(self) -> None:
        self._up, self._down = _Least(), _Least()
        """Apparent travel times of packets, each off by the difference between the two clocks."""
        self.known = False
        """Whether there has been an exchange yet."""
        self._offset = 0.0
        self._error = inf
        """How far off the estimate may be; it grows with age, as two clocks drift apart."""
        self._moved = 0
        self._shown = 0

    def exchange(self, sent: int, received: int, taken: int, answered: int) -> None:
        """Add a round trip: `sent` and `received` by the local clock, `taken` and `answered` by the
        host's."""
        up, down = taken - sent, received - answered
        if up + down < 0:
            return
        if self.known and min(self._up.number + down, up + self._down.number) < -_DRIFT:
            self._up.clear()
            self._down.clear()
            self._error = inf
        self._up.add(sent, up)
        self._down.add(received, down)
        self._follow(received)
        self.known = True

    def now(self, local: int) -> int:
        """The host's time at this local time; never less than returned before, once it is known."""
        at = self.at(local)
        if not self.known:
            return at
        self._shown = at if at < self._shown - _STILL else max(self._shown, at)
        return self._shown

    def at(self, local: int) -> int:
        """The host's time at this local time by the current estimate."""
        return local + round(self._offset)

    def local(self, at: int) -> int:
        """The local time at which this is the host's, by the current estimate."""
        return at - round(self._offset)

    def _follow(self, local: int) -> None:
        """Accept at once what is surer than the estimate, or what it contradicts; else adjust slowly. After a
        silence the first packets may be slow ones: they are in the window alone, and prove little."""
        found, error = (self._up.number - self._down.number) / 2, (self._up.number + self._down.number) / 2
        step = SLEW * min(local - self._moved, WINDOW)
        self._error += step
        if error <= self._error or abs(found - self._offset) > error + JUMP:
            self._offset, self._error = found, error
        else:
            self._offset += max(-step, min(step, found - self._offset))
        self._moved = local
