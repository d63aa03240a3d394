"""Which of the deals that were found become challenges and which daily deals."""

from collections.abc import Sequence
from itertools import pairwise

from game.challenges.level import GRADES, Deal
from game.challenges.level_files import Calendar, rounds
from levels.search import Order

PLACES = 0.0, 0.3, 0.6, 0.85, 1.0
"""Where in the order of difficulty the deals of each grade are taken: the first are the gentlest of all that
were found, the last the hardest."""


def chosen(deals: Sequence[Deal], count: int) -> list[Deal]:
    """So many of the deals, as many in each grade as the count allows, from the gentlest to the hardest."""
    ranked = sorted(deals, key=lambda deal: (deal.grade, deal.seed))
    spare = len(ranked) - count
    if spare < 0:
        raise ValueError("not so many deals were found")
    ends = [count * grade // len(GRADES) for grade in range(len(GRADES) + 1)]
    return [
        ranked[round(place * spare) + number]
        for place, (start, end) in zip(PLACES, pairwise(ends), strict=True)
        for number in range(start, end)
    ]


def share(
    orders: Sequence[Order],
    found: Sequence[Sequence[Deal]],
    published: Sequence[Deal] = (),
    fixed: int = 0,
    current: Sequence[Deal] = (),
) -> tuple[list[Deal], list[Deal]]:
    """The challenges of a game in the order of their difficulty, and its daily deals.

    `published` are the daily deals that there are: the first `fixed` of them keep their places, for their
    days may have come. The others follow, by recipes in turns, in the order in which they were found.
    `current` are the challenges that there are: they stay if they are as many as are wanted.
    """
    fast = published[:fixed]
    taken, before = ({_name(deal) for deal in deals} for deals in (fast, current))
    levels: list[Deal] = []
    days: list[tuple[float, int, Deal]] = []
    for number, (order, deals) in enumerate(zip(orders, found, strict=True)):
        own = [deal for deal in deals if _name(deal) not in taken]
        stay = [deal for deal in own if _name(deal) in before]
        levels += (picked := stay if len(stay) == order.recipe.levels else chosen(own, order.recipe.levels))
        names = {_name(deal) for deal in picked}
        more = max(0, order.recipe.deals - sum(deal.rules == deals[0].rules for deal in fast))
        others = [deal for deal in own if _name(deal) not in names][:more]
        days += [((place + 0.5) / len(others), number, deal) for place, deal in enumerate(others)]
    levels.sort(key=lambda deal: (deal.grade, deal.seed))
    return levels, [*fast, *(deal for *_place, deal in sorted(days, key=lambda day: day[:2]))]


def begun(calendar: Calendar) -> int:
    """How many of a game's daily deals have had their day before the last epoch of the calendar."""
    return sum(rounds(one, after) for one, after in pairwise(calendar.epochs))


def _name(deal: Deal) -> tuple[int, tuple[tuple[str, object], ...]]:
    """What tells a deal from all others of its game."""
    return deal.seed, tuple(sorted(deal.rules.items()))
