"""Which house rules make good challenges, how many of each, and how hard the maker searches."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from game.core.cards import is_red
from game.core.rules import Rules
from game.core.shuffle import Stream, shuffled
from game.rules.staffelpatience import Staffelpatience
from game.solve import solve
from game.solve.verdict import HOPELESS
from levels.shorten import after


class Recipe(NamedTuple):
    """Deals of one game with one set of house rules."""

    rules: Mapping[str, bool | int | str] = {}
    levels: int = 60
    """As many in each of the GRADES."""
    deals: int = 525
    """For the daily challenge: with seven games ten years of days."""
    spare: int = 15
    """Deals beyond those, for the choice of the levels."""
    expansions: int = 50_000
    """The solver gives a deal up after so many positions."""
    first: int = 1
    """The first seed that is tried: each set of house rules of a game has deals of its own."""
    unit: int = 1
    """Seeds that are searched in one go."""
    sieve: Callable[[Rules, int], bool] | None = None
    """Whether the deal of a seed is worth a search, found fast."""
    insight: float = 0.0
    """Bits that it adds to see how such a deal comes out."""

    @property
    def wanted(self) -> int:
        """How many deals are to be found."""
        return self.levels + self.deals + self.spare


RARER = 0.25
"""In a reflex game the rarer of the two answers is at least so large a part of all."""
HOPELESS_AFTER = 50_000
"""So many positions may be searched to prove that a deal does not come out by books alone."""


def both_keys(rules: Rules, seed: int) -> bool:
    """Whether a reflex game comes out where all is laid as soon as it fits, and needs both of its keys."""
    table, answers = rules.deal(seed, 1), [0, 0]
    laid = next(number for number, spot in enumerate(rules.spots(1)) if spot.role == "foundation")
    while move := next(rules.moves(table, 0), None):
        answers[move.dst == laid] += 1
        table = after(rules, table, move)
    return rules.won(table) and min(answers) >= RARER * sum(answers)


def twice_with_both_keys(rules: Rules, seed: int) -> bool:
    """The same for the second way of Farbwechsel, which hardly ever comes out."""
    return runs_twice(rules, seed) and both_keys(rules, seed)


def pairs_with_both_keys(rules: Rules, seed: int) -> bool:
    """The same for Paare, which comes out once in 280 deals."""
    return pairs_up(rules, seed) and both_keys(rules, seed)


def not_by_books(rules: Rules, seed: int) -> bool:
    """Whether a deal of Staffelpatience is proved not to come out without a double series."""
    books = Staffelpatience(double_series=False)
    return solve(books, rules.deal(seed, 1), expansions=HOPELESS_AFTER).verdict == HOPELESS


def runs_twice(rules: Rules, seed: int) -> bool:
    """Whether Farbwechsel comes out the second way: only the colours count, and there is no choice."""
    stock, turned, *_others = rules.deal(seed, 1).piles
    cards = [is_red(card) for card in (turned.cards + stock.cards[::-1])]
    last = not cards[0]
    for _pass in range(2):
        waste = []
        for red in cards:
            if red != last:
                last = red
            else:
                waste.append(red)
        cards = waste
    for red in reversed(cards):
        if red == last:
            return False
        last = red
    return True


def pairs_up(rules: Rules, seed: int) -> bool:
    """Whether Paare comes out: only the colours count, and there is no choice."""
    stock, turned, *_others = (table := rules.deal(seed, 1)).piles
    cards = [is_red(card) for card in (turned.cards + stock.cards[::-1])]
    alike = [
        red for one, two in zip(cards[::2], cards[1::2], strict=True) if one == two for red in (one, two)
    ]
    again = shuffled(alike, Stream(table.seed))
    return all(one != two for one, two in zip(again[::2], again[1::2], strict=True))


RECIPES: Mapping[str, tuple[Recipe, ...]] = {
    "acht-mal-acht": (Recipe(spare=165, expansions=30_000),),
    "rot-und-schwarz": (Recipe(spare=60),),
    "farbwechsel": (
        Recipe({"way": "a"}, 20, 175, 20, first=10_000_001, unit=100, sieve=both_keys),
        Recipe({"way": "b"}, 40, 350, 30, unit=20_000, sieve=twice_with_both_keys),
    ),
    "paare": (Recipe(spare=60, unit=500, sieve=pairs_with_both_keys),),
    "zahlenpatience": (
        Recipe({"must_lay": True}, 10, 80, 40),
        Recipe({}, 20, 183, 77, first=10_001),
        Recipe({"hidden": True}, 20, 182, 78, first=20_001),
        Recipe({"must_lay": True, "hidden": True}, 10, 80, 40, first=30_001),
    ),
    "staffelpatience": (
        Recipe({"double_series": False}, 45, 420, 135),
        Recipe({}, 15, 105, 80, first=10_001, sieve=not_by_books, insight=4.0),
    ),
    "haisty": (Recipe(spare=115, expansions=12_000),),
}
EVERY_GAME = (Recipe(),)
"""For a game that has no recipe."""
