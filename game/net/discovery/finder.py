"""Finding tables: the question, the host's answer and the asker's list. No clock, no socket inside."""

import os
from typing import NamedTuple

import msgspec

from game.core.limits import SEATS, TABLE, line
from game.net.address import Address
from game.net.wire.packet import ANSWER, ASK, NONCE, PADDED, VERSION, TableInfo, plain, read_plain

LOST = 3_000_000
"""A table that has not answered for so many microseconds is gone."""
REPEATS = (50_000, 100_000, 200_000, 400_000)
"""Waits between the first questions in microseconds: at 0, 50, 150, 350 and 750 ms."""
STEADY = 1_000_000
"""The wait between all later questions in microseconds."""
TABLES = 64
"""The most tables in the list, however many answer."""
ADDRESSES = 4 * TABLES
"""The most addresses remembered: a table answers from several."""
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
    """A host of another version: no more is known of it."""

    version: int
    address: Address


class _Heard(NamedTuple):
    """What an address answered at the time `last`. No info: a host of another version."""

    version: int
    info: TableInfo | None
    last: int


def answer(data: bytes, info: TableInfo) -> bytes | None:
    """The host's answer to a question: never longer than it; None if the datagram is none to answer.

    A question of another version is answered with a bare header that tells ours.
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
    """A terminal or a font shall get nothing but letters out of a stranger's mouth, and few of them."""
    return line(name)[:TABLE]


class Finder:
    """The list of tables on the network, for one who asks. Times are microseconds of a steady clock."""

    def __init__(self, now: int) -> None:
        nonce = os.urandom(NONCE)
        self.next_time = now
        """When to ask again."""
        self._question = plain(ASK, nonce, padded=True)
        self._nonce = nonce
        self._waits = list(REPEATS)
        self._heard: dict[Address, _Heard] = {}  # in the order first heard

    def question(self, now: int) -> bytes | None:
        """The datagram to send everywhere, if it is time to."""
        if now < self.next_time:
            return None
        self.next_time = now + (self._waits.pop(0) if self._waits else STEADY)
        return self._question

    def take(self, data: bytes, address: Address, now: int) -> None:
        """Take in what came from `address`; whatever is not an answer to our question is ignored."""
        reply = read_plain(data)
        if reply is None or reply.kind != ANSWER:
            return
        info = None
        if reply.version == VERSION:
            info = self._read(reply.body)
            if info is None:
                return
        self._forget(now)
        before = self._heard.get(address)
        if before is None:
            if len(self._heard) >= ADDRESSES:
                return
        elif _table(before.info) != _table(info):
            if info is None:
                return  # a bare header proves nothing: it does not displace a table
            del self._heard[address]  # goes to the end, for the order is that of first hearing
        self._heard[address] = _Heard(reply.version, info, now)

    def tables(self, now: int) -> list[Found]:
        """The tables that answer, by name; each once, at the address of its latest host heard first."""
        self._forget(now)
        best: dict[bytes, tuple[TableInfo, Address]] = {}
        for address, heard in self._heard.items():
            info = heard.info
            if info is not None and (info.id not in best or info.epoch > best[info.id][0].epoch):
                best[info.id] = (info, address)
        found = [Found(*pair) for pair in best.values()][:TABLES]
        return sorted(found, key=lambda table: (table.info.name.casefold(), table.info.id))

    def foreign(self, now: int) -> list[Foreign]:
        """Hosts of other versions, in the order first heard."""
        self._forget(now)
        return [Foreign(heard.version, at) for at, heard in self._heard.items() if heard.info is None]

    def _read(self, body: bytes) -> TableInfo | None:
        """A table's answer to our question, or None."""
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
        """Drop the addresses that have fallen silent."""
        for address in [at for at, heard in self._heard.items() if now - heard.last >= LOST]:
            del self._heard[address]


def _table(info: TableInfo | None) -> tuple[bytes, int] | None:
    """What tells one table, in the hands of one host, from another."""
    return None if info is None else (info.id, info.epoch)
