"""The chances of the two games without choice, computed exactly; the rules are asked what may be done.

Only colours matter there, so a position is its colours and counts: every card is one of two.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import comb

from game.core.cards import HEARTS, SPADES, Card, Pile, is_red
from game.core.rules import Rules, fold_all, play
from game.core.table import Move, Table
from game.rules.farbwechsel import LAYOUT, STOCK, TURNED, WASTE, Farbwechsel

RED, BLACK = Card(2, HEARTS), Card(2, SPADES)
HALF = 26
"""Cards of each colour."""


def chance(rules: Rules, half: int = HALF) -> Fraction:
    """How likely a deal comes out in which the worst is chosen wherever something may be chosen.

    For Paare, and for Farbwechsel where the waste may be laid at any time: what lies in the layout under
    its top card does not count there, nor the order of the waste, which is shuffled or of one colour.
    """

    @cache
    def worst(table: Table) -> Fraction:
        if rules.outcome(table):
            return Fraction(1)
        return min((follows(table, move) for move in rules.moves(table, 0)), default=Fraction(0))

    def follows(table: Table, move: Move) -> Fraction:
        there = fold_all(table, play(rules, table, 0, move))
        if move.src != TURNED:
            return worst(_plain(there))
        return sum((weight * worst(drawn) for weight, drawn in _drawn(there, size)), Fraction(0))

    size = len(rules.deal(0, 1).piles[TURNED].cards)
    stock = Pile((RED,) * half + (BLACK,) * half)
    dealt = Table((stock, Pile(), Pile(), Pile()))
    return sum((weight * worst(drawn) for weight, drawn in _drawn(dealt, size)), Fraction(0))


def second_pass_chance(half: int = HALF) -> Fraction:
    """How likely Farbwechsel comes out where the waste is gone through once more.

    Both passes are followed at once: what the first puts aside comes in the same order in the second. For
    that one has to know on which colour the second begins; both are tried, and count if the first ends so.
    What the second puts aside runs down only if each card fits on the one put aside after it.
    """
    rules = Farbwechsel("b")

    @cache
    def laid(card: Card, last: Card | None, passes: int) -> bool:
        """Whether the turned card is laid on the last one, or put aside."""
        layout = Pile((last,), 1) if last else Pile()
        (move,) = rules.moves(Table((Pile((RED,)), Pile((card,), 1), layout, Pile((RED,), 1)), passes), 0)
        return move == Move(TURNED, LAYOUT)

    @cache
    def runs_down(card: Card, last: Card) -> bool:
        """Whether the waste's top card is laid on the last one at the very end."""
        table = Table((Pile(), Pile(), Pile((last,), 1), Pile((card,), 1)), 1)
        return Move(WASTE, LAYOUT) in rules.moves(table, 0)

    @cache
    def ways(
        reds: int, blacks: int, first: Card | None, begun: Card, second: Card, aside: Card | None
    ) -> int:
        """In how many orders of colours the rest comes out; the last cards laid, and put aside for good."""
        if not reds and not blacks:
            return first == begun and (aside is None or runs_down(aside, second))
        found = 0
        for card, left in ((RED, reds), (BLACK, blacks)):
            rest = (reds - (card == RED), blacks - (card == BLACK))
            if not left:
                continue
            if laid(card, first, 0):
                found += ways(*rest, card, begun, second, aside)
            elif laid(card, second, 1):
                found += ways(*rest, first, begun, card, aside)
            elif aside is None or runs_down(aside, card):
                found += ways(*rest, first, begun, second, card)
        return found

    return Fraction(
        sum(ways(half, half, None, begun, begun, None) for begun in (RED, BLACK)), comb(2 * half, half)
    )


def _drawn(table: Table, size: int) -> Iterator[tuple[Fraction, Table]]:
    """The table with each next cards it may turn, and how likely: any of those not seen yet."""
    unseen = table.piles[STOCK].cards + table.piles[TURNED].cards
    if not unseen:
        yield Fraction(1), _plain(table)
        return

    def draws(reds: int, blacks: int, wanted: int) -> Iterator[tuple[Fraction, tuple[Card, ...]]]:
        if not wanted:
            yield Fraction(1), ()
            return
        for card, left in ((RED, reds), (BLACK, blacks)):
            if left:
                for weight, rest in draws(reds - (card == RED), blacks - (card == BLACK), wanted - 1):
                    yield weight * left / (reds + blacks), (card, *rest)

    reds = sum(map(is_red, unseen))
    for weight, turned in draws(reds, len(unseen) - reds, size):
        left = reds - turned.count(RED)
        stock = Pile((RED,) * left + (BLACK,) * (len(unseen) - size - left))
        yield weight, _plain(table._replace(piles=(stock, Pile(turned, size), *table.piles[LAYOUT:])))


def _plain(table: Table) -> Table:
    """The table in an order that all tables of equal chance have."""
    stock, turned, layout, waste = (pile.cards for pile in table.piles)
    turned, waste = tuple(sorted(turned)), tuple(sorted(waste))
    layout = tuple(sorted(layout[:-1])) + layout[-1:]
    piles = (Pile(stock), *(Pile(cards, len(cards)) for cards in (turned, layout, waste)))
    return table._replace(piles=piles)
