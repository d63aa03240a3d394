"""Acht mal Acht: two packs, eight columns of eight, three passes (rules: seed 001)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from game.core.build import columns_by_need, face_key, foundations_by_rank, run_length, suit_up, two_rows
from game.core.cards import Pile, pack
from game.core.rules import Rules, Spot, carry, option
from game.core.shuffle import Seed, Stream, shuffled
from game.core.table import Move, Moved, Redealt, Table, TableEvent
from game.core.words import N_

FOUNDATIONS, COLUMNS, STOCK, WASTE = range(8), range(8, 16), 16, 17
_PASSES = {
    0: N_("You may go through the stock as often as you like."),
    1: N_("You may go through the stock only once."),
}


@dataclass(frozen=True)
class AchtMalAcht(Rules):
    """The house rules, each with the reading that is played by default."""

    passes: int = option(
        3,
        N_("Passes"),
        {3: N_("three"), 1: N_("one"), 0: N_("unlimited")},
        N_("How often the stock may be gone through."),
    )

    any_part: bool = option(
        False,
        N_("Runs go onto columns"),
        {False: N_("whole"), True: N_("any part")},
        N_("Whole: the last card or the whole run. Either way, an empty column takes any part of a run."),
    )

    name: ClassVar[str] = "acht-mal-acht"
    title: ClassVar[str] = N_("Acht mal Acht")
    meaning: ClassVar[str] = N_("Eight times eight")
    seats: ClassVar[range] = range(1, 2)
    goal: ClassVar[str] = N_("Above the columns, build every suit from ace to king.")
    how_to_play: ClassVar[tuple[str, ...]] = (
        N_("Build all 104 cards up in suit from the eight aces to the kings. No card comes back from there."),
        N_(
            "Columns build down, red on black and black on red. The last card moves, or the whole run as one."
        ),
        N_("An empty column takes any card, run or part of a run. Among the columns, kings go nowhere else."),
        N_("Turn the stock card by card; the top of the turned cards stays playable."),
        N_("You may go through the stock three times."),
    )
    advice: ClassVar[tuple[str, ...]] = (
        N_("64 cards lie open: plan far ahead, and look first for a column that can be emptied."),
        N_("An empty column is precious: it takes what is in the way elsewhere."),
        N_("Don’t play cards to the foundations too early; long runs in the columns are worth more."),
        N_("Leave a turned card that fits if its twin will soon be free in a column."),
    )
    readings: ClassVar[tuple[str, ...]] = (
        N_("The source leaves what you cannot use on the waste. Here the waste’s top card stays playable."),
        N_("The source builds families of one colour. Here that means of one suit."),
    )
    origin: ClassVar[str] = N_(
        "Eight by eight: eight columns of eight. From Dietrich Juhl’s collection of patiences, juhl.de."
    )

    @property
    def in_short(self) -> tuple[str, ...]:
        return (*self.how_to_play[:-1], _PASSES.get(self.passes, self.how_to_play[-1]))

    def spots(self, seats: int) -> tuple[Spot, ...]:
        """The foundations above their columns; stock and waste beside them."""
        return two_rows(8)

    def deal(self, seed: Seed, seats: int) -> Table:
        """Eight rows of eight, each laid over the one before; the other 40 are the stock."""
        cards = shuffled(pack(0) + pack(1), Stream(seed))
        columns = (Pile(cards[column:64:8], 8) for column in range(8))
        return Table((*[Pile()] * 8, *columns, Pile(cards[64:]), Pile()))

    def moves(self, table: Table, seat: int) -> Iterator[Move]:
        """Build up, build down or fill a column, turn a card, turn the waste over."""
        piles = table.piles
        columns, following = columns_by_need(piles, COLUMNS), foundations_by_rank(piles, FOUNDATIONS)
        gaps = [dst for dst in COLUMNS if not piles[dst].cards]
        for src in (*COLUMNS, WASTE):
            cards = piles[src].cards
            if not cards:
                continue
            for dst in following.get(cards[-1].rank, ()):
                if suit_up(piles[dst], cards[-1]):
                    yield Move(src, dst)
            run = run_length(piles[src]) if src != WASTE else 1
            for count in range(1, run + 1):
                whole = count in (1, run) or self.any_part
                fits = columns.get(face_key(cards[-count]), ()) if whole else ()
                yield from (Move(src, dst, count) for dst in (sorted([*gaps, *fits]) if gaps else fits))
        if piles[STOCK].cards:
            yield Move(STOCK, WASTE)
        elif piles[WASTE].cards and table.passes + 1 != self.passes:
            yield Move(WASTE, STOCK, len(piles[WASTE].cards))

    def effects(self, table: Table, seat: int, move: Move) -> Iterator[TableEvent]:
        """The move; the waste is turned over, not shuffled."""
        if move.dst == STOCK:
            yield Moved(seat, WASTE, STOCK, table.piles[WASTE].cards[::-1], up=False)
            yield Redealt()
        else:
            yield carry(table, seat, move)
