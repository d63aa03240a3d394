"""A solo deal: moves, undo and redo, and time penalties.

Times are microseconds on the player's clock, which starts at the first act and stops in pauses.
"""

from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

from game.core.rules import IllegalMove, Outcome, Rules, fold_all, play
from game.core.table import Move, Table, TableEvent

UNDO, REDO, HINT = "undo", "redo", "hint"
COSTS = {UNDO: 5_000_000, REDO: 0, HINT: 10_000_000}
"""Microseconds that each act adds to the time."""
PARTS: Final = 4
"""A run is timed at each quarter of its cards, rounded down: of thirteen at 3, 6, 9 and 13."""


def segments(splits: Sequence[int]) -> list[int]:
    """How long each part of a run took."""
    return [end - begin for begin, end in pairwise((0, *splits))]


def sum_of_best(runs: Iterable[Sequence[int]]) -> int | None:
    """The sum of the best segments in the splits of these runs; None if one of them was never completed."""
    best = best_splits(runs)
    return best[-1] if len(best) == PARTS else None


def best_splits(runs: Iterable[Sequence[int]]) -> list[int]:
    """The splits of a run of the best segments in the splits of these, as far as one was completed."""
    best: dict[int, int] = {}
    for splits in runs:
        for number, took in enumerate(segments(splits)):
            best[number] = min(took, best.get(number, took))
    return [*accumulate(best[number] for number in sorted(best))]


class History:
    """A line of moves and the tables between them; undone moves can be redone."""

    def __init__(self, table: Table) -> None:
        self._tables = [table]
        self._moves: list[Move] = []
        self._undone: list[Move] = []

    @property
    def table(self) -> Table:
        """The current table."""
        return self._tables[-1]

    @property
    def tables(self) -> tuple[Table, ...]:
        """The first table and the table after each move."""
        return tuple(self._tables)

    @property
    def line(self) -> tuple[Move, ...]:
        """The moves that led from the first table to the current one."""
        return tuple(self._moves)

    @property
    def undone(self) -> int:
        """How many moves can be redone."""
        return len(self._undone)

    def add(self, move: Move, table: Table) -> None:
        """Append a move and the table it leads to; undone moves are forgotten."""
        self._undone.clear()
        self._go(move, table)

    def undo(self) -> bool:
        """Take back the last move; False if there is none."""
        if not self._moves:
            return False
        self._tables.pop()
        self._undone.append(self._moves.pop())
        return True

    def next(self) -> Move | None:
        """The move that a redo would make, if any."""
        return self._undone[-1] if self._undone else None

    def redo(self, table: Table) -> None:
        """Redo that move, which leads to the table."""
        self._go(self._undone.pop(), table)

    def _go(self, move: Move, table: Table) -> None:
        self._tables.append(table)
        self._moves.append(move)


class Act(NamedTuple):
    """One line of the log: at `at` the player made a move, undid, redid or got a hint.

    A refused move is kept if it cost something."""

    at: int
    what: Move | str


class Solo:
    """A deal in play; `table` is the true one, with its hidden cards."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self.rules, self.seed = rules, seed
        self.log: list[Act] = []
        self.penalty = 0
        """Microseconds added to the time so far."""
        self.mistakes = 0
        """How many refused moves cost something."""
        self.splits: list[int] = []
        """The time, with penalties, at which each of PARTS of the cards had first been placed, so far."""
        self.history = History(rules.deal(seed, 1))

    @property
    def table(self) -> Table:
        """The current table."""
        return self.history.table

    @property
    def outcome(self) -> Outcome | None:
        """How the deal ended, or None while it goes on."""
        return self.rules.outcome(self.table)

    @property
    def won(self) -> bool:
        """Whether the deal came out."""
        return self.rules.won(self.table)

    @property
    def undos(self) -> int:
        """How many moves were taken back."""
        return sum(act.what == UNDO for act in self.log)

    @property
    def hints(self) -> int:
        """How many hints were given."""
        return sum(act.what == HINT for act in self.log)

    def play(self, move: Move, at: int) -> tuple[TableEvent, ...]:
        """Make a move and return its events. Raises IllegalMove, after counting the penalty if any."""
        try:
            events = play(self.rules, self.table, 0, move)
        except IllegalMove:
            if self.rules.penalty:
                self.mistakes += 1
                self._note(move, at, self.rules.penalty)
            raise
        self.history.add(move, fold_all(self.table, events))
        self._note(move, at)
        return events

    def undo(self, at: int) -> bool:
        """Take back the last move; False if there is none."""
        if undone := self.history.undo():
            self._note(UNDO, at, COSTS[UNDO])
        return undone

    def redo(self, at: int) -> tuple[TableEvent, ...]:
        """Redo the last undone move and return its events; none if there is no such move."""
        if (move := self.history.next()) is None:
            return ()
        events = play(self.rules, self.table, 0, move)
        self.history.redo(fold_all(self.table, events))
        self._note(REDO, at, COSTS[REDO])
        return events

    def hint(self, at: int) -> None:
        """Note that a hint was given."""
        self._note(HINT, at, COSTS[HINT])

    def replay(self, acts: Iterable[Act]) -> None:
        """Repeat the acts of a log. Raises ValueError at the first that is impossible here; the log then
        holds the acts before it."""
        for act in acts:
            self._repeat(act)

    def _repeat(self, act: Act) -> None:
        at, what = act
        if self.log and at < self.log[-1].at:
            raise ValueError(f"out of order at {at}")
        if self.won:
            raise ValueError(f"already won at {at}")
        before = len(self.log)
        if isinstance(what, Move):
            if max(what.src, what.dst) >= len(self.table.piles):
                raise ValueError(f"there is no such pile at {at}")
            try:
                self.play(what, at)
            except IllegalMove:
                if not self.rules.penalty:
                    raise
        elif what == UNDO:
            self.undo(at)
        elif what == REDO:
            self.redo(at)
        elif what == HINT:
            self.hint(at)
        if len(self.log) == before:
            raise ValueError(f"nothing to {what}")

    def _note(self, what: Move | str, at: int, cost: int = 0) -> None:
        self.log.append(Act(at, what))
        self.penalty += cost
        placed, cards = self.rules.progress(self.table)
        while len(self.splits) < PARTS and placed >= cards * (len(self.splits) + 1) // PARTS:
            self.splits.append(at + self.penalty)
