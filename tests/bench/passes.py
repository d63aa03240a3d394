"""Zahlenpatience as many deals at once: ranks only, and players who lay what fits as soon as it shows."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.core.cards import KING
from game.rules.zahlenpatience import OPENING

Ranks = NDArray[Any]
Pick = Callable[[Ranks, Ranks], Ranks]
"""Which of the piles that a card fits (a row of four flags a deal) it goes on, knowing their heights."""
Reorder = Callable[[int, Ranks, Ranks], Ranks]
"""The waste of each deal after a pass, and how many cards it has, in the order in which they come again."""

LAST = KING - 2
"""How high a pile is when its king lies: its first card is not counted."""
_PIECE = 50_000
_WANTED = np.array(
    [[(n * upper - 1) % KING + 1 for n in range(3, KING + 1)] + [0] for upper in OPENING[:4]], np.int8
)


def first_column(fits: Ranks, heights: Ranks) -> Ranks:
    """The first pile that the card fits."""
    chosen: Ranks = fits.argmax(axis=1)
    return chosen


def furthest_behind(fits: Ranks, heights: Ranks) -> Ranks:
    """The lowest pile that it fits."""
    chosen: Ranks = np.where(fits, heights, LAST + 1).argmin(axis=1)
    return chosen


def any_column(draw: np.random.Generator) -> Pick:
    """Any pile that it fits, each as likely."""
    return lambda fits, heights: np.argmax(fits * draw.random(fits.shape), axis=1)


def in_any_order(draw: np.random.Generator) -> Reorder:
    """The waste is shuffled."""

    def reorder(number: int, waste: Ranks, sizes: Ranks) -> Ranks:
        keys = draw.random(waste.shape) + (np.arange(waste.shape[1]) >= sizes[:, None])
        return np.take_along_axis(waste, keys.argsort(axis=1), axis=1)

    return reorder


def dealt(deals: int, draw: np.random.Generator) -> Ranks:
    """Stocks of 44 in the order in which they are turned, one a row."""
    left = [rank for rank in range(1, KING + 1) for _ in range(4 - OPENING.count(rank))]
    return draw.permuted(np.tile(np.array(left, np.int8), (deals, 1)), axis=1)


def played(
    stocks: Ranks, passes: int, pick: Pick, reorder: Reorder | None = None, only_turned: bool = False
) -> Ranks:
    """How high the four piles are at the end. `only_turned`: a card is played only as it turns up."""
    pieces = range(0, len(stocks), _PIECE)
    return np.concatenate(
        [_played(stocks[i : i + _PIECE], passes, pick, reorder, only_turned) for i in pieces]
    )


def _played(stock: Ranks, passes: int, pick: Pick, reorder: Reorder | None, only_turned: bool) -> Ranks:
    deals, most = stock.shape
    heights, sizes = np.zeros((deals, 4), np.int8), np.full(deals, most)
    for number in range(passes):
        if number and reorder:
            stock = reorder(number - 1, stock, sizes)
        # Below the waste lies a card that fits nowhere.
        waste, tops = np.full((deals, most + 1), KING + 1, np.int8), np.zeros(deals, np.intp)
        for place in range(most):
            turning = np.flatnonzero(place < sizes)
            tops[turning] += 1
            waste[turning, tops[turning]] = stock[turning, place]
            while len(turning):
                ranks = waste[turning, tops[turning]]
                fits = _WANTED[np.arange(4), heights[turning]] == ranks[:, None]
                some = fits.any(axis=1)
                turning = turning[some]
                heights[turning, pick(fits[some], heights[turning])] += 1
                tops[turning] -= 1
                if only_turned:
                    break
        stock, sizes = waste[:, 1:], tops
    return heights
