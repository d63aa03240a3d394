"""The host's clock as another machine sees it: the exchange with the least round trip counts.

After D. L. Mills' clock filter (RFC 5905, section 10). All times in integer microseconds.
"""

from collections import deque
from typing import NamedTuple

WINDOW = 10_000_000
"""Microseconds that an exchange counts: long enough to catch a quick one, short enough not to drift."""
SLEW = 0.0005
"""How much faster or slower than time the estimate may run while it follows, once it is settled."""
JUMP = 20_000
"""An error in microseconds that is not followed but mended at once."""
_DRIFT = 0.001
"""How much two clocks may differ in pace; if they differ by more, one of them has been set."""
_STILL = 1_000_000
"""Microseconds for which the estimate stands still rather than run backwards when a clock was set."""


class _Exchange(NamedTuple):
    at: int
    trip: int
    offset: float


class HostClock:
    """Host's time from local time. It never runs backwards, unless a clock was set or stood still."""

    def __init__(self) -> None:
        self._quickest: deque[_Exchange] = deque()
        """Exchanges in the window that no later one outdoes; the first is the quickest."""
        self._offset: float | None = None
        self._moved = 0
        self._shown = 0

    @property
    def known(self) -> bool:
        """Whether there has been an exchange."""
        return self._offset is not None

    @property
    def trip(self) -> int:
        """Least round trip in the window, in microseconds."""
        return self._quickest[0].trip if self._quickest else 0

    def exchange(self, sent: int, received: int, taken: int, answered: int) -> None:
        """A question `sent` and answered to as `received` (local), `taken` and `answered` (host's)."""
        trip = (received - sent) - (answered - taken)
        if trip < 0:
            return
        new = _Exchange(received, trip, (taken + answered - sent - received) / 2)
        if self._contradicts(new):
            self._quickest.clear()
        while self._quickest and self._quickest[-1].trip >= trip:
            self._quickest.pop()
        self._quickest.append(new)
        while self._quickest[0].at < received - WINDOW:
            self._quickest.popleft()
        self._follow(received, self._quickest[0])

    def now(self, local: int) -> int:
        """The host's time at this local time; at least what was said before."""
        at = self.at(local)
        self._shown = at if at < self._shown - _STILL else max(self._shown, at)
        return self._shown

    def at(self, local: int) -> int:
        """The host's time at this local time by the present estimate."""
        return local + round(self._offset or 0)

    def _contradicts(self, new: _Exchange) -> bool:
        """Whether what is known cannot be true as well: each offset is right within half its round trip."""
        return any(
            abs(new.offset - old.offset) > (new.trip + old.trip) / 2 + _DRIFT * (new.at - old.at)
            for old in self._quickest
        )

    def _follow(self, local: int, best: _Exchange) -> None:
        if self._offset is None or abs(best.offset - self._offset) > JUMP or len(self._quickest) == 1:
            self._offset = best.offset
        else:
            step = SLEW * (local - self._moved)
            self._offset += max(-step, min(step, best.offset - self._offset))
        self._moved = local
