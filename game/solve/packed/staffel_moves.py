"""Turns a line of Staffelpatience's packed steps into moves."""

from collections.abc import Callable

from game.core.build import alternate_down, alternate_up, run_length
from game.core.cards import KING, Card
from game.core.rules import IllegalMove
from game.core.table import Table
from game.rules.staffelpatience import BOOK, BOOKS, COLUMNS, DECLARED, STOCK, WASTE, Staffelpatience
from game.solve.packed.line import Line
from game.solve.packed.staffel import OWN, ROOTS, SERIES, kind_of, number


class Unpacker(Line):
    """Carries out steps as moves on a table."""

    def __init__(self, rules: Staffelpatience, table: Table) -> None:
        super().__init__(rules, table)
        self._by_click = rules.by_click
        self._books = self._standing()

    def follow(self, line: list[list[int]]) -> None:
        """Make the steps of a line, those of each group in any order.

        Where books are made automatically, it stops early if one was made from another king than planned."""
        try:
            for steps in line:
                self.make(steps)
        except (IllegalMove, StopIteration):
            if self._by_click:
                raise

    def make(self, steps: list[int]) -> None:
        """Make steps that are all possible now; cards of the stock in the order in which they turn up."""
        left = list(steps)
        while left:
            left.remove(step := min(left, key=self._delay))
            if step < ROOTS:
                self._place(step)
            elif step < SERIES:
                self._book(step)
            else:
                self._lay(step - SERIES)

    def _place(self, bit: int) -> None:
        """Bring the card to a parent, or a king to an empty column if it has none of its own."""
        src = next((column for column in COLUMNS if self._root(column) == bit), WASTE)
        if src == WASTE:
            self._turn_to(lambda card: number(card) == bit)
        pile = self.table.piles[src]
        count = pile.up if src != WASTE else 1
        card = pile.cards[-count]
        if card.rank == KING:
            if src == WASTE or count < len(pile.cards):
                self.play(src, next(dst for dst in COLUMNS if not self.table.piles[dst].cards), count)
        else:
            self.play(src, next(dst for dst in COLUMNS if self._takes(dst, card)), count)

    def _book(self, step: int) -> None:
        """Gather a book below the king, then put it up unless that happens automatically."""
        self._books += 1
        if self._standing() >= self._books:
            return
        column = next(column for column in COLUMNS if step in self._names(column))
        while run_length(self.table.piles[column]) < BOOK:
            self.play(*self._child(column))
            if self._standing() >= self._books:
                return
        self.play(column, next(book for book in BOOKS if not self.table.piles[book].cards), BOOK)

    def _lay(self, kind: int) -> None:
        """Lay the next card on the double series of a kind, after declaring if need be."""
        if self.table.mode != DECLARED:
            self.play(STOCK, STOCK, 0)
        piles = self.table.piles
        dst = next(book for book in BOOKS if piles[book].cards and kind_of(piles[book].cards[0]) == kind)

        def fits(card: Card) -> bool:
            return alternate_up(piles[dst], card)

        src = next((c for c in COLUMNS if (card := piles[c].exposed) and fits(card)), WASTE)
        if src == WASTE:
            self._turn_to(fits)
        self.play(src, dst)

    def _child(self, column: int) -> tuple[int, int, int]:
        """The move of a placed card, with the cards on it, from elsewhere to a column that it fits."""
        for src in COLUMNS:
            cards, up = self.table.piles[src]
            for count in range(1, up):
                if self._takes(column, cards[-count]):
                    return src, column, count
        raise StopIteration

    def _turn_to(self, wanted: Callable[[Card], bool]) -> None:
        """Turn the stock until the wanted card lies on top of the waste."""
        for _ in range(2 * sum(len(self.table.piles[pile].cards) for pile in (STOCK, WASTE)) + 2):
            stock, waste = self.table.piles[STOCK].cards, self.table.piles[WASTE].cards
            if waste and wanted(waste[-1]):
                return
            if stock:
                self.play(STOCK, WASTE)
            else:
                self.play(WASTE, STOCK, len(waste))
        raise StopIteration

    def _delay(self, step: int) -> int:
        """The order of a step: turns until its card comes up; cards in columns first, series last."""
        stock, waste = (self.table.piles[pile].cards for pile in (STOCK, WASTE))
        ahead = [number(card) for card in (*waste[-1:], *stock[::-1], *waste[:-1])]
        if step in ahead:
            return ahead.index(step)
        return len(ahead) if step >= SERIES else -1

    def _root(self, column: int) -> int | None:
        """The lowest face-up card of a column."""
        cards, up = self.table.piles[column]
        return number(cards[-up]) if cards else None

    def _names(self, column: int) -> tuple[int, ...]:
        """The steps that a book in this column can stand for."""
        cards, up = self.table.piles[column]
        if not cards or cards[-up].rank != KING:
            return ()
        own = (OWN + kind_of(cards[-up]),) if up == len(cards) else ()
        return (ROOTS + number(cards[-up]), *own)

    def _takes(self, column: int, card: Card) -> bool:
        """Whether the card fits below the column's end."""
        end = self.table.piles[column].exposed
        return end is not None and alternate_down(end, card)

    def _standing(self) -> int:
        """The number of books made."""
        return sum(bool(self.table.piles[book].cards) for book in BOOKS)
