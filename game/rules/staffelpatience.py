"""Staffelpatience: seven columns of 7 to 1, four books from king to ace (rules: seed 004)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import ClassVar

from game.core.build import alternate_down, alternate_up, count, run_length
from game.core.cards import KING, Pile, pack
from game.core.rules import Outcome, Rules, Spot, carry, option
from game.core.shuffle import Seed, Stream, shuffled
from game.core.table import Mode, Move, Moved, Table, TableEvent, Turned, fold
from game.core.words import N_

COLUMNS, STOCK, WASTE, BOOKS = range(7), 7, 8, range(9, 13)
SIZES = (7, 6, 5, 4, 3, 2, 1)
BOOK, DOUBLE = 13, 25
"""How many cards a book has, and a book with a complete double series."""
DECLARED = 1
"""The table's mode once double series may be built."""


@dataclass(frozen=True)
class Staffelpatience(Rules):
    """The house rules, each with the reading that is played by default."""

    by_click: bool = option(True, N_("A book is made"), {True: N_("by click"), False: N_("by itself")})
    double_series: bool = option(
        True,
        N_("Double series"),
        {True: N_("allowed"), False: N_("not allowed")},
        N_("Once declared, the ace of each book takes a series from two to king. It scores less."),
    )
    beneath: bool = option(
        False,
        N_("A turned card that does not fit"),
        {False: N_("onto a waste"), True: N_("beneath the stock")},
        N_("It stays on a waste whose top is playable, or goes beneath the stock as you turn the next one."),
        source=(True,),
    )

    name: ClassVar[str] = "staffelpatience"
    title: ClassVar[str] = N_("Staffelpatience")
    meaning: ClassVar[str] = N_("Staircase patience")
    seats: ClassVar[range] = range(1, 2)
    goal: ClassVar[str] = N_("Make four runs from king down to ace, red and black in turn.")
    how_to_play: ClassVar[tuple[str, ...]] = (
        N_("Make four books: runs from king down to ace, in alternating colours, at the end of a column."),
        N_("Columns build down, red on black and black on red. A run, or any part of it, moves as one."),
        N_("Only a king, alone or with its run, goes to an empty column."),
        N_("Turn the stock card by card, as often as you like; the top of the turned cards stays playable."),
        N_("With a book made you may declare double series: two to king, alternating, on the ace of each."),
    )
    advice: ClassVar[tuple[str, ...]] = (
        N_("Free the cards that lie face down as soon as you can."),
        N_("Before you turn the stock, check whether a card in the columns fits by now."),
    )
    readings: ClassVar[tuple[str, ...]] = (
        N_(
            "The source does not say what may lie beneath a run from king to ace. Here it makes a book even "
            "with other cards beneath it."
        ),
        N_(
            "The source moves single cards, and a king with its run. Here any run moves, and any part of one."
        ),
        N_("In the source you may turn up an uncovered card. Here it turns up by itself."),
        N_(
            "The source allows double series if the deal does not come out. Here you declare them, once "
            "there is a book, and a complete one makes up for a missing book."
        ),
    )
    origin: ClassVar[str] = N_(
        "The columns are laid in steps, Staffel in German. After an article at casinospiegel.net, from its "
        "section on games of chance; diamonds are Eckstein there."
    )

    @property
    def gestures(self) -> Mapping[str, str]:
        """The label of declaring, where the house rules allow it."""
        return {"stock": N_("Double series")} if self.double_series else {}

    def spots(self, seats: int) -> tuple[Spot, ...]:
        """The books above the staircase, as in the source, where its steps are short; stock and waste at the
        left."""
        return (
            *(Spot("build", 1.2 + 1.07 * i, 1.18, "down", 0) for i in COLUMNS),
            Spot("stock", 0, 0, "", 0),
            Spot("waste", 0, 1.18, "", 0),
            *(Spot("foundation", 1.2 + 1.07 * i, 0, "", 0) for i in COLUMNS[3:]),
        )

    def deal(self, seed: Seed, seats: int) -> Table:
        """Columns of 7 to 1, the last card of each face up; the other 24 are the stock."""
        cards = shuffled(pack(), Stream(seed))
        ends = tuple(accumulate(SIZES))
        columns = (Pile(cards[end - size : end], 1) for size, end in zip(SIZES, ends, strict=True))
        return Table((*columns, Pile(cards[ends[-1] :]), Pile(), *[Pile()] * 4))

    def moves(self, table: Table, seat: int) -> Iterator[Move]:
        """Build down, move a king, make a book, build a double series, turn a card, declare."""
        piles = table.piles
        for src in (*COLUMNS, WASTE):
            cards = piles[src].cards
            run = run_length(piles[src]) if src != WASTE else len(cards[-1:])
            for length in range(1, run + 1):
                for dst in COLUMNS:
                    onto, card = piles[dst].cards, cards[-length]
                    if dst != src and (alternate_down(onto[-1], card) if onto else card.rank == KING):
                        yield Move(src, dst, length)
            for dst in BOOKS if run and table.mode == DECLARED else ():
                if piles[dst].cards and alternate_up(piles[dst], cards[-1]):
                    yield Move(src, dst)
        yield from filter(None, (_book(table, src) for src in COLUMNS))
        if piles[STOCK].cards:
            yield Move(STOCK, WASTE)
        elif piles[WASTE].cards and not self.beneath:
            yield Move(WASTE, STOCK, len(piles[WASTE].cards))
        if self.double_series and table.mode != DECLARED and any(piles[dst].cards for dst in BOOKS):
            yield Move(STOCK, STOCK, 0)

    def effects(self, table: Table, seat: int, move: Move) -> Iterator[TableEvent]:
        """The move, what turns up, a book made by itself. Unlimited passes are not counted."""
        if move.count == 0:
            yield Mode(DECLARED)
        elif move.dst == STOCK:
            yield Moved(seat, WASTE, STOCK, table.piles[WASTE].cards[::-1], up=False)
        else:
            if self.beneath and move.src == STOCK and (left := table.piles[WASTE]).cards:
                yield Moved(seat, WASTE, STOCK, left.cards, up=False, under=True)
            yield (moved := carry(table, seat, move))
            table = fold(table, moved)
            if move.src in COLUMNS and (left := table.piles[move.src]).cards and not left.up:
                yield Turned(move.src, left.cards[-1])
            if not self.by_click and move.dst in COLUMNS and (book := _book(table, move.dst)):
                yield from self.effects(table, seat, book)

    def outcome(self, table: Table) -> Outcome | None:
        """Won with four books, or with a double series in place of a kind's second book."""
        placed, cards = self.progress(table)
        reason = "won" if placed == count(table, BOOKS) else "double"
        return Outcome(reason, 0, (placed,)) if placed == cards else None

    def progress(self, table: Table) -> tuple[int, int]:
        """The cards in books and double series; a complete double series also counts the ace left over."""
        doubled = sum(len(table.piles[dst].cards) == DOUBLE for dst in BOOKS)
        return count(table, BOOKS) + doubled, count(table, range(len(table.piles)))

    def worth(self, table: Table) -> int:
        """The ace that a double series leaves over was never laid: such a win counts less."""
        return count(table, BOOKS)


def _book(table: Table, column: int) -> Move | None:
    """The move that makes a book of a column's end."""
    if run_length(table.piles[column]) < BOOK:
        return None
    return Move(column, next(dst for dst in BOOKS if not table.piles[dst].cards), BOOK)
