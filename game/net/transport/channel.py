"""Reliable, ordered messages over unreliable packets: each packet contains all messages not yet acknowledged.
No socket and no clock inside."""

import struct
from collections import deque
from typing import NamedTuple

_HEAD = struct.Struct("<HH")
"""Numbers, modulo 2**16, of the first message in the packet and of the first not yet received."""
_WRAP = 1 << 16
_LONG = 0x80
"""A shorter length takes one byte; otherwise this bit is set in the high byte of two."""
LONGEST = 1100
"""Bytes of the longest message: one always fits a packet."""
WINDOW, BACKLOG = 4096, 1 << 17
"""The most unacknowledged messages, and their bytes, before the connection is given up."""


class Overflow(Exception):
    """Too much is unacknowledged by the other end."""


class Heard(NamedTuple):
    """The contents of a packet: the sender's note and the new messages."""

    note: bytes
    messages: list[bytes]


class Channel:
    """One end. `pack` and `unpack` make and read the payload of packets."""

    def __init__(self, first: int = 0) -> None:
        """Both ends start counting at `first`."""
        self._sent = first
        """Number of the first message that the other end has not acknowledged."""
        self._received = first
        """Number of the first message that has not arrived."""
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        """Bytes that all unacknowledged messages take in a packet."""

    @property
    def waiting(self) -> int:
        """How many messages are unacknowledged."""
        return len(self._waiting)

    def send(self, message: bytes) -> None:
        """Include a message in every packet until it is acknowledged. Raises Overflow."""
        if len(message) > LONGEST:
            raise ValueError(f"a message of {len(message)} bytes does not fit a packet")
        if len(self._waiting) >= WINDOW or self._bytes + _cost(message) > BACKLOG:
            raise Overflow
        self._waiting.append(message)
        self._bytes += _cost(message)

    def fits(self, note: int, room: int) -> bool:
        """Whether all unacknowledged messages and the note fit one packet of at most `room` bytes."""
        return _HEAD.size + note + self._bytes <= room

    def pack(self, note: bytes, room: int) -> bytes:
        """The payload of a packet, of at most `room` bytes."""
        parts = [_HEAD.pack(self._sent % _WRAP, self._received % _WRAP), note]
        room -= _HEAD.size + len(note)
        for message in self._waiting:
            size = len(message)
            room -= _cost(message)
            if room < 0:
                break
            parts.append(bytes((size,)) if size < _LONG else bytes((_LONG | size >> 8, size & 0xFF)))
            parts.append(message)
        return b"".join(parts)

    def unpack(self, inside: bytes, note: int) -> Heard | None:
        """The note of `note` bytes and the new messages; None if the payload is invalid."""
        start = _HEAD.size + note
        if len(inside) < start:
            return None
        first, acknowledged = _HEAD.unpack_from(inside)
        messages = _split(inside, start)
        skip = (self._received - first) % _WRAP
        if messages is None or (skip >= _WRAP // 2 and messages):
            return None  # it skips messages that have not arrived
        done = (acknowledged - self._sent) % _WRAP
        if done <= len(self._waiting):
            for _ in range(done):
                self._bytes -= _cost(self._waiting.popleft())
            self._sent += done
        elif done < _WRAP // 2:
            return None  # it acknowledges a message never sent
        new = messages[skip:] if skip < _WRAP // 2 else []
        self._received += len(new)
        return Heard(inside[_HEAD.size : start], new)


def _cost(message: bytes) -> int:
    """The bytes that a message takes, including its length."""
    return len(message) + (1 if len(message) < _LONG else 2)


def _split(inside: bytes, at: int) -> list[bytes] | None:
    """The messages from `at` on; None if the last one is cut off or one is too long."""
    messages, end = [], len(inside)
    while at < end:
        size = inside[at]
        at += 1
        if size >= _LONG:
            if at == end:
                return None
            size = (size & ~_LONG) << 8 | inside[at]
            at += 1
        if size > min(LONGEST, end - at):
            return None
        messages.append(inside[at : at + size])
        at += size
    return messages
