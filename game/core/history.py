"""The way from a deal to the table as it is, and back."""

from game.core.table import Move, Table


class History:
    """A line of moves with the tables between them; what is undone can be made again."""

    def __init__(self, table: Table) -> None:
        self._tables = [table]
        self._moves: list[Move] = []
        self._undone: list[Move] = []

    @property
    def table(self) -> Table:
        """The table as it is."""
        return self._tables[-1]

    @property
    def tables(self) -> tuple[Table, ...]:
        """The first table and that after each move of the line."""
        return tuple(self._tables)

    @property
    def line(self) -> tuple[Move, ...]:
        """The moves that led from the first table to the last."""
        return tuple(self._moves)

    @property
    def undone(self) -> int:
        """How many moves can be made again."""
        return len(self._undone)

    def add(self, move: Move, table: Table) -> None:
        """A move was made that leads to the table; what was undone before is gone."""
        self._undone.clear()
        self._go(move, table)

    def undo(self) -> bool:
        """Take the last move back, if there is one."""
        if not self._moves:
            return False
        self._tables.pop()
        self._undone.append(self._moves.pop())
        return True

    def next(self) -> Move | None:
        """The move that was undone last."""
        return self._undone[-1] if self._undone else None

    def redo(self, table: Table) -> None:
        """That move was made again and leads to the table."""
        self._go(self._undone.pop(), table)

    def _go(self, move: Move, table: Table) -> None:
        self._tables.append(table)
        self._moves.append(move)
