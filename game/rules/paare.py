"""Paare: turn two cards at a time, one red and one black make a pair (rules: seed 002, version 3)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from game.core.cards import Pile, is_red, pack
from game.core.rules import Rules, Spot, carry
from game.core.shuffle import Seed, Stream, derive, shuffled
from game.core.table import Move, Moved, Redealt, Table, TableEvent, fold
from game.core.words import N_

STOCK, TURNED, PAIRS, WASTE = range(4)


@dataclass(frozen=True)
class Paare(Rules):
    """There is no house rule and no choice."""

    name: ClassVar[str] = "paare"
    title: ClassVar[str] = N_("Paare")
    meaning: ClassVar[str] = N_("Pairs")
    seats: ClassVar[range] = range(1, 2)
    penalty: ClassVar[int] = 2_000_000
    reflex: ClassVar[bool] = True
    how_to_play: ClassVar[tuple[str, ...]] = (
        N_("Lay aside all 26 pairs of one red and one black card. Ranks do not matter."),
        N_("Two cards are turned at a time. A red and a black one are a pair; others go on the waste."),
        N_("When the stock has run out, the waste is shuffled and played once more."),
        N_("A wrong pile costs two seconds."),
    )
    origin: ClassVar[str] = N_(
        "Rot und Schwarz 3: the third of three patiences of this name. From kartenspiele.net, "
        "kartenspiel.org and spielregeln.de, after the German Wikipedia’s article (CC BY-SA)."
    )

    def spots(self, seats: int) -> tuple[Spot, ...]:
        """The two turned cards between the waste at the left and the pairs at the right, the stock above."""
        return (
            Spot("stock", 2.03, 0, "", 0),
            Spot("turned", 1.5, 1.15, "beside", 0),
            Spot("foundation", 4.06, 0.58, "", 0),
            Spot("waste", 0, 0.58, "", 0),
        )

    def deal(self, seed: Seed, seats: int) -> Table:
        """The pack face down, its first two cards turned."""
        cards = shuffled(pack(), Stream(seed))
        piles = (Pile(cards[:-2]), Pile(cards[:-3:-1], 2), Pile(), Pile())
        return Table(piles, seed=derive(seed, 1))

    def moves(self, table: Table, seat: int) -> Iterator[Move]:
        """Lay the pair aside, or put the two cards on the waste: whichever is right."""
        turned = table.piles[TURNED].cards
        if len(turned) == 2:
            first, second = turned
            yield Move(TURNED, PAIRS if is_red(first) != is_red(second) else WASTE, 2)

    def meanings(self, table: Table) -> Mapping[int, str]:
        """Whether the two cards are of two colours."""
        if not table.piles[TURNED].cards:
            return {PAIRS: "", WASTE: ""}
        return {PAIRS: N_("two colours: a pair"), WASTE: N_("one colour: put them aside")}

    def effects(self, table: Table, seat: int, move: Move) -> Iterator[TableEvent]:
        """The move, then the next two are turned; once from the waste, shuffled."""
        yield (carried := carry(table, seat, move))
        stock, waste = table.piles[STOCK].cards, fold(table, carried).piles[WASTE].cards
        if not stock and waste and table.passes == 0:
            stock = shuffled(waste, Stream(table.seed))
            yield Moved(seat, WASTE, STOCK, stock, up=False)
            yield Redealt()
        if stock:
            yield Moved(seat, STOCK, TURNED, stock[:-3:-1])
