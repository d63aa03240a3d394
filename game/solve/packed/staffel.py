"""Positions of Staffelpatience as bits and counters, and their steps: exact for what decides the game.

The position. A run is of one kind: the cards of odd rank and one colour, and of even rank and the other.
So each kind has two cards of every rank, twins, and a card can lie on two cards only, its parents: the
twins one rank above, of its kind. Of a column only the cards dealt there matter (the face-down ones and the
lowest face-up one, its root), for all cards above the root lie on a parent: they are *placed*. A turned card
can be had at any time, as the passes are unlimited, so the stock is a set. And it does not matter which
parent a placed card lies on:

- With fewer cards placed of a rank than there are parents face up, one parent is uncovered: only its
  children can lie on a face-up card. So the next twin can be placed there, with all that lies on it.
- A book can be made from a king K that is face up as soon as every rank below has a card placed. Go down
  from K: if both twins of the next rank are placed, each parent has one of them. If one is, it lies there
  or can be moved there, for it can go to either parent and the other one has no child.
- Once a book is made, the twins left have one parent each, and the same holds with both counted as placed.

A position is therefore the set of the cards that are *gone* from the deal: placed, or kings that have a
column of their own (a king on nothing has one at once), or cards in books and series; and how far books and
series have got. The steps: place a root or a card of the stock that has an uncovered parent; bring a king to
an empty column; make a book; lay a card on a double series. Every line of moves is a line of steps with moves
between them that change nothing here, and every step can be made by moves (staffel_moves.py). So a search
through all steps decides the deal.

Safe steps are made at once, because any line that wins without one also wins with it:

- Placing a card whose parents are both face up (or gone): its twin will not lack a parent. Nor will it if the
  twin lies deeper in the same column, and comes later in any case; or if both are in the stock, and so
  alike. Placed cards only uncover others, offer themselves as parents and fill books.
- A book from a king with a column of its own: a line that delays the book and first makes another of the
  kind, from a king on other cards, can bring that king to the column that is now free. The second book of a
  kind: its cards are of no other use.
- A king to an empty column while there is one for each king without a column.
- A card on a double series that has begun: everything that could lie on it is already on that series.

A position is hopeless without a search if cards remain even under relaxed rules: an unplaced twin never takes
the other's parent, and the first empty column, or book, suffices for all kings. These rules only allow more.
If it is hopeless only when one twin is assumed to come second, and so to need both parents, that twin must
come first: known before the search begins, this decides many pairs.

A double series takes a kind's second cards from two to king, after its first book. The second ace must not
lie on the two, from which it could never be moved: when double series are searched, placing an ace is not a
safe step while the other ace has a place too.
"""

from collections.abc import Iterator
from typing import NamedTuple

from game.core.build import run_length
from game.core.cards import KING, Card, is_red, pack
from game.core.table import Table
from game.rules.staffelpatience import BOOK, BOOKS, COLUMNS, STOCK, WASTE

CARDS, KIND = 52, 26
ROOTS, OWN, SERIES = CARDS, 2 * CARDS, 2 * CARDS + 2
"""Steps are numbers. Below ROOTS: place the card, or bring a king to an empty column. From ROOTS: make
a book from this king, which lies on other cards. From OWN: make a book of this kind from a king with its own
column. From SERIES: lay the next card of this kind on its double series."""

_EVEN = ((1 << CARDS) - 1) // 3
"""One bit of each pair of twins."""
_KINGS = 0b11 << KIND - 2 | 0b11 << CARDS - 2
_ACES = 0b11, 0b11 << KIND
_BELOW = (1 << KIND - 2) - 1
"""The cards of one kind below its kings."""
_REST = (1 << CARDS) - 1 & ~_KINGS


def number(card: Card) -> int:
    """The card's bit: kind by kind, rank by rank, twins side by side."""
    return (card.rank + is_red(card)) % 2 * KIND + (card.rank - 1) * 2 + card.suit // 2


def kind_of(card: Card) -> int:
    """The kind of the runs that the card can be in."""
    return number(card) // KIND


def readable(table: Table) -> bool:
    """Whether play can lead to the table: it has one pack, and the face-up cards of each column are a run."""
    cards = sorted(card for pile in table.piles for card in pile.cards)
    columns = [table.piles[column] for column in COLUMNS]
    return cards == sorted(pack()) and all(
        pile.up == run_length(pile) and bool(pile.cards) == bool(pile.up) for pile in columns
    )


class Position(NamedTuple):
    """A position: the cards gone, a bit each; each kind's books, and the rank of the last card of its double
    series, 0 if it has none."""

    gone: int
    books: tuple[int, int]
    series: tuple[int, int]

    @property
    def won(self) -> bool:
        """Whether each kind has two books, or a book with a double series."""
        return all(b == 2 or s == KING for b, s in zip(self.books, self.series, strict=True))


class Packing:
    """The deal of a table, and the steps in its positions; `double`: with double series."""

    def __init__(self, table: Table, double: bool) -> None:
        self._double = double
        self._stock = sum(1 << number(card) for pile in (STOCK, WASTE) for card in table.piles[pile].cards)
        self._tops: list[tuple[int, dict[int, int]]] = []
        """For each column the bits of its cards, and its root by which of them are gone."""
        self._first = 0
        """The cards placed before their twins, such as those that lie above them in the same column."""
        self._bases = 0
        """The kings at the base of a column."""
        gone = (1 << CARDS) - 1 ^ self._stock
        for column in COLUMNS:
            cards, up = table.piles[column]
            dealt = [number(card) for card in cards[: len(cards) - up + 1]]
            bits = sum(1 << bit for bit in dealt)
            gone ^= bits
            roots, off = {bits: 0}, bits
            for depth, bit in enumerate(dealt):
                off ^= 1 << bit
                roots[off] = 1 << bit
                if bit ^ 1 in dealt[:depth]:
                    self._first |= 1 << bit
            self._tops.append((bits, roots))
            if dealt:
                self._bases |= 1 << dealt[0] & _KINGS
        books, series = [0, 0], [0, 0]
        for pile in BOOKS:
            if cards := table.piles[pile].cards:
                books[kind := kind_of(cards[0])] += 1
                series[kind] = max(series[kind], len(cards) - BOOK and len(cards) - BOOK + 1)
        self.start = Position(gone, (books[0], books[1]), (series[0], series[1]))
        self._second = 0
        """The cards that any line to four books places after their twins."""
        if not double:
            self._find_second()

    def _find_second(self) -> None:
        """Fill `_second`: if four books are impossible with a card placed second, its twin is the second."""
        unknown = _REST & ~_twins(self.start.gone)
        found = True
        while found:
            found = False
            for bit in _bits(unknown):
                if not self._second >> (bit ^ 1) & 1 and self.stuck(self.start, 1 << bit):
                    self._second |= 1 << (bit ^ 1)
                    self._first |= 1 << bit
                    found = True

    def after(self, position: Position, step: int) -> Position:
        """The position after the step."""
        gone, books, series = position
        if step < ROOTS:
            return Position(gone | 1 << step, books, series)
        if step < SERIES:
            kind = step - OWN if step >= OWN else (step - ROOTS) // KIND
            if step < OWN:
                gone |= 1 << step - ROOTS
            return Position(gone, (books[0] + 1 - kind, books[1] + kind), series)
        kind = step - SERIES
        rank = (series[kind] or 1) + 1
        twins = 0b11 << kind * KIND + 2 * (rank - 1)
        return Position(gone | twins, books, (rank, series[1]) if kind == 0 else (series[0], rank))

    def steps(self, position: Position) -> tuple[list[int], list[int]]:
        """Safe steps, which can all be made in that order, or, if there are none, all other steps. Of twins
        that are both in the stock only one is listed."""
        gone, books, series = position
        roots, empty = self._roots(gone)
        if bases := roots & self._bases:
            return list(_bits(bases)), []
        made, left = self._books(position, roots)
        if made:
            return made, []
        stock = self._stock & ~gone
        alike = stock & stock >> 1 & _EVEN
        one, both = _parents(gone | roots)
        one &= ~(_twins(gone) | self._second)
        free = (roots | stock) & ~(alike << 1)
        legal, safe = free & (one | both) & _REST, free & (one & (self._first | alike) | both) & _REST
        for kind in (0, 1) if self._double else ():
            safe &= ~(both & _ACES[kind])
            legal &= ~_ACES[kind] if series[kind] else -1
        empty -= (gone & _KINGS).bit_count() - sum(books) - series.count(KING)
        if empty:
            legal |= free & _KINGS
        if empty >= (_KINGS & ~gone).bit_count():
            safe |= free & _KINGS
        laid, begun = self._laid(position, roots | stock) if self._double else ([], [])
        if safe or laid:
            return [*_bits(safe & roots), *_bits(safe & stock), *laid], []
        placed = (*_bits(legal & roots & _REST), *_bits(legal & _KINGS), *_bits(legal & stock & _REST))
        return [], [*begun, *left, *placed]

    def stuck(self, position: Position, second: int = 0) -> bool:
        """Whether four books are impossible even under relaxed rules (see above)."""
        gone, books, _ = position
        kings, unplaced = False, ~(_twins(gone) | self._second | second)
        while True:
            roots, empty = self._roots(gone)
            one, both = _parents(gone | roots)
            more = (roots | self._stock & ~gone) & (one & unplaced | both) & _REST | roots & self._bases
            own = (gone & _KINGS).bit_count() - sum(books)
            kings = kings or empty > own or any(map(_complete, (gone, gone >> KIND), books))
            if kings:
                more |= (roots | self._stock & ~gone) & _KINGS
            if not more:
                return gone != (1 << CARDS) - 1
            gone |= more

    def _roots(self, gone: int) -> tuple[int, int]:
        """The columns' roots, and how many columns have none."""
        roots = empty = 0
        for bits, tops in self._tops:
            root = tops[gone & bits]
            roots |= root
            empty += not root
        return roots, empty

    def _books(self, position: Position, roots: int) -> tuple[list[int], list[int]]:
        """The books that can be made: the safe ones, and the others."""
        safe: list[int] = []
        others: list[int] = []
        for kind, made in enumerate(position.books):
            if position.series[kind] or not _complete(position.gone >> kind * KIND, made):
                continue
            kings = 0b11 << (kind + 1) * KIND - 2
            if (position.gone & kings).bit_count() > made:
                safe.append(OWN + kind)
            (safe if made else others).extend(ROOTS + bit for bit in _bits(roots & kings))
        return safe, others

    def _laid(self, position: Position, free: int) -> tuple[list[int], list[int]]:
        """The steps that continue a double series, and those that begin one."""
        safe: list[int] = []
        others: list[int] = []
        for kind, (made, rank) in enumerate(zip(position.books, position.series, strict=True)):
            twins = 0b11 << kind * KIND + 2 * (rank or 1)
            covered = not rank and not _ACES[kind] & ~position.gone
            if made == 1 and rank < KING and not covered and not twins & ~(position.gone | free):
                (safe if rank else others).append(SERIES + kind)
        return safe, others


def _parents(up: int) -> tuple[int, int]:
    """The cards with one parent, and those with both, face up or gone."""
    up >>= 2
    return 3 * ((up | up >> 1) & _EVEN), 3 * (up & up >> 1 & _EVEN)


def _twins(cards: int) -> int:
    """The cards and their twins."""
    return 3 * ((cards | cards >> 1) & _EVEN)


def _complete(gone: int, made: int) -> bool:
    """Whether a kind has all cards for its next book; the lowest bits of `gone` are the kind's cards."""
    placed = gone & _BELOW
    return made < 2 and (placed if made else _twins(placed)) == _BELOW


def _bits(cards: int) -> Iterator[int]:
    """The number of each card."""
    while cards:
        lowest = cards & -cards
        yield lowest.bit_length() - 1
        cards ^= lowest
