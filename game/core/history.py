"""The moves from a deal to the current table, with undo and redo."""

from game.core.table import Move, Table


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
