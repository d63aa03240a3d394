"""The search for Staffelpatience: depth first through all steps of the packed positions, each once.

It is exact (see staffel_packed.py): what it has gone through is hopeless. Four books come first; if they are
hopeless and the rules allow it, double series.
"""

from array import array
from time import monotonic

from game.core.rules import Rules
from game.core.table import Move, Table
from game.rules.staffelpatience import DECLARED, Staffelpatience
from game.solve import search as plain
from game.solve.packed.staffel import Packing, State, readable
from game.solve.packed.staffel_line import Player
from game.solve.verdict import HOPELESS, UNDECIDED, WON, Verdict

CHECKED = 64
"""The time is looked at once in so many expansions."""
ROOM = 1_500_000
"""Positions that are remembered, at about 160 bytes each."""
ROOT = -1
"""The step that led to the first position."""

Line = list[list[int]]
"""Steps in their order, those in each list in any order."""


class Search:
    """The search for four books, or with double series; `expanded` counts its positions."""

    def __init__(self, packing: Packing, double: bool, deadline: float | None, most: int | None) -> None:
        self.expanded = 0
        self._packing, self._double = packing, double
        self._deadline, self._most = deadline, most
        self._parents, self._steps = array("I"), array("b")

    def run(self) -> tuple[str, Line]:
        """The verdict, and the line that wins."""
        seen: set[State] = set()
        todo = [(self._packing.start, 0, ROOT)]
        while todo:
            state, parent, step = todo.pop()
            state, _, others = self._settled(self._packing.after(state, step) if step != ROOT else state)
            if state in seen:
                continue
            if self._spent():
                return UNDECIDED, []
            seen.add(state)
            node = self.expanded
            self.expanded += 1
            self._parents.append(parent)
            self._steps.append(step)
            if state.won:
                return WON, self._line(node)
            if self._double or not self._packing.stuck(state):
                todo += [(state, node, step) for step in reversed(others)]
        return HOPELESS, []

    def _settled(self, state: State) -> tuple[State, Line, list[int]]:
        """The position after all safe steps, these steps, and the others that it leaves."""
        made: Line = []
        while True:
            safe, others = self._packing.steps(state)
            if not safe:
                return state, made, others
            made.append(safe)
            for step in safe:
                state = self._packing.after(state, step)

    def _line(self, node: int) -> Line:
        """The steps that lead to a position, those that can be made in any order together."""
        chosen = []
        while (step := self._steps[node]) != ROOT:
            chosen.append(step)
            node = self._parents[node]
        state, line, _ = self._settled(self._packing.start)
        for step in reversed(chosen):
            line.append([step])
            state, made, _ = self._settled(self._packing.after(state, step))
            line += made
        return line

    def _spent(self) -> bool:
        """Whether a limit is reached."""
        late = self._deadline is not None and self.expanded % CHECKED == 0 and monotonic() > self._deadline
        return late or self.expanded == self._most or self.expanded >= ROOM


def search(rules: Rules, table: Table, seconds: float | None, expansions: int | None) -> Verdict:
    """The verdict on the table; see solve()."""
    assert isinstance(rules, Staffelpatience)
    if not readable(table):
        return plain.search(rules, table, seconds, expansions)
    deadline = None if seconds is None else monotonic() + seconds
    expanded = 0
    moves: list[Move] = []
    # Once, unless a book makes itself from another king than was meant: then again from there.
    while not rules.won(table):
        found, line = HOPELESS, Line()
        for double in (False, True) if rules.double_series or table.mode == DECLARED else (False,):
            most = None if expansions is None else expansions - expanded
            tried = Search(Packing(table, double), double, deadline, most)
            found, line = tried.run()
            expanded += tried.expanded
            if found != HOPELESS:
                break
        player = Player(rules, table)
        player.follow(line)
        if not player.moves:
            return Verdict(UNDECIDED if moves else found, (), expanded)
        moves, table = moves + player.moves, player.table
    return Verdict(WON, tuple(moves), expanded)
