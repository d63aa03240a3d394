"""The host's clock as another machine sees it: each direction's quickest packet counts.

A packet to the host cannot arrive before it was sent, nor one from there: each bounds the host's clock
from one side, and the quickest of each direction bound it best. Where delays vary, the two together are
closer than the quickest round trip (D. L. Mills' clock filter, RFC 5905) by far: that needs both of its
packets to be quick. All times in integer microseconds.
"""

from collections import deque

WINDOW = 5_000_000
"""Microseconds that a packet counts: long enough to catch quick ones, short enough not to drift."""
SLEW = 0.0005
"""How much faster or slower than time the estimate may run while it follows, once it is settled."""
JUMP = 20_000
"""An error in microseconds that is not followed but mended at once."""
_DRIFT = 5_000
"""Microseconds that two clocks may drift apart in the window; if it is more, one of them was set."""
_STILL = 1_000_000
"""Microseconds for which the estimate stands still rather than run backwards when a clock was set."""


class _Least:
    """The least of the numbers that came in the window."""

    def __init__(self) -> None:
        self._kept: deque[tuple[int, int]] = deque()
        """Those that no later one outdoes, with their times; the first is the least."""

    @property
    def known(self) -> bool:
        """Whether there is one."""
        return bool(self._kept)

    @property
    def number(self) -> int:
        """The least."""
        return self._kept[0][1]

    def add(self, at: int, number: int) -> bool:
        """Whether it is the least now."""
        while self._kept and self._kept[-1][1] >= number:
            self._kept.pop()
        self._kept.append((at, number))
        while self._kept[0][0] < at - WINDOW:
            self._kept.popleft()
        return len(self._kept) == 1

    def clear(self) -> None:
        """Forget all."""
        self._kept.clear()


class HostClock:
    """Host's time from local time. It never runs backwards, unless a clock was set or stood still."""

    def __init__(self) -> None:
        self._up, self._down = _Least(), _Least()
        """By how much packets seem to take, which is wrong by as much as the clocks differ."""
        self._offset: float | None = None
        self._moved = 0
        self._shown = 0

    @property
    def known(self) -> bool:
        """Whether there has been an exchange."""
        return self._offset is not None

    @property
    def trip(self) -> int:
        """The quickest way there and back in the window, in microseconds."""
        return max(0, self._up.number + self._down.number) if self._up.known else 0

    def exchange(self, sent: int, received: int, taken: int, answered: int) -> None:
        """A question `sent` and answered to as `received` (local), `taken` and `answered` (host's)."""
        up, down = taken - sent, received - answered
        if up + down < 0:
            return
        if self.known and min(self._up.number + down, up + self._down.number) < -_DRIFT:
            self._up.clear()
            self._down.clear()
        better = self._up.add(sent, up), self._down.add(received, down)
        self._follow(received, any(better))

    def now(self, local: int) -> int:
        """The host's time at this local time; at least what was said before."""
        at = self.at(local)
        self._shown = at if at < self._shown - _STILL else max(self._shown, at)
        return self._shown

    def at(self, local: int) -> int:
        """The host's time at this local time by the present estimate."""
        return local + round(self._offset or 0)

    def _follow(self, local: int, better: bool) -> None:
        """Believe a quicker packet at once; when an old one no longer counts, change over slowly."""
        found = (self._up.number - self._down.number) / 2
        if self._offset is None or better or abs(found - self._offset) > JUMP:
            self._offset = found
        else:
            step = SLEW * (local - self._moved)
            self._offset += max(-step, min(step, found - self._offset))
        self._moved = local
