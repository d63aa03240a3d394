"""Which house rules make good challenges, how many of each, and how hard the maker searches."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from game.core.cards import is_red
from game.core.rules import Rules


class Recipe(NamedTuple):
    """Deals of one game with one set of house rules."""

    rules: Mapping[str, bool | int | str] = {}
    levels: int = 12
    deals: int = 100
    """For the daily challenge."""
    expansions: int = 50_000
    """The solver gives a deal up after so many positions."""
    first: int = 1
    """The first seed that is tried: each set of house rules of a game has deals of its own."""
    unit: int = 1
    """Seeds that are searched in one go."""
    sieve: Callable[[Rules, int], bool] | None = None
    """Whether the deal of a seed may come out at all, found fast."""


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


RECIPES: Mapping[str, tuple[Recipe, ...]] = {
    "acht-mal-acht": (
        Recipe({"passes": 0}, 4, 40, 20_000, first=10_001),
        Recipe({}, 8, 60, 30_000),
    ),
    "rot-und-schwarz": (
        Recipe({"any_part": True}, 4, 40, first=10_001),
        Recipe({}, 8, 60),
    ),
    "farbwechsel": (
        Recipe({"way": "a"}, 4, 35, first=10_000_001),
        Recipe({"way": "b"}, 8, 70, unit=20_000, sieve=runs_twice),
    ),
    "paare": (Recipe({}, 12, 100, unit=500),),
    "zahlenpatience": (
        Recipe({"must_lay": True}, 2, 15),
        Recipe({}, 4, 35, first=10_001),
        Recipe({"hidden": True}, 4, 35, first=20_001),
        Recipe({"must_lay": True, "hidden": True}, 2, 15, first=30_001),
    ),
    "staffelpatience": (Recipe({"double_series": False}, 12, 100),),
    "haisty": (
        Recipe({"any_part": True}, 4, 35, 12_000, first=10_001),
        Recipe({}, 8, 65, 12_000),
    ),
}
EVERY_GAME = (Recipe(),)
"""For a game that has no recipe."""
