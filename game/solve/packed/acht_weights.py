"""How promising a position of Acht mal Acht is: the weights of its score. Less is nearer to a win."""

from random import Random
from typing import NamedTuple

from game.core.cards import KING


class Measured(NamedTuple):
    """What a column's score follows from when a card is laid on it."""

    score: int
    lowest: tuple[int, ...]
    """The lowest rank of each suit in it; 15 if there is none."""
    deep: int
    """What each further card costs."""


class Weights(NamedTuple):
    """The weights. They and the ranges of `drawn` were tuned on seeds 151 to 250."""

    up: int = 24
    """Subtracted for each card on the foundations."""
    gap: int = 92
    """Subtracted for an empty column."""
    king: int = 8
    """Subtracted for a column based on a king."""
    broken: int = 16
    """Added for a card that does not continue the run above it in its column,"""
    rising: int = 12
    """and more if it is not lower either."""
    blocked: int = 20
    """Added for a card that covers a lower one of its suit,"""
    covers: int = 4
    """and for one that covers a lower card of any."""
    deep: int = 0
    """Added for each card on a low one, times the ranks that the low one is below `low`."""
    low: int = 6
    left: int = 28
    """Added for each card of the stock and the waste,"""
    lost: int = 8
    """more if it was turned in the last pass,"""
    buried: int = 16
    """and more if there it covers a lower one of its suit."""
    noise: int = 1
    """A random number below this, fixed for each column, makes one search differ from the next."""

    def measure(self, below: Measured | None, onto: int, card: int, run: bool = False) -> Measured:
        """The measure of a column after a card is laid on one; `run`: continuing the run there.

        Cards are coded; `onto` is the last one below, 0 if there is none. `below` None: an empty column.
        """
        if below is None:
            return Measured(0, (15, 15, 15, 15), 0)
        rank, suit = card & 15, card >> 4
        score, lowest, deep = below
        score += deep
        if not onto:
            score -= self.king if rank == KING else 0
        elif not run:
            score += self.broken + (self.rising if rank >= onto & 15 else 0)
        if rank > min(lowest):
            score += self.covers
        if rank > lowest[suit]:
            score += self.blocked
        else:
            lowest = (*lowest[:suit], rank, *lowest[suit + 1 :])
        return Measured(score, lowest, deep + self.deep * max(0, self.low - rank))

    def stock(self, order: bytes, left: int, lost: int) -> int:
        """The score of what is left of the stock, of which the first `lost` cards have been turned in the
        last pass."""
        score = self.left * left.bit_count()
        lowest = [15, 15, 15, 15]
        for number, card in enumerate(order[:lost]):
            if left >> number & 1:
                score += self.lost
                if card & 15 > lowest[card >> 4]:
                    score += self.buried
                else:
                    lowest[card >> 4] = card & 15
        return score


def drawn(number: int) -> Weights:
    """The weights of one of many searches: what one misses another may find. The first has the best."""
    if not number:
        return Weights()
    draw = Random(number).randint
    return Weights(
        up=4 * draw(3, 8),
        gap=4 * draw(15, 40),
        king=4 * draw(1, 4),
        broken=4 * draw(2, 5),
        rising=4 * draw(0, 4),
        blocked=4 * draw(4, 9),
        covers=4 * draw(0, 1),
        deep=draw(0, 1),
        left=4 * draw(4, 9),
        lost=4 * draw(0, 3),
        buried=4 * draw(2, 6),
        noise=4 * draw(6, 20),
    )
