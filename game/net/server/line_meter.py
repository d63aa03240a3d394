"""How a client's line has been in the last minute, as far as the host can tell.

A client answers the host's notes, and says how long it has waited with that, so the host knows what each took
there and back, if the client is honest: nothing but what is shown depends on it. Times in microseconds of the
host's clock.
"""

from collections import deque
from statistics import median

from game.net.wire.messages import Line

PERIOD, KEPT = 1_000_000, 60
"""Microseconds of which the shortest and the longest trip are kept, and of how many such periods."""
STALL = 100_000
"""Microseconds more than a trip takes as a rule, from which on the line has stalled."""


class LineMeter:
    """That of one client."""

    def __init__(self) -> None:
        self._periods: deque[tuple[int, int, int]] = deque(maxlen=KEPT)
        """Of each period its number, the shortest trip and the longest."""

    def round_trip_measured(self, trip: int, now: int) -> None:
        """A packet of the host's has been answered after so long."""
        number, least, most = now // PERIOD, trip, trip
        if self._periods and self._periods[-1][0] == number:
            _number, before, after = self._periods.pop()
            least, most = min(trip, before), max(trip, after)
        self._periods.append((number, least, most))

    def usual(self, now: int) -> int | None:
        """How long a packet there and its answer take at the most, as a rule; None: not measured yet."""
        recent = self._recent(now)
        return round(median(most for _least, most in recent)) if recent else None

    def _recent(self, now: int) -> list[tuple[int, int]]:
        return [each[1:] for each in self._periods if each[0] > now // PERIOD - KEPT]

    def line(self, member: int, loss: float, waited: bool, now: int) -> Line | None:
        """This member's line, of whose packets this fraction is lost, and whether it is waited for; None: not
        measured yet."""
        recent = self._recent(now)
        if not recent:
            return None
        trip = median(least for least, _most in recent)
        over = [most - trip for _least, most in recent]
        usual = median(most - least for least, most in recent)
        stalls = sum(each >= STALL for each in over)
        return Line(member, _ms(trip), _ms(usual), _ms(max(over)), stalls, round(100 * loss), waited)


def _ms(time: float) -> int:
    """Whole milliseconds, as many as can be told of."""
    return max(0, min(9999, round(time / 1000)))
