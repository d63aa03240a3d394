"""How many codes strangers may try at a table, from however many addresses: at most 20 in any minute."""

PAUSE = 5_000_000
"""Microseconds after which one more code may be tried, in the long run."""
BURST = 8
"""The most tries at once: 8, and 12 more in the minute from then on."""
AGAIN = 4
"""As many of these are for those who have tried in vain before; the others are for newcomers."""
TURNS = 24
"""The most newcomers who wait for their turn."""
KEPT = 10_000_000
"""Microseconds that a turn is kept for the one whose it is. Who does not come has tried in vain."""
_FORGOTTEN = 3_600_000_000
_MOST = 4096


class GuessBudget:
    """A leaky bucket of tries. Each try is counted when it begins, and given back when the code was right.

    Times in microseconds of the host's clock.
    """

    def __init__(self) -> None:
        self._empty = 0
        """When all tries counted so far will have leaked out."""
        self._vain: dict[str, int] = {}
        """Who has tried, but has not been right since, and when."""
        self._turns: dict[str, int] = {}
        """Newcomers who have to wait, and when they may try."""

    def wait(self, who: str, now: int) -> int:
        """Microseconds until `who` may try a code; 0: now. A newcomer's turn is kept."""
        self._forget(now)
        ahead = sum(other != who for other in self._turns)
        if who in self._vain:
            return self._until(ahead, AGAIN, now)
        if who in self._turns:
            return max(self._turns[who] - now, self._until(0, BURST, now))
        wait = self._until(ahead, BURST, now)
        if wait and len(self._turns) < TURNS:
            self._turns[who] = now + wait
        return wait

    def begin(self, who: str, now: int) -> None:
        """Count a try."""
        self._empty = max(self._empty, now) + PAUSE
        self._turns.pop(who, None)
        self._in_vain(who, now)

    def right(self, who: str) -> None:
        """The code was right: give the try back."""
        self._empty -= PAUSE
        self._vain.pop(who, None)

    def _until(self, ahead: int, room: int, now: int) -> int:
        """How long until there is room for one more try after those ahead of it."""
        return max(0, max(0, self._empty - now) + (ahead + 1 - room) * PAUSE)

    def _forget(self, now: int) -> None:
        for who in [who for who, at in self._turns.items() if now >= at + KEPT]:
            del self._turns[who]
            self._in_vain(who, now)
        while self._vain and now - next(iter(self._vain.values())) > _FORGOTTEN:
            del self._vain[next(iter(self._vain))]

    def _in_vain(self, who: str, now: int) -> None:
        self._vain.pop(who, None)
        self._vain[who] = now
        if len(self._vain) > _MOST:
            del self._vain[next(iter(self._vain))]
