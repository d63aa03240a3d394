"""Which seeds are worth a search: most deals of some games are not, and are told from the others fast.

In the two games of colours there is no choice, and one deal in hundreds or thousands comes out. Their seeds
are tried many at once, in the columns of arrays.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.core.cards import is_red, pack
from game.core.rules import Rules
from game.core.shuffle import Stream
from game.rules.staffelpatience import Staffelpatience
from game.solve import solve
from game.solve.verdict import HOPELESS
from levels.shorten import after

Seeds = NDArray[np.uint64]
Colours = NDArray[np.bool_]
"""A row for each deal: whether a card is red."""

RARER = 0.25
"""In a reflex game the rarer of the two answers is at least so large a part of all."""
HOPELESS_AFTER = 50_000
"""So many positions may be searched to prove that a deal does not come out by books alone."""
_GAMMA, _ONE, _TWO = 0x9E3779B97F4A7C15, np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
"""The constants of SplitMix64, as game/core/shuffle.py has them."""


def both_keys(rules: Rules, seeds: Sequence[int]) -> list[int]:
    """A reflex game where all is laid as soon as it fits comes out, and needs both of its keys."""
    return [seed for seed in seeds if _needs_both_keys(rules, seed)]


def twice_with_both_keys(rules: Rules, seeds: Sequence[int]) -> list[int]:
    """The same for the second way of Farbwechsel, which comes out once in 7,525 deals."""
    return both_keys(rules, runs_twice(seeds))


def pairs_with_both_keys(rules: Rules, seeds: Sequence[int]) -> list[int]:
    """The same for Paare, which comes out once in 280 deals."""
    return both_keys(rules, pairs_up(seeds))


def not_by_books(rules: Rules, seed: int) -> bool:
    """A deal of Staffelpatience is proved not to come out without a double series."""
    books = Staffelpatience(double_series=False)
    return solve(books, rules.deal(seed, 1), expansions=HOPELESS_AFTER).verdict == HOPELESS


def runs_twice(seeds: Sequence[int]) -> list[int]:
    """The seeds with which Farbwechsel comes out the second way."""
    cards = _turned(seeds)
    left = np.ones_like(cards)
    last = ~cards[:, 0]
    for _pass in range(2):
        for place in range(cards.shape[1]):
            laid = left[:, place] & (cards[:, place] != last)
            last = np.where(laid, cards[:, place], last)
            left[:, place] &= ~laid
    good = np.ones(len(cards), bool)
    for place in reversed(range(cards.shape[1])):
        good &= ~left[:, place] | (cards[:, place] != last)
        last = np.where(left[:, place], cards[:, place], last)
    return _those(seeds, good)


def pairs_up(seeds: Sequence[int]) -> list[int]:
    """The seeds with which Paare comes out."""
    cards = _turned(seeds)
    alike = np.repeat(cards[:, ::2] == cards[:, 1::2], 2, axis=1)
    again = _split_mix(_numbers(seeds) ^ np.uint64(Stream(2).next64()), 1)  # as derive(seed, 1)
    good = np.zeros(len(cards), bool)
    many = alike.sum(axis=1)
    for count in np.unique(many):
        rows = np.flatnonzero(many == count)
        waste = cards[rows][alike[rows]].reshape(len(rows), count)
        second = _shuffled(waste, again[rows])[:, ::-1]
        good[rows] = (second[:, ::2] != second[:, 1::2]).all(axis=1)
    return _those(seeds, good)


def _turned(seeds: Sequence[int]) -> Colours:
    """The colours of a pack in the order in which its cards are turned."""
    reds = np.array([is_red(card) for card in pack()])
    return _shuffled(np.tile(reds, (len(seeds), 1)), _numbers(seeds))[:, ::-1]


def _shuffled(cards: Colours, seeds: Seeds) -> Colours:
    """Each row in the order that its seed gives, but for one seed in 10**17 whose draw would be rejected."""
    rows = np.arange(len(cards))
    for draw, place in enumerate(range(cards.shape[1] - 1, 0, -1), 1):
        other = (_split_mix(seeds, draw) % np.uint64(place + 1)).astype(np.intp)
        moved = cards[:, place].copy()
        cards[:, place] = cards[rows, other]
        cards[rows, other] = moved
    return cards


def _split_mix(seeds: Seeds, number: int) -> Seeds:
    """The number that each seed's stream gives as its first, second …"""
    mixed: Seeds = seeds + np.uint64(_GAMMA * number % 2**64)
    mixed = (mixed ^ mixed >> np.uint64(30)) * _ONE
    mixed = (mixed ^ mixed >> np.uint64(27)) * _TWO
    return mixed ^ mixed >> np.uint64(31)


def _numbers(seeds: Sequence[int]) -> Seeds:
    return np.array(seeds, np.uint64)


def _those(seeds: Sequence[int], good: NDArray[Any]) -> list[int]:
    return [seeds[int(number)] for number in np.flatnonzero(good)]


def _needs_both_keys(rules: Rules, seed: int) -> bool:
    table, answers = rules.deal(seed, 1), [0, 0]
    laid = next(number for number, spot in enumerate(rules.spots(1)) if spot.role == "foundation")
    while move := next(rules.moves(table, 0), None):
        answers[move.dst == laid] += 1
        table = after(rules, table, move)
    return rules.won(table) and min(answers) >= RARER * sum(answers)
