"""Which of the deals that were found become challenges and which daily deals."""

from collections.abc import Sequence, Set
from itertools import pairwise

from game.challenges.level import GRADES
from game.challenges.level_files import Calendar, rounds
from levels.search import Found, Order

PLACES = 0.0, 0.3, 0.6, 0.85, 1.0
"""Where in the order of difficulty the deals of each grade are taken where there are no shares: the first are
the gentlest of all that were found, the last the hardest."""
NOBODY: Set[int] = frozenset()


def enough(order: Order, found: Sequence[Found], gone: Set[int] = NOBODY, stay: Set[int] = NOBODY) -> bool:
    """Whether challenges and daily deals can be chosen from what was found; see `share`."""
    own = [each for each in found if each.seed not in gone]
    if not order.recipe.shares:
        return len(own) >= order.recipe.wanted
    picked = {each.seed for page in chosen(order, own, stay) for each in page}
    return len(picked) == order.recipe.levels and len(_days(order, own, picked)) == order.recipe.deals


def share(
    orders: Sequence[Order],
    found: Sequence[Sequence[Found]],
    gone: Set[int] = NOBODY,
    stay: Set[int] = NOBODY,
) -> tuple[list[tuple[Order, Found]], list[tuple[Order, Found]]]:
    """The challenges of a game, grade by grade from the gentlest to the hardest, and its daily deals, by
    recipes in turns, in the order in which they were found.

    `gone` are the seeds of daily deals whose days may have come: no other deal has their cards. `stay` are
    those of the challenges that there are: they stay where their grade has room for them.
    """
    levels: list[tuple[int, float, int, Order, Found]] = []
    days: list[tuple[float, int, Order, Found]] = []
    for number, (order, deals) in enumerate(zip(orders, found, strict=True)):
        own = [each for each in deals if each.seed not in gone]
        pages = chosen(order, own, stay)
        for grade, page in enumerate(pages):
            levels += [
                (grade * bool(order.recipe.shares), each.grade, each.seed, order, each) for each in page
            ]
        others = _days(order, own, {each.seed for page in pages for each in page})
        days += [((place + 0.5) / len(others), number, order, each) for place, each in enumerate(others)]
    levels.sort(key=lambda level: level[:3])
    days.sort(key=lambda day: day[:2])
    return [level[3:] for level in levels], [day[2:] for day in days]


def chosen(order: Order, found: Sequence[Found], stay: Set[int] = NOBODY) -> list[list[Found]]:
    """The challenges of each grade, as many as their number allows or as there are; those to stay first."""
    count, shares = order.recipe.levels, order.recipe.shares
    ends = list(pairwise(count * number // len(GRADES) for number in range(len(GRADES) + 1)))
    if shares:
        pages = ([each for each in found if least < each.share <= most] for least, most in shares)
        first = (sorted(page, key=lambda each: each.seed not in stay) for page in pages)
        return [page[: end - start] for page, (start, end) in zip(first, ends, strict=True)]
    ranked = sorted(found, key=lambda each: (each.grade, each.seed))
    spare = max(0, len(ranked) - count)
    at = [round(place * spare) for place in PLACES]
    return [ranked[place + start : place + end] for place, (start, end) in zip(at, ends, strict=True)]


def _days(order: Order, found: Sequence[Found], picked: Set[int]) -> list[Found]:
    """The daily deals, from what is left."""
    left = (each for each in found if each.seed not in picked and each.share >= order.recipe.daily)
    return list(left)[: order.recipe.deals]


def begun(calendar: Calendar) -> int:
    """How many of a game's daily deals have had their day before the last epoch of the calendar."""
    return sum(rounds(one, after) for one, after in pairwise(calendar.epochs))
