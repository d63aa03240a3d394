"""The acts of a run as they are on the wire, and back."""

from collections.abc import Iterable

from game.core.solo import HINT, REDO, UNDO, Act
from game.core.table import Move
from game.net.wire.messages import PackedActs

_HELPS = UNDO, REDO, HINT


def packed_acts(acts: Iterable[Act]) -> PackedActs:
    """The acts as the wire has them."""
    return tuple(
        (at, what, 0) if isinstance(what, Move) else (at, None, _HELPS.index(what)) for at, what in acts
    )


def unpacked_acts(packed: PackedActs) -> list[Act]:
    """The acts from the wire."""
    return [Act(at, Move(*move) if move else _HELPS[help]) for at, move, help in packed]
