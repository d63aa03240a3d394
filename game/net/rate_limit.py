"""How much an address may ask of a host: token buckets, a back-off after wrong codes, a budget of guesses."""

import ipaddress
from collections.abc import Hashable
from functools import lru_cache
from itertools import count
from typing import Generic, NamedTuple, TypeVar

_MOST = 4096
"""The most addresses remembered; the one quiet the longest is forgotten first."""
_SOONEST, _LONGEST = 500_000, 30_000_000
"""Microseconds to wait after the first wrong code, and at most."""
PAUSE = 5_000_000
"""Microseconds after which one more code may be tried, in the long run."""
BURST = 8
"""The most tries at once: 8, and 12 more in the minute from then on."""
TURNS = 128
"""The most that wait for a turn; beyond that the last in order is dropped."""
KEPT = 10_000_000
"""How long (µs) a granted turn is held; unused, it counts as a failed guess."""
_FORGOTTEN = 3_600_000_000

Who = TypeVar("Who", bound=Hashable)
Key = TypeVar("Key")
Value = TypeVar("Value")


def origin(host: str) -> str:
    """What counts as one sender: an address on this network, or a /64 IPv6 network elsewhere."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        # All of a LAN shares fe80::/64: there each address counts on its own.
        if not (address.is_link_local or address.is_loopback):
            return str(ipaddress.IPv6Network((int(address) >> 64 << 64, 64)))
    return str(address)


@lru_cache(maxsize=_MOST)
def network(sender: str) -> str:
    """The wide network around an `origin`: /16 or /32."""
    try:
        own = ipaddress.ip_network(sender)
    except ValueError:
        return sender
    return str(own.supernet(new_prefix=16 if own.version == 4 else 32))


def remember(them: dict[Key, Value], one: Key, what: Value, most: int = _MOST) -> None:
    """Note this as the latest of what is known; of more than `most` the oldest is forgotten."""
    them.pop(one, None)
    them[one] = what
    if len(them) > most:
        del them[next(iter(them))]


class Buckets(Generic[Who]):
    """Token buckets: `burst` at once, then `rate` a second."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate / 1e6, burst
        self._levels: dict[Who, tuple[float, int]] = {}

    def take(self, who: Who, now: int) -> bool:
        """Take a token; returns whether there was one."""
        level, at = self._levels.get(who, (self._burst, now))
        level = min(self._burst, level + (now - at) * self._rate)
        allowed = level >= 1
        remember(self._levels, who, (level - allowed, now))
        return allowed


class Backoff:
    """Exponential back-off against guessing: each wrong code doubles the wait."""

    def __init__(self) -> None:
        self._wrong: dict[str, tuple[int, int]] = {}

    def wait(self, who: str, now: int) -> int:
        """Microseconds until another try is allowed; 0: now."""
        return max(0, self._wrong.get(who, (0, 0))[1] - now)

    def wrong(self, who: str, now: int) -> None:
        """Count a wrong code."""
        times = self._wrong.get(who, (0, 0))[0]
        remember(self._wrong, who, (times + 1, now + min(_LONGEST, _SOONEST << min(times, 8))))

    def right(self, who: str) -> None:
        """Forget the wrong codes: one was right."""
        self._wrong.pop(who, None)


class _Turn(NamedTuple):
    """A sender that waits."""

    sender: str
    number: int
    """In the order of asking."""
    until: int = 0
    """How long the turn is kept."""


class GuessBudget:
    """Limits the codes that strangers may try at a table, from all addresses together: 20 in any minute.

    A leaky bucket: each try is counted when it begins, and given back when the code was right. When more want
    to try, they take turns, so that many addresses are no advantage: first the network (/16, /32) whose last
    try is the longest ago, within it the sender.

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
        turn = self._turns.get(who) or _Turn(who, next(self._numbers))
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

    def _rank(self, turn: _Turn) -> tuple[int, int, int]:
        """The place in the order: lower comes sooner."""
        tried = self._tried.get
        return tried(network(turn.sender), -1), tried(turn.sender, -1), turn.number

    def _forget(self, now: int) -> None:
        for who in [who for who, turn in self._turns.items() if now >= turn.until]:
            del self._turns[who]
            self._note(who, now)
        while self._tried and now - next(iter(self._tried.values())) > _FORGOTTEN:
            del self._tried[next(iter(self._tried))]

    def _note(self, who: str, now: int) -> None:
        for tried in (network(who), who):
            remember(self._tried, tried, now)


def _apart(one: _Turn, other: _Turn) -> str:
    """The network of one if it is not also the other's, else its sender: one try of it counts as ahead."""
    wide = network(one.sender)
    return wide if wide != network(other.sender) else one.sender
