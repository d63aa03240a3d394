"""Back to a line that is known to win, a few moves after it was left: sooner found than by any search."""

from collections.abc import Iterator, Sequence

from game.core.rules import Rules, fold_all
from game.core.table import Move, Table
from game.solve.verdict import UNDECIDED, WON, Verdict

_HOPELESSLY_OFF = 3
"""So many moves of the line in a row that are not legal: it will not come back."""


def rejoin(rules: Rules, table: Table, known: Sequence[Move], since: Sequence[Move]) -> Verdict:
    """WON with moves from the table, or UNDECIDED.

    `known` wins from an earlier table, and `since` are the moves that led from there to this one. Tried
    are the line without what has been done already, and taking back what has been done.
    """
    tried = 0
    for line in _lines(known, since):
        moves: list[Move] = []
        there, off = table, 0
        for move in line:
            tried += 1
            if move in rules.moves(there, 0):
                there, off = fold_all(there, tuple(rules.effects(there, 0, move))), 0
                moves.append(move)
            elif (off := off + 1) == _HOPELESSLY_OFF:
                break
        if rules.won(there):
            return Verdict(WON, tuple(moves), tried)
    return Verdict(UNDECIDED, (), tried)


def _lines(known: Sequence[Move], since: Sequence[Move]) -> Iterator[list[Move]]:
    rest = list(known)
    for move in since:
        if move in rest:
            rest.remove(move)
    yield rest
    yield [*(Move(dst, src, count) for src, dst, count in reversed(since)), *known]
