"""A match in progress as messages, and a checksum to compare it at both ends."""

import zlib
from collections.abc import Sequence

from game.core.state import PLAYING, SCORED, WAITING, WON, State, Thrown
from game.core.table import Move, Table
from game.net.wire.codec import encode_down, packed, unpacked
from game.net.wire.messages import PackedPile, SnapshotHead, SnapshotPiles, ToClient

_PART = 900
"""Bytes of piles in one message of a snapshot."""


def snapshot(state: State, events: int) -> list[ToClient]:
    """A state as messages that each fit a packet."""
    table = state.table.view()
    parts: list[ToClient] = []
    piles: list[PackedPile] = []
    first = size = 0
    for number, pile in enumerate(table.piles):
        small = packed(pile)
        if size + len(small[1]) + 6 > _PART:
            parts.append(SnapshotPiles(first, tuple(piles)))
            piles, first, size = [], number, 0
        piles.append(small)
        size += len(small[1]) + 6
    if piles:
        parts.append(SnapshotPiles(first, tuple(piles)))
    head = SnapshotHead(
        state.phase,  # type: ignore[arg-type]
        state.round,
        state.totals,
        state.ready,
        state.starts,
        tuple(thrown for thrown in state.air if thrown.move.count),
        state.scores,
        state.reason,
        state.knocker,
        state.winner,
        table.passes,
        table.mode,
        table.calls,
        len(table.piles),
        events,
        state.out,
        state.delay,
    )
    return [head, *parts]


def restored(head: SnapshotHead, packed_piles: Sequence[PackedPile]) -> State:
    """The state made up by a head and all of its piles. Raises WireError."""
    piles = [unpacked(pile) for pile in packed_piles]
    air = tuple(Thrown(seat, Move(*move), cards, at, fate) for seat, move, cards, at, fate in head.air)
    phase = {"waiting": WAITING, "playing": PLAYING, "scored": SCORED, "won": WON}[head.phase]
    table = Table(tuple(piles), head.passes, head.mode, head.calls)
    return State(
        phase, head.round, table, head.totals, head.ready, head.starts, air, head.scores, head.reason,
        head.knocker, head.winner, head.out, head.delay,
    )  # fmt: skip


def digest(state: State) -> int:
    """A checksum that is the same at both ends if their tables and scores are."""
    compared = state._replace(phase=SCORED, air=(), ready=0, starts=None, winner=None, delay=0)
    return zlib.crc32(b"".join(map(encode_down, snapshot(compared, 0))))
