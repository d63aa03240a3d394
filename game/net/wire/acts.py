"""The acts of a run as they are on the wire, and back."""

from collections.abc import Iterable, Sequence

from game.core.solo import HINT, REDO, UNDO, Act
from game.core.table import Move
from game.net.wire.messages import ACTS, PackedActs

MOST = 2048
"""The most acts of a run that are taken: four times as many as the longest solution has."""
_HELPS = UNDO, REDO, HINT


def packed_acts(acts: Iterable[Act]) -> PackedActs:
    """The acts as the wire has them."""
    return tuple(
        (at, what, 0) if isinstance(what, Move) else (at, None, _HELPS.index(what)) for at, what in acts
    )


def unpacked_acts(packed: PackedActs) -> list[Act]:
    """The acts from the wire."""
    return [Act(at, Move(*move) if move else _HELPS[help]) for at, move, help in packed]


def parts(acts: Sequence[Act], first: int = 0) -> list[tuple[int, PackedActs]]:
    """The acts from number `first` on in parts of ACTS, each with the number of its first act. The last is
    shorter than the others, perhaps empty."""
    return [(start, packed_acts(acts[start : start + ACTS])) for start in range(first, len(acts) + 1, ACTS)]
