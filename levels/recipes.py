"""Which house rules make good challenges, how many of each, and how hard the maker searches."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from game.core.rules import Rules
from levels.sieves import both_keys, not_by_books, pairs_with_both_keys, twice_with_both_keys

SHARES = (0.75, 1.0), (0.5, 0.75), (0.25, 0.5), (0.04, 0.25), (-1.0, 0.04)
"""For each grade, of how many of its games the careful player wins more than the first share, and at the most
the second."""

KINDER = (0.9, 1.0), (0.7, 0.9), (0.45, 0.7), (0.2, 0.45), (-1.0, 0.2)
"""The same for a game of which it wins nearly all deals."""


class Recipe(NamedTuple):
    """Deals of one game with one set of house rules."""

    rules: Mapping[str, bool | int | str] = {}
    levels: int = 60
    """As many in each of the GRADES."""
    deals: int = 525
    """For the daily challenge: with seven games ten years of days."""
    spare: int = 15
    """Deals beyond those, for the choice of the levels, where there are no shares."""
    shares: Sequence[tuple[float, float]] = ()
    """How often the careful player wins the deals of each grade; nothing: by their order of difficulty."""
    daily: float = 0.0
    """A daily deal it wins at least so often."""
    screen: int = 6
    """Games that the careful player plays first; a deal of which it wins none is left at that."""
    solved: int = 2**32
    """Of so many seeds, the first, those that the careful player does not win are searched too."""
    expansions: int = 50_000
    """The solver gives a deal up after so many positions."""
    first: int = 1
    """The first seed that is tried: each set of house rules of a game has deals of its own."""
    unit: int = 1
    """Seeds that are searched in one go."""
    sieve: Callable[[Rules, Sequence[int]], list[int]] | None = None
    """Those of the seeds whose deals are worth a search, found fast."""
    holds: Callable[[Rules, int], bool] | None = None
    """What else has to hold of the deal of a seed."""

    @property
    def wanted(self) -> int:
        """How many deals are to be found where there are no shares."""
        return self.levels + self.deals + self.spare


GRADED = Recipe(shares=SHARES, daily=0.4, solved=100, unit=4)
"""A game of choices. Who wins two games in five of those that choose a deal wins one in three of others."""
RECIPES: Mapping[str, tuple[Recipe, ...]] = {
    "acht-mal-acht": (GRADED._replace(expansions=30_000),),
    "rot-und-schwarz": (GRADED._replace(shares=KINDER),),
    "farbwechsel": (
        Recipe({"way": "a"}, 20, 175, 20, first=10_000_001, unit=100, sieve=both_keys),
        Recipe({"way": "b"}, 40, 350, 60, unit=20_000, sieve=twice_with_both_keys),
    ),
    "paare": (Recipe(spare=600, unit=500, sieve=pairs_with_both_keys),),
    "zahlenpatience": (
        GRADED._replace(levels=30, deals=263),
        GRADED._replace(rules={"hidden": True}, levels=30, deals=262, first=30_001),
    ),
    "staffelpatience": (
        GRADED._replace(rules={"double_series": False}, levels=45, deals=420, screen=3),
        GRADED._replace(levels=15, deals=105, screen=3, first=10_001, holds=not_by_books),
    ),
    "haisty": (GRADED._replace(expansions=12_000),),
}
EVERY_GAME = (Recipe(),)
"""For a game that has no recipe."""
