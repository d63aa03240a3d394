"""The search for Staffelpatience: depth first through the packed positions, each visited once.

It is exact (see packed/staffel.py): an exhausted search proves the position hopeless. It tries four books
first; if they are hopeless and the rules allow it, double series.
"""

from collections.abc import Iterator

from game.core.rules import Rules
from game.core.table import Move, Table
from game.rules.staffelpatience import BOOK, BOOKS, DECLARED, Staffelpatience
from game.solve import by_rules
from game.solve.nodes import Trail, way
from game.solve.packed.staffel import Packing, Position, readable
from game.solve.packed.staffel_moves import Unpacker
from game.solve.verdict import HOPELESS, UNDECIDED, WON, Attempt, Budget

ROOM = 1_500_000
"""Positions that are remembered, at about 160 bytes each."""

Steps = list[list[int]]
"""Groups of steps, in order; within a group any order will do."""


class DepthFirstSearch:
    """The search for four books, or with double series."""

    def __init__(self, packing: Packing, double: bool, budget: Budget) -> None:
        self._packing, self._double, self._budget = packing, double, budget

    def run(self) -> tuple[str, Steps]:
        """The verdict, and the winning line if there is one."""
        seen: set[Position] = set()
        todo: list[tuple[Position, Trail[int]]] = [(self._packing.start, None)]
        while todo:
            position, trail = todo.pop()
            position, _, others = self._settled(
                self._packing.after(position, trail[1]) if trail else position
            )
            if position in seen:
                continue
            if len(seen) >= ROOM:
                return UNDECIDED, []
            self._budget.spend()
            seen.add(position)
            if position.won:
                return WON, self._line(way(trail))
            if self._double or not self._packing.stuck(position):
                todo += [(position, (trail, step)) for step in reversed(others)]
        return HOPELESS, []

    def _settled(self, position: Position) -> tuple[Position, Steps, list[int]]:
        """The position after all safe steps, those steps, and the steps left to choose from."""
        made: Steps = []
        while True:
            safe, others = self._packing.steps(position)
            if not safe:
                return position, made, others
            made.append(safe)
            for step in safe:
                position = self._packing.after(position, step)

    def _line(self, chosen: list[int]) -> Steps:
        """These steps and the safe ones between them, grouped where they can be made in any order."""
        position, line, _ = self._settled(self._packing.start)
        for step in chosen:
            line.append([step])
            position, made, _ = self._settled(self._packing.after(position, step))
            line += made
        return line


def attempts(rules: Rules, table: Table, budget: Budget) -> Iterator[Attempt]:
    """One attempt, to its end unless there is no room for more positions; see solve()."""
    assert isinstance(rules, Staffelpatience)
    if not readable(table):
        yield from by_rules.attempts(rules, table, budget)
        return
    moves: list[Move] = []
    # One run is enough, unless a book is made automatically from another king: then search on from there.
    while not rules.won(table):
        found, line = HOPELESS, Steps()
        for double in _doubles(rules, table):
            found, line = DepthFirstSearch(Packing(table, double), double, budget).run()
            if found != HOPELESS:
                break
        unpacker = Unpacker(rules, table)
        unpacker.follow(line)
        if not unpacker.moves:
            yield UNDECIDED if moves else found, ()
            return
        moves, table = moves + unpacker.moves, unpacker.table
    yield WON, tuple(moves)


def _doubles(rules: Staffelpatience, table: Table) -> tuple[bool, ...]:
    """Whether to search for four books (False), with double series (True), or both in turn."""
    if any(len(table.piles[pile].cards) > BOOK for pile in BOOKS):
        return (True,)  # a card on a series is no parent, as the search for four books takes it to be
    return (False, True) if rules.double_series or table.mode == DECLARED else (False,)
