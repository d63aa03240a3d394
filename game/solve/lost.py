"""Where a run was lost: the last of its positions known to come out, and the first known to be hopeless.

Whether a deal still comes out only ever falls along a line of play, so the search goes by halves. Of
positions that are sure to come out alike only the last is searched. Positions are numbered by the moves made
before them.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import NamedTuple

from game.core.rules import Rules, fold_all
from game.core.table import Move, Table
from game.solve import alike, solve, within
from game.solve.verdict import HOPELESS, UNDECIDED, WON, Budget, Verdict

SECONDS = 9.0
"""How long all of a run is searched; see within()."""
SLICES = 3.0, 9.0
"""Seconds for a position: those that stay undecided are searched longer once there is nothing else to try."""
_HOPELESSLY_OFF = 3
"""How many moves of the line in a row may be illegal before it is given up."""


class Lost(NamedTuple):
    """What is known of where a run was lost."""

    won: int | None = None
    """The last position known to come out."""
    line: tuple[Move, ...] = ()
    """The moves that win from there."""
    hopeless: int | None = None
    """The first position known to be hopeless."""

    @property
    def exact(self) -> bool:
        """Whether it is known which move lost."""
        return self.won is not None and self.hopeless == self.won + 1


def lost(
    rules: Rules,
    table: Table,
    made: Sequence[Move],
    seconds: float,
    known: Sequence[Move] = (),
    ask: Callable[[Rules, Table, float, int], Verdict] = solve,
) -> Lost:
    """Search for where the moves `made` from the table lost, for so many seconds (see within()). `known`:
    moves that win from the table."""
    tables, budget = [table], Budget(*within(rules, seconds))
    for move in made:
        tables.append(fold_all(tables[-1], tuple(rules.effects(tables[-1], 0, move))))
    ends = rows(alike(rules, table, tables))
    begins = dict(zip(ends, [0, *(at + 1 for at in ends)], strict=False))
    sure = rejoin(rules, table, known, ()).moves
    won, line = _along(0, sure, made) if sure else (-1, ())
    hopeless = end = len(tables)
    for late, most in (within(rules, each) for each in SLICES):
        undecided: list[int] = []
        while (left := budget.left) > 0:
            ahead = [at for at in ends if won < at < hopeless]
            block = [at for at in undecided if at in ahead]
            below = [at for at in ahead if not block or at < block[0]]
            above = [at for at in ahead if block and at > block[-1]]
            if not (gap := max(below, above, key=len)):
                break
            at = gap[len(gap) // 2]
            found = rejoin(rules, tables[at], line, made[max(0, won) : at])
            if found.verdict != WON:
                found = ask(rules, tables[at], min(late, budget.seconds), min(most, int(left)))
                budget.expanded += found.expanded
            if found.verdict == WON:
                won, line = _along(at, found.moves, made)
            elif found.verdict == HOPELESS:
                hopeless = begins[at]
            else:
                undecided = sorted([*undecided, at])
    return Lost(won if won >= 0 else None, line, hopeless if hopeless < end else None)


def rows(tables: Sequence[Hashable]) -> list[int]:
    """The last of each row of positions that come out alike: from one to the last that equals it."""
    ends, known = list[int](), dict[Hashable, int]()
    for at, one in enumerate(tables):
        del ends[known.get(one, len(ends)) :]
        known[one] = len(ends)
        ends.append(at)
    return ends


def _along(at: int, line: Sequence[Move], made: Sequence[Move]) -> tuple[int, tuple[Move, ...]]:
    """Follow a line that wins from a position as long as the same moves were made."""
    same = 0
    while same < min(len(line), len(made) - at) and line[same] == made[at + same]:
        same += 1
    return at + same, tuple(line[same:])


def rejoin(rules: Rules, table: Table, known: Sequence[Move], since: Sequence[Move]) -> Verdict:
    """WON with moves from the table, or UNDECIDED.

    `known` wins from an earlier table, and `since` are the moves that led from there to this one. It tries
    the line without the moves already made, and reversing the moves made since.
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
