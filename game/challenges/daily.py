"""The game and deal of each day, from the date and the calendar alone.

The calendar lists epochs, each with its games and how many of their deals it uses. A round is as many days as
there are games and has each game once, shuffled; each round uses the games' next deals. To add a game or
deals, add an epoch that begins in the future: no day before it changes.
"""

from datetime import date
from itertools import pairwise
from typing import Annotated

import msgspec

from game.core.shuffle import Stream, derive, shuffled

_ANY = 2**32


class Epoch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From a day on: the games, each with the number of deals of its file in use."""

    since: date
    deals: Annotated[dict[str, Annotated[int, msgspec.Meta(ge=1)]], msgspec.Meta(min_length=1)]


class Calendar(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The epochs in the order of their days; earlier days count as part of the first."""

    epochs: Annotated[tuple[Epoch, ...], msgspec.Meta(min_length=1)]


def turn(day: date, calendar: Calendar) -> tuple[str, int]:
    """The game of a day and the index of its deal."""
    begun = [epoch for epoch in calendar.epochs if epoch.since <= day] or [calendar.epochs[0]]
    epoch = begun[-1]
    number, place = divmod((day - epoch.since).days, len(epoch.deals))
    before = sum(rounds(one, after) for one, after in pairwise(begun))
    game = _round(epoch, number)[place]
    return game, (before + number) % epoch.deals[game]


def rounds(epoch: Epoch, after: Epoch) -> int:
    """How many rounds of an epoch have begun before the next epoch."""
    return -(-(after.since - epoch.since).days // len(epoch.deals))


def _round(epoch: Epoch, number: int) -> tuple[str, ...]:
    """The games of a round in order; with more than two, no game comes on two successive days."""
    order, last = (_shuffled(epoch, n) for n in (number, number - 1))
    if order[0] == last[-1] and len(order) > 2:
        order = order[1], order[0], *order[2:]
    return order


def _shuffled(epoch: Epoch, number: int) -> tuple[str, ...]:
    seed = derive(derive(0, epoch.since.toordinal()), number % _ANY)
    return shuffled(sorted(epoch.deals), Stream(seed))
