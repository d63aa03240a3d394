"""Which house rules make good challenges, how many of each, and how hard the maker searches."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from game.core.rules import Rules
from levels.sieves import both_keys, not_by_books, pairs_with_both_keys, twice_with_both_keys


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
    sieve: Callable[[Rules, Sequence[int]], list[int]] | None = None
    """Those of the seeds whose deals are worth a search, found fast."""

    @property
    def wanted(self) -> int:
        """How many deals are to be found."""
        return self.levels + self.deals + self.spare


RECIPES: Mapping[str, tuple[Recipe, ...]] = {
    # The dearest to find: none to spare.
    "acht-mal-acht": (Recipe(spare=0, expansions=30_000),),
    "rot-und-schwarz": (Recipe(spare=5),),
    "farbwechsel": (
        Recipe({"way": "a"}, 20, 175, 20, first=10_000_001, unit=100, sieve=both_keys),
        Recipe({"way": "b"}, 40, 350, 60, unit=20_000, sieve=twice_with_both_keys),
    ),
    "paare": (Recipe(spare=600, unit=500, sieve=pairs_with_both_keys),),
    "zahlenpatience": (
        Recipe({}, 30, 263, 60),
        Recipe({"hidden": True}, 30, 262, 60, first=30_001),
    ),
    "staffelpatience": (
        Recipe({"double_series": False}, 45, 420, 45),
        Recipe({}, 15, 105, 20, first=10_001, sieve=not_by_books),
    ),
    "haisty": (Recipe(expansions=12_000),),
}
EVERY_GAME = (Recipe(),)
"""For a game that has no recipe."""
