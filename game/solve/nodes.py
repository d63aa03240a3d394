"""A compact store of the positions that a search has seen and the moves that led to each, and the choice of
those that go on."""

from array import array
from collections import Counter
from collections.abc import Callable
from typing import TypeVar

from game.core.cards import Pile
from game.core.table import Move, Table

T = TypeVar("T")
Trail = tuple["Trail[T]", T] | None
"""The last step, and the trail before it. Trails share their beginnings; one that leads nowhere is freed."""
ROOM = 320_000_000
"""Bytes that positions may take; with Python itself a search stays below 400 MB."""
_POSITION, _PILE, _CARD = 180, 420, 8
"""Measured bytes of a position (without its key), of a pile, and of a card in it."""


class Nodes:
    """Positions by number, in the order of discovery; the first is the root.

    A position is stored as the numbers of its piles, so equal piles are stored once. Comparison is exact, not
    by hash alone. Stored piles stay alive, so a pile can be recognised by its id.
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
        """Whether there is no room for more positions."""
        return self._room < 0

    def add(self, table: Table, parent: int, move: Move) -> int | None:
        """Add the position that the move leads to from its parent; its number, or None if it is known."""
        piles, passes, mode, calls = table[:4]
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
        """The position with that number."""
        key = array("I")
        key.frombytes(self._keys[node])
        *numbers, passes, mode, calls = key
        return Table(tuple([self._piles[number] for number in numbers]), passes, mode, calls, self._seed)

    def depth(self, node: int) -> int:
        """How many moves lead to the position."""
        return self._depths[node]

    def line(self, node: int) -> tuple[Move, ...]:
        """The moves from the root to the position."""
        moves: list[Move] = []
        while node:
            move = self._moves[node]
            moves.append(Move(move >> 20, move >> 10 & 1023, move & 1023))
            node = self._parents[node]
        return tuple(reversed(moves))

    def _number(self, pile: Pile) -> int:
        """The number, from 1, of a pile that is not known by its id; a new pile is stored."""
        number = self._numbers.get(pile)
        if number is None:
            number = self._numbers[pile] = self._known[id(pile)] = len(self._piles)
            self._piles.append(pile)
            self._room -= _PILE + _CARD * len(pile.cards)
        return number


def way(trail: Trail[T]) -> list[T]:
    """The steps, first to last."""
    steps = []
    while trail:
        trail, step = trail
        steps.append(step)
    return steps[::-1]


def various(found: list[T], heights: Callable[[T], tuple[int, ...]], width: int, alike: int) -> list[T]:
    """The first `width` positions, but at most one in `alike` may have the same foundations (`heights`)."""
    seen: Counter[tuple[int, ...]] = Counter()
    best = []
    for one in found:
        seen[heights(one)] += 1
        if seen[heights(one)] <= max(1, width // alike):
            best.append(one)
    return best[:width]
