"""An example of a rule: a position on a real table, and the moves that it shows."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from game.core.notation import parse_move, parse_table, pile_names
from game.core.rules import Rules, play
from game.core.table import Move, Moved, Table, fold

_NOTHING: Mapping[str, str] = MappingProxyType({})


class Example(NamedTuple):
    """A position in the notation of `core.notation`, and what is to be seen there. Piles are named from the
    first seat's point of view."""

    rows: str
    """The piles shown, side by side in rows of their names, parted by commas; a dot is half a card of space.
    Empty: all of them, as they are dealt."""
    lies: str = ""
    """Where the cards lie, pile by pile, parted by commas. Empty: a deal."""
    moves: str = ""
    """Legal moves of this position."""
    wrong: str = ""
    """Moves that are not legal here."""
    beaten: str = ""
    """Moves that are legal here, but no longer after the first of `moves`."""
    says: Mapping[str, str] = _NOTHING
    """What is called out at a pile, by its name."""
    names: Mapping[str, str] = _NOTHING
    """What piles are called, written below them, from left to right; names with a space are of a group."""
    seats: int = 1
    mode: int = 0
    passes: int = 0
    seed: int = 1
    """Of the deal."""
    card: int = 50
    """Width of a card in units."""

    def table(self, rules: Rules) -> Table:
        """The position."""
        if not self.lies:
            return rules.deal(self.seed, self.seats)
        return parse_table(self.lies.split(", "), self.pile_names(rules))._replace(
            mode=self.mode, passes=self.passes
        )

    def pile_names(self, rules: Rules) -> tuple[str, ...]:
        """The name of each pile."""
        return pile_names(rules.spots(self.seats), 0)

    def read(self, rules: Rules, move: str) -> Move:
        """The move that the text names."""
        return parse_move(move, self.pile_names(rules))

    def seat(self, rules: Rules, move: str) -> int:
        """The seat whose move it is: that of the cards moved."""
        return rules.spots(self.seats)[self.read(rules, move).src].seat or 0

    def travels(self, rules: Rules, move: str) -> tuple[tuple[Moved, Table], ...]:
        """The cards that a legal move sets going, those that follow by themselves included; each with the
        table before. Raises IllegalMove."""
        table, found = self.table(rules), []
        for event in play(rules, table, self.seat(rules, move), self.read(rules, move)):
            if isinstance(event, Moved):
                found.append((event, table))
            table = fold(table, event)
        return tuple(found)

    def tables(self, rules: Rules) -> tuple[Table, ...]:
        """The position, and what each of the legal moves makes of it."""
        table = self.table(rules)
        after = [
            fold(before, event) for move in self.moves.split() for event, before in self.travels(rules, move)
        ]
        return table, *after


class Rule(NamedTuple):
    """A rule in a sentence or two, which the catalogues find here, and an example where one is needed."""

    words: str
    example: Example | None = None
    option: str = ""
    """The field of the rules that it is about: what its value is called is said with it."""


Book = Iterator[str | Rule]
"""The rules of a game to be read from the first to the last. Texts are titles of chapters, marked by N_()."""


def part(any_part: bool, may: str, may_not: str, row: str, lies: str, move: str) -> Rule:
    """Whether any part of a column moves: the move is legal, or it is not."""
    words, example = (
        (may, Example(row, lies, move)) if any_part else (may_not, Example(row, lies, wrong=move))
    )
    return Rule(words, example, "any_part")
