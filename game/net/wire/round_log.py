"""What a host tells of a round when it is over: its number for the deal, and all moves with their presses.

The log is a sequence of entries of 12 bytes, each five numbers, little-endian: microseconds since the entry
before (the first: since the start of play) u32, microseconds since the press u32, seat + 8 * count u16, and
the two piles u8.
"""

from collections.abc import Iterable, Sequence
from struct import Struct, error
from typing import Final

from game.core.fair_deal import FairDeal
from game.core.limits import SEATS
from game.core.log import LogEntry
from game.core.table import Move
from game.net.wire.fields import WireError
from game.net.wire.messages import LOG, Reveal

ENTRY: Final = Struct("<IIHBB")


def reveal(deal: FairDeal, starts: int, entries: Sequence[LogEntry]) -> Reveal:
    """What is told at the end of a round. One of more moves than LOG has room for, or in which nothing was
    done for an hour, is told without its log."""
    try:
        data = packed_log(starts, entries)
    except error:
        data = b""
    return Reveal(deal.round, deal.secret, data if len(data) <= LOG else b"", deal.seed)


def packed_log(starts: int, entries: Iterable[LogEntry]) -> bytes:
    """The moves of a round that began at `starts`. Raises struct.error for a number that does not fit."""
    data, before = bytearray(), starts
    for at, seat, press, move, _stands in entries:
        if move:
            data += ENTRY.pack(at - before, at - press, seat + SEATS * move.count, move.src, move.dst)
            before = at
    return bytes(data)


def unpacked_log(starts: int, data: bytes) -> list[LogEntry]:
    """Those moves. Raises WireError."""
    if len(data) % ENTRY.size:
        raise WireError("half an entry")
    entries, at = list[LogEntry](), starts
    for passed, ago, what, src, dst in ENTRY.iter_unpack(data):
        at += passed
        entries.append(LogEntry(at, what % SEATS, at - ago, Move(src, dst, what // SEATS)))
    return entries
