"""How far back a press may be dated: no further than its seat's watermark lay back when the seat was told of
what it can answer."""

from typing import Final

WINDOW: Final = 500_000
"""Microseconds of each of the two periods in which news can still be answered: hands take 150 to 400 ms."""
JITTER: Final = 10_000
"""Microseconds by which a press may take longer than the quickest packet that brought news: as much as on a
line of 10±5 ms."""
CREDIT, REFILL = 100_000, 0.003
"""Microseconds beyond that for a line that stalls: at most, and by how much more in each microsecond."""
_NONE: Final = 1 << 62


class PressLimit:
    """That of one client. Times in microseconds of the host's clock.

    A client that claims a slow line is told of everything as late as it claims its packets to be.
    """

    def __init__(self, now: int) -> None:
        self._least = self._least_before = _NONE
        """How far back its watermark lay, at the least, when it was told what others did: in this period and
        in the one before."""
        self._since = self._filled = now
        self._credit = float(CREDIT)

    def told(self, back: int, now: int) -> None:
        """The client is told what another has done, while its watermark lies `back` microseconds back."""
        self._pass(now)
        self._least = min(self._least, back)

    def earliest(self, press: int, now: int) -> int:
        """The time that counts for a press at `press` that arrives now; uses up the credit."""
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
