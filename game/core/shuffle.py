"""Shuffles that are the same on every machine and Python version, from a number or from a secret.

A number is a seed that can be shared and replayed: SplitMix64 (Steele, Lea, Flood: Fast Splittable
Pseudorandom Number Generators, OOPSLA 2014). A secret is for a deal that nobody may work out: keyed BLAKE2b
(RFC 7693) in counter mode; the numbers drawn reveal neither later nor earlier ones.
Bounded numbers are drawn without bias by rejection; the shuffle is Fisher-Yates.
"""

import struct
from collections.abc import Iterable, Iterator
from itertools import count
from typing import Literal, TypeVar, overload

T = TypeVar("T")

Seed = int | bytes
"""A number, of which the low 64 bits count, or a secret of SECRET bytes."""
Use = Literal["deal", "tie", "bot", "anew", "host"]
"""What a secret is for: a deal, a tie-break, a bot, the hidden cards dealt anew by another host, or the
host's own number for a deal."""
SECRET = 32
_MASK = (1 << 64) - 1
_BLOCK = struct.Struct("<8Q")


class Stream:
    """An endless stream of numbers from a seed."""

    def __init__(self, seed: Seed) -> None:
        self._numbers = _split_mix(seed) if isinstance(seed, int) else _keyed(seed)

    def next64(self) -> int:
        """The next number, 0 <= n < 2**64."""
        return next(self._numbers)

    def below(self, bound: int) -> int:
        """A uniform number 0 <= n < bound; bound is 1 to 2**64."""
        limit = (1 << 64) - (1 << 64) % bound
        while (n := self.next64()) >= limit:
            pass
        return n % bound


def shuffled(items: Iterable[T], stream: Stream) -> tuple[T, ...]:
    """The items in a random order drawn from the stream."""
    order = list(items)
    for i in range(len(order) - 1, 0, -1):
        j = stream.below(i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


@overload
def derive(seed: int, *path: int, use: Use = "deal") -> int: ...
@overload
def derive(seed: bytes, *path: int, use: Use = "deal") -> bytes: ...
def derive(seed: Seed, *path: int, use: Use = "deal") -> Seed:
    """A separate seed for each path below a seed: rounds, seats, draws.

    From a secret, each use gets a secret of its own, which reveals neither its origin nor the others. From a
    number, every use gets the same number.
    """
    if isinstance(seed, bytes):
        said = struct.pack(f"<{len(path)}Q", *path)
        return _digest(said, seed, use, SECRET)
    for step in path:
        seed = Stream(seed ^ Stream(step + 1).next64()).next64()
    return seed


def lot(seed: Seed, number: int, landing: int, seat: int) -> int:
    """The draw of a seat if a landing of a round, both by their numbers, is a tie: the lowest wins."""
    drawn = derive(seed, number, landing, seat, use="tie")
    return drawn if isinstance(drawn, int) else int.from_bytes(drawn)


def written(seed: Seed) -> int | str:
    """The seed as written to files: a secret in hexadecimal digits."""
    return seed if isinstance(seed, int) else seed.hex()


def _split_mix(seed: int) -> Iterator[int]:
    state = seed & _MASK
    while True:
        state = (state + 0x9E3779B97F4A7C15) & _MASK
        z = state
        z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & _MASK
        yield z ^ z >> 31


def _keyed(secret: bytes) -> Iterator[int]:
    for block in count():
        said = struct.pack("<Q", block)
        yield from _BLOCK.unpack(_digest(said, secret, "stream", _BLOCK.size))


def _digest(said: bytes, secret: bytes, person: str, size: int) -> bytes:
    from hashlib import blake2b  # noqa: PLC0415 - it loads OpenSSL, which would delay the first frame

    return blake2b(said, key=secret, digest_size=size, person=person.encode()).digest()
