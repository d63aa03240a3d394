"""How far back a press may lie: no further than its seat lay back when it was told what it can answer."""

from typing import Final

WINDOW: Final = 500_000
"""Microseconds of each of the two periods in which news can still be answered: hands take 150 to 400 ms."""
JITTER: Final = 10_000
"""Microseconds by which a press may take longer than the quickest packet that brought news: as much as on a
line of 10±5 ms."""
CREDIT, REFILL = 100_000, 0.003
"""Microseconds beyond that for a line that stalls: at most, and by how much more in each microsecond."""
_NONE: Final = 1 << 62


class Line:
    """One client's line. Times in microseconds of the host's clock.

    What a client claims of its line it has to live by: it is told of everything as late as it says that its
    packets are.
    """

    def __init__(self, now: int) -> None:
        self._least = self._least_before = _NONE
        """How far back it lay at least when it was told of others' doings, in this period and the one
        before."""
        self._since = self._filled = now
        self._credit = float(CREDIT)

    def told(self, back: int, now: int) -> None:
        """The client is told of what another has done, and may still claim presses so far back."""
        self._pass(now)
        self._least = min(self._least, back)

    def earliest(self, press: int, now: int) -> int:
        """From when a press at `press` counts that has come now, if that is later; uses up the credit."""
        self._pass(now)
        self._credit = min(CREDIT, self._credit + REFILL * (now - self._filled))
        self._filled = now
        usual = now - min(self._least, self._least_before) - JITTER
        earliest = max(press, usual - int(self._credit))
        self._credit -= max(0, usual - earliest)
        return earliest

    def _pass(self, now: int) -> None:
        if now - self._since > WINDOW:
            recent = now - self._since <= 2 * WINDOW
            self._least_before, self._least = self._least if recent else _NONE, _NONE
            self._since = now
