"""How much an address may ask of a host: token buckets, and a back-off after each wrong code."""

import ipaddress
from collections.abc import Hashable
from functools import lru_cache
from typing import Generic, TypeVar

_MOST = 4096
"""The most addresses remembered; the one quiet the longest is forgotten first."""
_SOONEST, _LONGEST = 500_000, 30_000_000
"""Microseconds to wait after the first wrong code, and at most."""

Who = TypeVar("Who", bound=Hashable)


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
def networks(sender: str) -> tuple[str, str, str]:
    """The two networks around an `origin`, the wider first, and itself: /16 and /24, or /32 and /48."""
    try:
        own = ipaddress.ip_network(sender)
    except ValueError:
        return sender, sender, sender
    wide, near = (16, 24) if own.version == 4 else (32, 48)
    return str(own.supernet(new_prefix=wide)), str(own.supernet(new_prefix=near)), sender


class Buckets(Generic[Who]):
    """Token buckets: `burst` at once, then `rate` a second."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate / 1e6, burst
        self._levels: dict[Who, tuple[float, int]] = {}

    def take(self, who: Who, now: int) -> bool:
        """Take a token; returns whether there was one."""
        level, at = self._levels.pop(who, (self._burst, now))
        level = min(self._burst, level + (now - at) * self._rate)
        allowed = level >= 1
        self._levels[who] = level - allowed, now
        if len(self._levels) > _MOST:
            del self._levels[next(iter(self._levels))]
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
        times = self._wrong.pop(who, (0, 0))[0]
        self._wrong[who] = times + 1, now + min(_LONGEST, _SOONEST << min(times, 8))
        if len(self._wrong) > _MOST:
            del self._wrong[next(iter(self._wrong))]

    def right(self, who: str) -> None:
        """Forget the wrong codes: one was right."""
        self._wrong.pop(who, None)
