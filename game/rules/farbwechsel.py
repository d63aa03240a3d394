"""Farbwechsel: turn card by card, red on black and black on red (rules: seed 002, version 2)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from game.core.cards import Pile, is_red, pack
from game.core.rules import Rules, Spot, carry, option
from game.core.shuffle import Seed, Stream, shuffled
from game.core.table import Move, Moved, Redealt, Table, TableEvent, fold
from game.core.words import N_

STOCK, TURNED, LAYOUT, WASTE = range(4)


@dataclass(frozen=True)
class Farbwechsel(Rules):
    """The house rule; by default, the variant that always comes out."""

    way: str = option(
        "a",
        N_("The cards put aside"),
        {"a": N_("may be laid at any time"), "b": N_("are gone through once more")},
        N_(
            "Laid at any time, everything comes out if you take care. Gone through once more, the "
            "waste is laid only at the very end, from its top; that seldom comes out."
        ),
        source=("b",),
    )

    must_lay: bool = option(
        False,
        N_("When only the waste fits"),
        {False: N_("it may be left"), True: N_("it must be laid")},
        N_("Whether the turned card may be put aside although the waste’s top card could be laid."),
    )

    name: ClassVar[str] = "farbwechsel"
    title: ClassVar[str] = N_("Farbwechsel")
    meaning: ClassVar[str] = N_("Change of colour")
    seats: ClassVar[range] = range(1, 2)
    penalty: ClassVar[int] = 2_000_000
    reflex: ClassVar[bool] = True
    how_to_play: ClassVar[tuple[str, ...]] = (
        N_("Lay all 52 cards, red on black and black on red. Ranks do not matter."),
        N_("Each turned card goes on the layout if its colour differs from that of the card laid last."),
        N_("A card that does not fit is put aside on the waste."),
        N_(
            "The waste’s top card may be laid whenever it fits. It may be left, but then the "
            "game may not come out."
        ),
        N_("A wrong card costs two seconds."),
    )
    origin: ClassVar[str] = N_(
        "Rot und Schwarz 2: the second of three patiences of this name. From Irmgard Wolter-Rosendorf, "
        "Patiencen in Wort und Bild (1994), after the German Wikipedia’s article (CC BY-SA)."
    )

    @property
    def in_short(self) -> tuple[str, ...]:
        words = [*self.how_to_play]
        if self.way == "b":
            words[3] = N_("The waste waits: it is gone through once more, then laid from its top.")
        elif self.must_lay:
            words[3] = N_("The top card of the waste must be laid as soon as it fits.")
        return tuple(words)

    def spots(self, seats: int) -> tuple[Spot, ...]:
        """The turned card between the waste at the left and the layout at the right, the stock above."""
        return (
            Spot("stock", 2, 0, "", 0),
            Spot("turned", 2, 1.15, "", 0),
            Spot("foundation", 4, 0.58, "", 0),
            Spot("waste", 0, 0.58, "", 0),
        )

    def deal(self, seed: Seed, seats: int) -> Table:
        """The pack face down, its first card turned."""
        cards = shuffled(pack(), Stream(seed))
        return Table((Pile(cards[:-1]), Pile(cards[-1:], 1), Pile(), Pile()))

    def moves(self, table: Table, seat: int) -> Iterator[Move]:
        """Lay the turned card, or the waste's top where that is allowed; else put the turned card aside."""
        turned = table.piles[TURNED].cards
        free = self.way == "a" or (table.passes == 1 and not turned)
        fitting = [src for src in ((TURNED, WASTE) if free else (TURNED,)) if _fits(table, src)]
        for src in fitting:
            yield Move(src, LAYOUT)
        if turned and TURNED not in fitting and not (fitting and self.must_lay):
            yield Move(TURNED, WASTE)

    def meanings(self, table: Table) -> Mapping[int, str]:
        """Which colour the layout takes; a turned card that fits is not put aside."""
        waste = table.piles[WASTE].cards
        if not table.piles[TURNED].cards:
            return {LAYOUT: N_("lay the waste’s top card") if waste else "", WASTE: ""}
        lay = N_("lay it, or else the waste’s top card") if self.way == "a" and waste else N_("fits: lay it")
        return {LAYOUT: lay, WASTE: N_("does not fit: put it aside")}

    def effects(self, table: Table, seat: int, move: Move) -> Iterator[TableEvent]:
        """The move, then the next card is turned; in variant b, once from the waste turned over."""
        yield (carried := carry(table, seat, move))
        stock, waste = table.piles[STOCK].cards, fold(table, carried).piles[WASTE].cards
        if move.src == WASTE:
            return
        if self.way == "b" and not stock and waste and table.passes == 0:
            stock = waste[::-1]
            yield Moved(seat, WASTE, STOCK, stock, up=False)
            yield Redealt()
        if stock:
            yield Moved(seat, STOCK, TURNED, stock[-1:])


def _fits(table: Table, src: int) -> bool:
    """Whether the colour of the pile's top card allows laying it; the first card may be any."""
    card, last = table.piles[src].exposed, table.piles[LAYOUT].exposed
    return card is not None and (last is None or is_red(card) != is_red(last))
