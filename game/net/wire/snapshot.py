"""A match in progress as a message, and a checksum to compare it at both ends."""

import zlib

from game.core.state import PAUSED, PLAYING, SCORED, WAITING, WON, Asked, State, Thrown
from game.core.table import Move, Standing, Table
from game.net.wire.codec import encode_down, packed, unpacked
from game.net.wire.messages import Snapshot


def snapshot(state: State, events: int) -> Snapshot:
    """A state as a message."""
    table = state.table.view()
    return Snapshot(
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
        tuple(map(packed, table.piles)),
        events,
        state.out,
        state.delay,
        table.standings,
        None if state.asks is None else (state.asks.seat, state.asks.at),
        state.played,
        state.handicaps,
    )


def restored(told: Snapshot) -> State:
    """The state that was told. Raises WireError."""
    piles = tuple(map(unpacked, told.piles))
    air = tuple(Thrown(seat, Move(*move), cards, at, fate) for seat, move, cards, at, fate in told.air)
    phases = {"waiting": WAITING, "playing": PLAYING, "paused": PAUSED, "scored": SCORED, "won": WON}
    phase = phases[told.phase]
    asks = told.asks and Asked(*told.asks)
    standings = tuple(Standing(*each) for each in told.standings)
    table = Table(piles, told.passes, told.mode, told.calls, standings=standings)
    return State(
        phase, told.round, table, told.totals, told.ready, told.starts, air, told.scores, told.reason,
        told.knocker, told.winner, told.out, told.delay, asks, told.played, told.handicaps,
    )  # fmt: skip


def digest(state: State) -> int:
    """A checksum that is the same at both ends if their tables and scores are."""
    compared = state._replace(
        phase=SCORED, air=(), ready=0, starts=None, winner=None, delay=0, asks=None, played=0
    )
    return zlib.crc32(encode_down(snapshot(compared, 0)))
