"""Rot und Schwarz, version 1: two packs, eight columns, one pass (rules: seed 002)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from game.core.build import alternate_up, columns_by_need, face_key, foundations_by_rank, suit_up, two_rows
from game.core.cards import ACE, Pile, pack
from game.core.rules import Rules, Spot, carry, option
from game.core.shuffle import Seed, Stream, shuffled
from game.core.table import Mode, Move, Table, TableEvent, fold
from game.core.words import N_

FOUNDATIONS, COLUMNS, STOCK, WASTE = range(8), range(8, 16), 16, 17
LAYING = 1
"""The mode of a table whose waste shows a card just drawn that must be laid at once."""


@dataclass(frozen=True)
class RotUndSchwarz(Rules):
    """The house rules, each with the reading that is played by default."""

    foundations: str = option(
        "alternating",
        N_("Foundations build up"),
        {"alternating": N_("in alternating colour"), "suit": N_("in suit")},
        N_("What goes on the aces: the next rank in the other colour, or in the same suit."),
    )
    any_part: bool = option(
        False,
        N_("Columns move"),
        {False: N_("last card or whole column"), True: N_("any part")},
        N_("How much of a column may move onto another at once."),
    )
    must_lay: bool = option(
        True,
        N_("A card that fits"),
        {True: N_("must be laid"), False: N_("may be left")},
        N_("Whether the card just turned has to be laid. One that fits only a gap may always be left."),
    )

    name: ClassVar[str] = "rot-und-schwarz"
    title: ClassVar[str] = N_("Rot und Schwarz")
    meaning: ClassVar[str] = N_("Red and black")
    seats: ClassVar[range] = range(1, 2)
    goal: ClassVar[str] = N_("Build up from the eight aces to the kings, red on black and black on red.")
    how_to_play: ClassVar[tuple[str, ...]] = (
        N_("Build all 104 cards up from the eight aces to the kings, red on black and black on red."),
        N_("Columns build down in alternating colour too. The last card or the whole column moves as one."),
        N_("Turn the stock card by card, once; the top of the turned cards stays playable."),
        N_("A turned card that fits a foundation or a column must be laid."),
        N_(
            "Fill a gap with the turned card or the top of the waste, never from another column. It "
            "may stay empty."
        ),
    )
    readings: ClassVar[tuple[str, ...]] = (
        N_(
            "On the aces the source has sequences of colours. Here they are red and black in turn, as its "
            "first paragraph says."
        ),
        N_("The source moves sequences as a whole. Here that is the whole column, or its last card alone."),
        N_("The source draws when nothing in the columns can be moved any more. Here you may draw sooner."),
    )
    origin: ClassVar[str] = N_(
        "The first of three patiences of this name; the second and third are Farbwechsel and Paare here. In "
        "English it is Red and Black: Lady Cadogan’s Illustrated Games of Solitaire or Patience (1914), and "
        "Brenda Ralph Lewis, Card Games for One (2007). After the German Wikipedia’s article (CC BY-SA)."
    )

    def spots(self, seats: int) -> tuple[Spot, ...]:
        """The foundations above their columns; stock and waste beside them."""
        return two_rows(8)

    def deal(self, seed: Seed, seats: int) -> Table:
        """The eight aces, a card in each column, and the other 88 as the stock."""
        cards = shuffled(pack(0) + pack(1), Stream(seed))
        aces = sorted(card for card in cards if card.rank == ACE)
        others = tuple(card for card in cards if card.rank != ACE)
        laid = (Pile((card,), 1) for card in (*aces, *others[:8]))
        return Table((*laid, Pile(others[8:]), Pile()))

    def moves(self, table: Table, seat: int) -> Iterator[Move]:
        """Build up, build down, fill a gap from the waste, turn a card; only the drawn card if it must be
        laid."""
        piles = table.piles
        goes_up = alternate_up if self.foundations == "alternating" else suit_up
        columns, following = columns_by_need(piles, COLUMNS), foundations_by_rank(piles, FOUNDATIONS)
        for src in (WASTE,) if table.mode == LAYING else (*COLUMNS, WASTE):
            cards = piles[src].cards
            if not cards:
                continue
            for dst in following.get(cards[-1].rank, ()):
                if goes_up(piles[dst], cards[-1]):
                    yield Move(src, dst)
            if src == WASTE:
                gaps = (dst for dst in COLUMNS if not piles[dst].cards)
                yield from (Move(src, dst) for dst in sorted([*gaps, *columns.get(face_key(cards[-1]), ())]))
            else:
                fits = (
                    (dst, count)
                    for count in self._counts(len(cards))
                    for dst in columns.get(face_key(cards[-count]), ())
                )
                yield from (Move(src, dst, count) for dst, count in sorted(fits))
        if piles[STOCK].cards and table.mode != LAYING:
            yield Move(STOCK, WASTE)

    def effects(self, table: Table, seat: int, move: Move) -> Iterator[TableEvent]:
        """The move. A drawn card that fits a foundation or a column that is not empty must then be laid."""
        moved = carry(table, seat, move)
        yield moved
        if table.mode == LAYING:
            yield Mode(0)
        elif self.must_lay and move.src == STOCK:
            there = fold(table, moved)._replace(mode=LAYING)
            if any(there.piles[laid.dst].cards for laid in self.moves(there, seat)):
                yield Mode(LAYING)

    def _counts(self, length: int) -> range:
        """How many cards of a column of that length may go together; the column is one run."""
        return range(1, length + 1, 1 if self.any_part else max(1, length - 1))
