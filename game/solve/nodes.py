"""The positions that a search has seen, kept small, and the moves that led to each."""

from array import array
from collections.abc import Sequence

from game.core.cards import Pile
from game.core.table import Move, Table

ROOM = 320_000_000
"""Bytes that positions may take; with Python itself a search stays below 400 MB."""
_POSITION, _PILE, _CARD = 180, 420, 8
"""Bytes that a position, a pile and a card in it take, as measured, without the position's own numbers."""


class Nodes:
    """Positions by number, in the order in which they were found; the first is the search's root.

    A position is kept as the numbers of its piles, so that equal piles are kept once. Only equal positions
    are held to be the same. What is kept stays alive, so the object of a pile can be known by its id.
    """

    def __init__(self, root: Table) -> None:
        self._seed = root.seed
        self._piles = [Pile()]
        self._numbers: dict[Pile, int] = {}
        self._known: dict[int, int] = {}
        self._keys: list[bytes] = []
        self._seen: set[bytes] = set()
        self._parents, self._depths, self._moves = array("I"), array("I"), array("I")
        self._room = ROOM
        self.add(root, 0, Move(0, 0, 0))

    @property
    def full(self) -> bool:
        """Whether there is no room for more."""
        return self._room < 0

    def add(self, table: Table, parent: int, move: Move) -> int | None:
        """The number of a position that the move leads to from its parent; None if it is known."""
        piles, passes, mode, calls, _seed = table
        known = self._known
        key = array(
            "I", [*[known.get(id(pile)) or self._number(pile) for pile in piles], passes, mode, calls]
        )
        packed = key.tobytes()
        if packed in self._seen:
            return None
        self._seen.add(packed)
        self._keys.append(packed)
        self._room -= _POSITION + len(packed)
        self._parents.append(parent)
        self._depths.append(self._depths[parent] + 1 if self._depths else 0)
        self._moves.append(move.src << 20 | move.dst << 10 | move.count)
        return len(self._keys) - 1

    def table(self, node: int) -> Table:
        """The position of a number."""
        key = array("I")
        key.frombytes(self._keys[node])
        *numbers, passes, mode, calls = key
        return Table(tuple([self._piles[number] for number in numbers]), passes, mode, calls, self._seed)

    def depth(self, node: int) -> int:
        """How many moves lead to it."""
        return self._depths[node]

    def line(self, node: int) -> tuple[Move, ...]:
        """The moves that lead to it from the root."""
        moves: list[Move] = []
        while node:
            move = self._moves[node]
            moves.append(Move(move >> 20, move >> 10 & 1023, move & 1023))
            node = self._parents[node]
        return tuple(reversed(moves))

    def _number(self, pile: Pile) -> int:
        """The number of a pile that is not the very one kept here, from 1."""
        number = self._numbers.get(pile)
        if number is None:
            number = self._numbers[pile] = self._known[id(pile)] = len(self._piles)
            self._piles.append(pile)
            self._room -= _PILE + _CARD * len(pile.cards)
        return number


def way_to(parents: Sequence[int], choices: Sequence[int], node: int) -> list[int]:
    """The steps from the first position, which is 0, to a node: each node has a parent and a step from it."""
    steps = []
    while node:
        steps.append(choices[node])
        node = parents[node]
    return steps[::-1]
