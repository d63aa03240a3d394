"""Positions of solo Haisty as small numbers, and the steps from one to the next.

Turning keeps the cyclic order of the hand, so what it can bring up follows from which cards are left and
which of them lies on top. Round the corner each turn goes three cards on, round and round: if their number is
no multiple of three, every card comes up, else only each third. A hand of one or two is turned as a whole.
After speltorka, and if it may be called at any time, every card comes up.

Only what comes up counts, not how many turns it takes or how deep the turned cards lie: what lies below the
one that is played can be reached by turning, too. So an exhausted search is a proof, but where a drought of
one pass is enough: calls in others are left out.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from game.core.cards import KING, SUITS, Card, is_red
from game.core.table import Table
from game.rules.haisty import BUILD, BUILDS, ONES, OWN, RESERVE, STOCK, WASTE, Haisty

LAY = -1
"""The target of a step to a foundation; otherwise the target is the card that it goes on."""
ALL = -1
"""The place in the hand from which every card comes up."""


class Position(NamedTuple):
    """A position. Cards are numbers, foundations are heights by suit."""

    left: int
    laid: tuple[int, ...]
    hand: int
    """A bit set, by the place of a card in the hand of the search's first table."""
    builds: tuple[bytes, ...]
    turned: int
    """How many cards of the hand come before the one to turn next, as far as it matters; or ALL."""


class Step(NamedTuple):
    """`count` cards of a pile, from `card` on, go on `target`."""

    card: int
    count: int  # type: ignore[assignment]  # shadows tuple.count, which is not used
    target: int


def number_of(card: Card) -> int:
    return card.suit * KING + card.rank - 1


def _below(number: int) -> tuple[int, ...]:
    """The cards that may lie on a card in a build pile."""
    suit, rank = divmod(number, KING)
    red = is_red(Card(rank + 1, suit))
    return tuple(s * KING + rank - 1 for s in SUITS if rank and is_red(Card(1, s)) != red)


BELOW = tuple(_below(number) for number in range(KING * len(SUITS)))


class Packing:
    """The positions that can follow a table, and their steps."""

    def __init__(self, rules: Haisty, table: Table) -> None:
        self.rules = rules
        self._tops = cache(rules.tops)
        self.reserve = [number_of(card) for card in table.piles[RESERVE].cards]
        self.bits = {card: 1 << place for place, card in enumerate(_cycle(table))}

    def position(self, table: Table) -> Position:
        """The position of a table."""
        laid = [0] * len(SUITS)
        for pile in table.piles[OWN:]:
            for card in pile.cards:
                laid[card.suit] += 1
        cycle = _cycle(table)
        hand = sum(self.bits[card] for card in cycle)
        builds = (bytes(map(number_of, pile.cards)) for pile in table.piles[BUILD : BUILD + BUILDS])
        turned = ALL
        if not self.rules.speltorka_any_time and table.mode != ONES:
            top = len(table.piles[WASTE].cards) - 1
            turned = self._turned(len(cycle), _place(hand, self.bits[cycle[top]]) + 1) if cycle else 0
        return Position(len(table.piles[RESERVE].cards), tuple(laid), hand, tuple(sorted(builds)), turned)

    def steps(self, here: Position) -> Iterator[tuple[Step, Position]]:
        """Every step that may follow after turns and calls, with the positions that it leads to."""
        piles, hand = list(self._from_piles(here)), list(self._from_hand(here))
        size, always = here.hand.bit_count(), self.rules.speltorka_any_time
        tops = self._tops(size, here.turned) if size and here.turned != ALL else set[int]()
        later = self._tops(size, here.turned if self.rules.round_corner else 0) if tops else set[int]()
        dry = bool(tops) and not (
            any(step.target == LAY or whole for step, whole, _there in piles)
            or any(place in later for _step, place, _there in hand)
        )
        ones = here.turned == ALL or dry
        for step, _whole, there in piles:
            if step.target == LAY and here.turned == ALL and not always:
                for turned in {self._turned(size, place) for place in range(1, size + 1)} or {0}:
                    yield step, there._replace(turned=turned)
            else:
                yield step, there
                if dry:
                    yield step, there._replace(turned=ALL)
        for step, place, there in hand:
            if place in tops:
                yield step, there._replace(turned=self._turned(size - 1, place))
            if ones:
                stays = always or step.target != LAY
                yield step, there._replace(turned=ALL if stays else self._turned(size - 1, place))

    def _from_piles(self, here: Position) -> Iterator[tuple[Step, bool, Position]]:
        """The steps of cards that are not in the hand, and whether each takes all that can go on."""
        left, laid, hand, builds, turned = here
        top = self.reserve[left - 1]
        for suit, height in enumerate(laid):
            card = suit * KING + height
            if height == KING:
                continue
            step, after = Step(card, 1, LAY), higher(laid, suit)
            if card == top:
                yield step, True, Position(left - 1, after, hand, builds, turned)
            for number, build in enumerate(builds):
                if build[-1] == card:
                    rest = self.without(left, builds, number, len(build) - 1)
                    yield step, True, Position(rest[0], after, hand, rest[1], turned)
        for number, build in enumerate(builds):
            if top in BELOW[build[-1]]:
                grown = _swapped(builds, number, build + bytes((top,)))
                yield Step(top, 1, build[-1]), True, Position(left - 1, laid, hand, grown, turned)
            for other, source in enumerate(builds):
                for at in self._parts(len(source)) if other != number else ():
                    if source[at] in BELOW[build[-1]]:
                        step = Step(source[at], len(source) - at, build[-1])
                        onto = (*builds[:number], build + source[at:], *builds[number + 1 :])
                        rest = self.without(left, onto, other, at)
                        yield step, not at, Position(rest[0], laid, hand, rest[1], turned)

    def _from_hand(self, here: Position) -> Iterator[tuple[Step, int, Position]]:
        """The steps of the cards of the hand, and the place of each among them."""
        left, laid, hand, builds, turned = here
        for suit, height in enumerate(laid):
            if height < KING and hand & (bit := self.bits.get(suit * KING + height, 0)):
                step = Step(suit * KING + height, 1, LAY)
                there = Position(left, higher(laid, suit), hand ^ bit, builds, turned)
                yield step, _place(hand, bit), there
        for number, build in enumerate(builds):
            for card in BELOW[build[-1]]:
                if hand & (bit := self.bits.get(card, 0)):
                    grown = _swapped(builds, number, build + bytes((card,)))
                    yield (
                        Step(card, 1, build[-1]),
                        _place(hand, bit),
                        Position(left, laid, hand ^ bit, grown, turned),
                    )

    def _parts(self, size: int) -> Iterable[int]:
        """The indices from which the cards of a build pile may move to another."""
        return range(size) if self.rules.any_part else (0,)

    def without(
        self, left: int, builds: tuple[bytes, ...], number: int, kept: int
    ) -> tuple[int, tuple[bytes, ...]]:
        """The 13-pile and the build piles after one keeps only `kept` cards; an empty one is refilled."""
        if kept:
            return left, _swapped(builds, number, builds[number][:kept])
        return left - 1, _swapped(builds, number, bytes((self.reserve[left - 1],)))

    def _turned(self, size: int, turned: int) -> int:
        """One number for all that bring up the same cards of a hand of that size."""
        if not self.rules.round_corner:
            return turned if turned % 3 and turned < size else 0
        return turned % _classes(size) if size else 0


def _cycle(table: Table) -> list[int]:
    """The cards of the hand, the turned ones first, in the order in which they are turned."""
    cards = (*table.piles[WASTE].cards, *reversed(table.piles[STOCK].cards))
    return [number_of(card) for card in cards]


def _classes(size: int) -> int:
    """Turning a hand of that size round and round brings up one card in this number."""
    return size if size < 3 else 1 if size % 3 else 3


def _place(hand: int, bit: int) -> int:
    """How many cards of the hand come before that one."""
    return (hand & (bit - 1)).bit_count()


def higher(laid: tuple[int, ...], suit: int) -> tuple[int, ...]:
    return (*laid[:suit], laid[suit] + 1, *laid[suit + 1 :])


def _swapped(builds: tuple[bytes, ...], number: int, build: bytes) -> tuple[bytes, ...]:
    return tuple(sorted((*builds[:number], build, *builds[number + 1 :])))
