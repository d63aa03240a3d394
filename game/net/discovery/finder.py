"""Finding tables: the question, a host's answer and the list of those that answered. No clock, no socket
inside."""

import os
from typing import NamedTuple

import msgspec

from game.core.limits import SEATS, TABLE, line
from game.net.address import Address
from game.net.wire.packet import ANSWER, ASK, NONCE, PADDED, VERSION, TableInfo, plain, read_plain

LOST = 3_000_000
"""Microseconds without an answer after which a table is dropped."""
REPEATS = (50_000, 100_000, 200_000, 400_000)
"""Waits between the first questions in microseconds: at 0, 50, 150, 350 and 750 ms."""
STEADY = 1_000_000
"""The wait between all later questions in microseconds."""
TABLES = 64
"""The most tables in the list, however many answer."""
ADDRESSES = 4 * TABLES
"""The most addresses remembered: a table may answer from several."""
ID = 32
"""The longest table id in bytes."""
COUNT = 1 << 31
"""Epochs are below this."""

_decode = msgspec.msgpack.Decoder(TableInfo).decode
_encode = msgspec.msgpack.Encoder().encode


class Found(NamedTuple):
    """A table that answers, and the address to reach it at."""

    info: TableInfo
    address: Address


class Foreign(NamedTuple):
    """A host of another version; nothing else is known of it."""

    version: int
    address: Address


class _Answer(NamedTuple):
    """The last answer from an address. No info: a host of another version."""

    version: int
    info: TableInfo | None
    at: int


def answer(data: bytes, info: TableInfo) -> bytes | None:
    """The host's answer to a question, never longer than the question; None if this is not a question.

    A question of another version is answered with a bare header that states ours.
    """
    question = read_plain(data)
    if question is None or question.kind != ASK:
        return None
    if question.version != VERSION:
        return plain(ANSWER, b"")
    nonce, padding = question.body[:NONCE], question.body[NONCE:]
    if len(data) != PADDED or any(padding):
        return None
    body = _encode(msgspec.structs.replace(info, name=_shown(info.name)))
    return plain(ANSWER, nonce + body) if len(body) <= len(padding) else None


def _shown(name: str) -> str:
    """A name safe to show: a stranger's text reaches a terminal or a font only as a few printable
    characters."""
    return line(name)[:TABLE]


class Finder:
    """Asks for tables and lists those that answer. Times are microseconds of a steady clock."""

    def __init__(self, now: int) -> None:
        nonce = os.urandom(NONCE)
        self.next_time = now
        """When to ask again."""
        self._question = plain(ASK, nonce, padded=True)
        self._nonce = nonce
        self._waits = list(REPEATS)
        self._answers: dict[Address, _Answer] = {}  # in the order first heard from

    def question(self, now: int) -> bytes | None:
        """The datagram to send everywhere, if it is time."""
        if now < self.next_time:
            return None
        self.next_time = now + (self._waits.pop(0) if self._waits else STEADY)
        return self._question

    def take(self, data: bytes, address: Address, now: int) -> None:
        """Take a datagram from `address`; anything but an answer to our question is ignored."""
        reply = read_plain(data)
        if reply is None or reply.kind != ANSWER:
            return
        info = None
        if reply.version == VERSION:
            info = self._read(reply.body)
            if info is None:
                return
        self._forget(now)
        before = self._answers.get(address)
        if before is None:
            if len(self._answers) >= ADDRESSES:
                return
        elif _identity(before.info) != _identity(info):
            if info is None:
                return  # a bare header proves nothing: it must not displace a table
            del self._answers[address]  # re-inserted at the end: a dict keeps the order of insertion
        self._answers[address] = _Answer(reply.version, info, now)

    def tables(self, now: int) -> list[Found]:
        """The tables that answer, by name; each once, at the first address of its latest host."""
        self._forget(now)
        best: dict[bytes, tuple[TableInfo, Address]] = {}
        for address, last in self._answers.items():
            info = last.info
            if info is not None and (info.id not in best or info.epoch > best[info.id][0].epoch):
                best[info.id] = (info, address)
        found = [Found(*pair) for pair in best.values()][:TABLES]
        return sorted(found, key=lambda table: (table.info.name.casefold(), table.info.id))

    def foreign(self, now: int) -> list[Foreign]:
        """Hosts of other versions, in the order first heard from."""
        self._forget(now)
        return [
            Foreign(last.version, address) for address, last in self._answers.items() if last.info is None
        ]

    def _read(self, body: bytes) -> TableInfo | None:
        """A table's answer to our question, or None if it is not one."""
        if body[:NONCE] != self._nonce:
            return None
        try:
            info = _decode(body[NONCE:])
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return None
        known = 0 < len(info.id) <= ID and 0 <= info.epoch < COUNT
        if not (known and 0 <= info.taken <= info.seats and 1 < info.seats <= SEATS):
            return None
        return msgspec.structs.replace(info, name=_shown(info.name))

    def _forget(self, now: int) -> None:
        """Drop addresses that have fallen silent."""
        for address in [each for each, last in self._answers.items() if now - last.at >= LOST]:
            del self._answers[address]


def _identity(info: TableInfo | None) -> tuple[bytes, int] | None:
    """What distinguishes one table at one host from another."""
    return None if info is None else (info.id, info.epoch)
