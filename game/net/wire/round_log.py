"""What a host tells of a round when it is over: its number for the deal, and all moves with their presses.

The log is a sequence of entries, each five numbers, all but the piles in base 128, the lowest 7 bits first:
microseconds since the entry before (the first: since the start of play), microseconds since the press, seat +
8 * count, and a byte for each pile.
"""

from collections.abc import Iterable, Sequence

from game.core.fair_deal import FairDeal
from game.core.limits import SEATS
from game.core.match import LogEntry
from game.core.table import Move
from game.net.wire.fields import WireError
from game.net.wire.messages import LOG_PART, LOG_PARTS, Reveal, RoundLog, ToClient

_DIGITS = 9
"""The most bytes of a number: 63 bits."""


def reveal(deal: FairDeal, starts: int, entries: Sequence[LogEntry]) -> list[ToClient]:
    """The messages at the end of a round. A round too long for them is told without its log."""
    data = packed_log(starts, entries)
    parts = [data[at : at + LOG_PART] for at in range(0, len(data), LOG_PART)]
    if len(parts) > LOG_PARTS:
        parts = []
    logs: list[ToClient] = [RoundLog(deal.round, part, piece) for part, piece in enumerate(parts)]
    return [*logs, Reveal(deal.round, deal.secret, len(parts))]


def packed_log(starts: int, entries: Iterable[LogEntry]) -> bytes:
    """The moves of a round that began at `starts`."""
    data = bytearray()
    before = starts
    for at, seat, press, move in entries:
        if move:
            for value in (at - before, at - press, seat + SEATS * move.count):
                data += _varint(value)
            data += bytes((move.src, move.dst))
            before = at
    return bytes(data)


def unpacked_log(starts: int, data: bytes) -> list[LogEntry]:
    """Those moves. Raises WireError."""
    entries: list[LogEntry] = []
    at, place = starts, 0
    try:
        while place < len(data):
            passed, place = _read_varint(data, place)
            ago, place = _read_varint(data, place)
            what, place = _read_varint(data, place)
            at += passed
            entries.append(
                LogEntry(at, what % SEATS, at - ago, Move(data[place], data[place + 1], what // SEATS))
            )
            place += 2
    except IndexError:
        raise WireError("half an entry") from None
    return entries


def _varint(value: int) -> bytes:
    data = bytearray()
    while value > 127:
        data.append(value & 127 | 128)
        value >>= 7
    data.append(value)
    return bytes(data)


def _read_varint(data: bytes, place: int) -> tuple[int, int]:
    """The number at this place, and the place after it. Raises IndexError, or WireError if it is too long."""
    value = 0
    for number in range(_DIGITS):
        byte = data[place]
        place += 1
        value |= (byte & 127) << 7 * number
        if byte < 128:
            return value, place
    raise WireError("a number is too long")
