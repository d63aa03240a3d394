"""Zahlenpatience, "1-2-3-4": the sum of two cards, one above the other, is the next (rules: seed 003)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from game.core.cards import KING, Pile, pack
from game.core.rules import Rules, Spot, carry, option
from game.core.shuffle import Seed, Stream, derive, shuffled
from game.core.table import Move, Moved, Redealt, Table, TableEvent
from game.core.words import N_

ROW, SUMS, STOCK, WASTE = range(4), range(4, 8), 8, 9
ABOVE = tuple(zip(ROW, SUMS, strict=True))
OPENING = (1, 2, 3, 4, 2, 4, 6, 8)
"""The ranks of the upper row, then of the lower piles, at the deal."""
ASKED = "asked"
"""The player may shuffle or not, at each pass."""
_PASSES = {
    0: N_("You may go through the stock as often as you like."),
    2: N_("You may go through the stock twice."),
    4: N_("You may go through the stock four times."),
}
INDICES = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


@dataclass(frozen=True)
class Zahlenpatience(Rules):
    """The house rules, each with the reading that is played by default."""

    must_lay: bool = option(
        True, N_("A card that fits"), {True: N_("must be laid"), False: N_("may be left")}
    )
    passes: int = option(
        3,
        N_("Passes"),
        {3: N_("three"), 2: N_("two"), 4: N_("four"), 0: N_("unlimited")},
        N_("How often the stock may be gone through."),
        source=(4, 0),
    )
    shuffled: bool | str = option(
        False,
        N_("Between passes"),
        {False: N_("not shuffled"), True: N_("shuffled"), ASKED: N_("asked each time")},
        N_("Asked each time: turn the cards over as they lie, or shuffle them."),
        source=(True, ASKED),
    )
    hidden: bool = option(
        False,
        N_("What each pile needs"),
        {False: N_("shown"), True: N_("hidden")},
        N_("Hidden: you keep the four sums in your head."),
        source=(True,),
    )

    name: ClassVar[str] = "zahlenpatience"
    title: ClassVar[str] = N_("Zahlenpatience")
    meaning: ClassVar[str] = N_("Number patience")
    seats: ClassVar[range] = range(1, 2)
    penalty: ClassVar[int] = 2_000_000
    how_to_play: ClassVar[tuple[str, ...]] = (
        N_("Bring the four lower piles to their kings, in steps of one, two, three and four."),
        N_("A lower pile takes the sum of its top card and the card above it, less 13 if it is over 13."),
        N_("Suits do not matter. An ace counts 1, a jack 11, a queen 12, a king 13."),
        N_("Turn the stock card by card; the top of the turned cards stays playable."),
        N_("A turned card that fits must be laid."),
        N_("You may go through the stock three times."),
        N_("A wrong pile costs two seconds."),
    )
    advice: ClassVar[tuple[str, ...]] = (
        N_("Say out loud the four cards you are waiting for; it helps you remember them."),
    )
    readings: ClassVar[tuple[str, ...]] = (
        N_(
            "In the source, cards that don’t fit stay on the waste. Here the waste’s top card stays "
            "playable: without that, only one deal in 6,000 would come out."
        ),
    )
    origin: ClassVar[str] = N_(
        "Also called 1-2-3-4; elsewhere Betsy Ross, Fairest or Plus Belle. After a German description that "
        "names no source."
    )

    @property
    def in_short(self) -> tuple[str, ...]:
        words = [*self.how_to_play]
        if not self.must_lay:
            words[4] = N_("A turned card that fits may be left.")
        words[5] = _PASSES.get(self.passes, words[5])
        return tuple(words)

    @property
    def gestures(self) -> Mapping[str, str]:
        """The label of shuffling, where it is asked."""
        return {"stock": N_("Shuffle")} if self.shuffled == ASKED else {}

    def spots(self, seats: int) -> tuple[Spot, ...]:
        """Each lower pile below its card of the row, fanned out unless it is to be kept in mind."""
        fan = "" if self.hidden else "down"
        return (
            *(Spot("row", 1.6 + 1.25 * i, 0, "", 0) for i in range(4)),
            *(Spot("foundation", 1.6 + 1.25 * i, 1.12, fan, 0) for i in range(4)),
            Spot("stock", 0, 0, "", 0),
            Spot("waste", 0, 1.12, "", 0),
        )

    def deal(self, seed: Seed, seats: int) -> Table:
        """The first cards of the ranks needed are taken out; the other 44, shuffled anew, are the stock."""
        stream, taken = Stream(seed), []
        left = list(shuffled(pack(), stream))
        for rank in OPENING:
            taken.append(next(card for card in left if card.rank == rank))
            left.remove(taken[-1])
        # Taking the first card of each rank biases the order of the others, so they are shuffled again.
        piles = (*(Pile((card,), 1) for card in taken), Pile(shuffled(left, stream)), Pile())
        return Table(piles, seed=derive(seed, 1))

    def moves(self, table: Table, seat: int) -> Iterator[Move]:
        """Lay the turned card; turn the next or turn the waste over, unless a card must be laid."""
        turned, fitting = table.piles[WASTE].exposed, []
        if turned:
            fitting = [Move(WASTE, dst) for dst, rank in _wanted(table).items() if rank == turned.rank]
        yield from fitting
        if self.must_lay and fitting:
            return
        if table.piles[STOCK].cards:
            yield Move(STOCK, WASTE)
        elif turned and table.passes + 1 != self.passes:
            yield Move(WASTE, STOCK, len(table.piles[WASTE].cards))
            if self.shuffled == ASKED:
                yield Move(STOCK, STOCK, 0)

    def effects(self, table: Table, seat: int, move: Move) -> Iterator[TableEvent]:
        """The move; the waste is turned over or shuffled."""
        if move.dst != STOCK:
            yield carry(table, seat, move)
            return
        waste = table.piles[WASTE].cards[::-1]
        if self.shuffled is True or not move.count:
            waste = shuffled(waste, Stream(derive(table.seed, table.passes)))
        yield Moved(seat, WASTE, STOCK, waste, up=False)
        yield Redealt()

    def progress(self, table: Table) -> tuple[int, int]:
        """The cards laid on the lower piles; what the deal put there does not count."""
        left = len(table.piles[STOCK].cards) + len(table.piles[WASTE].cards)
        return (placed := sum(len(table.piles[pile].cards) - 1 for pile in SUMS)), placed + left

    def notes(self, table: Table) -> Mapping[int, str]:
        """The rank that each lower pile waits for, unless the player has to work it out."""
        return {} if self.hidden else {pile: INDICES[rank] for pile, rank in _wanted(table).items()}


def _wanted(table: Table) -> dict[int, int]:
    """The rank that each lower pile waits for; one that shows a king is finished."""
    tops = {dst: (table.piles[src].cards[-1].rank, table.piles[dst].cards[-1].rank) for src, dst in ABOVE}
    return {dst: (upper + lower - 1) % KING + 1 for dst, (upper, lower) in tops.items() if lower != KING}
