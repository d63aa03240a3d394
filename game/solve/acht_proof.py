"""A proof that a position of Acht mal Acht is hopeless: all that can be reached from it is tried.

A card may be turned whatever lies in the columns, so it never helps to move anything there later rather than
sooner. Positions that differ only by how far the stock has been passed through are therefore one, tried when
it is first reached; after that only the turned cards are tried on it.
"""

from collections.abc import Iterator

from game.solve.packed.acht import CARDS, TURNED, Packing, Position, taken

MOST = 200_000
"""Positions that are tried at the most, some 110 MB."""
_LOOKED = 100
"""How many positions are looked at for a turned card in the time in which one is tried."""


class Proof:
    """Tries all that can be done from a position when so many cards of the stock have been turned, with so
    many passes left, this one included; 0 if they are unlimited."""

    def __init__(self, packing: Packing, root: Position, drawn: int, passes: int) -> None:
        self._packing, self._drawn, self._passes = packing, drawn, passes
        self._seen, self._new = {root.number}, [root]
        self._by_left: dict[int, list[tuple[int, Position]]] = {}
        """By what is left of the stock: the positions tried, each with the cards that it can take."""

    def search(self) -> Iterator[bool]:
        """Whether it is proved hopeless, after each position tried or some looked at; ends if it never is."""
        drawn, passes, before = self._drawn, self._passes, 0
        while len(self._seen) > before:
            before = 0 if drawn else len(self._seen)
            for number in range(drawn, len(self._packing.order) + 1):
                if number > drawn:
                    yield from self._turn(number, passes == 1)
                while self._new:
                    if not self._try(self._new.pop()):
                        return
                    yield False
            drawn, passes = 0, passes - 1
            if passes == 0:
                break
        yield True

    def _try(self, position: Position) -> bool:
        """Reach what can be done without turning a card; False if the proof has failed."""
        if position.up.total == CARDS or len(self._seen) > MOST:
            return False
        self._by_left.setdefault(position.stock.left, []).append((taken(position), position))
        for step in self._packing.steps(position):
            self._reach(self._packing.after(position, step))
        return True

    def _turn(self, drawn: int, last: bool) -> Iterator[bool]:
        """Reach what the last of so many cards allows where it is left and can be taken; nothing is proved by
        that."""
        card, packing = self._packing.order[drawn - 1], self._packing
        for left, positions in self._by_left.items():
            if not left >> drawn - 1 & 1:
                continue
            stock = packing.stock(left, drawn, last)
            for number, (takes, position) in enumerate(positions, 1):
                if number % _LOOKED == 0:
                    yield False
                if takes >> card & 1:
                    there = packing.turned(position, stock)
                    if there.stock is not stock:
                        self._reach(there)
                        continue
                    for step in packing.steps(there):
                        if step[0] == TURNED:
                            self._reach(packing.after(there, step))

    def _reach(self, position: Position) -> None:
        if position.number not in self._seen:
            self._seen.add(position.number)
            self._new.append(position)
