"""The one way back from packed steps to moves: made on the table by the rules, one after the other."""

from collections.abc import Collection

from game.core.rules import Rules, replay
from game.core.table import Move, Table


class Line:
    """Moves from a table on."""

    def __init__(self, rules: Rules, table: Table) -> None:
        self.rules = rules
        self.table = table
        """After the moves."""
        self.moves: list[Move] = []

    def play(self, src: int, dst: int, count: int = 1) -> None:
        """Play a move. Raises IllegalMove."""
        move = Move(src, dst, count)
        self.table = replay(self.rules, self.table, (move,))
        self.moves.append(move)

    def send_up(self, src: int, foundations: Collection[int]) -> None:
        """Move the last card of a pile to the foundation that takes it."""
        offered = self.rules.moves(self.table, 0)
        self.play(*next(move for move in offered if move.src == src and move.dst in foundations))
