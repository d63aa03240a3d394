"""What a lesson is: a table, steps that say what to do on it, and where a player is among them."""

from collections.abc import Sequence
from typing import NamedTuple

from game.core.notation import parse_move, parse_table, pile_names
from game.core.rules import Rules
from game.core.table import Move, Table


class Step(NamedTuple):
    """One sentence and the move that it asks for. The catalogues find the words here.

    Moves are in notation. A legal move counts as the one asked for if it takes as many cards from the same
    pile to a pile of the same role.
    """

    words: str
    move: str
    opens: str = ""
    """What the other player does as the step begins."""
    answers: str = ""
    """What the other player does right after the move."""


class Lesson(NamedTuple):
    """A lesson in one game, for seat 0. Any other seat is played by the lesson."""

    rules: Rules
    table: Table
    steps: Sequence[Step]
    end: str
    """What to know beyond it, in a sentence or two."""

    @property
    def seats(self) -> int:
        """How many seats the table has."""
        return next(n for n in self.rules.seats if len(self.rules.spots(n)) == len(self.table.piles))

    def named(self, move: str, seat: int = 0) -> Move:
        """The move that the text names, from the point of view of a seat."""
        return parse_move(move, pile_names(self.rules.spots(self.seats), seat))


class Guide:
    """Follows a player through a lesson."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.made = 0
        """How many steps have been taken."""
        self._roles = [spot.role for spot in lesson.rules.spots(lesson.seats)]

    @property
    def step(self) -> Step | None:
        """What to do now; None: nothing, the lesson is over."""
        steps = self.lesson.steps
        return steps[self.made] if self.made < len(steps) else None

    def wanted(self, table: Table) -> list[Move]:
        """The legal moves that do what the step asks for."""
        if not (step := self.step):
            return []
        move, roles = self.lesson.named(step.move), self._roles
        return [
            legal
            for legal in self.lesson.rules.moves(table, 0)
            if legal._replace(dst=0) == move._replace(dst=0) and roles[legal.dst] == roles[move.dst]
        ]


def laid(rules: Rules, seats: int, text: str) -> Table:
    """The table that the text states, with the names that piles have for seat 0."""
    return parse_table(filter(None, map(str.strip, text.splitlines())), pile_names(rules.spots(seats), 0))
