"""A proof that a position of Haisty alone is hopeless, by an easier game.

In the easier game every card of the hand can be played at any time. So no card of the hand has to be played,
and none to go up, before another card needs it: one that the 13-pile loses with that step. What is left to
choose is which step that is, thirteen times at most. Whatever can be done in the real game can be done in
this one, though perhaps later: what is hopeless here is hopeless there.
"""

from collections.abc import Iterator

from game.core.cards import KING
from game.solve.packed.haisty import ALL, BELOW, Packing, Position, higher
from game.solve.verdict import Budget

MOST = 200_000
"""Positions tried at the most; after that only those known to be hopeless are."""


class Proof:
    """Tries all that can be done in the easier game."""

    def __init__(self, packing: Packing, budget: Budget) -> None:
        self._packing, self._bits, self._budget = packing, packing.bits, budget
        self._applies = not packing.rules.any_part
        self._known: dict[Position, bool] = {}

    def hopeless(self, here: Position) -> bool:
        """Whether it is proved."""
        return self._applies and not self._comes_out(here._replace(turned=ALL))

    def _comes_out(self, here: Position) -> bool:
        """Tries first what leaves most cards in the hand."""
        if not here.left:
            return True
        if here not in self._known:
            if len(self._known) >= MOST:
                return True
            self._budget.spend()
            steps = sorted(self._steps(here), key=lambda there: -there.hand.bit_count())
            self._known[here] = any(map(self._comes_out, steps))
        return self._known[here]

    def _steps(self, here: Position) -> Iterator[Position]:
        """Every way in which the 13-pile loses its next card."""
        top = bytes((self._packing.reserve[here.left - 1],))
        for pile in (top, *here.builds):
            if there := self._laid(here, pile[0]):
                yield there
        for build in here.builds:
            bared: Position | None = here
            for at in reversed(range(len(build))):
                if at + 1 < len(build):
                    bared = self._laid(bared, build[at + 1])
                if bared is None:
                    break
                yield from self._built(bared, build[: at + 1], top)

    def _built(self, here: Position, onto: bytes, top: bytes) -> Iterator[Position]:
        """The 13-pile's top card, or another pile, goes onto a pile, on cards of the hand if need be."""
        others = [build for build in here.builds if build != onto]
        for source in (top, *others):
            rest = [build for build in others if build != source] + [top] * (source != top)
            for between in self._between(here.hand, onto[-1], source[0]):
                hand = here.hand - sum(self._bits[card] for card in between)
                builds = tuple(sorted((*rest, onto + between + source)))
                yield here._replace(left=here.left - 1, hand=hand, builds=builds)

    def _between(self, hand: int, upper: int, lower: int) -> Iterator[bytes]:
        """The cards of the hand by which one card can come to lie on another."""
        if lower in BELOW[upper]:
            yield b""
        elif upper % KING > lower % KING:
            for card in BELOW[upper]:
                if hand & self._bits.get(card, 0):
                    for rest in self._between(hand, card, lower):
                        yield bytes((card,)) + rest

    def _laid(self, here: Position | None, card: int, before: tuple[int, ...] = ()) -> Position | None:
        """After a card has gone up and only what must go before it, which costs the 13-pile no card; None if
        it cannot. `before`: the cards that it must go before."""
        suit, rank = divmod(card, KING)
        while here and here.laid[suit] <= rank:
            number = next((number for number, build in enumerate(here.builds) if card in build), None)
            end = card if number is None else here.builds[number][-1]
            if (first := suit * KING + here.laid[suit]) == card and (first := end) == card:
                return self._up(here, card, number, not before)
            here = None if first in before else self._laid(here, first, (*before, card))
        return here

    def _up(self, here: Position, card: int, number: int | None, last: bool) -> Position | None:
        """After a card has gone up from the hand or a pile, or the `last` one from the 13-pile."""
        laid, bit = higher(here.laid, card // KING), self._bits.get(card, 0)
        if here.hand & bit:
            return here._replace(laid=laid, hand=here.hand ^ bit)
        left, builds = here.left - 1, here.builds
        if number is not None:
            left, builds = self._packing.without(here.left, builds, number, len(builds[number]) - 1)
        return here._replace(left=left, laid=laid, builds=builds) if last or left == here.left else None
