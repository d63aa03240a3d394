"""Limits the codes that strangers may try at a table, from all addresses together: at most 20 in any minute.

When more want to try, they take turns, so that many addresses are no advantage: first the wide network (/16,
/32) whose last try is the longest ago, within it the network (/24, /48), within that the sender.
"""

from itertools import count
from typing import NamedTuple

from game.net.rate_limit import networks

PAUSE = 5_000_000
"""Microseconds after which one more code may be tried, in the long run."""
BURST = 8
"""The most tries at once: 8, and 12 more in the minute from then on."""
TURNS = 128
"""The most that wait for a turn; beyond that the last in order is dropped."""
KEPT = 10_000_000
"""How long (µs) a granted turn is held; unused, it counts as a failed guess."""
_FORGOTTEN = 3_600_000_000
_MOST = 4096


class _Turn(NamedTuple):
    """A sender that waits."""

    networks: tuple[str, str, str]
    number: int
    """In the order of asking."""
    until: int = 0
    """How long the turn is kept."""


class GuessBudget:
    """A leaky bucket of tries. Each try is counted when it begins, and given back when the code was right.

    Times in microseconds of the host's clock.
    """

    def __init__(self) -> None:
        self._empty = 0
        """When all tries counted so far will have leaked out."""
        self._tried: dict[str, int] = {}
        """When each sender and network last tried; the latest last."""
        self._turns: dict[str, _Turn] = {}
        self._numbers = count()

    def wait(self, who: str, now: int) -> int:
        """Microseconds until this sender may try a code; 0: now. Its turn is held."""
        self._forget(now)
        turn = self._turns.get(who) or _Turn(networks(who), next(self._numbers))
        rank, ranks = self._rank(turn), {each: self._rank(other) for each, other in self._turns.items()}
        ahead = {_apart(self._turns[each], turn) for each, theirs in ranks.items() if theirs < rank}
        wait = max(0, max(0, self._empty - now) + (len(ahead) + 1 - BURST) * PAUSE)
        if wait:
            self._turns[who] = turn._replace(until=now + wait + KEPT)
            if len(self._turns) > TURNS:
                del self._turns[max(self._turns, key={**ranks, who: rank}.__getitem__)]
        return wait

    def begin(self, who: str, now: int) -> None:
        """Count a try."""
        self._empty = max(self._empty, now) + PAUSE
        self._turns.pop(who, None)
        self._note(who, now)

    def right(self, who: str) -> None:
        """The code was right: give the try back."""
        self._empty -= PAUSE
        self._tried.pop(who, None)

    def _rank(self, turn: _Turn) -> tuple[int, int, int, int]:
        """The place in the order: lower comes sooner."""
        (wide, network, sender), tried = turn.networks, self._tried.get
        return tried(wide, -1), tried(network, -1), tried(sender, -1), turn.number

    def _forget(self, now: int) -> None:
        for who in [who for who, turn in self._turns.items() if now >= turn.until]:
            del self._turns[who]
            self._note(who, now)
        while self._tried and now - next(iter(self._tried.values())) > _FORGOTTEN:
            del self._tried[next(iter(self._tried))]

    def _note(self, who: str, now: int) -> None:
        for network in networks(who):
            self._tried.pop(network, None)
            self._tried[network] = now
        while len(self._tried) > _MOST:
            del self._tried[next(iter(self._tried))]


def _apart(one: _Turn, other: _Turn) -> str:
    """The widest network of one that is not also the other's: only one try of it counts as ahead."""
    wide, network, sender = one.networks
    return wide if wide != other.networks[0] else network if network != other.networks[1] else sender
