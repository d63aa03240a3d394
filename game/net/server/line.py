"""How far back a press may lie: what the host has itself measured of a client's line."""

from collections import deque

MARGIN = 4_000
"""Microseconds from a press to its packet, in a program that is busy drawing."""
WINDOW = 1_000_000
"""Microseconds of each of the two periods whose slowest answer counts."""
_OPEN = 256
"""The most unanswered packets that are remembered."""
_WRAP = 1 << 24


class Line:
    """One client's answers to the host's notes, by the host's clock in microseconds.

    A client repeats the time in the newest note it had heard. An answer may be held back,
    but not given before its packet arrived; so a client can only seem slower than it is.
    """

    def __init__(self, now: int) -> None:
        self.answered = now
        """When the newest packet was sent that the client has answered: all it claims up to then is here."""
        self._open: deque[int] = deque(maxlen=_OPEN)
        """When packets were sent that it has not answered yet, oldest first."""
        self._slowest = self._slowest_before = 0
        self._since = now

    def sent(self, now: int) -> None:
        """A packet goes to the client."""
        self._open.append(now)

    def answer(self, echo: int, now: int) -> None:
        """A packet has come that repeats the time `echo`, modulo 2**24."""
        sent = now - (now - echo) % _WRAP
        if sent not in self._open:
            return
        while self._open and self._open[0] <= sent:
            self._open.popleft()
        if now - self._since > WINDOW:
            self._slowest_before, self._slowest, self._since = self._slowest, 0, now
        self._slowest = max(self._slowest, now - sent)
        self.answered = sent

    def earliest(self, now: int) -> int:
        """No press that arrives now counts from before this time: as far back as the slowest answer lately.

        If a packet has waited for longer than that, the line has just stalled, and the last answer counts.
        """
        slowest = max(self._slowest, self._slowest_before)
        earliest = now - slowest - MARGIN
        return self.answered if self._open and self._open[0] < earliest else max(self.answered, earliest)
