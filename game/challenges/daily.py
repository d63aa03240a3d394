"""Which game and which of its deals a day has: from the date and the calendar alone.

The calendar states epochs, each with its games and how many of their deals it knows. A round is as many days
as there are games, and has each of them once, in an order of its own; each round takes the games' next deals.
To add a game or deals, state one more epoch that begins in the future: no day before it changes.
"""

from datetime import date
from itertools import pairwise
from typing import Annotated

import msgspec

from game.core.shuffle import Stream, derive, shuffled

_ANY = 2**32


class Epoch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From a day on, these games with the first so many deals of their files."""

    since: date
    deals: Annotated[dict[str, Annotated[int, msgspec.Meta(ge=1)]], msgspec.Meta(min_length=1)]


class Calendar(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The epochs in the order of their days; what lies before the first is counted as if it were in it."""

    epochs: Annotated[tuple[Epoch, ...], msgspec.Meta(min_length=1)]


def turn(day: date, calendar: Calendar) -> tuple[str, int]:
    """The game of the day and the number of its deal, from 0."""
    begun = [epoch for epoch in calendar.epochs if epoch.since <= day] or [calendar.epochs[0]]
    epoch = begun[-1]
    number, place = divmod((day - epoch.since).days, len(epoch.deals))
    before = sum(-(-(after.since - one.since).days // len(one.deals)) for one, after in pairwise(begun))
    game = _round(epoch, number)[place]
    return game, (before + number) % epoch.deals[game]


def _round(epoch: Epoch, number: int) -> tuple[str, ...]:
    """The games of a round; none comes on two days running where there are more than two."""
    order, last = (_shuffled(epoch, n) for n in (number, number - 1))
    if order[0] == last[-1] and len(order) > 2:
        order = order[1], order[0], *order[2:]
    return order


def _shuffled(epoch: Epoch, number: int) -> tuple[str, ...]:
    seed = derive(derive(0, epoch.since.toordinal()), number % _ANY)
    return shuffled(sorted(epoch.deals), Stream(seed))
